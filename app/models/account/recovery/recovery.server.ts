// Account recovery: recovery codes, and one-time links by mail or from the command line.
import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { account, accountLink, authenticator, member, passkey, recoveryCode } from "db/schema";
import {
  and,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  ne,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { digest, keyedDigest } from "~/digest.server";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { announceMail, queueAccountMail, queueMail, retryAddress } from "~/mail/queue.server";
import { EMBEDDED_MEMBERS } from "~/models/account/account.server";
import type { RecoveryInput, ResetInput } from "~/models/account/account-schema";
import { removeRecentWays, revokeAccess } from "~/models/account/sign-in/credentials.server";
import { type Client, findKnown, rememberResetter } from "~/models/account/sign-in/known-client.server";
import { hashPassword, rejectCommonPassword } from "~/models/account/sign-in/password.server";
import type { OwnBrowser } from "~/models/account/sign-in/session";
import { browserName } from "~/models/account/sign-in/session.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { Refusal } from "~/refusal";
import { closedLinkRefusal, insertLink, isOpenLink, makeToken } from "./link.server";
import { consumeMailLimit } from "./mail-limit.server";
import { describeWays, removeSignInWays } from "./sign-in-ways.server";
import { recordSignInChange } from "./undo-link.server";

const CODES = 10;
const CODE_LENGTH = 10;
/** Crockford's base 32, which leaves out letters that look like others. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const LINK_MS = HOUR_MS;
/** A mail that only some addresses get is sent at a random moment within this time. */
const SPREAD_MS = 1000;

/** Who resets a password: the client, and the User-Agent of its browser. */
export type Resetter = Client & { userAgent: string };

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
  await db.batch([
    ...recordSignInChange(eq(account.id, accountId), "recovery-codes-created", userAgent),
    db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId)),
    db
      .insert(recoveryCode)
      .values(codes.map((code) => ({ accountId, hash: hashCode(code), sessionId, createdAt }))),
  ]);
  announceMail();
  return codes;
}

/** Counts an account's unused recovery codes. */
export async function countRecoveryCodes(accountId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt)));
  return row?.count ?? 0;
}

/**
 * Sets a new password with a recovery code, and ends all sessions of the account.
 * Refuses a common password (invalid, at `newPassword`), an unknown email and a wrong or used code alike (invalid), and
 * more than 20 tries in 3 minutes from one address, 10 of them for one account (too-many).
 */
export async function resetWithCode({ email, code, newPassword }: RecoveryInput, resetter: Resetter) {
  const { address } = resetter;
  await consumeRateLimit("signIn", address);
  // Ten codes of 50 random bits can't be guessed from however many addresses, so strangers have no limit to use up.
  await consumeRateLimit("recoveryCode", `${email} ${address}`);
  rejectCommonPassword(newPassword, "newPassword");
  const owner = db.select({ id: account.id }).from(account).where(eq(account.email, email));
  const codeHash = hashCode(code);
  const isUnused = and(
    eq(recoveryCode.accountId, sql`${owner}`),
    eq(recoveryCode.hash, codeHash),
    isNull(recoveryCode.usedAt),
  );
  const which = and(
    eq(account.email, email),
    exists(db.select({ hash: recoveryCode.hash }).from(recoveryCode).where(isUnused)),
  ) as SQL;
  const prover = db.select({ id: account.id }).from(account).where(which);
  const isDone = await resetPassword(newPassword, which, {
    resetter,
    changes: [...removeRecentWays(prover, { codeHash })],
    useUp: db.update(recoveryCode).set({ usedAt: new Date() }).where(isUnused),
  });
  if (!isDone)
    throw new Refusal("invalid", "The email or recovery code is wrong, or the code was already used.");
}

/** Uses up a recovery code of an account; resolves with whether there was such a code, unused. */
export async function consumeRecoveryCode(accountId: string, code: string): Promise<boolean> {
  const { rowsAffected } = await db
    .update(recoveryCode)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCode.accountId, accountId),
        eq(recoveryCode.hash, hashCode(code)),
        isNull(recoveryCode.usedAt),
      ),
    );
  return rowsAffected > 0;
}

/** Creates a one-time link to set a new password, valid for an hour. Refuses an email without an account (absent). */
export async function makeResetLink(email: string): Promise<string> {
  const { token, id } = makeToken();
  const link = { id, purpose: "reset", email: null, expiresAt: new Date(Date.now() + LINK_MS) } as const;
  const added = await insertLink(link, eq(account.email, email.toLowerCase())).returning({
    id: accountLink.id,
  });
  if (!added.length) throw new Refusal("absent", `No account has the email address ${email}.`);
  return `${env.origin}/reset-password?token=${token}`;
}

/**
 * Mails such a link to an address that has an account. For other addresses it does the same work and sends nothing.
 * Refuses more than 20 tries in 3 minutes from one `address`, and too many mails to the inbox (too-many).
 */
export async function requestResetLink(email: string, client: Client) {
  await consumeRateLimit("signIn", client.address);
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.email, email));
  const known = await findKnown(found?.id, client);
  await consumeMailLimit("reset", email, known.browser ? found?.id : "");
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_MS);
  const isOwner = eq(account.email, email);
  await db.batch([
    retryAddress(email),
    insertLink({ id, purpose: "reset", email, expiresAt }, isOwner),
    ...queueAccountMail(isOwner, { kind: "reset", token }, expiresAt),
    ...queueMail(
      { recipient: email, content: { kind: "unknown" } },
      notExists(db.select({ id: account.id }).from(account).where(isOwner)),
    ),
  ]);
  // Sending takes time that the next request would notice, and for an unknown address nothing is sent.
  setTimeout(announceMail, randomInt(SPREAD_MS)).unref();
}

/** The links that are mailed and set a password. A link that confirms an address does so only for the first time. */
type ResetPurpose = "reset" | "confirm";

/** What a link does besides setting a password. */
export type LinkReset = {
  /** Whether the address is proved for the first time, so that what was set up before is void. */
  isFirstProof: boolean;
  /** The ways to sign in that can be removed with it, because they were set up after the address was proved. */
  removable: string | undefined;
};

/** What an unused link that sets a new password does; undefined for other links. */
export async function findReset(token: string, purpose: ResetPurpose): Promise<LinkReset | undefined> {
  const [found] = await db
    .select({
      isMailed: sql<number>`${accountLink.email} is ${account.email}`,
      confirmedAt: account.emailConfirmedAt,
      hasApp: sql<number>`exists ${db.select({ id: authenticator.accountId }).from(authenticator).where(isLaterApp())}`,
      passkeys: sql<number>`${db.select({ count: count() }).from(passkey).where(isLaterPasskey())}`,
      codes: sql<number>`${db.select({ count: count() }).from(recoveryCode).where(isUnusedCode())}`,
    })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(isOpenLink(token, [purpose]));
  if (!found) return undefined;
  const { isMailed, confirmedAt, hasApp, passkeys, codes } = found;
  const canRemove = isMailed && confirmedAt;
  return {
    isFirstProof: Boolean(isMailed && !confirmedAt),
    removable: canRemove ? describeWays({ hasApp: Boolean(hasApp), passkeys, codes }) : undefined,
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
  const reset = await findReset(token, purpose);
  if (!reset) throw closedLinkRefusal();
  const { isFirstProof, removable } = reset;
  if (isFirstProof) requireNames({ firstName, lastName });
  const isOpen = isOpenLink(token, [purpose]);
  const owner = db.select({ id: accountLink.accountId }).from(accountLink).where(isOpen);
  const isProven = isFirstProof ? isNull(account.emailConfirmedAt) : undefined;
  const which = and(eq(account.id, sql`${owner}`), isProven) as SQL;
  const removed = removesWays ? removable : undefined;
  const notice = { kind: "password-changed", browser: browserName(userAgent), at: Date.now() } as const;
  const isDone = await resetPassword(newPassword, which, {
    resetter,
    changes: isFirstProof
      ? [
          ...removeSignInWays(owner),
          db
            .delete(accountLink)
            .where(and(inArray(accountLink.accountId, owner), ne(accountLink.id, digest(token)))),
          ...setNames(owner, { firstName, lastName }),
          db.update(account).set({ emailConfirmedAt: new Date() }).where(which),
        ]
      : [...removeRecentWays(owner), ...(removed === undefined ? [] : removeLaterWays(which))],
    // What was void before the first proof can't be brought back.
    notice: isFirstProof ? queueAccountMail(eq(account.id, sql`${owner}`), notice) : undefined,
    removed,
    useUp: db
      .update(accountLink)
      .set({ usedAt: new Date() })
      .where(and(inArray(accountLink.accountId, owner), inArray(accountLink.purpose, ["reset", "confirm"]))),
  });
  if (!isDone) throw closedLinkRefusal();
  return removed;
}

type Names = Pick<ResetInput, "firstName" | "lastName">;

/** Refuses a first proof of an address without names (invalid): whoever set up the account may be somebody else. */
export function requireNames({ firstName, lastName }: Names) {
  if (!firstName || !lastName) throw new Refusal("invalid", "Enter your first and last name.");
}

/** The statements that name an account and its member; `whose` selects the account's id. */
export function setNames(whose: SQLWrapper, names: Names): BatchItem<"sqlite">[] {
  return [
    db
      .update(member)
      .set(names)
      .where(and(eq(member.issuer, EMBEDDED_MEMBERS), inArray(member.subject, whose))),
    db.update(account).set(names).where(inArray(account.id, whose)),
  ];
}

const isLaterApp = () =>
  and(eq(authenticator.accountId, account.id), gt(authenticator.confirmedAt, account.emailConfirmedAt));
const isLaterPasskey = () =>
  and(eq(passkey.accountId, account.id), gt(passkey.createdAt, account.emailConfirmedAt));
const isUnusedCode = () => and(eq(recoveryCode.accountId, account.id), isNull(recoveryCode.usedAt));

/** The statements that remove the ways to sign in that were set up after the address was proved, and all recovery codes. */
function removeLaterWays(which: SQL): BatchItem<"sqlite">[] {
  const owned = (condition: SQL | undefined) =>
    exists(db.select({ id: account.id }).from(account).where(and(which, condition)));
  return [
    db.delete(passkey).where(owned(isLaterPasskey())),
    db.delete(authenticator).where(owned(isLaterApp())),
    db.delete(recoveryCode).where(owned(eq(recoveryCode.accountId, account.id))),
  ];
}

type Reset = {
  resetter: Resetter;
  /** What else changes. */
  changes?: BatchItem<"sqlite">[];
  /** Tells the owner once all is changed; by default a mail says so first, with a link that undoes it. */
  notice?: BatchItem<"sqlite">[];
  /** What else was removed, in words for that mail. */
  removed?: string;
  /** Makes `which` no longer match. */
  useUp: BatchItem<"sqlite">;
};

/**
 * Sets the password of the account that `which` selects, ends its sessions and all that was begun, and tells its owner, to
 * whose address and known browser strangers' wrong passwords don't close the account.
 * Resolves with whether an account matched.
 */
export async function resetPassword(
  newPassword: string,
  which: SQL,
  { resetter, changes = [], notice, removed, useUp }: Reset,
) {
  const passwordHash = await hashPassword(newPassword);
  const remembered = await rememberResetter(which, resetter);
  const [changed] = await db.batch([
    db.update(account).set({ passwordHash }).where(which).returning({ id: account.id }),
    ...(notice ? [] : recordSignInChange(which, "password-reset", resetter.userAgent, removed)),
    ...revokeAccess(db.select({ id: account.id }).from(account).where(which)),
    ...remembered,
    ...changes,
    ...(notice ?? []),
    useUp,
  ]);
  announceMail();
  return changed.length > 0;
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
  return keyedDigest(`recovery code ${typed}`);
}
