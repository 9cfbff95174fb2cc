// Reactions: one of six, one a member and message, which can be changed and taken back.
import { db } from "db/client.server";
import type { ReactionKind } from "db/column-types";
import { message, reaction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, desc, eq, inArray, min, ne } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { rejectFinished } from "./conversation.server";
import { findMessage } from "./message-access.server";
import type { ReactionDto, RecentReactions } from "./reaction";
import { withdrawNews } from "./reaction-news.server";

const RECENT_MESSAGES = 200;

/**
 * Reacts to a message of either member, in place of an earlier reaction; null removes it. Reacting doesn't accept a request.
 * The author is notified, until the reaction is removed. Refuses a message that the member may not see (absent), a deleted one,
 * one of a closed conversation or with a former member (forbidden), and more than 60 a minute (too-many).
 */
export async function react(memberId: number, messageId: string, kind: ReactionKind | null): Promise<void> {
  await consumeRateLimit("reaction", memberId);
  await transaction(async (tx) => {
    const found = await findMessage(tx, memberId, messageId);
    if (!found) throw notFoundRefusal();
    rejectFinished(found);
    const { lowId, highId } = found;
    const { conversationId, senderId: authorId } = found.message;
    const isOwn = authorId === memberId;
    const toSet = { messageId, memberId, authorId: isOwn ? null : authorId, isNew: !isOwn };
    if (found.message.deletedAt) throw new Refusal("forbidden", msg("This message was deleted."));
    if (!(await setReaction(tx, toSet, kind))) return;
    const notified = isOwn || kind === null ? [] : [authorId];
    if (!isOwn && kind === null) await withdrawNews(tx, authorId, conversationId);
    await publish(tx, "reaction", { messageId, conversationId, members: [lowId, highId], notified });
  });
}

/** Returns whether anything has changed. */
async function setReaction(
  tx: Tx,
  given: Omit<typeof reaction.$inferInsert, "kind">,
  kind: ReactionKind | null,
): Promise<boolean> {
  if (kind === null) {
    const isGiven = and(eq(reaction.messageId, given.messageId), eq(reaction.memberId, given.memberId));
    return (await tx.delete(reaction).where(isGiven)).rowsAffected > 0;
  }
  const { rowsAffected } = await tx
    .insert(reaction)
    .values({ ...given, kind })
    .onConflictDoUpdate({
      target: [reaction.messageId, reaction.memberId],
      set: { kind, authorId: given.authorId, isNew: given.isNew },
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
  const found = byMessage(rows);
  return messages.map((each) => (found[each.id] ? { ...each, reactions: found[each.id] } : each));
}

/** The reactions to the newest 200 messages of a conversation, for pages that have these already. */
export async function listRecentReactions(conversationId: string): Promise<RecentReactions> {
  const isIn = eq(message.conversationId, conversationId);
  const recent = db
    .select({ id: message.id, number: message.number })
    .from(message)
    .where(isIn)
    .orderBy(desc(message.sequence))
    .limit(RECENT_MESSAGES)
    .as("recent");
  const [[first], rows] = await db.batch([
    db.select({ number: min(recent.number) }).from(recent),
    db
      .select({ messageId: reaction.messageId, memberId: reaction.memberId, kind: reaction.kind })
      .from(recent)
      .innerJoin(reaction, eq(reaction.messageId, recent.id))
      .orderBy(asc(reaction.memberId)),
  ]);
  return { from: first?.number ?? 1, reactions: byMessage(rows) };
}

function byMessage(
  rows: Pick<typeof reaction.$inferSelect, "messageId" | "memberId" | "kind">[],
): Record<string, ReactionDto[]> {
  const found: Record<string, ReactionDto[]> = {};
  for (const { messageId, memberId, kind } of rows) {
    found[messageId] ??= [];
    found[messageId].push({ memberId: String(memberId), reaction: kind });
  }
  return found;
}
