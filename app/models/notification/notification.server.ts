// A member's notifications, as long as they may see the subjects.
import { db } from "db/client.server";
import { NOTIFICATION_KINDS, type NotificationKind } from "db/column-types";
import { once } from "db/prepared.server";
import { notification } from "db/schema";
import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { MAX_COUNT } from "~/models/count";
import { type NumberedCursor, splitPage } from "~/models/cursor";
import { toProfilePhoto } from "~/models/picture-url";
import { formerMember, NO_FACE } from "~/models/public-member";
import { type NotificationDto, shownAs } from "./notification";
import { isCurrent, isOnPage, isThere, keptSince } from "./notification-access.server";
import { notificationKinds } from "./notification-kind.server";
import { type NotificationRow, selectWithSubjects } from "./notification-subjects.server";

const PAGE_SIZE = 30;
/** The cursor of the first page: no notification comes before it. */
const START: NumberedCursor = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * A member's notifications of the last 90 days, newest first, 30 a page, with the cursor of the next page. Those about
 * a match, conversation, game or playlist that the member can no longer see are left out, and unless `isWhole` those that
 * they don't want on the page.
 */
export async function listNotifications(
  memberId: number,
  {
    after = START,
    now = Date.now(),
    isWhole,
  }: { after?: NumberedCursor; now?: number; isWhole?: boolean } = {},
): Promise<{ notifications: NotificationDto[]; next?: { cursor: string } }> {
  const prepared = isWhole ? wholePage() : shownPage();
  const rows = await prepared.all({ memberId, since: keptSince(now), ...after });
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ at, id }) => ({ at: at.getTime(), id }));
  return { notifications: page.map((row) => toNotificationDto(memberId, row)), next };
}

const shownPage = once(() => selectPage(isOnPage(sql.placeholder("memberId"))).prepare());
const wholePage = once(() => selectPage().prepare());

/** The query for a page of `listNotifications`. */
function selectPage(condition?: SQL) {
  const memberId = sql.placeholder("memberId");
  const isAfter = sql`(${notification.at}, ${notification.id}) < (${sql.placeholder("at")}, ${sql.placeholder("id")})`;
  return selectWithSubjects(
    memberId,
    and(isCurrent(memberId, sql.placeholder("since")), condition, isThere(memberId), isAfter),
    PAGE_SIZE + 1,
  );
}

/** How many notifications a member hasn't read, of one kind or all, 100 at most. */
export async function countUnreadNotifications(
  memberId: number,
  { kind, now = Date.now() }: { kind?: "match"; now?: number } = {},
): Promise<number> {
  const prepared = kind === "match" ? unreadMatchesCount() : unreadCountOfAll();
  const [row] = await prepared.all({ memberId, since: keptSince(now) });
  return row?.count ?? 0;
}

const unreadCountOfAll = once(() => selectUnreadCount(NOTIFICATION_KINDS).prepare());
const unreadMatchesCount = once(() => selectUnreadCount(["match"]).prepare());

/** The query of `countUnreadNotifications`. */
function selectUnreadCount(kinds: readonly NotificationKind[]) {
  const memberId = sql.placeholder("memberId");
  const unread = db
    .select({ id: notification.id })
    .from(notification)
    .where(
      and(
        eq(notification.memberId, memberId),
        isNull(notification.readAt),
        // The list of all kinds, and the plus, keep the search in the index of unread notifications.
        inArray(notification.kind, kinds),
        sql`+${notification.at} > ${sql.placeholder("since")}`,
        // A single kind is for the badge of Matches, which isn't the list's.
        kinds.length > 1 ? isOnPage(memberId) : undefined,
        isThere(memberId),
      ),
    )
    .limit(MAX_COUNT)
    .as("unread");
  return db.select({ count: count() }).from(unread);
}

/**
 * What a member hasn't read yet, with its kind as stored and whom it is about; undefined once read, or if they can no longer
 * see it.
 */
export async function findUnread(
  memberId: number,
  id: number,
  now: number,
): Promise<(NotificationDto & { stored: NotificationKind; name?: string }) | undefined> {
  const [row] = await unreadOne().all({ memberId, id, since: keptSince(now) });
  const other = row?.other?.deletedAt === null ? row.other : undefined;
  return row && { ...toNotificationDto(memberId, row), stored: row.kind, name: other?.firstName };
}

const unreadOne = once(() => {
  const memberId = sql.placeholder("memberId");
  const isOne = eq(notification.id, sql.placeholder("id"));
  const since = sql.placeholder("since");
  return selectWithSubjects(
    memberId,
    and(isCurrent(memberId, since), isOne, isNull(notification.readAt), isThere(memberId)),
    1,
  ).prepare();
});

/** The kinds of those that a member hasn't read yet and can still see, as they are stored and as they are shown. */
export async function listUnreadKinds(
  memberId: number,
  ids: number[],
): Promise<{ stored: NotificationKind; shown: NotificationDto["kind"] }[]> {
  const isOne = sql`${notification.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await selectWithSubjects(
    memberId,
    and(isCurrent(memberId, keptSince(Date.now())), isOne, isNull(notification.readAt), isThere(memberId)),
    ids.length,
  );
  return rows.map((row) => ({ stored: row.kind, shown: describe(memberId, row).kind }));
}

function toNotificationDto(memberId: number, row: NotificationRow): NotificationDto {
  return {
    id: String(row.id),
    ...describe(memberId, row),
    createdAt: row.at.toISOString(),
    isRead: row.readAt !== null,
    member: row.other && toOther(row.other, row),
  };
}

/** A face is shown only while the two are connected, as in a game. */
function toOther(
  { firstName, deletedAt, ...photo }: NonNullable<NotificationRow["other"]>,
  { hasFace, firstArtist }: NotificationRow,
) {
  if (deletedAt) return { firstName: formerMember(), ...NO_FACE };
  return { firstName, ...(hasFace ? { ...toProfilePhoto(photo), firstArtist } : NO_FACE) };
}

/** What a notification currently says, as which kind, and where it leads. */
function describe(memberId: number, row: NotificationRow): Pick<NotificationDto, "kind" | "text" | "url"> {
  const { kind, other } = row;
  const name = !other || other.deletedAt ? formerMember() : other.firstName;
  return { kind: shownAs(kind), ...notificationKinds[kind].describe(row, name, memberId) };
}
