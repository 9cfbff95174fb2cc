// Signing in as a client of an OpenID Connect provider: code flow with PKCE, whoever the provider is.
import { createCookie, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { env } from "~/env.server";
import { EMBEDDED_MEMBERS } from "~/models/account.server";
import { findOrAddMember, type Identity } from "~/models/member.server";
import { readBytes } from "./body.server";
import { markLeft } from "./left.server";
import { log } from "./log.server";
import {
  callbackAddress,
  embeddedIssuer,
  endProviderSession,
  PROVIDER_PATH,
  providerSessionOf,
} from "./provider.server";
import { localPath } from "./return-path";
import { endSession, getVisit, startSession } from "./session.server";
import { clearedCookies, clearedStates, STATES_KEPT, stateCookieOptions } from "./state-cookie.server";

const PROVIDER_MS = 5000;
const PROVIDER_BYTES = 256_000;
/** What a provider says of the visitor; all else it says is about us, or about itself. */
const VISITORS_ERRORS = new Set([
  "invalid_grant",
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
]);
const stateCookie = env.isPublic ? "__Host-sign-in" : "sign-in";
const RETURN = env.isPublic ? "__Host-return" : "return";
const RETURN_NAME = new RegExp(`^${RETURN}-[\\w-]{1,100}$`);
/** What is longer is not come back to: a few of them have to fit into the headers of a request. */
const LONGEST_RETURN = 1_000;

const providerAddresses = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.string().url(),
  token_endpoint: z.string().url(),
  userinfo_endpoint: z.string().url(),
});
type Addresses = z.output<typeof providerAddresses>;

const claims = z.object({
  sub: z.string().min(1).max(255),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
});

/** GET /api/login: on to the provider, or back at once when somebody is signed in. */
export async function startSignIn(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const to = localPath(url.searchParams.get("to"));
  if (await getVisit(request)) return redirect(to);
  // The provider sends back to the app's own address: cookies set at another name for it (127.0.0.1) would be lost.
  if (!env.isPublic && url.host !== new URL(env.origin).host) {
    return redirect(`${env.origin}/api/login?to=${encodeURIComponent(to)}`);
  }
  // A stray `state` in the query would be taken for a provider's answer.
  const bare = new Request(new URL("/api/login", env.origin), { headers: request.headers });
  try {
    await (await authenticator()).authenticate("provider", bare);
  } catch (answer) {
    if (!(answer instanceof Response)) throw noAnswer(answer);
    answer.headers.set("Cache-Control", "no-store");
    const { searchParams } = new URL(answer.headers.get("Location") ?? "");
    const isKept = to.length <= LONGEST_RETURN;
    const kept = returnCookie(returnName(searchParams.get("state"))).serialize(isKept ? to : "/");
    answer.headers.append("Set-Cookie", await kept);
    // Sign-ins that were begun and left pile up until the browser's headers are too large for any request.
    const begun = clearedStates(request, stateCookie);
    if (begun.length >= STATES_KEPT) {
      const paths = clearedCookies(request, (name) => RETURN_NAME.test(name));
      for (const cleared of [...begun, ...paths]) answer.headers.append("Set-Cookie", cleared);
    }
    return answer;
  }
  throw noAnswer("nothing was answered");
}

/** GET /api/callback: what the provider sent back becomes a session. */
export async function finishSignIn(request: Request): Promise<Response> {
  const state = new URL(request.url).searchParams.get("state");
  if (!state) throw problem(400, "This sign-in was not begun here. Start again.");
  let identity: Identity;
  try {
    identity = await inTime((await authenticator()).authenticate("provider", request));
  } catch (error) {
    if (!isRefused(error)) throw noAnswer(error);
    log.logger.warn({ reason: error.name }, "sign-in refused");
    throw problem(400, "This sign-in has expired or was begun elsewhere. Start again.");
  }
  const member = await findOrAddMember(identity);
  const providerSession = env.signIn.issuer ? undefined : providerSessionOf(request);
  const headers = new Headers({ "Cache-Control": "no-store" });
  headers.append("Set-Cookie", await startSession(request, member.id, {}, providerSession));
  for (const cleared of clearedSignIn(request, state)) headers.append("Set-Cookie", cleared);
  return redirect(await returnPathOf(request, state), { headers });
}

/** Where the sign-in of a state comes back to; the first screen where this browser has not begun it. */
export async function returnPathOf(request: Request, state: string): Promise<string> {
  const name = returnName(state);
  if (!RETURN_NAME.test(name)) return "/";
  const to: unknown = await returnCookie(name).parse(request.headers.get("Cookie"));
  return localPath(typeof to === "string" ? to : "/");
}

/** Headers that clear what this browser keeps of a sign-in that is done. Those of its other tabs go on. */
export function clearedSignIn(request: Request, state: string): string[] {
  const path = clearedCookies(request, (name) => RETURN_NAME.test(name) && name === returnName(state));
  return [...clearedStates(request, stateCookie, state), ...path];
}

function returnName(state: string | null) {
  return `${RETURN}-${state}`;
}

function returnCookie(name: string) {
  return createCookie(name, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: env.isPublic,
    maxAge: 600,
    secrets: [env.sessionSecret],
  });
}

/** Ends the session here and at the embedded provider; returns the headers that clear the cookies. */
export async function signOut(request: Request): Promise<Headers> {
  const headers = new Headers({ "Cache-Control": "no-store", "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", await endSession(request));
  headers.append("Set-Cookie", await markLeft());
  if (!env.signIn.issuer) {
    for (const cleared of await endProviderSession(request)) headers.append("Set-Cookie", cleared);
  }
  return headers;
}

let known: Promise<Authenticator<Identity>> | undefined;

function authenticator() {
  known ??= makeAuthenticator().catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function makeAuthenticator() {
  const addresses = env.signIn.issuer ? await discover(env.signIn.issuer) : embeddedAddresses();
  const strategy = new OAuth2Strategy<Identity>(
    {
      cookie: stateCookieOptions(stateCookie),
      clientId: env.signIn.clientId,
      // The library sends it as it is, where RFC 6749 (2.3.1) wants it encoded.
      clientSecret: encodeURIComponent(env.signIn.clientSecret),
      authorizationEndpoint: addresses.authorization_endpoint,
      tokenEndpoint: addresses.token_endpoint,
      redirectURI: callbackAddress,
      scopes: ["openid", "profile", "email"],
    },
    // The id token is not checked by the library, so the identity is asked for, over the same channel as the token.
    ({ tokens }) => readIdentity(addresses, tokens.accessToken()),
  );
  return new Authenticator<Identity>().use(strategy, "provider");
}

function embeddedAddresses(): Addresses {
  // The app is its own provider: what goes from server to server stays inside the machine.
  const host = !env.host || env.host === "0.0.0.0" || env.host === "::" ? "127.0.0.1" : env.host;
  const inside = `http://${host.includes(":") ? `[${host}]` : host}:${env.port}${PROVIDER_PATH}`;
  return {
    issuer: EMBEDDED_MEMBERS,
    authorization_endpoint: `${embeddedIssuer}/auth`,
    token_endpoint: `${inside}/token`,
    userinfo_endpoint: `${inside}/me`,
  };
}

async function discover(issuer: string): Promise<Addresses> {
  const bare = (address: string) => address.replace(/\/$/, "");
  const told = providerAddresses.parse(await getJson(`${bare(issuer)}/.well-known/openid-configuration`));
  // Members are known by issuer and subject: a provider must not speak in another's name.
  if (bare(told.issuer) !== bare(issuer)) throw new Error("The sign-in provider gives another issuer's name");
  return told;
}

async function readIdentity(addresses: Addresses, accessToken: string): Promise<Identity> {
  const told = claims.parse(
    await getJson(addresses.userinfo_endpoint, { Authorization: `Bearer ${accessToken}` }),
  );
  const [first, ...rest] = (told.name ?? "").split(" ");
  return {
    issuer: addresses.issuer,
    subject: told.sub,
    firstName: tidyName(told.given_name || first || ""),
    lastName: tidyName(told.family_name || rest.join(" ")),
    email: told.email ?? null,
  };
}

function tidyName(name: string) {
  return Array.from(name.replace(/[\p{Cc}\p{Cs}]/gu, "").trim())
    .slice(0, 60)
    .join("");
}

async function getJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(address, {
    headers: { Accept: "application/json", ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(PROVIDER_MS),
  });
  if (!response.ok) throw new Error(`The sign-in provider answered ${response.status}`);
  return JSON.parse(new TextDecoder().decode(await readBytes(response.body, PROVIDER_BYTES)));
}

/** Gives up on a provider that is too slow: the library would wait for minutes. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("The sign-in provider is too slow")), 2 * PROVIDER_MS).unref();
  });
  return Promise.race([work, late]);
}

/** True for what the browser brought: no or a strange state, a used code, a sign-in that was cancelled. */
function isRefused(error: unknown): error is Error {
  if (error instanceof OAuth2RequestError) return VISITORS_ERRORS.has(error.code);
  return error instanceof ReferenceError || error instanceof RangeError;
}

function noAnswer(reason: unknown) {
  log.logger.error({ err: reason }, "sign-in provider");
  return problem(503, "The sign-in service does not answer. Try again in a minute.");
}

/** The error screen with a sentence. */
function problem(status: number, says: string) {
  return new Response(says, { status });
}
