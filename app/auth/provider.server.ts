// The embedded identity provider: an OpenID Connect server of our own, for where no outside one is configured.
import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createCookie } from "@remix-run/node";
import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  errors,
  type JWK,
} from "oidc-provider";
import { env } from "~/env.server";
import { getAccount } from "~/models/account.server";
import {
  consumeProviderRecord,
  getProviderKey,
  getProviderRecord,
  putProviderRecord,
  removeProviderGrant,
  removeProviderRecord,
} from "~/models/provider-record.server";
import { refusalIn } from "~/models/refusal";
import { statusOf } from "./refusal.server";

/** The path the embedded provider is mounted at, and its name to its client. */
export const PROVIDER_PATH = "/oidc";
export const embeddedIssuer = env.origin + PROVIDER_PATH;

/** The redirect address that is registered with every provider. */
export const callbackAddress = `${env.origin}/api/callback`;

const sessionCookie = env.isPublic ? "__Host-provider" : "provider";

/** Makes the provider, with its keys and its memory in the database. */
export async function createProvider(): Promise<Provider> {
  const provider = new Provider(embeddedIssuer, {
    adapter: databaseAdapter,
    clients: [
      {
        client_id: env.signIn.clientId,
        client_secret: env.signIn.clientSecret,
        redirect_uris: [callbackAddress],
        grant_types: ["authorization_code"],
        response_types: ["code"],
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
      long: { httpOnly: true, sameSite: "lax", secure: env.isPublic, path: "/" },
      short: { httpOnly: true, sameSite: "lax", secure: env.isPublic },
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, interaction) => `${PROVIDER_PATH}/interaction/${interaction.uid}` },
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
    loadExistingGrant: grantToOurselves,
    renderError: async (ctx, out, error) => {
      ctx.type = "text/plain";
      const refusal = refusalIn(error);
      if (refusal) {
        ctx.status = statusOf(refusal);
        ctx.body = refusal.message;
        return;
      }
      ctx.body = `${out.error_description ?? out.error}. Go back and sign in again.`;
    },
  });
  provider.proxy = true;
  return provider;
}

/** Makes the provider build its addresses from the app's own, whatever a request claims of host and protocol. */
export function askedAtOrigin(req: IncomingMessage) {
  const { protocol, host } = new URL(env.origin);
  req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  req.headers["x-forwarded-host"] = host;
}

/** A sign-in in progress, as its screens use it. */
export type Interaction = {
  /** What the sign-in was begun under. */
  state: string;
  /** Finishes with this account and returns where the browser goes on. */
  finish: (accountId: string) => Promise<string>;
};

/** The sign-in that belongs to this request's cookie; undefined when it is over or was begun elsewhere. */
export async function findInteraction(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Interaction | undefined> {
  try {
    const { params } = await provider.interactionDetails(req, res);
    return {
      state: String(params.state),
      finish: (accountId) => provider.interactionResult(req, res, { login: { accountId, remember: false } }),
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Ends the provider's own session of a browser; returns the Set-Cookie headers that clear it. */
export async function endProviderSession(request: Request): Promise<string[]> {
  const id = providerSessionOf(request);
  if (id) await removeProviderRecord("Session", id);
  const options = { path: "/", maxAge: 0, httpOnly: true, secure: env.isPublic, sameSite: "lax" as const };
  return Promise.all(
    [sessionCookie, `${sessionCookie}.sig`].map((name) => createCookie(name, options).serialize("")),
  );
}

/** The id of the provider's own session that a browser says it has. */
export function providerSessionOf(request: Request): string | undefined {
  const pairs = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${sessionCookie}=`))?.slice(sessionCookie.length + 1);
}

const findAccount: Configuration["findAccount"] = async (_, id) => {
  const account = await getAccount(id);
  if (!account) return undefined;
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      given_name: account.firstName,
      family_name: account.lastName,
      email: account.email,
    }),
  };
};

// The only client is this app: nobody is asked for consent to their own sign-in.
const grantToOurselves: Configuration["loadExistingGrant"] = async (ctx) => {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile email");
  await grant.save();
  return grant;
};

function databaseAdapter(kind: string): Adapter {
  const find = async (by: { id: string } | { uid: string }) =>
    (await getProviderRecord(kind, by)) as AdapterPayload | undefined;
  return {
    upsert: (id, payload, expiresIn) => putProviderRecord(kind, id, payload, expiresIn),
    find: (id) => find({ id }),
    findByUid: (uid) => find({ uid }),
    // Only the device flow has user codes, and it is not offered.
    findByUserCode: async () => undefined,
    consume: (id) => consumeProviderRecord(kind, id),
    destroy: (id) => removeProviderRecord(kind, id),
    revokeByGrantId: removeProviderGrant,
  };
}
