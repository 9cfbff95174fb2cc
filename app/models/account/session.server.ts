// Sessions: the signed-in browsers of members.
import { randomBytes } from "node:crypto";
import Bowser from "bowser";
import { db } from "db/client.server";
import { member, providerRecord, session } from "db/schema";
import { and, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { digest } from "~/digest.server";
import { Refusal } from "~/refusal";
import type { SessionDto } from "./session";

export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How many of a member's sessions are listed. */
const MAX_LISTED = 100;

export type SessionData = Record<string, unknown>;

/** How a session begins: the session at the embedded provider, and when the member proved who they are. */
export type SessionOrigin = { providerSessionId?: string; confirmedAt?: Date | null };

/** Adds a session and returns its token, which only the cookie keeps: the row has its hash. */
export async function addSession(
  memberId: number,
  data: SessionData,
  { userAgent, providerSessionId, confirmedAt }: SessionOrigin & { userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await db.batch([
    db.delete(session).where(lt(session.expiresAt, new Date(now))),
    db.insert(session).values({
      id: digest(token),
      memberId,
      data,
      userAgent: userAgent.slice(0, 300),
      providerSessionId,
      confirmedAt,
      createdAt: new Date(now),
      expiresAt: new Date(now + SESSION_SECONDS * 1000),
    }),
  ]);
  return token;
}

// Prepared once, since every request runs it.
const findSession = db
  .select({
    sessionId: session.id,
    createdAt: session.createdAt,
    confirmedAt: session.confirmedAt,
    data: session.data,
    member,
  })
  .from(session)
  .innerJoin(member, eq(member.id, session.memberId))
  .where(and(eq(session.id, sql.placeholder("id")), gt(session.expiresAt, sql.placeholder("now"))))
  .prepare();

/** The session of a token, with its member; undefined once ended or expired. */
export async function getSession(token: string) {
  const [found] = await findSession.all({ id: digest(token), now: Date.now() });
  return found;
}

/** Which of these sessions are neither ended nor expired, and their members not deleted. */
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
        isNull(member.withdrawnAt),
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

/** Ends a member's session, so that its browser's next sign-in asks for the password. Refuses an unknown one (absent). */
export async function endMemberSession(memberId: number, id: string) {
  if ((await endSessions(memberId, eq(session.id, id))) === 0)
    throw new Refusal("absent", "That browser is already signed out.");
}

/** Ends all sessions of a member except `currentId`; returns how many. */
export async function endOtherSessions(memberId: number, currentId: string): Promise<number> {
  return endSessions(memberId, ne(session.id, currentId));
}

async function endSessions(memberId: number, which: SQL): Promise<number> {
  const [, { rowsAffected }] = await db.batch(deleteSessions(and(eq(session.memberId, memberId), which)));
  return rowsAffected;
}

/** The statements that end the sessions that `which` selects, here and at the embedded provider. */
export function deleteSessions(which: SQL | undefined) {
  const providers = db.select({ id: session.providerSessionId }).from(session).where(which);
  return [
    db
      .delete(providerRecord)
      .where(and(eq(providerRecord.kind, "Session"), inArray(providerRecord.id, providers))),
    db.delete(session).where(which),
  ] as const;
}

/** "Firefox on Linux". */
export function browserName(userAgent: string): string {
  if (!userAgent) return "Unknown browser";
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return "Unknown browser";
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
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
