// What ends with an account's credentials: everything that was begun with earlier ones.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import {
  account,
  accountLink,
  authenticator,
  knownClient,
  member,
  passkey,
  planLink,
  recoveryCode,
  session,
} from "db/schema";
import { type Database, hasRow, type Tx } from "db/transaction.server";
import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS, UNDO_DAYS } from "~/durations";
import type { Proof } from "./proof";

/** As long as the owner can undo changes that were made with their password. */
const RECENT_MS = UNDO_DAYS * DAY_MS;

/** Whether an account's credentials still have the version of a proof. */
export async function isCurrent({ accountId, version }: Proof, on: Database = db): Promise<boolean> {
  const isSame = and(eq(account.id, accountId), eq(account.credentialsVersion, version));
  return (await on.$count(account, isSame)) > 0;
}

/** The id of a member's account at the embedded provider; other members have none. */
export async function findAccountId(tx: Tx, memberId: number): Promise<string | undefined> {
  const isOwner = and(eq(member.id, memberId), eq(member.issuer, EMBEDDED_MEMBERS));
  const [owner] = await tx.select({ accountId: member.subject }).from(member).where(isOwner);
  return owner?.accountId;
}

/**
 * Ends all sessions of an account but `keptSessionId`, forgets the clients of the others, and ends what was begun with its
 * credentials: sign-ins in progress or at the embedded provider, changes of address, links that set a new password, and those
 * that tell a friend of a plan.
 */
export async function revokeAccess(tx: Tx, accountId: string, keptSessionId = ""): Promise<void> {
  const owner = tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
  await revokeSignIns(tx, accountId);
  await tx
    .delete(knownClient)
    .where(and(eq(knownClient.accountId, accountId), sql`${knownClient.sessionId} is not ${keptSessionId}`));
  await tx.delete(session).where(and(inArray(session.memberId, owner), ne(session.id, keptSessionId)));
  await tx
    .update(planLink)
    .set({ endedAt: new Date() })
    .where(and(inArray(planLink.memberId, owner), isNull(planLink.endedAt)));
}

/** Ends only what was begun with the credentials. */
export async function revokeSignIns(tx: Tx, accountId: string): Promise<void> {
  const credentialsVersion = sql`${account.credentialsVersion} + 1`;
  await tx.update(account).set({ credentialsVersion }).where(eq(account.id, accountId));
  await tx
    .delete(accountLink)
    .where(and(eq(accountLink.accountId, accountId), inArray(accountLink.purpose, ["change", "reset"])));
}

/** What an owner keeps: the current session with what it has set up, and the hash of the code they are using. */
type Kept = { sessionId?: string; codeHash?: string };

/** Does what `revokeAccess` and `removeRecentWays` do, for an owner who is signed in. */
export async function takeBack(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  await revokeAccess(tx, accountId, sessionId);
  await removeRecentWays(tx, accountId, { sessionId });
}

/** Removes the passkeys, authenticator apps and recovery codes that were set up in the last week. */
export async function removeRecentWays(
  tx: Tx,
  accountId: string,
  { sessionId, codeHash }: Kept = {},
): Promise<void> {
  // An undo must find the code used, not gone.
  const isOther = codeHash === undefined ? undefined : ne(recoveryCode.hash, codeHash);
  await tx.delete(passkey).where(isRecent(passkey, accountId, sessionId));
  await tx.delete(authenticator).where(isRecent(authenticator, accountId, sessionId));
  await tx.delete(recoveryCode).where(and(isRecent(recoveryCode, accountId, sessionId), isOther));
}

/** True if `takeBack` would remove any of them. */
export function hasRecentWays(accountId: string, sessionId: string): SQL {
  const ways = [passkey, authenticator, recoveryCode].map((way) =>
    hasRow(way, isRecent(way, accountId, sessionId)),
  );
  return sql`${or(...ways)}`;
}

function isRecent(
  way: typeof passkey | typeof authenticator | typeof recoveryCode,
  accountId: string,
  sessionId?: string,
) {
  return and(
    eq(way.accountId, accountId),
    gt(way.createdAt, new Date(Date.now() - RECENT_MS)),
    sessionId === undefined ? undefined : sql`${way.sessionId} is not ${sessionId}`,
  );
}
