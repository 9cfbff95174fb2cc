// Sessions: the signed-in browsers of members.

import { randomBytes } from "node:crypto";
import { db } from "db/client.server";
import { knownClient, member, notificationSettings, session } from "db/schema";
import { holds, transaction } from "db/transaction.server";
import { and, desc, eq, gt, isNull, lt, lte, ne, sql } from "drizzle-orm";
import { digest } from "~/digest.server";
import { DAY_MS, SESSION_DAYS, UNUSED_SESSION_DAYS } from "~/durations";
import { msg } from "~/language/text";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { browserName } from "~/models/browser-name.server";
import { Refusal } from "~/refusal";
import { findAccountId, hasRecentWays, isCurrent, revokeSignIns, takeBack } from "./credentials.server";
import type { Proof } from "./proof";
import type { OwnBrowser, SessionDto } from "./session";

const UNUSED_MS = UNUSED_SESSION_DAYS * DAY_MS;
export const MAX_SESSION_MS = SESSION_DAYS * DAY_MS;
export const EXPIRED_SIGN_IN = msg(
  "This sign-in has expired or was started in another browser. Please start again.",
);
export const NO_COOKIES = msg(
  "Your browser sent no cookies, and signing in needs them. Allow cookies for this site, then start again.",
);
/** How many of a member's sessions are listed. */
const MAX_LISTED = 100;

export type SessionData = Record<string, unknown>;

/** How a session begins: when the member proved who they are, and the embedded provider's proof. */
export type SessionOrigin = { confirmedAt?: Date | null; proof?: Proof };

/**
 * Adds a session and returns its token, which only the cookie keeps: the row has its hash. Refuses a proof that is void by
 * now (invalid).
 */
export async function addSession(
  memberId: number,
  data: SessionData,
  { userAgent, confirmedAt, proof }: SessionOrigin & { userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  const row = {
    id: digest(token),
    memberId,
    data,
    userAgent: userAgent.slice(0, 300),
    confirmedAt,
    createdAt: new Date(now),
    expiresAt: new Date(now + UNUSED_MS),
  };
  await transaction(async (tx) => {
    if (proof && !(await isCurrent(proof, tx))) throw new Refusal("invalid", EXPIRED_SIGN_IN);
    await tx.delete(session).where(lt(session.expiresAt, new Date(now)));
    await tx.insert(session).values(row);
  });
  return token;
}

// Prepared once, since every request runs it.
const findSession = db
  .select({
    sessionId: session.id,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    confirmedAt: session.confirmedAt,
    data: session.data,
    member,
    timeZone: notificationSettings.timeZone,
  })
  .from(session)
  .innerJoin(member, eq(member.id, session.memberId))
  .leftJoin(notificationSettings, eq(notificationSettings.memberId, session.memberId))
  .where(and(eq(session.id, sql.placeholder("id")), gt(session.expiresAt, sql.placeholder("now"))))
  .prepare();

/** The session of a token, with its member and their time zone; undefined once ended or expired. */
export async function getSession(token: string) {
  const [found] = await findSession.all({ id: digest(token), now: Date.now() });
  return found;
}

/** What renewing a session needs to know about it. */
type Renewable = { sessionId: string; createdAt: Date; expiresAt: Date };

/**
 * Extends a session that is in use, at most once a day; resolves with whether it did. A session that has ended meanwhile stays
 * ended.
 */
export async function renewSession({ sessionId, createdAt, expiresAt }: Renewable): Promise<boolean> {
  const now = Date.now();
  const latest = Math.min(now + UNUSED_MS, createdAt.getTime() + MAX_SESSION_MS);
  const dayBefore = new Date(latest - DAY_MS);
  if (expiresAt > dayBefore) return false;
  const isOpen = and(gt(session.expiresAt, new Date(now)), lte(session.expiresAt, dayBefore));
  const { rowsAffected } = await db
    .update(session)
    .set({ expiresAt: new Date(latest) })
    .where(and(eq(session.id, sessionId), isOpen));
  return rowsAffected > 0;
}

/** Which of these sessions are neither ended nor expired and belong to members who are neither deleted nor suspended. */
export async function listActiveSessionIds(ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(member, eq(member.id, session.memberId))
    .where(
      and(
        // One parameter, however many streams are open.
        sql`${session.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        gt(session.expiresAt, new Date()),
        isNull(member.deletedAt),
        isNull(member.suspendedAt),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** A member's sessions, `currentId` first, then the newest first, at most 100. */
export async function listSessions(memberId: number, currentId: string): Promise<SessionDto[]> {
  const rows = await db
    .select({ id: session.id, userAgent: session.userAgent, createdAt: session.createdAt })
    .from(session)
    .where(and(eq(session.memberId, memberId), gt(session.expiresAt, new Date())))
    .orderBy(desc(eq(session.id, currentId)), desc(session.createdAt), session.id)
    .limit(MAX_LISTED);
  return rows.map(({ id, userAgent, createdAt }) => ({
    id,
    name: browserName(userAgent),
    signedInAt: createdAt.toISOString(),
    isCurrent: id === currentId,
  }));
}

/**
 * Ends a member's session and forgets its client, so that its browser's next sign-in asks for the password. Refuses an
 * unknown one (absent).
 */
export async function endMemberSession(memberId: number, id: string) {
  await transaction(async (tx) => {
    const { rowsAffected } = await tx
      .delete(session)
      .where(and(eq(session.memberId, memberId), eq(session.id, id)));
    if (!rowsAffected) throw new Refusal("absent", msg("That browser is already signed out."));
    const accountId = await findAccountId(tx, memberId);
    if (accountId === undefined) return;
    await revokeSignIns(tx, accountId);
    await tx
      .delete(knownClient)
      .where(and(eq(knownClient.accountId, accountId), eq(knownClient.sessionId, id)));
  });
}

/** Replaces a session's data, with `expected` only if that is still its data; resolves with whether it was replaced. */
export async function updateSession(
  token: string,
  data: SessionData,
  expected?: SessionData,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(session)
    .set({ data })
    .where(and(eq(session.id, digest(token)), expected && eq(session.data, expected)));
  return rowsAffected > 0;
}

/** Records when the member of a session proved who they are. */
export async function confirmSession(id: string, confirmedAt: Date | null) {
  await db.update(session).set({ confirmedAt }).where(eq(session.id, id));
}

/** Ends the session of a token. */
export async function removeSession(token: string) {
  await db.delete(session).where(eq(session.id, digest(token)));
}

/**
 * Ends all sessions of a member except the browser's own, and everything begun with their credentials; returns how many. If
 * that removes ways to sign in, mails a link that undoes it.
 */
export async function endOtherSessions(
  memberId: number,
  { sessionId, userAgent }: OwnBrowser,
): Promise<number> {
  return transaction(async (tx) => {
    const { rowsAffected } = await tx
      .delete(session)
      .where(and(eq(session.memberId, memberId), ne(session.id, sessionId)));
    const accountId = await findAccountId(tx, memberId);
    if (accountId === undefined) return rowsAffected;
    if (await holds(tx, hasRecentWays(accountId, sessionId)))
      await recordSignInChange(tx, accountId, "sessions-ended", userAgent);
    await takeBack(tx, accountId, sessionId);
    return rowsAffected;
  });
}
