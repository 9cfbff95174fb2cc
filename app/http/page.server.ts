// The first checks of every page: who is signed in, and whether the thing in its URL exists.
import { redirect } from "@remix-run/node";
import { STAFF_ROLES, type StaffRole } from "db/column-types";
import { type CurrentSession, getCurrentSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { closedAccountPath, redirectPathFrom } from "~/models/account/leaving/closed-account.server";
import { COME_BACK_PATH } from "~/models/account/leaving/deletion";
import { CONFIRM_PATH, CONFIRMED_MS, UNCONFIRMED } from "~/models/account/second-factor/confirmation";
import { memberIdField } from "~/models/fields";
import type { Member } from "~/models/member/member.server";
import { getRole } from "~/models/safety/staff/staff.server";
import { Refusal, SIGNED_OUT } from "~/refusal";
import { privateHeaders } from "./error-response.server";

/**
 * The signed-in member of a request. Throws like `requireSignIn` for visitors, and redirects deleted and suspended
 * members to the only page they can open, and those who wait to be let in from pages that are closed to them.
 */
export async function requireMember(request: Request): Promise<Member> {
  return (await requireSession(request)).member;
}

/** The session of a request's signed-in member. Throws and redirects like `requireMember`. */
export async function requireSession(request: Request): Promise<CurrentSession> {
  const session = await requireSignIn(request);
  const closed = closedAccountPath(new URL(request.url).pathname, session.member);
  if (closed) throw redirect(closed, 303);
  return session;
}

/** The signed-in member of a request, deleted and suspended ones included. Throws like `requireSignIn`. */
export async function requireAccount(request: Request): Promise<Member> {
  return (await requireSignIn(request)).member;
}

/**
 * The session of a request's signed-in member, deleted and suspended ones included. Throws the not-found screen's 404 for
 * visitors, and a 401 for a form they sent without scripts: its screen says that nothing was changed.
 */
export async function requireSignIn(request: Request): Promise<CurrentSession> {
  const session = await getCurrentSession(request);
  if (session) return session;
  const isForm = request.method === "POST" && !isFetchRequest(request);
  throw messageResponse(SIGNED_OUT, isForm ? 401 : 404);
}

/**
 * The session of a request's signed-in member, suspended or not. Throws like `requireSignIn`, and redirects deleted
 * members.
 */
export async function requireUndeleted(request: Request): Promise<CurrentSession> {
  const session = await requireSignIn(request);
  if (session.member.deletedAt) throw redirect(COME_BACK_PATH, 303);
  return session;
}

/**
 * The session of a member who proved who they are within the last ten minutes, for pages that change something sensitive.
 * Redirects other members to the page that asks them to, which then returns to `path`, or to the page of the request.
 * Refuses requests for or with JSON instead (forbidden).
 */
export async function requireConfirmed(
  request: Request,
  path?: string,
  authorize = requireSession,
): Promise<CurrentSession> {
  const session = await authorize(request);
  if (Date.now() - (session.confirmedAt?.getTime() ?? 0) < CONFIRMED_MS) return session;
  // Not translated: names of headers.
  if (["Accept", "Content-Type"].some((name) => request.headers.get(name)?.startsWith("application/json")))
    throw new Refusal("forbidden", UNCONFIRMED);
  const to = path ?? new URL(request.url).pathname;
  throw redirect(`${CONFIRM_PATH}?to=${encodeURIComponent(to)}`, 303);
}

/**
 * The session of a member with an account at the embedded provider, and the account's id. Asks the member to prove who they
 * are like `requireConfirmed`, and throws the not-found screen's 404 for members without such an account.
 */
export async function requireConfirmedAccount(request: Request, path?: string) {
  requireOwnSignIn();
  const { member } = await requireSession(request);
  const accountId = orNotFound(accountIdOf(member));
  return { ...(await requireConfirmed(request, path)), accountId };
}

/** Throws a redirect for members who may not open this page: deleted, suspended, or with an unread sanction. */
export function requireOpenAccount(request: Request, member: Member): void {
  const path = redirectPathFrom(new URL(request.url).pathname, member);
  if (path) throw redirect(path, 303);
}

/**
 * The signed-in operator of a request, who may wait for the proof of their age. Throws the 404 of an unknown URL for everybody
 * else.
 */
export async function requireOperator(request: Request): Promise<Member> {
  return requireRole(request, ["operator"], ({ deletedAt, suspendedAt }) => !deletedAt && !suspendedAt);
}

/** The signed-in moderator or operator of a request. Throws the 404 of an unknown URL for everybody else. */
export async function requireModerator(request: Request): Promise<Member> {
  return requireRole(request, STAFF_ROLES);
}

async function requireRole(
  request: Request,
  roles: readonly StaffRole[],
  isActive = ({ withdrawnAt }: Member) => !withdrawnAt,
): Promise<Member> {
  const session = await getCurrentSession(request);
  const role = session && isActive(session.member) && (await getRole(session.member.id));
  if (!role || !roles.includes(role)) throw new Response(null, { status: 404, headers: privateHeaders });
  return session.member;
}

/** Throws the not-found screen's 404 if members sign in at an outside provider, where their passwords are. */
export function requireOwnSignIn(): void {
  if (env.signIn.issuer) throw notFound();
}

/** Throws the not-found screen's 404 without a mail server, and if members sign in at an outside provider. */
export function requireMail(): void {
  requireOwnSignIn();
  if (!env.mail) throw notFound();
}

/** The headers of pages with a one-time link in their URL, which no other page and no cache may learn. */
export const linkPageHeaders = { ...privateHeaders, "Referrer-Policy": "strict-origin" };

/** The value; throws the not-found screen's 404 for undefined. */
export function orNotFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound();
  return thing;
}

/** The member id in a URL; throws the not-found screen's 404 if it is invalid. */
export function memberIdParam(text: string | undefined): number {
  return orNotFound(memberIdField.safeParse(text).data);
}

/** True for a fetch: only navigations ask for HTML. */
export function isFetchRequest(request: Request): boolean {
  return !(request.headers.get("Accept") ?? "").includes("text/html");
}

function notFound() {
  return messageResponse(t("There is nothing here."), 404);
}

/** Pages show their own screen instead of the message; resource routes and scripts get the message. */
function messageResponse(message: string, status: number) {
  return new Response(message, { status, headers: privateHeaders });
}
