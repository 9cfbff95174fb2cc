// Undoing changes of how a member signs in, with the link that was mailed with each.
import { db } from "db/client.server";
import { account, accountLink } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, asc, eq, gt, gte, isNull, lte, ne, or } from "drizzle-orm";
import type { ResetInput } from "~/models/account/account-schema";
import { emailMessages } from "~/models/account/email";
import { isTaken, setEmail } from "~/models/account/email.server";
import { recordAccountEvent } from "~/models/account/security-event.server";
import { hashPassword, rejectCommonPassword } from "~/models/account/sign-in/password.server";
import { browserName } from "~/models/browser-name.server";
import { queueAccountMail } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { closedLinkRefusal, findOpenLink } from "./link.server";
import { type Resetter, setNames, setPassword } from "./new-password.server";
import { restoreSignInWays } from "./sign-in-ways.server";
import { UNDO_MS } from "./undo-link.server";

/** What a link undoes. */
type Undo = {
  /** The address that is restored. */
  email: string;
  /** The time since which changes are undone; null if all ways to sign in are removed. */
  since: string | null;
  /** Whether nobody had proved the address yet, so that everything set up before is void. */
  isFirstProof: boolean;
  /** Whether the address has another account by now. */
  isTaken: boolean;
};

/** What an unused link undoes; undefined for other links. */
export async function findUndo(token: string): Promise<Undo | undefined> {
  const found = await findOpenUndo(db, token);
  if (!found) return undefined;
  const { email, provenAt, ways, firstAt, isTaken } = found;
  const since = ways && new Date(firstAt.getTime() - UNDO_MS).toISOString();
  return { email, since, isFirstProof: provenAt === null, isTaken };
}

/** An unused link, with what the earliest open one to the same address restores: everything since then is undone. */
async function findOpenUndo(on: Database, token: string) {
  const link = await findOpenLink(token, ["undo"], on);
  if (!link?.email) return undefined;
  const { accountId, email, expiresAt } = link;
  const [first = link] = await on
    .select()
    .from(accountLink)
    .where(
      and(
        eq(accountLink.purpose, "undo"),
        eq(accountLink.accountId, accountId),
        eq(accountLink.email, email),
        isNull(accountLink.usedAt),
        gt(accountLink.expiresAt, new Date()),
        lte(accountLink.expiresAt, expiresAt),
      ),
    )
    .orderBy(asc(accountLink.expiresAt))
    .limit(1);
  const provenAt = link.signInWays?.confirmedAt ?? null;
  const ways = provenAt === null ? null : first.signInWays;
  const taken = await isTaken(on, email, accountId);
  return { accountId, email, expiresAt, provenAt, ways, firstAt: first.expiresAt, isTaken: taken };
}

/**
 * Undoes a change of how a member signs in, and all later ones: brings back the address, passkeys, authenticator app and
 * recovery codes, sets a new password and ends all sessions. Earlier changes that were mailed to the same address within
 * the week are undone too, since whoever made this one may have made those. An account whose address nobody had proved
 * keeps no way to sign in and gets new names. The address in force until then is told of another one.
 * Refuses a common password (invalid, at `newPassword`), missing names (invalid), a link that is unknown, used or older
 * than a week (invalid), an address that has another account by now (conflict), and more than 20 tries in 3 minutes from
 * one address (too-many).
 */
export async function undoChanges(
  { token, newPassword, firstName, lastName }: ResetInput,
  resetter: Resetter,
) {
  const { address, userAgent } = resetter;
  await consumeRateLimit("signIn", address);
  rejectCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const mail = { kind: "password-changed", browser: browserName(userAgent), at: Date.now() } as const;
  await transaction(async (tx) => {
    const undo = await findOpenUndo(tx, token);
    if (!undo) throw closedLinkRefusal();
    const { accountId, email, expiresAt, provenAt, ways } = undo;
    if (undo.isTaken) throw new Refusal("conflict", emailMessages.taken(email));
    if (provenAt === null) await setNames(tx, accountId, { firstName, lastName });
    await setPassword(tx, accountId, passwordHash, resetter);
    await restoreSignInWays(tx, accountId, ways);
    const [before] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
    if (before?.email !== email) await queueAccountMail(tx, accountId, { kind: "restored", email });
    // A mailed reset can remove what was set up since the proof, so an undo must not make that look older.
    await setEmail(tx, accountId, email, new Date(provenAt ?? Date.now()));
    await recordAccountEvent(tx, accountId, "email-restored", userAgent);
    await queueAccountMail(tx, accountId, mail);
    // A link that was sent to an earlier address still works.
    const isVoid = or(
      ne(accountLink.purpose, "undo"),
      eq(accountLink.email, email),
      gte(accountLink.expiresAt, expiresAt),
    );
    await tx.delete(accountLink).where(and(eq(accountLink.accountId, accountId), isVoid));
  });
}
