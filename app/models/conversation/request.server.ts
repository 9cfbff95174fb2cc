// Requests: a conversation is started, and its recipient accepts or declines it.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, decision, heldRequest, member } from "db/schema";
import { type Database, hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, isNotNull, isNull, not, or, type SQL } from "drizzle-orm";
import { msg } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { canOpen, canSee, hasMatch, hasNotPassedOn, isHidden } from "~/models/access.server";
import { isOfPair, isOpenConversationOf, pairOf } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import type { ConversationDto } from "./conversation";
import { selectConversations, toConversationDto } from "./conversation.server";

export const UNAVAILABLE = msg("This member isn't available right now.");

/**
 * Starts a conversation with a liked member, or returns the existing one. After a match it is open to both; before, it is a
 * message request. If the member took one back earlier, it is opened again instead, with its message: nobody gets a second
 * request from the same member. Refuses a member they can't see (absent) or haven't liked (forbidden), and more than 20 new
 * ones an hour (too-many).
 */
export async function startConversation(memberId: number, targetId: number): Promise<ConversationDto> {
  const existing = await findConversationWith(db, memberId, targetId);
  if (existing) return existing;
  await consumeRateLimit("conversation", memberId);
  return transaction(async (tx) => {
    // Another call may have started it meanwhile, or the other member may be back.
    const open = await findConversationWith(tx, memberId, targetId);
    if (open) return open;
    const [target] = await tx
      .select({ liked: decision.liked })
      .from(member)
      .leftJoin(decision, and(eq(decision.memberId, memberId), eq(decision.targetId, targetId)))
      .where(canSee(memberId, targetId));
    if (!target) throw new Refusal("absent", UNAVAILABLE);
    if (!target.liked) throw new Refusal("forbidden", msg("Like this member before you message them."));
    await openConversation(tx, memberId, targetId);
    const opened = await findConversationWith(tx, memberId, targetId);
    if (!opened) throw new Refusal("absent", UNAVAILABLE);
    return opened;
  });
}

/** The conversation with another member, if this one may open it. */
export async function findConversationWith(
  on: Database,
  memberId: number,
  targetId: number,
): Promise<ConversationDto | undefined> {
  const isTheirs = and(isOpenConversationOf(pairOf(memberId, targetId)), canOpen(memberId));
  const [row] = await selectConversations(memberId, isTheirs, on);
  return row && toConversationDto(row);
}

/**
 * Adds a conversation or opens a request that the member took back, unless the two have an open one that is not held. Returns
 * which of these it was.
 */
export async function openConversation(
  tx: Tx,
  memberId: number,
  targetId: number,
): Promise<"open" | "reopened" | "added"> {
  const pair = pairOf(memberId, targetId);
  const isMatch = await holds(tx, hasMatch(pair));
  if (isMatch) await endHeldRequest(tx, memberId, targetId);
  if (await tx.$count(conversation, isOpenConversationOf(pair))) return "open";
  const [takenBack] = isMatch
    ? []
    : await tx
        .select({ id: conversation.id })
        .from(conversation)
        .where(and(isOfPair(conversation, pair), isUsedRequest(memberId)))
        .orderBy(desc(conversation.endedAt))
        .limit(1);
  if (takenBack) {
    const isIt = eq(conversation.id, takenBack.id);
    await tx.update(conversation).set({ endedAt: null }).where(isIt);
    const isShown = await tx.$count(conversation, and(isIt, canOpen(targetId)));
    await publishEvent(tx, "conversation", isShown ? [memberId, targetId] : [memberId], takenBack.id);
    return "reopened";
  }
  const id = randomUUID();
  const now = new Date();
  const acceptedAt = isMatch ? now : null;
  await tx.insert(conversation).values({ id, ...pair, startedBy: memberId, acceptedAt, createdAt: now });
  // Its recipient gets no event before a request has a message.
  await publishEvent(tx, "conversation", isMatch ? [memberId, targetId] : [memberId], id);
  return "added";
}

/**
 * Ends a request whose message waits for a moderator or was refused: its recipient, who never saw it, writes first after a
 * match.
 */
async function endHeldRequest(tx: Tx, memberId: number, senderId: number): Promise<void> {
  const isHeld = and(
    isOpenConversationOf(pairOf(memberId, senderId)),
    eq(conversation.startedBy, senderId),
    hasRow(heldRequest, eq(heldRequest.conversationId, conversation.id)),
  );
  const { rowsAffected } = await tx.update(conversation).set({ endedAt: new Date() }).where(isHeld);
  if (rowsAffected) await publishEvent(tx, "reset", [senderId]);
}

/**
 * Accepts a message request, so that both members can write freely. Accepting twice changes nothing.
 * Refuses a conversation the member may not open (absent) or has started (forbidden).
 */
export async function acceptRequest(memberId: number, id: string): Promise<void> {
  await answerRequest(memberId, id, { acceptedAt: new Date() }, canOpen(memberId), "both");
}

/**
 * Declines a message request: it leaves the recipient's conversations and counts until they like its sender, who notices
 * nothing. Declining twice changes nothing. Returns the request. Refuses as `acceptRequest` does, and a request already
 * accepted (conflict).
 */
export async function declineRequest(memberId: number, id: string): Promise<ConversationDto> {
  const isAnswerable = or(canOpen(memberId), isReceived(memberId));
  const [row] = await selectConversations(memberId, and(eq(conversation.id, id), isAnswerable));
  if (!row) throw notFoundRefusal();
  const change = { declinedAt: new Date() };
  const { acceptedAt } = await answerRequest(memberId, id, change, isAnswerable, "recipient");
  if (acceptedAt) throw new Refusal("conflict", msg("You've already accepted this request."));
  return toConversationDto(row);
}

/** Undoes a decline. Refuses as `acceptRequest` does. */
export async function restoreRequest(memberId: number, id: string): Promise<void> {
  await answerRequest(memberId, id, { declinedAt: null }, isReceived(memberId), "recipient");
}

/** True for requests that have reached a member, declined ones too. */
function isReceived(memberId: number): SQL | undefined {
  const { id, lastMessageAt, startedBy } = conversation;
  const isOffered = and(isNotNull(lastMessageAt), not(isHidden(id)));
  return canOpen(memberId, and(isOffered, hasNotPassedOn(memberId, startedBy)));
}

/** True for the requests of a member that have had their message and were never accepted: they get no second one. */
export function isUsedRequest(memberId: Given<number>): SQL {
  const { startedBy, acceptedAt, lastMessageAt } = conversation;
  return and(eq(startedBy, memberId), isNull(acceptedAt), isNotNull(lastMessageAt)) as SQL;
}

/**
 * Changes a request that the member has received, as long as `isAnswerable`, and refreshes the open pages of the
 * recipient or of both. Returns the request as it was. An accepted one, or one that is declined again, stays unchanged, and
 * nobody is told.
 */
async function answerRequest(
  memberId: number,
  id: string,
  change: Partial<typeof conversation.$inferInsert>,
  isAnswerable: SQL | undefined,
  notified: "both" | "recipient",
): Promise<typeof conversation.$inferSelect> {
  return transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(conversation)
      .where(and(eq(conversation.id, id), isAnswerable));
    if (!before) throw notFoundRefusal();
    if (before.startedBy === memberId) throw new Refusal("forbidden", msg("Only the recipient can do this."));
    if (before.acceptedAt || (change.declinedAt && before.declinedAt)) return before;
    await tx.update(conversation).set(change).where(eq(conversation.id, id));
    const members = notified === "both" ? [before.lowId, before.highId] : [memberId];
    await publishEvent(tx, "conversation", members, id);
    return before;
  });
}
