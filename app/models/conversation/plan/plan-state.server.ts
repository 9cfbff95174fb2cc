// The state of a plan, computed from its row, and how plans end together with what connects their two members.
import { conversation, plan } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, inArray, isNull, type SQL } from "drizzle-orm";
import type { PlanState } from "./plan";

export function stateOf({
  cancelledAt,
  declinedAt,
  endedAt,
  acceptedAt,
}: Pick<typeof plan.$inferSelect, "cancelledAt" | "declinedAt" | "endedAt" | "acceptedAt">): PlanState {
  if (cancelledAt) return "cancelled";
  if (declinedAt) return "declined";
  if (endedAt) return "over";
  return acceptedAt ? "accepted" : "proposed";
}

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
