// Which notifications a member is shown.
import { db } from "db/client.server";
import { NOTIFICATION_KINDS, type NotificationKind } from "db/column-types";
import type { Given } from "db/prepared.server";
import {
  appeal,
  conversation,
  match,
  member,
  notification,
  notificationSettings,
  playlist,
  playlistSong,
  report,
  sanction,
  securityEvent,
  triviaGame,
} from "db/schema";
import { and, type Column, eq, exists, isNotNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY_MS, NOTIFICATION_DAYS } from "~/durations";
import { canMeet, canView } from "~/models/availability.server";
import { isConnected } from "~/models/connected.server";
import { hasReactionOfOther } from "~/models/conversation/reaction-news.server";
import { pairInStatement } from "~/models/pair.server";
import { canAddSongs, isCollaborator } from "~/models/playlist/playlist-access.server";
import { canSeeGame, isCurrent as isCurrentGame, isNotified } from "~/models/trivia/game-access.server";
import { topicOf } from "./notification-settings";

const { kind, subjectId } = notification;
const one = { one: sql`1` };

/** The other member of what a notification is about. */
export const other = alias(member, "other");

/** True for the kinds that a member wants on the page. */
export function isOnPage(memberId: Given<number>): SQL {
  const { choices } = notificationSettings;
  const own = sql`(select ${choices} from ${notificationSettings} where ${notificationSettings.memberId} = ${memberId})`;
  const cases = NOTIFICATION_KINDS.map((name) => sql`when ${name} then ${`$.${topicOf[name]}Page`}`);
  // Compared with false: there is no setting for news about the account.
  return sql`json_extract(${own}, case ${kind} ${sql.join(cases, sql` `)} end) is not 0`;
}

/** True for a member's notifications that are not too old to be shown: `since` is that of `keptSince`. */
export function isCurrent(memberId: Given<number>, since: Given<number>): SQL | undefined {
  return and(eq(notification.memberId, memberId), sql`${notification.at} > ${since}`);
}

/** Since when notifications are kept, in ms. */
export function keptSince(now: number): number {
  return now - NOTIFICATION_DAYS * DAY_MS;
}

/** True for notifications about something that is still there for the member. */
export function canSee(memberId: Given<number>): SQL {
  const found = (table: SQLiteTable & { id: Column }, condition: SQL | undefined) =>
    exists(
      db
        .select(one)
        .from(table)
        .where(and(sql`${table.id} = ${subjectId}`, condition)),
    );
  const { lowId, highId } = match;
  const { ownerId, collaboratorId } = playlist;
  const conditions: Record<NotificationKind, SQL> = {
    match: found(match, and(areMembers(lowId, highId), canMeet(lowId, highId))),
    message: found(conversation, canView(memberId)),
    reaction: found(conversation, and(canView(memberId), hasReactionOfOther(memberId))),
    game: found(
      triviaGame,
      sql`${canSeeGame(memberId)} and ${isNotified(memberId)} and ${isCurrentGame(memberId)}
        and ${triviaGame.ending} is not 'withdrawn'`,
    ),
    invitation: found(playlist, isCollaborator(memberId)),
    song: found(
      playlist,
      and(
        canAddSongs(memberId),
        areMembers(ownerId, collaboratorId),
        canMeet(ownerId, collaboratorId),
        isConnected(pairInStatement(ownerId, collaboratorId)),
        exists(db.select(one).from(playlistSong).where(isSongOfOther(memberId))),
      ),
    ),
    report: found(report, isNotNull(report.outcome)),
    decision: found(sanction, undefined),
    appeal: found(appeal, undefined),
    "sign-in": found(securityEvent, undefined),
  };
  const cases = Object.entries(conditions).map(([name, condition]) => sql`when ${name} then ${condition}`);
  return sql`case ${kind} ${sql.join(cases, sql` `)} end`;
}

/** True if neither member has been suspended or has deleted their account. */
function areMembers(one: Column, other: Column): SQL {
  return notExists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(sql`${member.id} in (${one}, ${other})`, isNotNull(member.withdrawnAt))),
  );
}

/** True for the songs of a playlist that the other of its two members has added. */
export function isSongOfOther(memberId: Given<number>): SQL | undefined {
  return and(
    eq(playlistSong.playlistId, playlist.id),
    sql`${playlistSong.addedBy} = ${playlist.ownerId} + ${playlist.collaboratorId} - ${memberId}`,
  );
}
