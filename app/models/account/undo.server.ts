// Undoing changes of how a member signs in, with the link that was mailed with each.
import { db } from "db/client.server";
import { account, accountLink } from "db/schema";
import { and, asc, eq, gt, gte, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { queueAccountMail } from "~/mail/queue.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import type { ResetInput } from "./account-schema";
import { openLink, updateMemberEmail } from "./email.server";
import { closedLinkRefusal, isOpenLink } from "./link.server";
import { rejectCommonPassword } from "./password.server";
import { type Client, resetPassword } from "./recovery.server";
import { insertAccountEvent } from "./security-event.server";
import { browserName } from "./session.server";
import { restoreSignInWays } from "./sign-in-ways.server";
import { UNDO_MS } from "./undo-link.server";

const earlier = alias(accountLink, "earlier");

/**
 * What an unused link undoes: the address that comes back, and since when changes are undone; null if all ways to sign in
 * are removed, because nobody had proved yet that the address is theirs.
 */
export async function findUndo(token: string): Promise<{ email: string; since: string | null } | undefined> {
  const isOpen = isOpenLink(token, ["undo"]);
  const first = firstUndo(openLink(isOpen));
  const [found] = await db
    .select({
      email: accountLink.email,
      confirmedAt: account.emailConfirmedAt,
      first: sql<number | null>`(${first.expiresAt})`,
      hasWays: sql<number>`(${first.signInWays}) is not null`,
    })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(isOpen);
  if (!found?.email) return undefined;
  const since =
    found.first && found.hasWays && found.confirmedAt ? new Date(found.first - UNDO_MS).toISOString() : null;
  return { email: found.email, since };
}

/**
 * Undoes a change of how a member signs in, and all later ones: brings back the address, passkeys, authenticator app and
 * recovery codes, sets a new password and ends all sessions. Earlier changes that were mailed to the same address within
 * the week are undone too, since whoever made this one may have made those. An account whose address nobody had proved
 * keeps no way to sign in.
 * Refuses a common password (invalid, at `newPassword`), a link that is unknown, used or older than a week, or whose
 * address has another account by now (invalid), and more than 20 tries in 3 minutes from one address (too-many).
 */
export async function undoChanges({ token, newPassword }: ResetInput, { address, userAgent }: Client) {
  await consumeRateLimit("signIn", address);
  rejectCommonPassword(newPassword, "newPassword");
  const isOpen = isOpenLink(token, ["undo"]);
  const link = openLink(isOpen);
  const which = link.isOwner;
  const owner = db.select({ id: account.id }).from(account).where(which);
  const isProven = sql`(select ${account.emailConfirmedAt} from ${account} where ${which}) is not null`;
  const kept = sql`case when ${isProven} then (${firstUndo(link).signInWays}) end`;
  const notice = { kind: "password-changed", browser: browserName(userAgent), at: Date.now() } as const;
  const isDone = await resetPassword(newPassword, which, {
    userAgent,
    changes: [
      ...restoreSignInWays(owner, kept),
      updateMemberEmail(which, link.email),
      db.update(account).set({ email: link.email, emailConfirmedAt: new Date() }).where(which),
    ],
    notice: [
      insertAccountEvent(sql`(${owner})`, "email-restored", userAgent),
      ...queueAccountMail(which, notice),
    ],
    // A link that was sent to an earlier address still works.
    useUp: db
      .delete(accountLink)
      .where(
        and(
          inArray(accountLink.accountId, owner),
          or(
            ne(accountLink.purpose, "undo"),
            eq(accountLink.email, link.email),
            gte(accountLink.expiresAt, link.expiresAt),
          ),
        ),
      ),
  });
  if (!isDone) throw closedLinkRefusal();
}

/** Columns of the earliest open undo link that was sent to the account of `link` at the same address, as subqueries. */
function firstUndo(link: ReturnType<typeof openLink>) {
  const column = (name: "signInWays" | "expiresAt") =>
    db
      .select({ value: earlier[name] })
      .from(earlier)
      .where(
        and(
          eq(earlier.purpose, "undo"),
          eq(earlier.accountId, link.accountId),
          eq(earlier.email, link.email),
          isNull(earlier.usedAt),
          gt(earlier.expiresAt, new Date()),
          lte(earlier.expiresAt, link.expiresAt),
        ),
      )
      .orderBy(asc(earlier.expiresAt))
      .limit(1);
  return { signInWays: column("signInWays"), expiresAt: column("expiresAt") };
}
