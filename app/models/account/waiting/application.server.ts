// Requests to join: who has to be let in by a moderator.
import { application } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNull, type SQL } from "drizzle-orm";

/** True while a moderator hasn't let the member in. */
export function awaitsApproval(memberId: Column | number): SQL {
  return hasRow(application, and(eq(application.memberId, memberId), isNull(application.approvedAt)));
}
