// Signed-in browsers: rows that only the holder of the cookie can name.
import { createHash, randomBytes } from "node:crypto";
import { db } from "db/client.server";
import { member, session } from "db/schema";
import { and, eq, gt, lt, sql } from "drizzle-orm";

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export type SessionData = Record<string, unknown>;

/** Adds a session and returns its token, which is kept nowhere but in the cookie. */
export async function addSession(memberId: number, data: SessionData, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await db.batch([
    db.delete(session).where(lt(session.expiresAt, new Date(now))),
    db.insert(session).values({
      id: digest(token),
      memberId,
      data,
      userAgent: userAgent.slice(0, 300),
      createdAt: new Date(now),
      expiresAt: new Date(now + SESSION_SECONDS * 1000),
    }),
  ]);
  return token;
}

/** The living session of a token, with its member; undefined once ended or expired. */
export async function getSession(token: string) {
  const [found] = await db
    .select({ sessionId: session.id, data: session.data, member })
    .from(session)
    .innerJoin(member, eq(member.id, session.memberId))
    .where(and(eq(session.id, digest(token)), gt(session.expiresAt, new Date())));
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

/** Replaces what a session carries. */
export async function changeSession(token: string, data: SessionData) {
  await db
    .update(session)
    .set({ data })
    .where(eq(session.id, digest(token)));
}

/** Ends a session. */
export async function removeSession(token: string) {
  await db.delete(session).where(eq(session.id, digest(token)));
}

function digest(token: string) {
  return createHash("sha256").update(token).digest("base64url");
}
