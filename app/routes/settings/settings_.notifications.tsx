import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PushBrowsers } from "~/components/notification/push-browsers";
import { SettingsForm } from "~/components/notification/settings-form";
import { submitForm } from "~/forms/form.server";
import { requireSession } from "~/http/page.server";
import { t } from "~/language/text";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { findMailAccount } from "~/models/notification/digest.server";
import { settingsInput } from "~/models/notification/notification-schema";
import {
  NOTIFICATION_SETTINGS_PATH,
  settingsSavedMessage,
} from "~/models/notification/notification-settings";
import { readSettings, saveSettings } from "~/models/notification/notification-settings.server";
import { getPush } from "~/models/notification/push-browser.server";
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
