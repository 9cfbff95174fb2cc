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
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { digest } from "~/digest.server";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { announceMail } from "~/mail/queue.server";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { revokeSignIns, takeBack } from "~/models/account/sign-in/credentials.server";
import type { Proof } from "~/models/account/sign-in/proof";
import type { OwnBrowser } from "~/models/account/sign-in/session";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { MAX_PASSKEYS, type PasskeyDto } from "./passkey";
import type { PasskeyAssertion, PasskeyInput } from "./passkey-schema";

const SITE = "B-Side";
const CHALLENGE_MS = 5 * MINUTE_MS;
/** EdDSA, ES256 and RS256, one of which every authenticator knows. */
const ALGORITHMS = [-8, -7, -257];
/** The library checks certificates of the other formats online, at addresses that a made-up certificate can choose. */
const OFFLINE_FORMATS = ["none", "packed"];
const relyingParty = new URL(env.origin).hostname;

const TOO_LATE = "That took too long or was already used. Please try again.";
const UNKNOWN = "We don't recognize this passkey. It may have been removed.";
const NOT_VERIFIED = "This passkey couldn't be verified. Please try again.";

/** Challenges are for one purpose: a sign-in in progress, or something that a session asks for. */
export type ChallengePurpose = `${"sign in" | "confirm" | "add"} ${string}`;

/** The options with which a browser creates a passkey. */
export async function startAddingPasskey(accountId: string, purpose: ChallengePurpose) {
  const [[owner], passkeys] = await db.batch([
    db.select().from(account).where(eq(account.id, accountId)),
    db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId)),
  ]);
  if (!owner) throw notFoundRefusal();
  const options = await generateRegistrationOptions({
    rpName: SITE,
    rpID: relyingParty,
    userName: owner.email,
    userDisplayName: owner.firstName,
    userID: new TextEncoder().encode(accountId),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys,
    // Signing in requires both.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await addChallenge(purpose, options.challenge);
  return options;
}

/** The options with which a browser uses a passkey: one of `accountId`, or without it whichever the visitor chooses. */
export async function startUsingPasskey(purpose: ChallengePurpose, accountId?: string) {
  const passkeys = accountId
    ? await db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId))
    : [];
  const options = await generateAuthenticationOptions({
    rpID: relyingParty,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: passkeys,
  });
  await addChallenge(purpose, options.challenge);
  return options;
}

/**
 * Adds a passkey to an account, and ends its sessions but that of the browser, and all that was begun.
 * Refuses an answer to no open challenge of this purpose, one for another site and anything malformed (invalid), a
 * passkey that is known already and a 21st one (conflict), and too many changes (too-many).
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
  const now = Date.now();
  const { id } = credential;
  const owned = db.select({ count: count() }).from(passkey).where(eq(passkey.accountId, accountId));
  const hasRoom = and(eq(account.id, accountId), lt(sql`${owned}`, MAX_PASSKEYS));
  const isUnknown = notExists(db.select({ id: passkey.id }).from(passkey).where(eq(passkey.id, id)));
  const isAdded = and(hasRoom, isUnknown) as SQL;
  const results = await db.batch([
    ...recordSignInChange(isAdded, "passkey-added", userAgent),
    ...takeBack(db.select({ id: account.id }).from(account).where(isAdded), sessionId),
    db
      .insert(passkey)
      .select(
        db
          .select({
            id: sql`${id}`.as("id"),
            accountId: account.id,
            name: sql`${name}`.as("name"),
            publicKey: sql`${isoBase64URL.fromBuffer(credential.publicKey)}`.as("public_key"),
            counter: sql`${credential.counter}`.as("counter"),
            transports: sql`${JSON.stringify(answer.response.transports)}`.as("transports"),
            sessionId: sql`${sessionId}`.as("session_id"),
            createdAt: sql`${now}`.as("created_at"),
            lastUsedAt: sql`null`.as("last_used_at"),
          })
          .from(account)
          .where(hasRoom),
      )
      .onConflictDoNothing(),
  ]);
  if (!results.at(-1)?.rowsAffected)
    throw new Refusal(
      "conflict",
      `This passkey is already in use, or you have ${MAX_PASSKEYS} passkeys: remove one first.`,
    );
  announceMail();
}

/**
 * Checks a browser's answer to a challenge, which proves the account that the passkey belongs to.
 * Refuses an answer to no open challenge of this purpose, an unknown passkey, one of another account than `accountId`, one
 * that didn't verify its user, and one that was copied, as its counter shows (invalid).
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
        counter: found.counter,
      },
    });
    return isGenuine ? authenticationInfo : undefined;
  });
  const isAhead = or(
    lt(passkey.counter, newCounter),
    and(eq(passkey.counter, 0), lte(sql`${newCounter}`, 0)),
  );
  const { rowsAffected } = await db
    .update(passkey)
    .set({ counter: newCounter, lastUsedAt: new Date() })
    .where(and(eq(passkey.id, found.id), isAhead));
  if (!rowsAffected) throw new Refusal("invalid", NOT_VERIFIED);
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
  const owner = db.select({ accountId: passkey.accountId }).from(passkey).where(isOwn(accountId, id));
  const results = await db.batch([
    ...recordSignInChange(inArray(account.id, owner), "passkey-removed", userAgent),
    // Somebody may be signing in with it.
    ...revokeSignIns(owner),
    db.delete(passkey).where(isOwn(accountId, id)),
  ]);
  if (!results.at(-1)?.rowsAffected) throw notFoundRefusal();
  announceMail();
}

function isOwn(accountId: string, id: string) {
  return and(eq(passkey.id, id), eq(passkey.accountId, accountId));
}

async function addChallenge(purpose: ChallengePurpose, challenge: string) {
  const now = Date.now();
  await db.batch([
    db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, new Date(now))),
    db
      .insert(passkeyChallenge)
      .values({ id: hashChallenge(purpose, challenge), expiresAt: new Date(now + CHALLENGE_MS) }),
  ]);
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
