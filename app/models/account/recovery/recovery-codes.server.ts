// Recovery codes: one-time codes that members keep, for a lost password or authenticator.
import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { account, recoveryCode } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, type Column, eq, isNull } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { msg } from "~/language/text";
import type { RecoveryInput } from "~/models/account/account-schema";
import { removeRecentWays } from "~/models/account/sign-in/credentials.server";
import { hashPassword, rejectCommonPassword } from "~/models/account/sign-in/password.server";
import type { OwnBrowser } from "~/models/account/sign-in/session";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { type Resetter, setPassword } from "./new-password.server";
import type { CodesOffer } from "./recovery";
import { recordSignInChange } from "./undo-link.server";

const CODES = 10;
const CODE_LENGTH = 10;
/** Crockford's base 32, which leaves out letters that look like others. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Replaces the account's recovery codes with ten new ones, such as "7k2mq-x9d4a". Only their hashes are stored.
 * Refuses more than 30 new ways to sign in in an hour (too-many).
 */
export async function makeRecoveryCodes(
  accountId: string,
  { sessionId, userAgent }: OwnBrowser,
): Promise<string[]> {
  await consumeRateLimit("signInChange", accountId);
  const codes = Array.from({ length: CODES }, makeCode);
  const createdAt = new Date();
  const rows = codes.map((code) => ({ accountId, hash: hashCode(code), sessionId, createdAt }));
  await transaction(async (tx) => {
    await recordSignInChange(tx, accountId, "recovery-codes-created", userAgent);
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
    await tx.insert(recoveryCode).values(rows);
  });
  return codes;
}

/** Counts an account's unused recovery codes. */
export async function countRecoveryCodes(accountId: string): Promise<number> {
  return db.$count(recoveryCode, isUnusedCode(accountId));
}

/**
 * Sets a new password with a recovery code, and ends all sessions of the account.
 * Refuses a common password (invalid, at `newPassword`), an unknown email and a wrong or used code alike (invalid), and
 * more than 20 tries in 3 minutes from one address, 10 of them for one account (too-many).
 */
export async function resetWithCode({ email, code, newPassword }: RecoveryInput, resetter: Resetter) {
  const { address } = resetter;
  await consumeRateLimit("signIn", address);
  // Ten codes of 50 random bits can't be guessed from any number of addresses, so there is no limit per account that strangers
  // could use up.
  await consumeRateLimit("recoveryCode", `${email} ${address}`);
  rejectCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const codeHash = hashCode(code);
  await transaction(async (tx) => {
    const isOwnCode = and(isUnusedCode(account.id), eq(recoveryCode.hash, codeHash));
    const [owner] = await tx
      .select({ id: account.id })
      .from(account)
      .innerJoin(recoveryCode, isOwnCode)
      .where(eq(account.email, email));
    if (!owner)
      throw new Refusal("invalid", msg("The email or recovery code is wrong, or the code was already used."));
    await recordSignInChange(tx, owner.id, "password-reset", resetter.userAgent);
    await setPassword(tx, owner.id, passwordHash, resetter);
    await removeRecentWays(tx, owner.id, { codeHash });
    await tx
      .update(recoveryCode)
      .set({ usedAt: new Date() })
      .where(and(isUnusedCode(owner.id), eq(recoveryCode.hash, codeHash)));
  });
}

/** Uses up a recovery code of an account; resolves with whether there was such a code, unused. */
export async function consumeRecoveryCode(accountId: string, code: string): Promise<boolean> {
  const { rowsAffected } = await db
    .update(recoveryCode)
    .set({ usedAt: new Date() })
    .where(and(isUnusedCode(accountId), eq(recoveryCode.hash, hashCode(code))));
  return rowsAffected > 0;
}

/** True for the recovery codes of an account that can still be used. */
export function isUnusedCode(accountId: Column | string) {
  return and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt));
}

function makeCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** Keyed, because codes are short enough to brute-force. Ignores spaces, hyphens and case. */
function hashCode(code: string): string {
  const typed = code
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  // Not translated: a key.
  return keyedDigest(`recovery code ${typed}`);
}

/** Offers recovery codes, also when all are used or void; null for an account that has some. */
export async function offerCodes(accountId: string): Promise<CodesOffer | null> {
  if (await countRecoveryCodes(accountId)) return null;
  const [owner] = await db
    .select({ confirmedAt: account.emailConfirmedAt })
    .from(account)
    .where(eq(account.id, accountId));
  return owner ? { isEmailProven: owner.confirmedAt !== null } : null;
}
