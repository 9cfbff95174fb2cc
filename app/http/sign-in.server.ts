// Signing in as a client of an OpenID Connect provider: code flow with PKCE, whoever the provider is.
import { createCookie, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { env } from "~/env.server";
import { EMBEDDED_MEMBERS } from "~/models/account.server";
import { findOrAddMember, type Identity } from "~/models/member.server";
import { log } from "./log.server";
import { callbackAddress, embeddedIssuer, endProviderSession, PROVIDER_PATH } from "./provider.server";
import { localPath } from "./return-path";
import { endSession, getVisit, startSession } from "./session.server";

const PROVIDER_MS = 5000;
const stateCookie = env.isPublic ? "__Host-sign-in" : "sign-in";
const returnCookie = createCookie(env.isPublic ? "__Host-return" : "return", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.isPublic,
  maxAge: 600,
  secrets: [env.sessionSecret],
});

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
  const to = localPath(new URL(request.url).searchParams.get("to"));
  if (await getVisit(request)) return redirect(to);
  // A stray `state` in the query would be taken for a provider's answer.
  const bare = new Request(new URL("/api/login", env.origin), { headers: request.headers });
  try {
    await (await authenticator()).authenticate("provider", bare);
  } catch (answer) {
    if (answer instanceof Response) {
      answer.headers.append("Set-Cookie", await returnCookie.serialize(to));
      return answer;
    }
    log.bug(request, answer);
  }
  throw problem(503, "The sign-in service does not answer. Try again in a minute.");
}

/** GET /api/callback: what the provider sent back becomes a session. */
export async function finishSignIn(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.searchParams.get("state")) throw problem(400, "This sign-in was not begun here. Start again.");
  let identity: Identity;
  try {
    identity = await (await authenticator()).authenticate("provider", request);
  } catch (error) {
    if (error instanceof Response) throw error;
    log.logger.warn({ reason: error instanceof Error ? error.name : "unknown" }, "sign-in refused");
    throw problem(400, "This sign-in has expired or was begun elsewhere. Start again.");
  }
  const member = await findOrAddMember(identity);
  const to: unknown = await returnCookie.parse(request.headers.get("Cookie"));
  const headers = new Headers({ "Cache-Control": "no-store" });
  headers.append("Set-Cookie", await startSession(request, member.id, {}));
  headers.append("Set-Cookie", await returnCookie.serialize("", { maxAge: 0 }));
  for (const cleared of clearedStates(request)) headers.append("Set-Cookie", cleared);
  return redirect(localPath(typeof to === "string" ? to : "/"), { headers });
}

/** Ends the session here and at the embedded provider; returns the headers that clear the cookies. */
export async function signOut(request: Request): Promise<Headers> {
  const headers = new Headers({ "Cache-Control": "no-store", "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", await endSession(request));
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
      cookie: {
        name: stateCookie,
        path: "/",
        sameSite: "Lax",
        httpOnly: true,
        secure: env.isPublic || undefined,
        maxAge: 600,
      },
      clientId: env.signIn.clientId,
      clientSecret: env.signIn.clientSecret,
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
  const inside = `http://127.0.0.1:${env.port}${PROVIDER_PATH}`;
  return {
    issuer: EMBEDDED_MEMBERS,
    authorization_endpoint: `${embeddedIssuer}/auth`,
    token_endpoint: `${inside}/token`,
    userinfo_endpoint: `${inside}/me`,
  };
}

async function discover(issuer: string): Promise<Addresses> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  return providerAddresses.parse(await getJson(address));
}

async function readIdentity(addresses: Addresses, accessToken: string): Promise<Identity> {
  const told = claims.parse(
    await getJson(addresses.userinfo_endpoint, { Authorization: `Bearer ${accessToken}` }),
  );
  const [first, ...rest] = (told.name ?? "").split(" ");
  return {
    issuer: addresses.issuer,
    subject: told.sub,
    firstName: (told.given_name || first || "").slice(0, 60),
    lastName: (told.family_name || rest.join(" ")).slice(0, 60),
    email: told.email ?? null,
  };
}

async function getJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(address, {
    headers: { Accept: "application/json", ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(PROVIDER_MS),
  });
  if (!response.ok) throw new Error(`The sign-in provider answered ${response.status}`);
  return response.json();
}

function clearedStates(request: Request): string[] {
  // By hand: the library's names hold a colon, which Remix's cookies refuse to write.
  const isOurs = new RegExp(`^${stateCookie}:[\\w-]+$`);
  const names = (request.headers.get("Cookie") ?? "")
    .split(/;\s*/)
    .map((pair) => pair.split("=")[0] ?? "")
    .filter((name) => isOurs.test(name));
  const attributes = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.isPublic ? "; Secure" : ""}`;
  return names.map((name) => `${name}=; ${attributes}`);
}

/** The error screen with a sentence. */
function problem(status: number, says: string) {
  return new Response(says, { status });
}
