// Signed-in browsers: rows that only the holder of the cookie can name.
import { createHash, randomBytes } from "node:crypto";
import Bowser from "bowser";
import { db } from "db/client.server";
import { member, providerRecord, session } from "db/schema";
import { and, desc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { absent } from "./refusal";
import type { SignedInBrowser } from "./session";

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export type SessionData = Record<string, unknown>;

/** What a browser brings when it signs in: its own name for itself, and its session at the embedded provider. */
export type Surroundings = { userAgent: string; providerSessionId?: string };

/** Adds a session and returns its token, which is kept nowhere but in the cookie. */
export async function addSession(
  memberId: number,
  data: SessionData,
  { userAgent, providerSessionId }: Surroundings,
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
      createdAt: new Date(now),
      expiresAt: new Date(now + SESSION_SECONDS * 1000),
    }),
  ]);
  return token;
}

// Put together once: every request asks for it.
const findSession = db
  .select({ sessionId: session.id, data: session.data, member })
  .from(session)
  .innerJoin(member, eq(member.id, session.memberId))
  .where(and(eq(session.id, sql.placeholder("id")), gt(session.expiresAt, sql.placeholder("now"))))
  .prepare();

/** The living session of a token, with its member; undefined once ended or expired. */
export async function getSession(token: string) {
  const [found] = await findSession.all({ id: digest(token), now: Date.now() });
  return found;
}

/** Which of these sessions are neither ended nor expired, and their members still here. */
export async function listLivingSessions(ids: string[]): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`
    select s.id from json_each(${JSON.stringify(ids)}) asked join session s on s.id = asked.value
      join member m on m.id = s.member_id
    where s.expires_at > ${Date.now()} and m.deleted_at is null`);
  return new Set(rows.map((row) => row.id));
}

/** The browsers in which a member is signed in, that of `currentId` first, then the newest. */
export async function listSessions(memberId: number, currentId: string): Promise<SignedInBrowser[]> {
  const rows = await db
    .select({ id: session.id, userAgent: session.userAgent, createdAt: session.createdAt })
    .from(session)
    .where(and(eq(session.memberId, memberId), gt(session.expiresAt, new Date())))
    .orderBy(desc(eq(session.id, currentId)), desc(session.createdAt), session.id);
  return rows.map(({ id, userAgent, createdAt }) => ({
    id,
    name: nameOf(userAgent),
    signedInAt: createdAt.toISOString(),
    isCurrent: id === currentId,
  }));
}

/** Signs a member out in one browser, so that its next sign-in asks for the password. Refuses an unknown one (absent). */
export async function endSession(memberId: number, id: string) {
  if ((await endSessions(memberId, eq(session.id, id))) === 0) throw absent();
}

/** Signs a member out everywhere but in the browser of `currentId`; returns in how many. */
export async function endOtherSessions(memberId: number, currentId: string): Promise<number> {
  return endSessions(memberId, ne(session.id, currentId));
}

async function endSessions(memberId: number, which: SQL): Promise<number> {
  const ended = and(eq(session.memberId, memberId), which);
  const providers = db.select({ id: session.providerSessionId }).from(session).where(ended);
  const [, { rowsAffected }] = await db.batch([
    db
      .delete(providerRecord)
      .where(and(eq(providerRecord.kind, "Session"), inArray(providerRecord.id, providers))),
    db.delete(session).where(ended),
  ]);
  return rowsAffected;
}

function nameOf(userAgent: string): string {
  if (!userAgent) return "Unknown browser";
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return "Unknown browser";
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

/** Replaces what a session carries, if that is still `was` where it is given; resolves with whether it was done. */
export async function changeSession(token: string, data: SessionData, was?: SessionData): Promise<boolean> {
  const { rowsAffected } = await db
    .update(session)
    .set({ data })
    .where(and(eq(session.id, digest(token)), was && eq(session.data, was)));
  return rowsAffected > 0;
}

/** Ends a session. */
export async function removeSession(token: string) {
  await db.delete(session).where(eq(session.id, digest(token)));
}

function digest(token: string) {
  return createHash("sha256").update(token).digest("base64url");
}
