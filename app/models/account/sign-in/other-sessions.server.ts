// Signing a member's other browsers out.
import { session } from "db/schema";
import { holds, transaction } from "db/transaction.server";
import { and, eq, ne } from "drizzle-orm";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { findAccountId, hasRecentWays, takeBack } from "./credentials.server";
import type { OwnBrowser } from "./session";

/**
 * Ends all sessions of a member except the browser's own, and whatever was begun with their credentials; returns how many.
 * If that removes ways to sign in, mails a link that undoes it.
 */
export async function endOtherSessions(
  memberId: number,
  { sessionId, userAgent }: OwnBrowser,
): Promise<number> {
  return transaction(async (tx) => {
    const { rowsAffected } = await tx
      .delete(session)
      .where(and(eq(session.memberId, memberId), ne(session.id, sessionId)));
    const accountId = await findAccountId(tx, memberId);
    if (accountId === undefined) return rowsAffected;
    if (await holds(tx, hasRecentWays(accountId, sessionId)))
      await recordSignInChange(tx, accountId, "sessions-ended", userAgent);
    await takeBack(tx, accountId, sessionId);
    return rowsAffected;
  });
}
