// Which notifications a member is shown.
import { NOTIFICATION_KINDS } from "db/column-types";
import type { Given } from "db/prepared.server";
import { notification, notificationSettings } from "db/schema";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { DAY_MS, NOTIFICATION_DAYS } from "~/durations";
import { notificationKinds } from "./notification-kind.server";

const { kind } = notification;

/** True for the kinds that a member wants on the page. */
export function isOnPage(memberId: Given<number>): SQL {
  const { choices } = notificationSettings;
  const own = sql`(select ${choices} from ${notificationSettings} where ${notificationSettings.memberId} = ${memberId})`;
  const cases = NOTIFICATION_KINDS.map(
    (name) => sql`when ${name} then ${`$.${notificationKinds[name].topic}Page`}`,
  );
  // Compared with false, because news about the account has no setting.
  return sql`json_extract(${own}, case ${kind} ${sql.join(cases, sql` `)} end) is not 0`;
}

/** True for a member's notifications that are recent enough to be shown; `since` comes from `keptSince`. */
export function isCurrent(memberId: Given<number>, since: Given<number>): SQL | undefined {
  return and(eq(notification.memberId, memberId), sql`${notification.at} > ${since}`);
}

/** Since when notifications are kept, in ms. */
export function keptSince(now: number): number {
  return now - NOTIFICATION_DAYS * DAY_MS;
}

/** True for notifications whose subject the member can still see. */
export function isThere(memberId: Given<number>): SQL {
  const cases = NOTIFICATION_KINDS.map(
    (name) => sql`when ${name} then ${notificationKinds[name].isThere(memberId)}`,
  );
  return sql`case ${kind} ${sql.join(cases, sql` `)} end`;
}
