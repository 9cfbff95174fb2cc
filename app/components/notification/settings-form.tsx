// The form of what a member is notified of, and in which ways.
import { useActionData, useNavigation } from "@remix-run/react";
import { FREQUENCIES, TOPICS, type Topic } from "db/column-types";
import { useEffect, useRef } from "react";
import {
  frequencyLabels,
  type NotificationSettings,
  topicLabels,
} from "~/models/notification/notification-settings";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckField, SelectField } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const QUIET_TO = 8;

type SettingsFormProps = { settings: NotificationSettings; timeZones: string[]; hasMail: boolean };

/** Without mail its settings stay as they are. */
export function SettingsForm({ settings, timeZones, hasMail }: SettingsFormProps) {
  const { refusal } = useRefusal(useActionData<FormRefusal>());
  const isSaving = useNavigation().state === "submitting";
  return (
    <Form className="stack">
      <RefusalSummary refusal={refusal} />
      <Card title="What and How">
        <ul className="divided">
          {TOPICS.map((topic) => (
            <TopicSettings key={topic} {...{ topic, settings, hasMail }} />
          ))}
        </ul>
      </Card>
      <Card title="When">
        <div className="stack">
          <TimeZone current={settings.timeZone} timeZones={timeZones} />
          <QuietHours {...settings} />
        </div>
      </Card>
      <CheckField
        name="showsNames"
        label="Show names on my lock screen"
        hint="If this is off, it only says things like “New message on B-Side”."
        defaultChecked={settings.showsNames}
      />
      <div>
        <Button variant="primary" isPending={isSaving}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
    </Form>
  );
}

type TopicSettingsProps = Omit<SettingsFormProps, "timeZones"> & { topic: Topic };

function TopicSettings({ topic, settings, hasMail }: TopicSettingsProps) {
  const [push, mail] = [`${topic}Push`, `${topic}Mail`] as const;
  const page = topic === "account" ? undefined : (`${topic}Page` as const);
  return (
    <li className="py-3">
      <fieldset>
        <legend className="field-label">{topicLabels[topic]}</legend>
        <div className="cluster [&>*]:mr-6">
          {page ? <CheckField name={page} label="On B-Side" defaultChecked={settings[page]} /> : null}
          <CheckField name={push} label="On my devices" defaultChecked={settings[push]} />
        </div>
        {hasMail ? (
          <SelectField name={mail} label="By email" defaultValue={settings[mail]}>
            {FREQUENCIES.map((frequency) => (
              <option key={frequency} value={frequency}>
                {frequencyLabels[frequency]}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name={mail} value={settings[mail]} />
        )}
      </fieldset>
    </li>
  );
}

/** The browser's own time zone is chosen until another one is saved. */
function TimeZone({ current, timeZones }: { current: string | null; timeZones: string[] }) {
  const select = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = select.current?.querySelector("select");
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (field && !current && timeZones.includes(own)) field.value = own;
  }, [current, timeZones]);
  return (
    <div ref={select}>
      <SelectField name="timeZone" label="Time zone" defaultValue={current ?? ""}>
        <option value="">UTC</option>
        {(current && !timeZones.includes(current) ? [current, ...timeZones] : timeZones).map((name) => (
          <option key={name} value={name}>
            {name.replace(/_/g, " ")}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function QuietHours({ quietFrom, quietTo }: NotificationSettings) {
  return (
    <>
      <SelectField
        name="quietFrom"
        label="Quiet hours from"
        hint="We hold notifications back until they end."
        defaultValue={quietFrom ?? ""}
      >
        <option value="">No quiet hours</option>
        <Hours />
      </SelectField>
      <SelectField name="quietTo" label="Until" defaultValue={quietTo ?? QUIET_TO}>
        <Hours />
      </SelectField>
    </>
  );
}

function Hours() {
  return HOURS.map((hour) => (
    <option key={hour} value={hour}>
      {`${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`}
    </option>
  ));
}
