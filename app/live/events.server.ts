// What a live stream reads: a member's rows of the outbox, in words, with what they point at.
import { db } from "db/client.server";
import { conversation, match, message, outbox } from "db/schema";
import { and, asc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { mayOpen } from "~/models/conversation.server";
import { shownMessage } from "~/models/message.server";
import type { EventName } from "./event-text";

/** How many rows are read at once. */
export const EVENT_PAGE = 50;

const hasWords = or(isNotNull(conversation.acceptedAt), isNotNull(conversation.lastMessageAt));

/** A row of the outbox. What the member may not see any more has no name and is not told. */
export type OutboxEvent = { id: number; name?: EventName; data?: unknown };

/** The next events of a member after row `after`, in order, 50 at most. */
export async function listEvents(memberId: number, after: number): Promise<OutboxEvent[]> {
  const rows = await db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      reference: outbox.reference,
      message,
      talkId: conversation.id,
      matchId: match.id,
    })
    .from(outbox)
    .leftJoin(message, and(eq(outbox.kind, "message"), eq(message.id, outbox.reference)))
    .leftJoin(
      conversation,
      and(
        sql`${conversation.id} = case ${outbox.kind}
          when 'message' then ${message.conversationId} when 'conversation' then ${outbox.reference} end`,
        // That a conversation has changed is told also when it is the last that is heard of it.
        or(mayOpen(memberId), and(eq(outbox.kind, "conversation"), hasWords)),
      ),
    )
    .leftJoin(match, and(eq(outbox.kind, "match"), eq(match.id, outbox.reference)))
    .where(and(eq(outbox.recipientId, memberId), gt(outbox.id, after)))
    .orderBy(asc(outbox.id))
    .limit(EVENT_PAGE);
  return rows.map(({ id, kind, reference, message, talkId, matchId }) => {
    if (kind === "message") {
      if (!message || !talkId) return { id };
      return { id, name: kind, data: { conversationId: talkId, message: shownMessage(message) } };
    }
    if (kind === "conversation")
      return talkId ? { id, name: kind, data: { conversationId: talkId } } : { id };
    if (kind === "match") return matchId ? { id, name: kind, data: { matchId } } : { id };
    if (kind === "reset") return { id, name: kind, data: {} };
    return { id, name: kind, data: kind === "game" ? { gameId: reference } : { playlistId: reference } };
  });
}
