// A member's rows of the outbox as the events of a live stream.
import { db } from "db/client.server";
import type { EventKind } from "db/column-types";
import { conversation, match, member, message, notification, outbox, triviaGame } from "db/schema";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { EVENT_PAGE, type OutboxEvent } from "~/live/streams.server";
import { canView } from "~/models/availability.server";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import { getJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { completeMessages, toMessageDto } from "~/models/conversation/message.server";
import { getSeen } from "~/models/conversation/read-marker.server";
import { canSee } from "~/models/notification/notification-access.server";
import { otherMemberId } from "~/models/pair.server";
import { canSeeGame, isTold } from "~/models/trivia/game-access.server";

const challenger = alias(member, "challenger");
/** The events whose reference is a message. */
const ABOUT_MESSAGES: EventKind[] = ["message", "reaction", "message-change"];
const hasMessages = or(isNotNull(conversation.acceptedAt), isNotNull(conversation.lastMessageAt));

/** A member's events after row `after`, in order, 50 at most. Rows about what they may no longer see have an id only. */
export async function listEvents(memberId: number, after: number): Promise<OutboxEvent[]> {
  const rows = await db
    .select({
      id: outbox.id,
      createdAt: outbox.createdAt,
      kind: outbox.kind,
      reference: outbox.reference,
      message,
      conversationId: conversation.id,
      matchId: match.id,
      matchedId: sql<number | null>`iif(${notification.id} is null, null, ${otherMemberId(match, memberId)})`,
      challenger: challenger.firstName,
    })
    .from(outbox)
    .leftJoin(message, and(inArray(outbox.kind, ABOUT_MESSAGES), eq(message.id, outbox.reference)))
    .leftJoin(
      conversation,
      and(
        sql`${conversation.id} = coalesce(${message.conversationId}, iif(${outbox.kind} = 'conversation', ${outbox.reference}, null))`,
        // The change that hides a conversation is still an event.
        or(canView(memberId), and(eq(outbox.kind, "conversation"), hasMessages)),
      ),
    )
    .leftJoin(match, and(eq(outbox.kind, "match"), eq(match.id, outbox.reference)))
    .leftJoin(
      notification,
      and(
        eq(notification.kind, "match"),
        eq(notification.subjectId, match.id),
        eq(notification.memberId, memberId),
        isNull(notification.readAt),
        canSee(memberId),
      ),
    )
    .leftJoin(
      triviaGame,
      and(
        eq(outbox.kind, "game"),
        eq(triviaGame.id, outbox.reference),
        eq(triviaGame.player2Id, memberId),
        eq(triviaGame.status, "waiting"),
        canSeeGame(memberId),
        isTold(memberId),
      ),
    )
    .leftJoin(challenger, eq(challenger.id, triviaGame.player1Id))
    .where(and(eq(outbox.recipientId, memberId), gt(outbox.id, after)))
    .orderBy(asc(outbox.id))
    .limit(EVENT_PAGE);
  const seen = new Map<string, number>();
  for (const { kind, reference } of rows)
    if (kind === "seen" && !seen.has(reference)) seen.set(reference, await getSeen(memberId, reference));
  const played = new Map<string, JointPlayDto | null>();
  for (const { kind, reference } of rows)
    if (kind === "joint-play" && !played.has(reference))
      played.set(reference, (await getJointPlay(memberId, reference)) ?? null);
  const messages = await completeMessages(
    rows.flatMap(({ message }) => (message ? toMessageDto(message) : [])),
  );
  const messageOf = new Map(messages.map((each) => [each.id, each]));
  return rows.map(({ id, createdAt, kind, reference, message, conversationId, ...found }) => {
    const { matchId, matchedId, challenger } = found;
    const row = { id, createdAt: createdAt.getTime() };
    if (kind === "message" || kind === "reaction" || kind === "message-change") {
      const shown = message && messageOf.get(message.id);
      if (!shown || !conversationId) return row;
      if (kind === "reaction") {
        const { id: messageId, reactions = [] } = shown;
        return { ...row, name: kind, data: { conversationId, messageId, reactions } };
      }
      return { ...row, name: kind, data: { conversationId: conversationId, message: shown } };
    }
    if (kind === "conversation")
      return conversationId ? { ...row, name: kind, data: { conversationId: conversationId } } : row;
    if (kind === "seen") {
      const sequence = seen.get(reference);
      return sequence ? { ...row, name: kind, data: { conversationId: reference, sequence } } : row;
    }
    if (kind === "joint-play")
      return {
        ...row,
        name: kind,
        data: { conversationId: reference, jointPlay: played.get(reference) ?? null },
      };
    if (kind === "match") {
      const news = matchedId ? { memberId: String(matchedId) } : {};
      return matchId ? { ...row, name: kind, data: { matchId, ...news } } : row;
    }
    if (kind === "reset" || kind === "progress" || kind === "notification")
      return { ...row, name: kind, data: {} };
    if (kind === "playlist") return { ...row, name: kind, data: { playlistId: reference } };
    return { ...row, name: kind, data: { gameId: reference, ...(challenger ? { challenger } : {}) } };
  });
}
