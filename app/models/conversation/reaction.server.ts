// Reactions: one of six, one a member and message, which can be changed and taken back.
import { db } from "db/client.server";
import type { ReactionKind } from "db/column-types";
import { conversation, message, reaction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { publish } from "~/live/publish.server";
import { canView } from "~/models/availability.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { otherParticipant } from "./conversation";
import { closedRefusal, getConversation } from "./conversation.server";
import type { ReactionDto } from "./reaction";

/**
 * Reacts to a message of either member, in place of an earlier reaction; null takes it back. It accepts no request.
 * Refuses a message that the member may not see (absent), one of a closed conversation or with a former member
 * (forbidden), and more than 60 a minute (too-many).
 */
export async function react(memberId: number, messageId: string, kind: ReactionKind | null): Promise<void> {
  await consumeRateLimit("reaction", memberId);
  const conversationId = await findConversation(memberId, messageId);
  const talk = await getConversation(memberId, conversationId);
  if (!talk) throw notFoundRefusal();
  if (otherParticipant(talk, memberId).hasLeft)
    throw new Refusal("forbidden", "This member has left B-Side.");
  await transaction(async (tx) => {
    const [open] = await tx
      .select({
        closedAt: conversation.closedAt,
        lowId: conversation.lowId,
        highId: conversation.highId,
      })
      .from(message)
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .where(and(eq(message.id, messageId), canView(memberId)));
    if (!open) throw notFoundRefusal();
    if (open.closedAt) throw closedRefusal();
    if (!(await setReaction(tx, memberId, messageId, kind))) return;
    await publish(tx, "reaction", { messageId, members: [open.lowId, open.highId] });
  });
}

/** The conversation of a message that the member may see; refuses others (absent). */
async function findConversation(memberId: number, messageId: string): Promise<string> {
  const [found] = await db
    .select({ id: conversation.id })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(and(eq(message.id, messageId), canView(memberId)));
  if (!found) throw notFoundRefusal();
  return found.id;
}

/** Returns whether anything has changed. */
async function setReaction(
  tx: Tx,
  memberId: number,
  messageId: string,
  kind: ReactionKind | null,
): Promise<boolean> {
  if (kind === null) {
    const isOwn = and(eq(reaction.messageId, messageId), eq(reaction.memberId, memberId));
    return (await tx.delete(reaction).where(isOwn)).rowsAffected > 0;
  }
  const { rowsAffected } = await tx
    .insert(reaction)
    .values({ messageId, memberId, kind })
    .onConflictDoUpdate({
      target: [reaction.messageId, reaction.memberId],
      set: { kind },
      setWhere: ne(reaction.kind, kind),
    });
  return rowsAffected > 0;
}

/** Adds to messages the reactions to them. */
export async function withReactions<Each extends { id: string }>(
  messages: Each[],
): Promise<(Each & { reactions?: ReactionDto[] })[]> {
  if (!messages.length) return [];
  const ids = messages.map(({ id }) => id);
  const rows = await db
    .select()
    .from(reaction)
    .where(inArray(reaction.messageId, ids))
    .orderBy(asc(reaction.memberId));
  return messages.map((each) => {
    const found = rows.filter(({ messageId }) => messageId === each.id);
    if (!found.length) return each;
    const reactions = found.map(({ memberId, kind }) => ({ memberId: String(memberId), reaction: kind }));
    return { ...each, reactions };
  });
}
