// The embedded identity provider: our own OpenID Connect server, used if no external one is configured.

import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createCookie } from "@remix-run/node";
import type { RequestHandler } from "express";
import type OidcProvider from "oidc-provider";
import type { Adapter, AdapterPayload, Configuration, JWK } from "oidc-provider";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { getAccount } from "~/models/account/account.server";
import { type Proof, readSubject, toSubject } from "~/models/account/sign-in/proof";
import {
  consumeProviderRecord,
  getProviderKey,
  getProviderRecord,
  putProviderRecord,
  removeProviderGrant,
  removeProviderRecord,
} from "~/models/account/sign-in/provider-record.server";
import { refusalIn, statusOf } from "~/refusal";
import { cookieOptions } from "./cookie-options.server";
import { errors, Provider } from "./oidc-provider.server";

/** Where the embedded provider is mounted; its issuer is this path on APP_ORIGIN. */
export const PROVIDER_PATH = "/oidc";
export const embeddedIssuer = env.origin + PROVIDER_PATH;

/** The redirect URI that is registered with every provider. */
export const callbackUrl = `${env.origin}/api/callback`;

const sessionCookie = env.isPublic ? "__Host-provider" : "provider";

/** Creates the provider, which keeps its keys and records in the database. */
export async function createProvider(): Promise<OidcProvider> {
  const provider = new Provider(embeddedIssuer, {
    adapter: databaseAdapter,
    clients: [
      {
        client_id: env.signIn.clientId,
        client_secret: env.signIn.clientSecret,
        redirect_uris: [callbackUrl],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        require_auth_time: true,
      },
    ],
    jwks: { keys: [(await getProviderKey()) as unknown as JWK] },
    cookies: {
      keys: [createHmac("sha256", env.sessionSecret).update("provider cookies").digest("base64url")],
      names: {
        session: sessionCookie,
        interaction: env.isPublic ? "__Secure-interaction" : "interaction",
        resume: env.isPublic ? "__Secure-resume" : "resume",
      },
      long: cookieOptions,
      short: { httpOnly: true, sameSite: "lax", secure: env.isPublic },
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // It would allow requests with any response_mode.
      pushedAuthorizationRequests: { enabled: false },
    },
    extraParams: ["screen_hint"],
    interactions: {
      url: (_, { uid, params }) =>
        `${PROVIDER_PATH}/interaction/${uid}${params.screen_hint === "signup" ? "/sign-up" : ""}`,
    },
    claims: { openid: ["sub"], profile: ["given_name", "family_name"], email: ["email"] },
    conformIdTokenClaims: true,
    ttl: {
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
      AuthorizationCode: 60,
      AccessToken: 300,
      IdToken: 300,
    },
    findAccount,
    loadExistingGrant: grantWithoutConsent,
    renderError,
  });
  provider.proxy = true;
  widenCookies(provider);
  return provider;
}

/**
 * Also sends a sign-in's cookies for the whole of PROVIDER_PATH. The library limits them to paths below the response's own, to
 * keep sign-ins in several tabs apart, but some old browsers refuse such cookies.
 */
function widenCookies(provider: OidcProvider) {
  provider.use(({ cookies }, next) => {
    const set = cookies.set.bind(cookies);
    cookies.set = (name, value, options) => {
      if (options?.path?.startsWith(`${PROVIDER_PATH}/`))
        set(name, value, { ...options, path: PROVIDER_PATH });
      return set(name, value, options);
    };
    return next();
  });
}

/** Middleware for PROVIDER_PATH: the library handles the protocol, and this app renders its screens. */
export function providerHandler(provider: OidcProvider): RequestHandler {
  const handle = provider.callback();
  return (req, res, next) => {
    if (env.signIn.issuer || req.path.startsWith("/interaction/")) return next();
    const refuse = (status: number, reason: string) =>
      void res
        .status(status)
        .type("text/plain")
        .send(`${reason} ${t("Go back and sign in again.")}`);
    // Responses to a POST, and with `form_post`, are pages that submit themselves with an inline script.
    if (req.method === "POST" && req.path !== "/token")
      return refuse(405, t("Nothing can be sent to this address."));
    if ([req.query.response_mode ?? "query"].flat().some((mode) => mode !== "query"))
      return refuse(400, t("Only response_mode=query is supported."));
    forceOrigin(req);
    handle(req, res).catch(next);
  };
}

/** Makes the provider build its URLs from APP_ORIGIN, whatever host and protocol a request claims. */
function forceOrigin(req: IncomingMessage) {
  const { protocol, host } = new URL(env.origin);
  req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  req.headers["x-forwarded-host"] = host;
}

/** A password entered in a sign-in that asks for a code next: whose, and when (in ms). */
type PasswordProof = Proof & { at: number };

/** A sign-in in progress, as its screens use it. */
export type Interaction = {
  uid: string;
  /** The OAuth state that the sign-in was started with. */
  state: string;
  passwordProof: PasswordProof | undefined;
  /** Keeps the proof with the provider's record of the sign-in, out of the browser's reach. */
  keepPasswordProof: (proof: PasswordProof) => Promise<void>;
  /** Finishes the sign-in with the account of a proof and returns the URL to redirect to. */
  finish: (proof: Proof) => Promise<string>;
  /** The URL of a sign-in finished a moment ago: a form submitted twice gets only the second response. */
  findFinish: () => Promise<string | undefined>;
};

/** How long `findFinish` still knows a finished sign-in. */
const FINISHED_MS = 10_000;

/**
 * The sign-in of this request's cookie; undefined if it is over, was started in another browser, or isn't the one of the
 * request's path.
 */
export async function findInteraction(
  provider: OidcProvider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Interaction | undefined> {
  const interaction = await readInteraction(provider, req, res);
  // A browser that refuses the narrower cookies has only the latest sign-in's.
  if (!interaction || !req.url?.split(/[/.?]/).includes(interaction.uid)) return undefined;
  const { uid, params, result } = interaction;
  return {
    uid,
    state: String(params.state),
    passwordProof: result?.passwordProof as PasswordProof | undefined,
    keepPasswordProof: async (passwordProof) => {
      interaction.result = { passwordProof };
      await interaction.persist();
    },
    finish: (proof) =>
      provider.interactionResult(req, res, {
        login: { accountId: toSubject(proof), remember: false },
        finishedAt: Date.now(),
      }),
    findFinish: async () => {
      const now = await readInteraction(provider, req, res);
      const isRecent = Number(now?.result?.finishedAt) > Date.now() - FINISHED_MS;
      return isRecent ? now?.returnTo : undefined;
    },
  };
}

/** The provider's record of the sign-in of this request's cookie; undefined once it is over. */
async function readInteraction(provider: OidcProvider, req: IncomingMessage, res: ServerResponse) {
  try {
    return await provider.interactionDetails(req, res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Ends a browser's session at the provider; returns the Set-Cookie headers that clear its cookies. */
export async function endProviderSession(request: Request): Promise<string[]> {
  const id = getProviderSession(request);
  // Not translated: a kind of record.
  if (id) await removeProviderRecord("Session", id);
  const options = { ...cookieOptions, maxAge: 0 };
  return Promise.all(
    [sessionCookie, `${sessionCookie}.sig`].map((name) => createCookie(name, options).serialize("")),
  );
}

function getProviderSession(request: Request): string | undefined {
  const pairs = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${sessionCookie}=`))?.slice(sessionCookie.length + 1);
}

const findAccount: Configuration["findAccount"] = async (_, subject) => {
  const account = await getAccount(readSubject(subject)?.accountId ?? "");
  if (!account) return undefined;
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      given_name: account.firstName,
      family_name: account.lastName,
      email: account.email,
    }),
  };
};

// This app is the only client, so a sign-in needs no consent page.
const grantWithoutConsent: Configuration["loadExistingGrant"] = async (ctx) => {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  // Not translated: codes.
  grant.addOIDCScope("openid profile email");
  await grant.save();
  return grant;
};

const renderError: Configuration["renderError"] = async (ctx, out, error) => {
  ctx.type = "text/plain";
  const refusal = refusalIn(error);
  if (refusal) {
    ctx.status = statusOf(refusal);
    ctx.body = refusal.message;
    return;
  }
  ctx.body = t("{reason}. Go back and sign in again.", { reason: out.error_description ?? out.error });
};

function databaseAdapter(kind: string): Adapter {
  const find = async (by: { id: string } | { uid: string }) =>
    (await getProviderRecord(kind, by)) as AdapterPayload | undefined;
  return {
    upsert: (id, payload, expiresIn) => putProviderRecord(kind, id, payload, expiresIn),
    find: (id) => find({ id }),
    findByUid: (uid) => find({ uid }),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: async () => undefined,
    consume: (id) => consumeProviderRecord(kind, id),
    destroy: (id) => removeProviderRecord(kind, id),
    revokeByGrantId: removeProviderGrant,
  };
}
