// Ends plans together with what connects their two members. A friend's link says the same of an ended plan, whatever the
// reason.
import { conversation, plan } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, inArray, isNull, type SQL } from "drizzle-orm";

/** Ends the plans of these conversations, whose pages the caller reloads. */
export async function endPlans(tx: Tx, conversations: SQL | undefined): Promise<void> {
  const isTheirs = inArray(
    plan.conversationId,
    tx.select({ id: conversation.id }).from(conversation).where(conversations),
  );
  await tx
    .update(plan)
    .set({ endedAt: new Date() })
    .where(and(isTheirs, isNull(plan.endedAt)));
}
