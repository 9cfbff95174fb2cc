// Passkeys: public keys that sign in to an account (WebAuthn).

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { db } from "db/client.server";
import { account, passkey, passkeyChallenge } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, desc, eq, getTableColumns, gt, lt } from "drizzle-orm";
import { COMMUNITY_NAME } from "~/community";
import { digest } from "~/digest.server";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { log } from "~/log.server";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { revokeSignIns, takeBack } from "~/models/account/sign-in/credentials.server";
import type { Proof } from "~/models/account/sign-in/proof";
import type { OwnBrowser } from "~/models/account/sign-in/session";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { MAX_PASSKEYS, type PasskeyDto } from "./passkey";
import type { PasskeyAssertion, PasskeyInput } from "./passkey-schema";

const SITE = COMMUNITY_NAME;
const CHALLENGE_MS = 5 * MINUTE_MS;
/** EdDSA, ES256 and RS256, one of which every authenticator supports. */
const ALGORITHMS = [-8, -7, -257];
/** The library checks certificates of the other formats online, at addresses that a made-up certificate can choose. */
const OFFLINE_FORMATS = ["none", "packed"];
const relyingParty = new URL(env.origin).hostname;

const TOO_LATE = msg("That took too long or was already used. Please try again.");
const UNKNOWN = msg("We don't recognize this passkey. It may have been removed.");
const NOT_VERIFIED = msg("This passkey couldn't be verified. Please try again.");

/** A challenge has one purpose: a sign-in in progress, or something that a session asks for. */
export type ChallengePurpose = `${"sign in" | "confirm" | "add"} ${string}`;

/** The options with which a browser creates a passkey. */
export async function startAddingPasskey(accountId: string, purpose: ChallengePurpose) {
  const [owner] = await db.select().from(account).where(eq(account.id, accountId));
  if (!owner) throw notFoundRefusal();
  const options = await generateRegistrationOptions({
    rpName: SITE,
    rpID: relyingParty,
    userName: owner.email,
    userDisplayName: owner.firstName,
    userID: new TextEncoder().encode(accountId),
    timeout: CHALLENGE_MS,
    excludeCredentials: await listCredentials(accountId),
    // Signing in requires both.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await addChallenge(purpose, options.challenge);
  return options;
}

/** The options with which a browser uses a passkey: one of `accountId`, or without it whichever the visitor chooses. */
export async function startUsingPasskey(purpose: ChallengePurpose, accountId?: string) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: accountId ? await listCredentials(accountId) : [],
  });
  await addChallenge(purpose, options.challenge);
  return options;
}

function listCredentials(accountId: string): Promise<{ id: string }[]> {
  return db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId));
}

/**
 * Adds a passkey to an account, and ends its other sessions and everything in progress. Refuses an answer to no open challenge
 * of this purpose, one for another site and anything malformed (invalid), a passkey that is known already and a 21st one
 * (conflict), and too many changes (too-many).
 */
export async function addPasskey(
  accountId: string,
  purpose: ChallengePurpose,
  { name, passkey: answer }: PasskeyInput,
  { sessionId, userAgent }: OwnBrowser,
) {
  await consumeRateLimit("signInChange", accountId);
  const expectedChallenge = await takeChallenge(purpose, answer.response.clientDataJSON);
  const { credential } = await verified(async () => {
    const format = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject)).get(
      "fmt",
    );
    if (!OFFLINE_FORMATS.includes(format)) throw new Error(`The format ${format} was not asked for`);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: env.origin,
      expectedRPID: relyingParty,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo;
  });
  const { id, counter } = credential;
  const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
  const row = { id, accountId, name, publicKey, counter, transports: answer.response.transports, sessionId };
  await transaction(async (tx) => {
    const isKnown = await tx.$count(passkey, eq(passkey.id, id));
    if (isKnown || (await tx.$count(passkey, eq(passkey.accountId, accountId))) >= MAX_PASSKEYS)
      throw new Refusal(
        "conflict",
        msg("This passkey is already in use, or you have {max} passkeys: remove one first.", {
          max: MAX_PASSKEYS,
        }),
      );
    await recordSignInChange(tx, accountId, "passkey-added", userAgent);
    await takeBack(tx, accountId, sessionId);
    await tx.insert(passkey).values({ ...row, createdAt: new Date() });
  });
}

/**
 * Checks a browser's answer to a challenge, which proves the account that the passkey belongs to. Refuses (invalid) an answer
 * to no open challenge of this purpose, an unknown passkey, one of another account than `accountId`, and one that didn't verify
 * its user. A counter that doesn't grow is only logged: synced passkeys and those of restored devices have such.
 */
export async function checkPasskey(
  purpose: ChallengePurpose,
  answer: PasskeyAssertion,
  accountId?: string,
): Promise<Proof> {
  const expectedChallenge = await takeChallenge(purpose, answer.response.clientDataJSON);
  const [found] = await db
    .select({ ...getTableColumns(passkey), version: account.credentialsVersion })
    .from(passkey)
    .innerJoin(account, eq(account.id, passkey.accountId))
    .where(eq(passkey.id, answer.id));
  if (!found || (accountId !== undefined && found.accountId !== accountId))
    throw new Refusal("invalid", UNKNOWN);
  const { newCounter } = await verified(async () => {
    const { verified: isGenuine, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: env.origin,
      expectedRPID: relyingParty,
      credential: {
        id: found.id,
        publicKey: isoBase64URL.toBuffer(found.publicKey),
        // The library would refuse a counter that doesn't grow.
        counter: 0,
      },
    });
    return isGenuine ? authenticationInfo : undefined;
  });
  if (found.counter > 0 && newCounter <= found.counter)
    log.logger.warn({ accountId: found.accountId }, "the counter of a passkey did not grow");
  const counter = Math.max(newCounter, found.counter);
  await db.update(passkey).set({ counter, lastUsedAt: new Date() }).where(eq(passkey.id, found.id));
  return { accountId: found.accountId, version: found.version };
}

/** An account's passkeys, newest first. */
export async function listPasskeys(accountId: string): Promise<PasskeyDto[]> {
  const rows = await db
    .select()
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .orderBy(desc(passkey.createdAt), passkey.id);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Renames a passkey of an account. Refuses an unknown one (absent). */
export async function renamePasskey(accountId: string, id: string, name: string) {
  const { rowsAffected } = await db.update(passkey).set({ name }).where(isOwn(accountId, id));
  if (!rowsAffected) throw notFoundRefusal();
}

/** Removes a passkey of an account. Refuses an unknown one (absent). `userAgent` is that of the browser. */
export async function removePasskey(accountId: string, id: string, userAgent: string) {
  await transaction(async (tx) => {
    if (!(await tx.$count(passkey, isOwn(accountId, id)))) throw notFoundRefusal();
    await recordSignInChange(tx, accountId, "passkey-removed", userAgent);
    // Somebody may be signing in with it.
    await revokeSignIns(tx, accountId);
    await tx.delete(passkey).where(isOwn(accountId, id));
  });
}

function isOwn(accountId: string, id: string) {
  return and(eq(passkey.id, id), eq(passkey.accountId, accountId));
}

async function addChallenge(purpose: ChallengePurpose, challenge: string) {
  const now = Date.now();
  const row = { id: hashChallenge(purpose, challenge), expiresAt: new Date(now + CHALLENGE_MS) };
  await transaction(async (tx) => {
    await tx.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, new Date(now)));
    await tx.insert(passkeyChallenge).values(row);
  });
}

/** Uses up the challenge that a browser has answered and returns it. */
async function takeChallenge(purpose: ChallengePurpose, clientData: string): Promise<string> {
  const { challenge } = await verified(async () => decodeClientDataJSON(clientData));
  const isOpen = and(
    eq(passkeyChallenge.id, hashChallenge(purpose, String(challenge))),
    gt(passkeyChallenge.expiresAt, new Date()),
  );
  const { rowsAffected } = await db.delete(passkeyChallenge).where(isOpen);
  if (!rowsAffected) throw new Refusal("invalid", TOO_LATE);
  return challenge;
}

function hashChallenge(purpose: ChallengePurpose, challenge: string): string {
  return digest(`${purpose} ${challenge}`);
}

/** The result of a check that throws for anything wrong or malformed. */
async function verified<Result>(check: () => Promise<Result | undefined>): Promise<Result> {
  const result = await check().catch(() => undefined);
  if (!result) throw new Refusal("invalid", NOT_VERIFIED);
  return result;
}
