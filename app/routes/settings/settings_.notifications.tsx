import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TOPICS, type Topic } from "db/column-types";
import { COMMUNITY_NAME, titled } from "~/community";
import { PushBrowsers } from "~/components/notification/push-browsers";
import { TimeZoneField } from "~/components/notification/time-zone-field";
import { HOUR_MS } from "~/durations";
import { BasicCheckbox, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireSession } from "~/http/page.server";
import { formatDate } from "~/language/intl";
import { t } from "~/language/text";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { findMailAccount } from "~/models/notification/digest.server";
import { settingsInput } from "~/models/notification/notification-schema";
import {
  frequencyLabels,
  NOTIFICATION_SETTINGS_PATH,
  type NotificationSettings,
  settingsSavedMessage,
  topicLabels,
} from "~/models/notification/notification-settings";
import { readSettings, saveSettings } from "~/models/notification/notification-settings.server";
import { getPush } from "~/models/notification/push-browser.server";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Notifications · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { member, sessionId } = await requireSession(request);
  const [settings, push, mailAccount] = await Promise.all([
    readSettings(member.id),
    getPush(member.id, sessionId),
    findMailAccount(member.id),
  ]);
  const timeZones = Intl.supportedValuesOf("timeZone");
  return { push, form: { settings, timeZones, hasMail: mailAccount !== undefined } };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(
    request,
    { schema: settingsInput, page: NOTIFICATION_SETTINGS_PATH },
    async (member, input) => {
      await saveSettings(member.id, input);
      return { flash: settingsSavedMessage };
    },
  );
}

export default function Notifications() {
  const { push, form } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Notifications")}
        back={BACK_TO_SETTINGS}
        text={t("What we tell you about, and how.")}
      />
      <div className="stack">
        <PushBrowsers {...push} />
        <SettingsForm {...form} />
      </div>
    </div>
  );
}

const QUIET_TO = 8;

type SettingsFormProps = { settings: NotificationSettings; timeZones: string[]; hasMail: boolean };

/** Without a mail server, the settings for mail stay as they are. */
function SettingsForm({ settings, timeZones, hasMail }: SettingsFormProps) {
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
