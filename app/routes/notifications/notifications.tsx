import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { AlertList } from "~/components/alert/alert-parts";
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
import { NOTIFICATIONS_PATH, type NotificationDto } from "~/models/notification/notification";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { shownKinds } from "~/models/notification/notification-kind.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { faceOf } from "~/models/public-member";
import { relativeMinutes } from "~/models/relative-time";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Badge, Card, EmptyState } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { Icon, type IconName } from "~/ui/icon";
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

/** One line each, a link to what it is about; `since` is how long ago it was. */
function NotificationList({
  notifications,
}: {
  notifications: (NotificationDto & { since: string; icon: IconName })[];
}) {
  return (
    <ul className="card divided">
      {notifications.map(({ id, icon, text, url, createdAt, since, isRead, member }) => (
        <li key={id}>
          <Link to={url} className="flex items-center p-4 hover:text-red">
            <span className="mr-3 flex w-10 flex-none justify-center text-red">
              {member ? (
                <Avatar face={faceOf(member, member.firstArtist)} size="small" round />
              ) : (
                <Icon name={icon} />
              )}
            </span>
            <span className="mr-3 min-w-0 flex-1">
              <span className={`block break-words ${isRead ? "" : "font-bold"}`}>{text}</span>
              <time dateTime={createdAt} className="block text-soft">
                {since}
              </time>
            </span>
            {member ? <Icon name={icon} className="mr-3 flex-none text-red" /> : null}
            {isRead ? null : <Badge tone="red">{t("New")}</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function MarkAllRead() {
  useFocusAfterwards();
  return (
    <PostButton to={NOTIFICATIONS_PATH} icon="check">
      {t("Mark All as Read")}
    </PostButton>
  );
}
