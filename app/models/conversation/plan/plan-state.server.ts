// Where a plan stands, by its row.
import type { plan } from "db/schema";
import type { PlanState } from "./plan";

/** Where a plan stands. */
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
