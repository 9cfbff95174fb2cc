// The session cookie: who is asking, signing in, signing out.
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";
import type { Member } from "~/models/member.server";
import {
  addSession,
  getSession,
  removeSession,
  SESSION_SECONDS,
  type SessionData,
} from "~/models/session.server";

const cookie = createCookie(env.isPublic ? "__Host-session" : "session", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.isPublic,
  maxAge: SESSION_SECONDS,
  secrets: [env.sessionSecret],
});

export type Visit = { token: string; sessionId: string; member: Member; data: SessionData };

/** The signed-in visit a request belongs to; undefined for a visitor. */
export async function getVisit(request: Request): Promise<Visit | undefined> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof token !== "string") return undefined;
  const found = await getSession(token);
  return found && !found.member.deletedAt ? { token, ...found } : undefined;
}

/**
 * Starts a session of its own for this sign-in, ends the one before, and returns the Set-Cookie header.
 * `providerSessionId` is the one at the embedded provider that ends with it.
 */
export async function startSession(
  request: Request,
  memberId: number,
  data: SessionData,
  providerSessionId?: string,
): Promise<string> {
  await endSession(request);
  const userAgent = request.headers.get("User-Agent") ?? "";
  return cookie.serialize(await addSession(memberId, data, { userAgent, providerSessionId }));
}

/** Ends the request's session, if any, and returns the Set-Cookie header that clears the cookie. */
export async function endSession(request: Request): Promise<string> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof token === "string") await removeSession(token);
  return cookie.serialize("", { maxAge: 0 });
}
