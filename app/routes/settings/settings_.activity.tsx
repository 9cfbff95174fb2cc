import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SECURITY_EVENT_DAYS } from "~/durations";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { securityEventLabels } from "~/models/account/security-event";
import { listSecurityEvents } from "~/models/account/security-event.server";
import { BACK_TO_SETTINGS, SETTINGS_PATH } from "~/models/account/sign-in/session";
import { markSeen } from "~/models/notification/notification-reading.server";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Account Activity · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireMember(request);
  await markSeen(id, ["sign-in"]);
  return { events: await listSecurityEvents(id) };
}

export default function Activity() {
  const { events } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Account Activity")}
        back={BACK_TO_SETTINGS}
        text={t("What happened to your account in the last {days} days.", {
          days: SECURITY_EVENT_DAYS,
        })}
      />
      <Card>
        {events.length ? (
          <ul className="divided">
            {events.map(({ kind, browser, at }) => (
              <li key={`${kind} ${at}`} className="py-3">
                <b>{t(securityEventLabels[kind])}</b>
                <p className="text-soft">
                  {browser} · <DateTime at={at} as="date" />, <DateTime at={at} as="clock" />
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t("No activity yet.")}</p>
        )}
        <p className="mt-4 text-soft">
          {t("Don't recognize something?")}{" "}
          <Link to={SETTINGS_PATH} className="link">
            {t("Check your settings")}
          </Link>
        </p>
      </Card>
    </div>
  );
}
