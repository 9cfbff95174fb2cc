// Authenticator apps: codes that a sign-in asks for after the password (TOTP, RFC 6238).

import { db } from "db/client.server";
import { account, authenticator } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, eq, isNotNull } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { COMMUNITY_NAME } from "~/community";
import { HOUR_MS } from "~/durations";
import { decrypt, encrypt } from "~/encryption.server";
import { msg } from "~/language/text";
import { readEmailAddress } from "~/models/account/email";
import { consumeRecoveryCode } from "~/models/account/recovery/recovery-codes.server";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { takeBack } from "~/models/account/sign-in/credentials.server";
import type { Proof } from "~/models/account/sign-in/proof";
import type { OwnBrowser } from "~/models/account/sign-in/session";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt, Refusal, refusalIn } from "~/refusal";
import type { AuthenticatorSetup } from "./authenticator";
import type { SecondFactorInput } from "./authenticator-schema";

const ISSUER = COMMUNITY_NAME;
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** The light border that QR readers need, in modules. */
const QUIET_ZONE = 4;
/** How long a key can be turned on after it was shown. */
const SETUP_MS = HOUR_MS;

const WRONG_CODE = msg("That code is wrong or was already used. Wait for the next one.");
const WRONG_RECOVERY_CODE = msg("That recovery code is wrong or was already used.");
const GUESSED = msg(
  "There were many wrong codes with your password, so new browsers must wait until tomorrow. A recovery code works at once, and so does a browser where you've signed in before. If somebody else knows your password, change it: your app's codes then work again.",
);

/** Whether an account has an authenticator app, and the key of one that this session is setting up. */
export async function getAuthenticator(
  accountId: string,
  sessionId: string,
): Promise<{ isOn: boolean; setup: AuthenticatorSetup | undefined }> {
  const [found] = await db
    .select({
      secret: authenticator.secret,
      confirmedAt: authenticator.confirmedAt,
      createdAt: authenticator.createdAt,
      sessionId: authenticator.sessionId,
      email: account.email,
    })
    .from(authenticator)
    .innerJoin(account, eq(account.id, authenticator.accountId))
    .where(eq(authenticator.accountId, accountId));
  const isOpen = found && isOpenSetup(found, sessionId);
  const key = isOpen ? decrypt(found.secret, contextOf(accountId)) : undefined;
  return { isOn: Boolean(found?.confirmedAt), setup: key && found ? describe(key, found.email) : undefined };
}

/** Whether sign-ins to an account ask for a code. */
export async function hasAuthenticator(accountId: string, on: Database = db): Promise<boolean> {
  return (await on.$count(authenticator, isOn(accountId))) > 0;
}

function isOn(accountId: string) {
  return and(eq(authenticator.accountId, accountId), isNotNull(authenticator.confirmedAt));
}

/**
 * Makes a key, which `confirmAuthenticator` turns on, unless this session has made one within the last hour: it may be in
 * the app already, scanned in another tab. Refuses an account with an authenticator app (conflict).
 */
export async function startAuthenticator(accountId: string, sessionId: string) {
  const fresh = {
    secret: encrypt(new Secret({ size: SECRET_BYTES }).base32, contextOf(accountId)),
    sessionId,
    createdAt: new Date(),
  };
  await transaction(async (tx) => {
    const [found] = await tx.select().from(authenticator).where(eq(authenticator.accountId, accountId));
    if (found?.confirmedAt) throw new Refusal("conflict", msg("Your authenticator app is already on."));
    if (found && isOpenSetup(found, sessionId)) return;
    await tx
      .insert(authenticator)
      .values({ accountId, ...fresh })
      .onConflictDoUpdate({ target: authenticator.accountId, set: fresh });
  });
}

/**
 * Turns on the authenticator app that is being set up, with its first code, and ends the account's other sessions and
 * everything in progress. Refuses a wrong code (invalid, at `code`), a key that is older than an hour, on already or unknown
 * (conflict), and more than 5 attempts in 3 minutes in one session (too-many).
 */
export async function confirmAuthenticator(
  accountId: string,
  code: string,
  { sessionId, userAgent }: OwnBrowser,
) {
  await consumeRateLimit("code", sessionId);
  await transaction(async (tx) => {
    const isOwn = eq(authenticator.accountId, accountId);
    const [found] = await tx.select().from(authenticator).where(isOwn);
    if (!found) throw setupIsOver();
    const lastStep = findStep(accountId, found.secret, code);
    if (lastStep === undefined) throw wrongCode();
    if (!isOpenSetup(found, sessionId)) throw setupIsOver();
    await recordSignInChange(tx, accountId, "authenticator-added", userAgent);
    await takeBack(tx, accountId, sessionId);
    await tx.update(authenticator).set({ confirmedAt: new Date(), lastStep }).where(isOwn);
  });
}

/** Whether a session is setting up an authenticator app, with a key that can still be turned on. */
function isOpenSetup(
  found: Pick<typeof authenticator.$inferSelect, "sessionId" | "confirmedAt" | "createdAt">,
  sessionId: string,
): boolean {
  const isFresh = found.createdAt.getTime() > Date.now() - SETUP_MS;
  return found.sessionId === sessionId && !found.confirmedAt && isFresh;
}

/**
 * The client of a sign-in: its address, whether its browser has signed in to the account before, and the version of the
 * credentials that the password has proven.
 */
type SigningIn = { address: string; isKnown: boolean; version: number };

/**
 * Accepts a code of an account's authenticator app once, or a recovery code in its place, at a sign-in or in a session. Refuses
 * wrong and used ones (invalid, at their fields) and, as too-many, more than 5 attempts in 3 minutes for the account from one
 * address or session, and more than 30 codes of the app a day at sign-ins from browsers that have never signed in to it.
 */
export async function checkSecondFactor(
  accountId: string,
  { code, recoveryCode }: SecondFactorInput,
  from: SigningIn | { sessionId: string },
) {
  const signIn = "sessionId" in from ? undefined : from;
  await consumeRateLimit("code", "sessionId" in from ? from.sessionId : `${accountId} ${from.address}`);
  if (recoveryCode) {
    if (await consumeRecoveryCode(accountId, recoveryCode)) return;
    throw invalidAt("recoveryCode", WRONG_RECOVERY_CODE);
  }
  if (signIn && !signIn.isKnown) await consumeUnknownBrowserCode({ accountId, version: signIn.version });
  await transaction(async (tx) => {
    const [found] = await tx.select().from(authenticator).where(isOn(accountId));
    const lastStep = found && findStep(accountId, found.secret, code);
    if (lastStep === undefined || lastStep <= (found?.lastStep ?? 0)) throw wrongCode();
    await tx.update(authenticator).set({ lastStep }).where(isOn(accountId));
  });
}

/** Starts a new count once the password has changed, because a person who guessed codes doesn't know the new one. */
async function consumeUnknownBrowserCode({ accountId, version }: Proof) {
  try {
    await consumeRateLimit("unknownBrowserCode", `${accountId} ${version}`);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.code !== "too-many") throw error;
    throw new Refusal("too-many", GUESSED, {}, refusal.retryAfterSeconds);
  }
}

/** Removes an account's authenticator app. Refuses an account without one (absent). `userAgent` is that of the browser. */
export async function removeAuthenticator(accountId: string, userAgent: string) {
  await transaction(async (tx) => {
    if (!(await hasAuthenticator(accountId, tx)))
      throw new Refusal("absent", msg("Your authenticator app is already off."));
    await recordSignInChange(tx, accountId, "authenticator-removed", userAgent);
    await tx.delete(authenticator).where(isOn(accountId));
  });
}

/** Removes the authenticator app of the account with this email, from the command line. */
export async function removeAuthenticatorOf(email: string) {
  const [owner] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.email, readEmailAddress(email)));
  // Not translated: an operator's command.
  if (!owner || !(await hasAuthenticator(owner.id)))
    throw new Refusal("absent", `No account with the email address ${email} has an authenticator app.`);
  await removeAuthenticator(owner.id, "");
}

/** The step of time that a code is for, one step early or late at most; undefined for a wrong code. */
function findStep(accountId: string, encrypted: string, code: string): number | undefined {
  const key = decrypt(encrypted, contextOf(accountId));
  if (!key) return undefined;
  const timestamp = Date.now();
  const steps = makeTotp(key).validate({ token: code, timestamp, window: 1 });
  return steps === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + steps;
}

function makeTotp(key: string, label?: string) {
  const secret = Secret.fromBase32(key);
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: "SHA1", digits: 6, period: STEP_SECONDS });
}

function describe(key: string, email: string): AuthenticatorSetup {
  const { data, size } = encode(makeTotp(key, email).toString(), { border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { key: key.replace(/(.{4})(?=.)/g, "$1 "), qrCode: { path, size } };
}

function contextOf(accountId: string) {
  // Not translated: a key.
  return `authenticator ${accountId}`;
}

function wrongCode() {
  return invalidAt("code", WRONG_CODE);
}

function setupIsOver() {
  return new Refusal("conflict", msg("This key can't be turned on anymore. Start again."));
}
