// Signing a member's other browsers out.
import { db } from "db/client.server";
import { account, session } from "db/schema";
import { and, eq, inArray, ne, type SQL } from "drizzle-orm";
import { announceMail } from "~/mail/queue.server";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { accountOf, hasRecentWays, takeBack } from "./credentials.server";
import type { OwnBrowser } from "./session";

/**
 * Ends all sessions of a member except the browser's own, and whatever was begun with their credentials; returns how many.
 * If that removes ways to sign in, mails a link that undoes it.
 */
export async function endOtherSessions(
  memberId: number,
  { sessionId, userAgent }: OwnBrowser,
): Promise<number> {
  const owner = accountOf(memberId);
  const isLosing = and(inArray(account.id, owner), hasRecentWays(owner, sessionId)) as SQL;
  const [{ rowsAffected }] = await db.batch([
    db.delete(session).where(and(eq(session.memberId, memberId), ne(session.id, sessionId))),
    ...recordSignInChange(isLosing, "sessions-ended", userAgent),
    ...takeBack(owner, sessionId),
  ]);
  announceMail();
  return rowsAffected;
}
