// The form of what a member is notified of, and in which ways.

import { TOPICS, type Topic } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import { BasicCheckbox, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import {
  frequencyLabels,
  type NotificationSettings,
  topicLabels,
} from "~/models/notification/notification-settings";
import { Card } from "~/ui/card";
import { TimeZoneField } from "./time-zone-field";

const HOURS = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`]),
);
const QUIET_TO = 8;

type SettingsFormProps = { settings: NotificationSettings; timeZones: string[]; hasMail: boolean };

/** Without mail its settings stay as they are. */
export function SettingsForm({ settings, timeZones, hasMail }: SettingsFormProps) {
  const { timeZone, quietFrom, quietTo } = settings;
  const fields = { timeZone: timeZone ?? "", quietFrom: quietFrom ?? "", quietTo: quietTo ?? QUIET_TO };
  return (
    <BasicForm id="notification-settings" schema={fetchSchema} defaults={{ ...settings, ...fields }}>
      <Card title="What and How">
        <ul className="divided">
          {TOPICS.map((topic) => (
            <TopicSettings key={topic} topic={topic} mail={settings[`${topic}Mail`]} hasMail={hasMail} />
          ))}
        </ul>
      </Card>
      <Card title="When">
        <div className="stack">
          <TimeZoneField current={timeZone} timeZones={timeZones} />
          <BasicSelect
            name="quietFrom"
            label="Quiet hours from"
            hint="We hold notifications back until they end."
            none="No quiet hours"
            options={HOURS}
          />
          <BasicSelect name="quietTo" label="Until" options={HOURS} />
        </div>
      </Card>
      <BasicCheckbox
        name="showsNames"
        label="Show names on my lock screen"
        hint={`If this is off, it only says things like “New message on ${COMMUNITY_NAME}”.`}
      />
      <div>
        <BasicSubmit pending="Saving...">Save</BasicSubmit>
      </div>
    </BasicForm>
  );
}

type TopicSettingsProps = { topic: Topic; mail: string; hasMail: boolean };

function TopicSettings({ topic, mail, hasMail }: TopicSettingsProps) {
  return (
    <li className="py-3">
      <fieldset>
        <legend className="field-label">{topicLabels[topic]}</legend>
        <div className="cluster [&>*]:mr-6">
          {topic === "account" ? null : (
            <BasicCheckbox name={`${topic}Page`} label={`On ${COMMUNITY_NAME}`} />
          )}
          <BasicCheckbox name={`${topic}Push`} label="On my devices" />
        </div>
        {hasMail ? (
          <BasicSelect name={`${topic}Mail`} label="By email" options={frequencyLabels} />
        ) : (
          <input type="hidden" name={`${topic}Mail`} value={mail} />
        )}
      </fieldset>
    </li>
  );
}

async function fetchSchema() {
  return (await import("~/models/notification/notification-schema")).settingsInput;
}
