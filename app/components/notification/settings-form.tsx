// The form for what a member is notified of, and in which ways.

import { TOPICS, type Topic } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import { HOUR_MS } from "~/durations";
import { BasicCheckbox, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { formatDate } from "~/language/intl";
import { t } from "~/language/text";
import {
  frequencyLabels,
  type NotificationSettings,
  topicLabels,
} from "~/models/notification/notification-settings";
import { Card } from "~/ui/card";
import { TimeZoneField } from "./time-zone-field";

const QUIET_TO = 8;

type SettingsFormProps = { settings: NotificationSettings; timeZones: string[]; hasMail: boolean };

/** Without a mail server, the settings for mail stay as they are. */
export function SettingsForm({ settings, timeZones, hasMail }: SettingsFormProps) {
  const { timeZone, quietFrom, quietTo } = settings;
  const hours = listHours();
  const fields = { timeZone: timeZone ?? "", quietFrom: quietFrom ?? "", quietTo: quietTo ?? QUIET_TO };
  return (
    <BasicForm id="notification-settings" schema={fetchSchema} defaults={{ ...settings, ...fields }}>
      <Card title={t("What and How")}>
        <ul className="divided">
          {TOPICS.map((topic) => (
            <TopicSettings key={topic} topic={topic} mail={settings[`${topic}Mail`]} hasMail={hasMail} />
          ))}
        </ul>
      </Card>
      <Card title={t("When")}>
        <div className="stack">
          <TimeZoneField current={timeZone} timeZones={timeZones} />
          <BasicSelect
            name="quietFrom"
            label={t("Quiet hours from")}
            hint={t("We hold notifications back until they end.")}
            none={t("No quiet hours")}
            options={hours}
          />
          <BasicSelect name="quietTo" label={t("Until")} options={hours} />
        </div>
      </Card>
      <BasicCheckbox
        name="showsNames"
        label={t("Show names on my lock screen")}
        hint={t("If this is off, it only says things like “New message on {community}”.", {
          community: COMMUNITY_NAME,
        })}
      />
      <div>
        <BasicSubmit pending={t("Saving...")}>{t("Save")}</BasicSubmit>
      </div>
    </BasicForm>
  );
}

type TopicSettingsProps = { topic: Topic; mail: string; hasMail: boolean };

function TopicSettings({ topic, mail, hasMail }: TopicSettingsProps) {
  return (
    <li className="py-3">
      <fieldset>
        <legend className="field-label">{t(topicLabels[topic])}</legend>
        <div className="cluster [&>*]:mr-6">
          {topic === "account" ? null : (
            <BasicCheckbox name={`${topic}Page`} label={t("On {community}", { community: COMMUNITY_NAME })} />
          )}
          <BasicCheckbox name={`${topic}Push`} label={t("On my devices")} />
        </div>
        {hasMail ? (
          <BasicSelect name={`${topic}Mail`} label={t("By email")} options={frequencyLabels} />
        ) : (
          <input type="hidden" name={`${topic}Mail`} value={mail} />
        )}
      </fieldset>
    </li>
  );
}

/** Each full hour by its number: "10 PM". */
function listHours(): Record<string, string> {
  const name = (hour: number) =>
    formatDate(new Date(hour * HOUR_MS), { hour: "numeric" }).replace("\u00a0", " ");
  return Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, name(hour)]));
}

async function fetchSchema() {
  return (await import("~/models/notification/notification-schema")).settingsInput;
}
