// What ends with an account's credentials: everything that was begun with earlier ones.
import { db } from "db/client.server";
import {
  account,
  accountLink,
  authenticator,
  knownClient,
  member,
  passkey,
  recoveryCode,
  session,
} from "db/schema";
import { and, eq, exists, gt, inArray, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DAY_MS, UNDO_DAYS } from "~/durations";
import { EMBEDDED_MEMBERS } from "~/models/account/account.server";
import type { Proof } from "./proof";

/** As long as an owner can undo what was set up with their password. */
const RECENT_MS = UNDO_DAYS * DAY_MS;

/** The condition of the account whose credentials still have the version of a proof. */
export function matchesProof({ accountId, version }: Proof) {
  return and(eq(account.id, accountId), eq(account.credentialsVersion, version));
}

/** Whether an account's credentials still have the version of a proof. */
export async function isCurrent(proof: Proof): Promise<boolean> {
  return (await db.$count(account, matchesProof(proof))) > 0;
}

/** The id of a member's account at the embedded provider, as a subquery that is empty for other members. */
export function accountOf(memberId: number, condition?: SQL) {
  return db
    .select({ id: member.subject })
    .from(member)
    .where(and(eq(member.id, memberId), eq(member.issuer, EMBEDDED_MEMBERS), condition));
}

/**
 * The statements that end all sessions of accounts but `keptSessionId`, forget the clients of the others, and end what was
 * begun with their credentials: sign-ins in progress or at the embedded provider, and changes of address. `whose` selects
 * the accounts' ids.
 */
export function revokeAccess(whose: SQLWrapper, keptSessionId?: string) {
  const owners = db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), inArray(member.subject, whose)));
  const isOther = keptSessionId === undefined ? undefined : ne(session.id, keptSessionId);
  const isOthers =
    keptSessionId === undefined ? undefined : sql`${knownClient.sessionId} is not ${keptSessionId}`;
  return [
    ...revokeSignIns(whose),
    db.delete(knownClient).where(and(inArray(knownClient.accountId, whose), isOthers)),
    db.delete(session).where(and(inArray(session.memberId, owners), isOther)),
  ] as const;
}

/** The statements that end only what was begun. */
export function revokeSignIns(whose: SQLWrapper) {
  return [
    db
      .update(account)
      .set({ credentialsVersion: sql`${account.credentialsVersion} + 1` })
      .where(inArray(account.id, whose)),
    db
      .delete(accountLink)
      .where(and(inArray(accountLink.accountId, whose), eq(accountLink.purpose, "change"))),
  ] as const;
}

/** What an owner keeps: the session in use with what it has set up, and the hash of the code in use. */
type Kept = { sessionId?: string; codeHash?: string };

/** The statements of `revokeAccess` and of `removeRecentWays`, for an owner who is signed in. */
export function takeBack(whose: SQLWrapper, sessionId: string) {
  return [...revokeAccess(whose, sessionId), ...removeRecentWays(whose, { sessionId })] as const;
}

/** The statements that remove the passkeys, authenticator apps and recovery codes that were set up within a week. */
export function removeRecentWays(whose: SQLWrapper, { sessionId, codeHash }: Kept = {}) {
  // An undo must find a code used, not gone.
  const isOther = codeHash === undefined ? undefined : ne(recoveryCode.hash, codeHash);
  return [
    db.delete(passkey).where(isRecent(passkey, whose, sessionId)),
    db.delete(authenticator).where(isRecent(authenticator, whose, sessionId)),
    db.delete(recoveryCode).where(and(isRecent(recoveryCode, whose, sessionId), isOther)),
  ] as const;
}

/** The condition that `takeBack` would remove one of them. */
export function hasRecentWays(whose: SQLWrapper, sessionId: string) {
  return or(
    ...[passkey, authenticator, recoveryCode].map((way) =>
      exists(
        db
          .select({ id: way.accountId })
          .from(way)
          .where(isRecent(way, whose, sessionId)),
      ),
    ),
  );
}

function isRecent(
  way: typeof passkey | typeof authenticator | typeof recoveryCode,
  whose: SQLWrapper,
  sessionId?: string,
) {
  return and(
    inArray(way.accountId, whose),
    gt(way.createdAt, new Date(Date.now() - RECENT_MS)),
    sessionId === undefined ? undefined : sql`${way.sessionId} is not ${sessionId}`,
  );
}
