// Signing in as a client of an OpenID Connect provider, embedded or external: code flow with PKCE.

import { createCookie, redirect } from "@remix-run/node";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { Authenticator } from "remix-auth";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { timeout } from "remix-utils/promise";
import { z } from "zod";
import { cleanPersonName } from "~/clean-text";
import { env } from "~/env.server";
import { discoverProvider, type ProviderMetadata, readProvider } from "~/integrations/openid.server";
import { msg, toText, type Wording } from "~/language/text";
import { log } from "~/log.server";
import { joinPath } from "~/models/account/invitation/invitation";
import {
  FALLBACK_NAME,
  FIRST_NAME_MAX,
  isNameAllowed,
  isSurnameAllowed,
  LAST_NAME_MAX,
} from "~/models/account/name";
import { knowsBrowser, recordNewBrowser } from "~/models/account/sign-in/known-client.server";
import { type Proof, readSubject } from "~/models/account/sign-in/proof";
import { confirmSession, EXPIRED_SIGN_IN, NO_COOKIES } from "~/models/account/sign-in/session.server";
import { WAITING_PATH } from "~/models/account/waiting/waiting";
import { checkAgreement } from "~/models/document/acceptance.server";
import { AGREEMENT_PATH } from "~/models/document/document";
import { findOrAddMember, type Identity } from "~/models/member/member.server";
import { firstPage } from "~/models/member/welcome";
import { refusalIn, statusOf } from "~/refusal";
import { markSignedOut } from "./bfcache.server";
import { cookieOptions } from "./cookie-options.server";
import { forgetInvitation, readInvitation } from "./invitation-cookie.server";
import { readBrowser } from "./known-browser.server";
import { callbackUrl, embeddedIssuer, endProviderSession, PROVIDER_PATH } from "./provider.server";
import { localPath } from "./return-path";
import { endSession, getCurrentSession, rememberBrowser, startSession, userAgentOf } from "./session.server";
import {
  clearCookies,
  clearStateCookies,
  MAX_STATES,
  STATE_SECONDS,
  stateCookieOptions,
} from "./state-cookie.server";

const CALLBACK_TIMEOUT_MS = 10_000;
/** Errors caused by the visitor; all others are ours or the provider's. */
const VISITOR_ERRORS = new Set([
  "invalid_grant",
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
]);
const stateCookie = env.isPublic ? "__Host-sign-in" : "sign-in";
const returnCookiePrefix = env.isPublic ? "__Host-return" : "return";
const RETURN_COOKIE_NAME = new RegExp(`^${returnCookiePrefix}-[\\w-]{1,100}$`);
/** Longer return paths are dropped: a few of them must fit into the headers of a request. */
const MAX_RETURN_PATH = 1_000;

/** The claims of an id token; `auth_time` says when the member signed in at the provider, in seconds. */
const idTokenClaims = z.object({
  sub: z.string(),
  auth_time: z.number().positive().optional().catch(undefined),
});

/** Some providers send null or a number for what they don't know, which must not block the sign-in. */
const optionalClaim = z.string().optional().catch(undefined);

const claims = z.object({
  sub: z.string().min(1).max(255),
  given_name: optionalClaim,
  family_name: optionalClaim,
  name: optionalClaim,
  email: optionalClaim,
  email_verified: z.unknown(),
});

/**
 * A finished sign-in at the provider. `signedInAt` is undefined if it doesn't say when, although `saysWhen` may claim that it
 * does.
 */
type SignedIn = {
  identity: Identity;
  signedInAt: Date | undefined;
  saysWhen: boolean;
  /** What the embedded provider has checked. */
  proof: Proof | undefined;
};

/** What a sign-in is for: the page to return to, and the member signed in here if it is to confirm who they are. */
type Purpose = { to: string; confirms?: number };

/**
 * GET /api/login: redirects to the provider, or straight back if a member is signed in. With `again`, members of an outside
 * provider sign in there anew; `new` asks for its sign-up form.
 */
export async function startSignIn(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const to = localPath(url.searchParams.get("to"));
  const session = await getCurrentSession(request);
  const confirms = env.signIn.issuer && url.searchParams.has("again") ? session?.member.id : undefined;
  if (session && confirms === undefined) return redirect(to);
  // The provider redirects to APP_ORIGIN: cookies set under another name for it (127.0.0.1) would be lost.
  if (!env.isPublic && url.host !== new URL(env.origin).host) {
    return redirect(`${env.origin}/api/login?to=${encodeURIComponent(to)}`);
  }
  // The library would mistake a stray `state` in the query for the provider's callback.
  const bare = new Request(new URL("/api/login", env.origin), { headers: request.headers });
  try {
    await (await getAuthenticator()).authenticate("provider", bare);
  } catch (answer) {
    if (!(answer instanceof Response)) throw unavailable(answer);
    answer.headers.set("Cache-Control", "no-store");
    const location = new URL(answer.headers.get("Location") ?? "");
    const cookie = returnCookie(returnCookieName(location.searchParams.get("state")));
    const purpose: Purpose = { to: to.length <= MAX_RETURN_PATH ? to : "/", confirms };
    answer.headers.append("Set-Cookie", await cookie.serialize(purpose));
    location.searchParams.set("client_id", env.signIn.clientId);
    if (confirms !== undefined) location.searchParams.set("max_age", "0");
    // Not in the standard, but several providers know it, and the others ignore it.
    if (url.searchParams.has("new")) location.searchParams.set("screen_hint", "signup");
    answer.headers.set("Location", location.href);
    // Abandoned sign-ins pile up until the browser's headers are too large for any request.
    const pending = clearStateCookies(request, stateCookie);
    if (pending.length >= MAX_STATES) {
      const paths = clearCookies(request, (name) => RETURN_COOKIE_NAME.test(name));
      for (const cleared of [...pending, ...paths]) answer.headers.append("Set-Cookie", cleared);
    }
    return answer;
  }
  // Not translated: a log.
  throw unavailable("the strategy did not redirect");
}

/**
 * GET /api/callback: turns the provider's response into a session. A member who comes back to a sign-in that is over is led
 * home. `client` is where the request comes from.
 */
export async function finishSignIn(
  request: Request,
  client: { address: string; network?: string },
): Promise<Response> {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  if (!hasSignIn(request, state)) {
    if (await getCurrentSession(request)) return redirect("/");
    throw expiredScreen(request);
  }
  let signedIn: SignedIn;
  try {
    // The library would wait several minutes.
    signedIn = await timeout((await getAuthenticator()).authenticate("provider", request), {
      ms: CALLBACK_TIMEOUT_MS,
    });
  } catch (error) {
    if (!isVisitorError(error)) throw unavailable(error);
    log.logger.warn({ reason: error.name }, "sign-in refused");
    throw errorScreen(400, EXPIRED_SIGN_IN);
  }
  const { identity, signedInAt, saysWhen, proof } = signedIn;
  const { to, confirms } = await purposeOf(request, state);
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cleared of clearSignInCookies(request, state)) headers.append("Set-Cookie", cleared);
  const session = confirms === undefined ? undefined : await getCurrentSession(request);
  if (session && session.member.id === confirms) {
    if (session.member.issuer !== identity.issuer || session.member.subject !== identity.subject)
      throw errorScreen(
        403,
        msg("That's a different account, so nothing was confirmed. Go back and try again."),
      );
    // If the provider never says when, the new sign-in itself has to do.
    await confirmSession(session.sessionId, signedInAt ?? (saysWhen ? null : new Date()));
    return redirect(to, { headers });
  }
  const startedAt = Date.now();
  const invitation = await readInvitation(request);
  if (invitation !== undefined) headers.append("Set-Cookie", await forgetInvitation());
  const member = await findOrAddMember(identity, { ...client, invitation }).catch((error) => {
    // The page that asks for another invitation, which says why if there was one.
    if (refusalIn(error)?.fields.invitation) throw redirect(joinPath(invitation), { headers });
    return showRefusal(error);
  });
  const origin = { confirmedAt: signedInAt, proof };
  headers.append("Set-Cookie", await startSession(request, member.id, {}, origin).catch(showRefusal));
  const isNew = member.createdAt.getTime() >= startedAt;
  const next = member.waitingSince ? WAITING_PATH : isNew ? firstPage(to) : to;
  const first = (await checkAgreement(member.id)) ? `${AGREEMENT_PATH}?to=${encodeURIComponent(next)}` : next;
  if (env.signIn.issuer) return redirect(first, { headers });
  const isKnown = await knowsBrowser(member.subject, await readBrowser(request));
  headers.append("Set-Cookie", await rememberBrowser(request));
  if (!isKnown && !isNew) await recordNewBrowser(member.subject, userAgentOf(request));
  return redirect(first, { headers });
}

/** Whether this browser can still finish the sign-in with this state. */
export function hasSignIn(request: Request, state: string): boolean {
  return clearStateCookies(request, stateCookie, state).length > 0;
}

/** The return path of a sign-in by its state; the home page when this browser has not started it. */
export async function returnPathOf(request: Request, state: string): Promise<string> {
  return (await purposeOf(request, state)).to;
}

async function purposeOf(request: Request, state: string): Promise<Purpose> {
  const name = returnCookieName(state);
  if (!RETURN_COOKIE_NAME.test(name)) return { to: "/" };
  const kept: Purpose | null = await returnCookie(name).parse(request.headers.get("Cookie"));
  return { to: localPath(kept?.to), confirms: kept?.confirms };
}

/** Set-Cookie headers that clear the cookies of a finished sign-in; sign-ins in other tabs continue. */
export function clearSignInCookies(request: Request, state: string): string[] {
  const path = clearCookies(
    request,
    (name) => RETURN_COOKIE_NAME.test(name) && name === returnCookieName(state),
  );
  return [...clearStateCookies(request, stateCookie, state), ...path];
}

function returnCookieName(state: string | null) {
  return `${returnCookiePrefix}-${state}`;
}

function returnCookie(name: string) {
  return createCookie(name, {
    ...cookieOptions,
    maxAge: STATE_SECONDS,
    secrets: [env.sessionSecret],
  });
}

/** Ends the session here and at the embedded provider; returns the headers that clear cookies and cache. */
export async function signOut(request: Request): Promise<Headers> {
  const headers = new Headers({ "Cache-Control": "no-store", "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await endSession(request));
  headers.append("Set-Cookie", await markSignedOut());
  if (!env.signIn.issuer) {
    for (const cleared of await endProviderSession(request)) headers.append("Set-Cookie", cleared);
  }
  return headers;
}

let authenticator: Promise<Authenticator<SignedIn>> | undefined;

/** Created at the first sign-in; if the provider can't be discovered, the next sign-in tries again. */
function getAuthenticator() {
  authenticator ??= createAuthenticator().catch((error) => {
    authenticator = undefined;
    throw error;
  });
  return authenticator;
}

async function createAuthenticator() {
  const metadata = env.signIn.issuer ? await discoverProvider(env.signIn.issuer) : embeddedMetadata();
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  const strategy = new OAuth2Strategy<SignedIn>(
    {
      cookie: stateCookieOptions(stateCookie),
      // RFC 6749 (2.3.1) wants both encoded in the header of the token request, which the library leaves out.
      clientId: encodeURIComponent(env.signIn.clientId),
      clientSecret: encodeURIComponent(env.signIn.clientSecret),
      authorizationEndpoint: metadata.authorization_endpoint,
      tokenEndpoint: metadata.token_endpoint,
      redirectURI: callbackUrl,
      scopes: ["openid", "profile", "email"],
    },
    async ({ tokens }) => {
      const { payload } = await jwtVerify(tokens.idToken(), keys, {
        issuer: metadata.issuer,
        audience: env.signIn.clientId,
        clockTolerance: "1 minute",
      });
      const { sub, auth_time } = idTokenClaims.parse(payload);
      const identity = await readIdentity(metadata, tokens.accessToken());
      if (identity.subject !== sub) throw new Error("The sign-in provider's answers name two subjects");
      const signedInAt = auth_time ? new Date(Math.min(auth_time * 1000, Date.now())) : undefined;
      const saysWhen = metadata.claims_supported?.includes("auth_time") ?? false;
      const proof = env.signIn.issuer ? undefined : readSubject(sub);
      if (proof) identity.subject = proof.accountId;
      return { identity, saysWhen, signedInAt, proof };
    },
  );
  return new Authenticator<SignedIn>().use(strategy, "provider");
}

function embeddedMetadata(): ProviderMetadata {
  // The app is its own provider, so that calls between them stay on this machine.
  const host = !env.host || env.host === "0.0.0.0" || env.host === "::" ? "127.0.0.1" : env.host;
  const internal = `http://${host.includes(":") ? `[${host}]` : host}:${env.port}${PROVIDER_PATH}`;
  return {
    issuer: embeddedIssuer,
    authorization_endpoint: `${embeddedIssuer}/auth`,
    token_endpoint: `${internal}/token`,
    userinfo_endpoint: `${internal}/me`,
    jwks_uri: `${internal}/jwks`,
  };
}

async function readIdentity(metadata: ProviderMetadata, accessToken: string): Promise<Identity> {
  // Not translated: a header.
  const identity = claims.parse(
    await readProvider(metadata.userinfo_endpoint, {
      headers: { Authorization: `Bearer ${accessToken}` },
    }),
  );
  const { first, last } = namesOf(identity);
  return {
    issuer: env.signIn.issuer ? metadata.issuer : EMBEDDED_MEMBERS,
    subject: identity.sub,
    firstName: cleanName(first, FIRST_NAME_MAX, isNameAllowed) || FALLBACK_NAME,
    lastName: cleanName(last, LAST_NAME_MAX, isSurnameAllowed),
    // An unverified address may be anybody's: a moderator's, or one of a domain that newcomers need.
    email: isVerified(identity) ? (identity.email ?? null) : null,
  };
}

/** Whether the provider vouches for an address: some say nothing, and some write the answer as text. */
function isVerified({ email_verified: said }: z.output<typeof claims>): boolean {
  return said === undefined || said === true || String(said).toLowerCase() === "true";
}

/** A person's first and last name; a single name is the first. */
function namesOf({ given_name = "", family_name = "", name = "" }: z.output<typeof claims>) {
  const [given, family, whole] = [
    cleanPersonName(given_name),
    cleanPersonName(family_name),
    cleanPersonName(name),
  ];
  if (!given && !whole) return { first: family, last: "" };
  const [firstWord = "", ...words] = whole.split(" ");
  if (!given) return { first: firstWord, last: family || words.join(" ") };
  const others = ` ${whole} `.replace(` ${given} `, " ").trim();
  return { first: given, last: family || (others === whole ? "" : others) };
}

/** The name as it is stored; "" for one that the rule for names forbids, which must not block the sign-in. */
function cleanName(name: string, max: number, isAllowed: (name: string) => boolean): string {
  const cleaned = Array.from(cleanPersonName(name)).slice(0, max).join("");
  return isAllowed(cleaned) ? cleaned : "";
}

/** True for errors of the browser: a missing or unknown state, a used code, a cancelled sign-in. */
function isVisitorError(error: unknown): error is Error {
  if (error instanceof OAuth2RequestError) return VISITOR_ERRORS.has(error.code);
  return error instanceof ReferenceError || error instanceof RangeError;
}

function unavailable(reason: unknown) {
  log.logger.error({ err: reason }, "sign-in provider");
  return errorScreen(503, msg("The sign-in service isn't responding. Try again in a minute."));
}

/** Throws the error screen of a refusal. */
function showRefusal(error: unknown): never {
  const refusal = refusalIn(error);
  throw refusal ? errorScreen(statusOf(refusal), refusal.message) : error;
}

/** The error screen of a sign-in that is over, or that a browser without cookies can't go on with. */
export function expiredScreen(request: Request) {
  return errorScreen(400, request.headers.has("Cookie") ? EXPIRED_SIGN_IN : NO_COOKIES);
}

/** A response that Remix shows as the error screen. */
function errorScreen(status: number, message: Wording) {
  return new Response(toText(message), { status });
}
