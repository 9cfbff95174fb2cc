// Who is typing: signs that reach the other member's open pages on any machine, and are then forgotten.
import { db } from "db/client.server";
import { conversation, typing } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, gt, isNull, lt, lte, max, or, type SQL, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/durations";
import type { TypingSigns } from "~/live/streams.server";
import { canOpen, hasBothPresent } from "~/models/access.server";
import { otherMemberId } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal } from "~/refusal";
import { closedRefusal } from "./conversation.server";

/** Signs of the same member in the same conversation within this time are ignored. */
const GAP_MS = 2000;
const KEPT_MS = MINUTE_MS;

/**
 * Tells the other member of a conversation that this one is typing, if both share that. Refuses a conversation the member may
 * not open (absent) or that is closed (forbidden), and more than 60 signs a minute (too-many).
 */
export async function showTyping(memberId: number, conversationId: string): Promise<void> {
  await consumeRateLimit("typing", memberId);
  const now = Date.now();
  await transaction(async (tx) => {
    const [open] = await tx
      .select({ closedAt: conversation.closedAt, isShared: sql<number>`${hasBothPresent("showsTyping")}` })
      .from(conversation)
      .where(and(eq(conversation.id, conversationId), canOpen(memberId)));
    if (!open) throw notFoundRefusal();
    if (open.closedAt) throw closedRefusal();
    const isOld = and(isBy(memberId, conversationId), lte(typing.at, new Date(now - GAP_MS)));
    await tx.delete(typing).where(or(isOld, lt(typing.at, new Date(now - KEPT_MS))));
    if (!open.isShared) return;
    await tx
      .insert(typing)
      .values({ conversationId, memberId, at: new Date(now) })
      .onConflictDoNothing();
  });
}

/** The statement that ends a member's typing, for the change that adds the message. */
export function deleteTyping(tx: Tx, memberId: number, conversationId: string) {
  return tx.delete(typing).where(isBy(memberId, conversationId));
}

/** The signs of typing after row `after`, or without it those of the last two seconds, and the newest row, 0 if none. */
export async function listTyping(after: number | undefined): Promise<TypingSigns> {
  const [newest] = await db.select({ id: max(typing.id) }).from(typing);
  const last = newest?.id ?? 0;
  if (after !== undefined && last <= after) return { last, signs: [] };
  const signs = await db
    .select({
      memberId: otherMemberId(conversation, typing.memberId),
      conversationId: conversation.id,
    })
    .from(typing)
    .innerJoin(conversation, eq(conversation.id, typing.conversationId))
    .where(
      and(
        after === undefined ? gt(typing.at, new Date(Date.now() - GAP_MS)) : gt(typing.id, after),
        lte(typing.id, last),
        isNull(conversation.endedAt),
        isNull(conversation.closedAt),
        hasBothPresent("showsTyping"),
      ),
    )
    .orderBy(typing.id);
  return { last, signs };
}

function isBy(memberId: number, conversationId: string): SQL | undefined {
  return and(eq(typing.conversationId, conversationId), eq(typing.memberId, memberId));
}
