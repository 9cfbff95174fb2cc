// One-time links that set a new password, by mail or from the command line.

import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { insertFrom } from "db/insert-from.server";
import { account, accountLink, authenticator, passkey, recoveryCode } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, type Column, eq, gt, ne } from "drizzle-orm";
import { MINUTE_MS, RESET_MINUTES } from "~/durations";
import { env } from "~/env.server";
import type { ResetInput } from "~/models/account/account-schema";
import { readEmailAddress } from "~/models/account/email";
import { removeRecentWays } from "~/models/account/sign-in/credentials.server";
import { type Client, knowsBrowser } from "~/models/account/sign-in/known-client.server";
import { hashPassword, rejectCommonPassword } from "~/models/account/sign-in/password.server";
import { browserName } from "~/models/browser-name.server";
import { forgetAcceptance } from "~/models/document/acceptance.server";
import { mailSignal, queueAccountMail, queueMail, retryAddress } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { closedLinkRefusal, closeLinks, isOpenLink, makeToken } from "./link.server";
import { consumeMailLimit } from "./mail-limit.server";
import { type Resetter, setNames, setPassword } from "./new-password.server";
import { isUnusedCode } from "./recovery-codes.server";
import { describeWays, removeSignInWays } from "./sign-in-ways.server";
import { recordSignInChange } from "./undo-link.server";

const LINK_MS = RESET_MINUTES * MINUTE_MS;
/** Mails that only some addresses get are sent at a random moment within this time. */
const SPREAD_MS = 1000;

/** Creates a one-time link to set a new password, valid for an hour. Refuses an email without an account (absent). */
export async function makeResetLink(email: string): Promise<string> {
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_MS);
  const [owner] = await db
    .select({ accountId: account.id })
    .from(account)
    .where(eq(account.email, readEmailAddress(email)));
  // Not translated: an operator's command.
  if (!owner) throw new Refusal("absent", `No account has the email address ${email}.`);
  await db.insert(accountLink).values({ ...owner, id, purpose: "reset", expiresAt });
  return `${env.origin}/reset-password?token=${token}`;
}

/**
 * Mails such a link to an address that has an account. For other addresses it does the same work and sends nothing. Refuses
 * more than 20 attempts in 3 minutes from one `address`, and too many mails to the inbox (too-many).
 */
export async function requestResetLink(email: string, client: Client) {
  await consumeRateLimit("signIn", client.address);
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.email, email));
  const isKnown = await knowsBrowser(found?.id, client.browser);
  await consumeMailLimit("reset", email, isKnown ? found?.id : "");
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_MS);
  await transaction(async (tx) => {
    await retryAddress(tx, email);
    // One statement for every address, so that all take as long.
    const link = { id, accountId: account.id, purpose: "reset" as const, email, expiresAt };
    const [added] = await insertFrom(tx, accountLink, { ...link, usedAt: null, signInWays: null }, (select) =>
      select.from(account).where(eq(account.email, email)),
    ).returning({ accountId: accountLink.accountId });
    await queueMail(
      tx,
      added
        ? { ...added, recipient: email, content: { kind: "reset", token }, expiresAt }
        : { recipient: email, content: { kind: "unknown" } },
      announceLater,
    );
  });
}

/** Sending takes time that the next request would notice, and an unknown address gets no mail. */
function announceLater() {
  setTimeout(mailSignal.give, randomInt(SPREAD_MS)).unref();
}

/** The mailed links that set a password. A link that confirms an address sets one only at its first proof. */
type ResetPurpose = "reset" | "confirm";

/** What a link does besides setting a password. */
export type LinkReset = {
  /** Whether the address is proved for the first time, so that what was set up before is void. */
  isFirstProof: boolean;
  /** The ways to sign in that can be removed, too, because they were set up after the address was proved. */
  removable: string | undefined;
};

/** What an unused link to a new password does; undefined for other links. */
export async function findReset(token: string, purpose: ResetPurpose): Promise<LinkReset | undefined> {
  const found = await findOpenReset(db, token, purpose);
  return found && { isFirstProof: found.isFirstProof, removable: found.removable };
}

async function findOpenReset(on: Database, token: string, purpose: ResetPurpose) {
  const { id, emailConfirmedAt } = account;
  const [found] = await on
    .select({
      link: accountLink,
      email: account.email,
      provenAt: emailConfirmedAt,
      apps: on.$count(authenticator, isLaterApp(id, emailConfirmedAt)),
      passkeys: on.$count(passkey, isLaterPasskey(id, emailConfirmedAt)),
      codes: on.$count(recoveryCode, isUnusedCode(id)),
    })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(isOpenLink(token, [purpose]));
  if (!found) return undefined;
  const { link, email, provenAt, apps, passkeys, codes } = found;
  const isMailed = link.email === email;
  return {
    link,
    provenAt,
    isFirstProof: isMailed && !provenAt,
    removable: isMailed && provenAt ? describeWays({ hasApp: apps > 0, passkeys, codes }) : undefined,
  };
}

/**
 * Sets a new password with a link, and ends all sessions of the account. A link that was mailed also confirms the address:
 * for the first time, it removes what was set up before, in which case it needs names too; later it can remove the ways to
 * sign in that are younger than that first proof. Returns what it removed.
 * Refuses a common password (invalid, at `newPassword`), missing names (invalid), a link that is unknown, used or older
 * than an hour (invalid), and more than 20 tries in 3 minutes from one address (too-many).
 */
export async function resetWithLink(
  { token, newPassword, firstName, lastName, removesWays }: ResetInput,
  resetter: Resetter,
  purpose: ResetPurpose = "reset",
): Promise<string | undefined> {
  const { address, userAgent } = resetter;
  await consumeRateLimit("signIn", address);
  rejectCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const mail = { kind: "password-changed", browser: browserName(userAgent), at: Date.now() } as const;
  return transaction(async (tx) => {
    const reset = await findOpenReset(tx, token, purpose);
    if (!reset) throw closedLinkRefusal();
    const { link, provenAt, isFirstProof, removable } = reset;
    const { id, accountId } = link;
    const removed = removesWays ? removable : undefined;
    if (isFirstProof) {
      await setNames(tx, accountId, { firstName, lastName });
      await removeSignInWays(tx, accountId);
      await tx.delete(accountLink).where(and(eq(accountLink.accountId, accountId), ne(accountLink.id, id)));
      await tx
        .update(account)
        .set({ emailConfirmedAt: new Date(), accepted: null })
        .where(eq(account.id, accountId));
      await forgetAcceptance(tx, accountId);
      // What was void before the first proof can't be brought back.
      await queueAccountMail(tx, accountId, mail);
    } else {
      await recordSignInChange(tx, accountId, "password-reset", userAgent, removed);
      await removeRecentWays(tx, accountId);
      if (removed !== undefined && provenAt) await removeLaterWays(tx, accountId, provenAt);
    }
    await setPassword(tx, accountId, passwordHash, resetter);
    await closeLinks(tx, accountId, ["confirm"]);
    return removed;
  });
}

function isLaterApp(accountId: Column | string, provenAt: Column | Date) {
  return and(eq(authenticator.accountId, accountId), gt(authenticator.confirmedAt, provenAt));
}

function isLaterPasskey(accountId: Column | string, provenAt: Column | Date) {
  return and(eq(passkey.accountId, accountId), gt(passkey.createdAt, provenAt));
}

/** Removes the ways to sign in that were set up after the address was proved, and all recovery codes. */
async function removeLaterWays(tx: Tx, accountId: string, provenAt: Date): Promise<void> {
  await tx.delete(passkey).where(isLaterPasskey(accountId, provenAt));
  await tx.delete(authenticator).where(isLaterApp(accountId, provenAt));
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
}
