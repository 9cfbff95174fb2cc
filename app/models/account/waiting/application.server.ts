// Requests to join: who has to be let in by a moderator.
import { application } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, eq, isNull, type SQL } from "drizzle-orm";

/** True while a moderator hasn't let the member in. */
export function awaitsApproval(memberId: number): SQL {
  return hasRow(application, and(eq(application.memberId, memberId), isNull(application.approvedAt)));
}
