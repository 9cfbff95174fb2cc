// The session cookie: who is asking, signing in, signing out.
import { createCookie } from "@remix-run/node";
import type { RequestHandler } from "express";
import { digest } from "~/digest.server";
import { env } from "~/env.server";
import { answerIn } from "~/language/language.server";
import { accountIdOf } from "~/models/account/account.server";
import {
  describeClosedAccount,
  describeUnfinished,
  redirectPathFrom,
} from "~/models/account/leaving/closed-account.server";
import { addKnownBrowser } from "~/models/account/sign-in/known-client.server";
import {
  addSession,
  getSession,
  MAX_SESSION_MS,
  removeSession,
  renewSession,
  type SessionData,
  type SessionOrigin,
  updateSession,
} from "~/models/account/sign-in/session.server";
import type { Member } from "~/models/member/member.server";
import { recordVisit } from "~/models/member/visit.server";
import { Refusal, signedOutRefusal } from "~/refusal";
import { getRequestContext, type RequestContext } from "~/request-context.server";
import { cookieOptions } from "./cookie-options.server";
import { nameBrowser, readBrowser } from "./known-browser.server";

const cookie = createCookie(env.isPublic ? "__Host-session" : "session", {
  ...cookieOptions,
  // As long as a session can be renewed: its row says when it ends.
  maxAge: MAX_SESSION_MS / 1000,
  secrets: [env.sessionSecret],
});

/** `data` carries things such as a flash message from one request to the next. */
export type CurrentSession = {
  token: string;
  sessionId: string;
  createdAt: Date;
  /** When the member last proved who they are. */
  confirmedAt: Date | null;
  member: Member;
  /** The member's time zone; null if they haven't said. */
  timeZone: string | null;
  data: SessionData;
};

/**
 * The response header that names its session, so that a browser drops its offline copies once somebody else or nobody is signed
 * in. It names a session rather than a member: what a session leaves on a device ends with it.
 */
export const OFFLINE_KEY = "Offline-Key";
/** The header's value in a response to a visitor. */
const NO_SESSION = "none";

/** The session of one request: its token, once read or replaced, and its content. */
type RequestScope = {
  hasArrived: () => boolean;
  setHeader: (name: string, value: string) => void;
  token?: Promise<string | undefined>;
  session?: Promise<CurrentSession | undefined>;
  /** Whether the session was read before the whole request had arrived. */
  isEarly?: boolean;
};

const scopes = new WeakMap<RequestContext, RequestScope>();

/** Middleware: shares one read of the session within a request. */
export const shareSession: RequestHandler = (req, res, next) => {
  const context = getRequestContext();
  const setHeader = (name: string, value: string) => {
    if (!res.headersSent) res.setHeader(name, value);
  };
  if (context) scopes.set(context, { hasArrived: () => req.complete, setHeader });
  next();
};

function getScope(): RequestScope | undefined {
  const context = getRequestContext();
  return context && scopes.get(context);
}

/**
 * The session of a request; undefined for a visitor. Within `shareSession` it is read once, with the member as of then,
 * and the functions below keep it up to date.
 */
export function getCurrentSession(request: Request): Promise<CurrentSession | undefined> {
  const scope = getScope();
  if (!scope) return getToken(request).then((token) => readSession(request, token));
  scope.isEarly ??= !scope.hasArrived();
  scope.session ??= getToken(request).then(async (token) => {
    const session = await readSession(request, token);
    scope.setHeader(OFFLINE_KEY, session ? offlineKeyOf(session) : NO_SESSION);
    return session;
  });
  return scope.session;
}

/** Makes the next `getCurrentSession` of this request read the session and its member again. */
export function forgetSession() {
  const scope = getScope();
  if (scope) scope.session = undefined;
}

/** The key under which a browser keeps what it shows offline: the member's id and a part unique to the session. */
export function offlineKeyOf({ sessionId, member }: CurrentSession): string {
  return `${member.id}.${digest(sessionId).slice(0, 16)}`;
}

/**
 * Refuses a request whose session has ended since it was read (signed-out), or whose member has been suspended or warned since
 * (forbidden): a body that arrives slowly must not outlast the right to send it.
 */
export async function rejectEndedSession(request: Request) {
  const scope = getScope();
  const before = await scope?.session;
  if (!scope?.isEarly || !before) return;
  const token = await getToken(request);
  const now = token && (await getSession(token));
  if (!now) throw signedOutRefusal();
  const { pathname } = new URL(request.url);
  if (redirectPathFrom(pathname, now.member) && !redirectPathFrom(pathname, before.member))
    throw new Refusal(
      "forbidden",
      describeClosedAccount(pathname, now.member) ?? describeUnfinished(now.member) ?? "",
    );
}

/** Starts a new session for this sign-in, ends the previous one, and returns the Set-Cookie header. */
export async function startSession(
  request: Request,
  memberId: number,
  data: SessionData,
  origin: SessionOrigin = {},
): Promise<string> {
  await endSession(request);
  const token = await addSession(memberId, data, { userAgent: userAgentOf(request), ...origin });
  setToken(token);
  return cookie.serialize(token);
}

/** Ends the request's session, if any, and returns the Set-Cookie header that clears the cookie. */
export async function endSession(request: Request): Promise<string> {
  const token = await getToken(request);
  if (token) await removeSession(token);
  setToken(undefined);
  return cookie.serialize("", { maxAge: 0 });
}

/**
 * Replaces the data of a session, with `onlyIfUnchanged` unless another request did so first; resolves with whether it
 * was replaced.
 */
export async function saveSessionData(
  session: CurrentSession,
  data: SessionData,
  { onlyIfUnchanged = false } = {},
): Promise<boolean> {
  const isSaved = await updateSession(session.token, data, onlyIfUnchanged ? session.data : undefined);
  if (isSaved) session.data = data;
  return isSaved;
}

/** The User-Agent of a request's browser. */
export function userAgentOf(request: Request): string {
  return request.headers.get("User-Agent") ?? "";
}

/** Makes the account of the request's session recognize its browser, and returns the Set-Cookie header for it. */
export async function rememberBrowser(request: Request): Promise<string> {
  const { browser, setCookie } = await nameBrowser(request);
  const session = await getCurrentSession(request);
  if (session) await rememberBrowserOf(session, browser);
  return setCookie;
}

async function rememberBrowserOf(
  { sessionId, member }: Pick<CurrentSession, "sessionId" | "member">,
  browser: string | undefined,
) {
  const accountId = accountIdOf(member);
  if (accountId !== undefined) await addKnownBrowser(accountId, browser, sessionId);
}

async function readSession(request: Request, token: string | undefined): Promise<CurrentSession | undefined> {
  const found = token ? await getSession(token) : undefined;
  if (found) answerIn(found.member.language);
  // The next request tries again.
  if (found) void Promise.all([recordVisit(found.member), renew(request, found)]).catch(() => undefined);
  return token && found ? { token, ...found } : undefined;
}

/** Extends a session once a day, and how long its browser is recognized. */
async function renew(request: Request, session: NonNullable<Awaited<ReturnType<typeof getSession>>>) {
  if (await renewSession(session)) await rememberBrowserOf(session, await readBrowser(request));
}

function getToken(request: Request): Promise<string | undefined> {
  return getScope()?.token ?? readCookie(request);
}

function setToken(token: string | undefined) {
  const scope = getScope();
  if (!scope) return;
  Object.assign(scope, { token: Promise.resolve(token), session: undefined });
  if (!token) scope.setHeader(OFFLINE_KEY, NO_SESSION);
}

async function readCookie(request: Request): Promise<string | undefined> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : undefined;
}
