import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { AlertList } from "~/components/alert/alert-parts";
import { MarkAllRead, NotificationList } from "~/components/notification/notification-list";
import { NOTIFICATION_DAYS } from "~/durations";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { ALERTS_MAX } from "~/models/alert/alert";
import { listAlerts } from "~/models/alert/alert.server";
import { numberedPage } from "~/models/cursor";
import { readDistanceUnit } from "~/models/member/distance.server";
import { localeOf } from "~/models/member/viewer-dates";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { shownKinds } from "~/models/notification/notification-kind.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { relativeMinutes } from "~/models/relative-time";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { PageHeader, Pages } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Notifications")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
  const [{ notifications, next }, unread, alerts] = await Promise.all([
    listNotifications(member.id, { after: cursor }),
    countUnreadNotifications(member.id),
    cursor ? [] : listAlerts(member.id),
  ]);
  const now = new Date();
  const locale = localeOf(request.headers.get("Accept-Language"));
  return {
    notifications: notifications.map((each) => ({
      ...each,
      icon: shownKinds[each.kind].icon,
      since: relativeMinutes(new Date(each.createdAt), now, locale),
    })),
    next,
    alerts,
    unit: readDistanceUnit(request, member),
    isFirstPage: !cursor,
    hasUnread: unread > 0,
  };
}

/** Marks all as read. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: NOTIFICATIONS_PATH }, async (member) => {
    await markNotificationsRead(member.id, "all");
    return {};
  });
}

export default function Notifications() {
  const { notifications, next, alerts, unit, isFirstPage, hasUnread } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={t("Notifications")}
        aside={
          <>
            {hasUnread ? <MarkAllRead /> : null}
            <ButtonLink to={NOTIFICATION_SETTINGS_PATH}>{t("Settings")}</ButtonLink>
          </>
        }
      />
      {notifications.length ? (
        <NotificationList notifications={notifications} />
      ) : (
        <EmptyState
          title={isFirstPage ? t("Nothing new") : t("That's all")}
          text={t("Matches, messages, trivia moves and playlist news appear here for {days} days.", {
            days: NOTIFICATION_DAYS,
          })}
          action={{ to: "/discover", label: t("Discover") }}
        />
      )}
      {isFirstPage ? (
        <Card id="alerts" title={t("Alerts")} className="mt-6">
          <p className="mb-2 max-w-prose text-soft">
            {alerts.length
              ? t("We tell you once a day at most. You can have {max} alerts.", {
                  max: ALERTS_MAX,
                })
              : t(
                  "Want to know when somebody new fits? Ask where the people end: in Discover, or on the page of an artist or a show.",
                )}
          </p>
          <AlertList alerts={alerts} unit={unit} />
        </Card>
      ) : null}
      <Pages
        first={isFirstPage ? undefined : NOTIFICATIONS_PATH}
        next={next ? `?cursor=${next.cursor}` : undefined}
      />
    </>
  );
}
