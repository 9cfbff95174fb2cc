// The state of a plan, computed from its row.
import type { plan } from "db/schema";
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
