// Notifications with their subjects.
import { db } from "db/client.server";
import type { NotificationSubject } from "db/column-types";
import type { Given } from "db/prepared.server";
import {
  alert,
  alertHit,
  conversation,
  match,
  member,
  message,
  musicAccount,
  notification,
  plan,
  playlist,
  playlistSong,
  report,
  securityEvent,
  show,
  showArtist,
  triviaGame,
} from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isConnected } from "~/models/access.server";
import { isStillThere } from "~/models/alert/hit-notifications.server";
import { unreadCount } from "~/models/conversation/list/conversation-count.server";
import { isProfileQuote } from "~/models/conversation/profile-quote/profile-quote.server";
import { newReactionCount } from "~/models/conversation/reaction-news.server";
import { avatarArtist } from "~/models/music/preferences.server";
import { otherMemberId, pairInStatement } from "~/models/pair.server";
import { headlinerName } from "~/models/show/show-words.server";
import { hasAnswered } from "~/models/trivia/game-access.server";
import { kindsAbout } from "./notification-reading.server";

/** The other member in a notification's subject. */
const other = alias(member, "other");

/** The plan that a notification is about. */
export type ToldPlan = Pick<
  typeof plan.$inferSelect,
  "conversationId" | "place" | "day" | "minutes" | "proposedBy"
> & {
  state: "cancelled" | "declined" | "accepted" | "proposed";
  isShowOff: 0 | 1;
  /** The day that its show is on now; null without one. */
  showDay: number | null;
};

/** The people whom alerts have found: how many, and what one alert asked for. */
export type ToldPeople = { people: number; artist: string | null; show: string | null };

/** When a member was told of the people in a notification, in ms. */
export const toldInSubject = sql`cast(${notification.subjectId} as integer)`;

export type NotificationRow = Awaited<ReturnType<typeof selectWithSubjects>>[number];

/** The query for the notifications under a condition, newest first, with what each says and shows about its subject. */
export function selectWithSubjects(memberId: Given<number>, condition: SQL | undefined, limit: number) {
  const pair = sql`coalesce(${match.lowId} + ${match.highId}, ${conversation.lowId} + ${conversation.highId},
    ${triviaGame.player1Id} + ${triviaGame.player2Id}, ${playlist.ownerId} + ${playlist.collaboratorId})`;
  const otherOfPlan = sql`iif(${isAbout("plan")}, (select ${otherMemberId(conversation, memberId)} from ${plan}
    inner join ${conversation} on ${conversation.id} = ${plan.conversationId}
    where ${plan.id} = ${notification.subjectId}), null)`;
  const isTold = isStillThere(memberId, toldInSubject);
  const firstTold = sql`iif(${isAbout("alert")}, (select min(${alertHit.foundId}) from ${alertHit} where ${isTold}), null)`;
  // In notifications about their match or conversation, the two see each other.
  const areConnected = or(
    isAbout("match"),
    isAbout("conversation"),
    isConnected(pairInStatement(other.id, memberId)),
  );
  return db
    .select({
      id: notification.id,
      kind: notification.kind,
      subjectId: notification.subjectId,
      at: notification.at,
      readAt: notification.readAt,
      other,
      hasFace: sql<number>`${areConnected}`,
      firstArtist: avatarArtist(other),
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
            isProfileQuote(message),
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
      show: { day: show.day, removedAt: show.removedAt },
      headliner: headlinerName(),
      userAgent: securityEvent.userAgent,
      // A subquery rather than a join: with more tables the planner no longer reads only the page.
      plan: sql<ToldPlan | null>`(select json_object('conversationId', ${plan.conversationId}, 'place', ${plan.place},
          'day', ${plan.day}, 'minutes', ${plan.minutes}, 'proposedBy', ${plan.proposedBy}, 'state', case
            when ${plan.cancelledAt} is not null then 'cancelled' when ${plan.declinedAt} is not null then 'declined'
            when ${plan.acceptedAt} is not null then 'accepted' else 'proposed' end,
          'isShowOff', ${hasRow(
            show,
            and(eq(show.id, plan.showId), or(isNotNull(show.cancelledAt), isNotNull(show.removedAt))),
          )}, 'showDay', (select ${show.day} from ${show} where ${show.id} = ${plan.showId}))
        from ${plan} where ${plan.id} = ${notification.subjectId} and ${isAbout("plan")})`.mapWith(
        JSON.parse,
      ),
      told: sql<ToldPeople | null>`iif(${isAbout("alert")}, (select json_object('people', count(*), 'artist', max(${alert.artist}),
          'show', max((select ${showArtist.name} from ${showArtist} where ${showArtist.showId} = ${alert.showId}
            and ${showArtist.position} = 0)))
        from ${alertHit} left join ${alert} on ${alert.id} = ${alertHit.alertId} where ${isTold}), null)`.mapWith(
        JSON.parse,
      ),
      musicAccount: {
        service: musicAccount.service,
        period: musicAccount.period,
        newArtists: musicAccount.newArtists,
      },
    })
    .from(notification)
    .leftJoin(match, isAbout("match", match.id))
    .leftJoin(conversation, isAbout("conversation", conversation.id))
    .leftJoin(triviaGame, isAbout("game", triviaGame.id))
    .leftJoin(playlist, isAbout("playlist", playlist.id))
    .leftJoin(report, isAbout("report", report.id))
    .leftJoin(show, isAbout("show", show.id))
    .leftJoin(securityEvent, isAbout("sign-in", securityEvent.id))
    .leftJoin(musicAccount, isAbout("connection", musicAccount.id))
    .leftJoin(
      other,
      sql`${other.id} = coalesce(${pair} - ${memberId}, ${otherOfPlan}, ${firstTold}, iif(${isAbout("fraud")}, cast(${notification.subjectId} as integer), null))`,
    )
    .where(condition)
    .orderBy(desc(notification.at), desc(notification.id))
    .limit(limit);
}

function isAbout(subject: NotificationSubject, id?: Column): SQL | undefined {
  return and(inArray(notification.kind, kindsAbout(subject)), id && sql`${id} = ${notification.subjectId}`);
}

/** True for the songs of a playlist that the other of its two members has added. */
export function isSongOfOther(memberId: Given<number>): SQL | undefined {
  return and(
    eq(playlistSong.playlistId, playlist.id),
    sql`${playlistSong.addedBy} = ${playlist.ownerId} + ${playlist.collaboratorId} - ${memberId}`,
  );
}
