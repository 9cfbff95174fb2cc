// Blocks: two members stop existing for each other, whichever of them blocked the other.
import { db } from "db/client.server";
import { block, conversation, decision, member } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { publishEvent } from "~/live/publish.server";
import { canSee, hasBlocked } from "~/models/access.server";
import { type NumberedCursor, splitPage } from "~/models/cursor";
import { endEverything } from "~/models/match/connection-end.server";
import { isOfPair, pairOf } from "~/models/pair.server";
import { formerMember, toPublicName } from "~/models/public-member";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { hasGameWith } from "~/models/trivia/game-access.server";
import { notFoundRefusal } from "~/refusal";
import type { BlockDto } from "./block";
import { reloadAskers } from "./visibility.server";

const PAGE_SIZE = 100;

/**
 * Blocks a member: neither sees the other anywhere, and their connection ends. To the blocked member it looks like an
 * unmatch, or like nothing if there is nothing to unmatch. Blocking twice changes nothing. Members who have blocked this one,
 * are hidden, or may still come back from a deletion can be blocked like anyone else. Returns their first name. Refuses the
 * member themselves and anyone missing or erased (absent), and more than 60 blocks an hour (too-many).
 */
export async function blockMember(memberId: number, targetId: number): Promise<string> {
  await consumeRateLimit("block", memberId);
  return transaction(async (tx) => {
    const firstName = await addBlock(tx, memberId, targetId);
    if (firstName === undefined) throw notFoundRefusal();
    return firstName;
  });
}

/** A member to ask about before blocking: one whom this member can see, plays with or has blocked. */
export async function getMemberToBlock(memberId: number, otherId: number) {
  const isKnown = or(
    canSee(memberId, otherId),
    hasBlocked(memberId, otherId),
    and(isNull(member.deletedAt), hasGameWith(memberId, otherId)),
  );
  const [row] = await db
    .select({ firstName: member.firstName })
    .from(member)
    .where(and(eq(member.id, otherId), isKnown));
  return row;
}

/**
 * Blocks a member as `blockMember()` does, and returns their first name; undefined if nobody can be blocked. Declines their
 * request, so that they notice nothing, even one they have taken back, which they could open again.
 */
export async function addBlock(tx: Tx, memberId: number, targetId: number): Promise<string | undefined> {
  const [target] = await tx
    .select({ firstName: member.firstName, deletedAt: member.deletedAt })
    .from(member)
    // Deleted members may come back for some days.
    .where(and(eq(member.id, targetId), ne(member.id, memberId), isNull(member.purgedAt)));
  if (!target) return undefined;
  const now = new Date();
  const [added] = await reloadAskers(tx, memberId, () =>
    tx
      .insert(block)
      .values({ memberId, targetId, createdAt: now })
      .onConflictDoNothing()
      .returning({ targetId: block.targetId }),
  );
  if (added) await publishEvent(tx, "reset", [memberId]);
  const both = { memberId, otherId: targetId };
  await endEverything(tx, both);
  await tx
    .update(decision)
    .set({ liked: false, decidedAt: now })
    .where(and(eq(decision.memberId, memberId), eq(decision.targetId, targetId), decision.liked));
  await tx
    .update(conversation)
    .set({ declinedAt: now })
    .where(
      and(
        isOfPair(conversation, pairOf(memberId, targetId)),
        eq(conversation.startedBy, targetId),
        isNull(conversation.acceptedAt),
        isNull(conversation.declinedAt),
      ),
    );
  return target.deletedAt ? formerMember() : target.firstName;
}

/** The members someone has blocked, newest first, 100 per page, with the next page's cursor. */
export async function listBlocks(
  memberId: number,
  after?: NumberedCursor,
): Promise<{ blocks: BlockDto[]; next?: { cursor: string } }> {
  const isOlder = after && sql`(${block.createdAt}, ${block.targetId}) < (${after.at}, ${after.id})`;
  const rows = await db
    .select({
      id: member.id,
      firstName: member.firstName,
      lastName: member.lastName,
      deletedAt: member.deletedAt,
      createdAt: block.createdAt,
    })
    .from(block)
    .innerJoin(member, eq(member.id, block.targetId))
    .where(and(eq(block.memberId, memberId), isOlder))
    .orderBy(desc(block.createdAt), desc(block.targetId))
    .limit(PAGE_SIZE + 1);
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ createdAt, id }) => ({ at: createdAt.getTime(), id }));
  const blocks = page.map(({ id, createdAt, deletedAt, ...name }) => ({
    userId: String(id),
    ...toPublicName(deletedAt ? { firstName: formerMember(), lastName: "" } : name),
    createdAt: createdAt.toISOString(),
  }));
  return { blocks, next };
}

/** Unblocks a member without restoring what the block ended. Refuses a member who isn't blocked (absent). */
export async function unblockMember(memberId: number, targetId: number): Promise<void> {
  const isOwn = and(eq(block.memberId, memberId), eq(block.targetId, targetId));
  await transaction(async (tx) => {
    const { rowsAffected } = await reloadAskers(tx, memberId, () => tx.delete(block).where(isOwn));
    if (!rowsAffected) throw notFoundRefusal();
  });
}
