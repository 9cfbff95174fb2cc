// A member's notifications, as long as they may see what these are about.
import { db } from "db/client.server";
import { NOTIFICATION_KINDS, type NotificationKind } from "db/column-types";
import { type Given, once } from "db/prepared.server";
import {
  conversation,
  match,
  message,
  notification,
  playlist,
  playlistSong,
  report,
  securityEvent,
  triviaGame,
} from "db/schema";
import { and, type Column, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { browserName } from "~/models/browser-name.server";
import { isConnected } from "~/models/connected.server";
import { unreadCount } from "~/models/conversation/conversation.server";
import { newReactionCount } from "~/models/conversation/reaction-news.server";
import { formatCount, MAX_COUNT } from "~/models/count";
import { type NumberedCursor, splitPage } from "~/models/cursor";
import { pairInStatement } from "~/models/pair.server";
import { NO_PHOTO, toProfilePhoto } from "~/models/picture-url";
import { playlistAddress } from "~/models/playlist/playlist";
import { FORMER_MEMBER } from "~/models/public-member";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/account-status";
import { REPORTS_PATH, reportStatuses } from "~/models/safety/report";
import { hasAnswered } from "~/models/trivia/game-access.server";
import { gameAddress } from "~/models/trivia/game-address";
import type { NotificationDto } from "./notification";
import { canSee, isCurrent, isOnPage, isSongOfOther, keptSince, other } from "./notification-access.server";
import { describeGame, describeRequest } from "./notification-text.server";

const PAGE_SIZE = 30;

const { kind, subjectId } = notification;

/** Kinds about a match or conversation, where the two see each other. */
const CONNECTED_KINDS: NotificationKind[] = ["match", "message", "reaction"];

/**
 * A member's notifications of the last 90 days, newest first, 30 a page, with the cursor of the next page. Those about
 * a match, conversation, game or playlist that the member can no longer see are left out, and unless `isWhole` those that
 * they don't want on the page.
 */
export async function listNotifications(
  memberId: number,
  { after, now = Date.now(), isWhole }: { after?: NumberedCursor; now?: number; isWhole?: boolean } = {},
): Promise<{ notifications: NotificationDto[]; next?: { cursor: string } }> {
  const rows = await selectNotifications(memberId, now, after, isWhole);
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ at, id }) => ({ at: at.getTime(), id }));
  return { notifications: page.map((row) => toNotificationDto(memberId, row)), next };
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

/** The statement of `countUnreadNotifications`. */
function selectUnreadCount(kinds: readonly NotificationKind[]) {
  const memberId = sql.placeholder("memberId");
  const unread = db
    .select({ id: notification.id })
    .from(notification)
    .where(
      and(
        eq(notification.memberId, memberId),
        isNull(notification.readAt),
        // All kinds, and the plus, keep the search in the index of the unread ones.
        inArray(kind, kinds),
        sql`+${notification.at} > ${sql.placeholder("since")}`,
        // The badge of Matches is not the list's.
        kinds.length > 1 ? isOnPage(memberId) : undefined,
        canSee(memberId),
      ),
    )
    .limit(MAX_COUNT)
    .as("unread");
  return db.select({ count: count() }).from(unread);
}

/** What a member hasn't read yet, with its kind as stored and whom it is about; undefined once read, or if they can no longer see it. */
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
  return selectWhere(
    memberId,
    and(isCurrent(memberId, since), isOne, isNull(notification.readAt), canSee(memberId)),
  ).prepare();
});

/** The kinds of those that a member hasn't read yet and can still see, as they are stored and as they are shown. */
export async function listUnreadKinds(
  memberId: number,
  ids: number[],
): Promise<{ stored: NotificationKind; shown: NotificationDto["kind"] }[]> {
  const isOne = sql`${notification.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await selectWhere(
    memberId,
    and(isCurrent(memberId, keptSince(Date.now())), isOne, isNull(notification.readAt), canSee(memberId)),
    ids.length,
  );
  return rows.map((row) => ({ stored: row.kind, shown: describe(memberId, row).kind }));
}

/** The statement of a page of `listNotifications`. */
export function selectNotifications(memberId: number, now: number, after?: NumberedCursor, isWhole = false) {
  return selectWhere(
    memberId,
    and(
      isCurrent(memberId, keptSince(now)),
      isWhole ? undefined : isOnPage(memberId),
      canSee(memberId),
      after && sql`(${notification.at}, ${notification.id}) < (${after.at}, ${after.id})`,
    ),
  );
}

function selectWhere(memberId: Given<number>, condition: SQL | undefined, limit = PAGE_SIZE + 1) {
  const isAbout = (kinds: NotificationKind[], id: Column) =>
    and(inArray(kind, kinds), sql`${id} = ${subjectId}`);
  const pair = sql`coalesce(${match.lowId} + ${match.highId}, ${conversation.lowId} + ${conversation.highId},
    ${triviaGame.player1Id} + ${triviaGame.player2Id}, ${playlist.ownerId} + ${playlist.collaboratorId})`;
  return db
    .select({
      id: notification.id,
      kind,
      subjectId,
      at: notification.at,
      readAt: notification.readAt,
      other,
      hasPhoto: sql<number>`(${inArray(kind, CONNECTED_KINDS)} or ${isConnected(pairInStatement(other.id, memberId))})`,
      conversation,
      unread: unreadCount(memberId),
      newReactions: newReactionCount(memberId),
      game: triviaGame,
      hasAnswered: hasAnswered(memberId),
      quote: sql<string | null>`${db
        .select({ metadata: message.metadata })
        .from(message)
        .where(
          and(
            eq(message.conversationId, conversation.id),
            isNull(conversation.acceptedAt),
            eq(message.messageType, "profile_quote"),
          ),
        )
        .limit(1)}`,
      playlistName: playlist.name,
      song: sql<string | null>`${db
        .select({ title: playlistSong.title })
        .from(playlistSong)
        .where(isSongOfOther(memberId))
        .orderBy(desc(playlistSong.position))
        .limit(1)}`,
      outcome: report.outcome,
      userAgent: securityEvent.userAgent,
    })
    .from(notification)
    .leftJoin(match, isAbout(["match"], match.id))
    .leftJoin(conversation, isAbout(["message", "reaction"], conversation.id))
    .leftJoin(triviaGame, isAbout(["game"], triviaGame.id))
    .leftJoin(playlist, isAbout(["invitation", "song"], playlist.id))
    .leftJoin(report, isAbout(["report"], report.id))
    .leftJoin(securityEvent, isAbout(["sign-in"], securityEvent.id))
    .leftJoin(other, sql`${other.id} = ${pair} - ${memberId}`)
    .where(condition)
    .orderBy(desc(notification.at), desc(notification.id))
    .limit(limit);
}

type Row = Awaited<ReturnType<typeof selectNotifications>>[number];

function toNotificationDto(memberId: number, row: Row): NotificationDto {
  return {
    id: String(row.id),
    ...describe(memberId, row),
    createdAt: row.at.toISOString(),
    isRead: row.readAt !== null,
    member: row.other && toOther(row.other, Boolean(row.hasPhoto)),
  };
}

/** A photo shows only while the two are connected, as in a game. */
function toOther({ firstName, deletedAt, ...photo }: NonNullable<Row["other"]>, hasPhoto: boolean) {
  if (deletedAt) return { firstName: FORMER_MEMBER, ...NO_PHOTO };
  return { firstName, ...(hasPhoto ? toProfilePhoto(photo) : NO_PHOTO) };
}

/** What a notification says at present, and where it leads. */
function describe(memberId: number, row: Row): Pick<NotificationDto, "kind" | "text" | "url"> {
  const { kind, subjectId, other, conversation, unread, newReactions, game } = row;
  const name = !other || other.deletedAt ? FORMER_MEMBER : other.firstName;
  switch (kind) {
    case "match":
      return { kind, text: `You and ${name} are a match.`, url: `/members/${other?.id}/match` };
    case "message": {
      const url = `/messages/${subjectId}`;
      if (conversation && !conversation.acceptedAt && conversation.startedBy !== memberId)
        return { kind: "request", text: describeRequest(name, row.quote), url };
      if (!unread) return { kind, text: `Messages from ${name}`, url };
      const messages = unread === 1 ? "New message" : `${formatCount(unread)} new messages`;
      return { kind, text: `${messages} from ${name}`, url };
    }
    case "reaction": {
      const url = `/messages/${subjectId}`;
      if (!newReactions) return { kind, text: `Reactions from ${name}`, url };
      const messages = newReactions === 1 ? "your message" : `${formatCount(newReactions)} of your messages`;
      return { kind, text: `${name} reacted to ${messages}`, url };
    }
    case "game":
      return { ...describeGame(memberId, name, game, !row.hasAnswered), url: gameAddress(subjectId) };
    case "invitation":
      return {
        kind,
        text: `${name} invited you to the playlist “${row.playlistName}”.`,
        url: playlistAddress(subjectId),
      };
    case "song":
      return {
        kind,
        text: `${name} added “${row.song}” to the playlist “${row.playlistName}”.`,
        url: playlistAddress(subjectId),
      };
    case "report": {
      const { label } = reportStatuses[row.outcome ?? "dismissed"];
      return { kind, text: `Your report was reviewed: ${label.toLowerCase()}.`, url: REPORTS_PATH };
    }
    case "decision":
      return { kind, text: "A moderator made a decision about your account.", url: ACCOUNT_STATUS_PATH };
    case "appeal":
      return { kind, text: "A moderator decided your appeal.", url: ACCOUNT_STATUS_PATH };
    case "sign-in":
      return { kind, text: `New sign-in from ${browserName(row.userAgent ?? "")}.`, url: ACTIVITY_PATH };
  }
}
