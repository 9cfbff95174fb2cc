// The list of a member's notifications, and the button that marks all as read.
import { Link } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { t } from "~/language/text";
import { NOTIFICATIONS_PATH, type NotificationDto } from "~/models/notification/notification";
import { faceOf } from "~/models/public-member";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { Icon, type IconName } from "~/ui/icon";

/** One line each, a link to what it is about; `since` is how long ago it was. */
export function NotificationList({
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

export function MarkAllRead() {
  useFocusAfterwards();
  return (
    <PostButton to={NOTIFICATIONS_PATH} icon="check">
      {t("Mark All as Read")}
    </PostButton>
  );
}
