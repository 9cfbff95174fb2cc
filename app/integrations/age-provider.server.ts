// The age provider: an OpenID Connect provider that says whether somebody is 18 or older.
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { httpRequest, parseJson } from "./http-request.server";
import { discoverProvider, type ProviderMetadata, readProvider } from "./openid.server";

/** Asymmetric signatures, which only the provider can make. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "RS384", "PS384", "ES384", "RS512", "PS512", "ES512"];

const UNANSWERED = msg("The age check isn't responding. Try again in a minute.");
const AGE_CLAIM = "age_over_18";

/** Who was asked about, and what the provider says about them. */
export type AgeAnswer = { issuer: string; subject: string } & AgeClaims;

/** Each is undefined if the provider doesn't say. Nothing else is read. */
type AgeClaims = { isAdult?: boolean; birthdate?: string };

type Provider = { metadata: ProviderMetadata; keys: ReturnType<typeof createRemoteJWKSet> };

const tokens = z.object({
  id_token: z.string().max(20_000),
  access_token: z.string().max(10_000).optional(),
});
const claims = z.object({
  [AGE_CLAIM]: z.boolean().optional().catch(undefined),
  // The year 0000 means that the provider doesn't tell the year.
  birthdate: z
    .string()
    .regex(/^(?!0000)/)
    .optional()
    .catch(undefined),
});

let provider: Promise<Provider> | undefined;

/**
 * The page that asks for the age, and the least that can be asked for. Refuses while the provider doesn't respond (unanswered).
 */
export async function getAgePage(): Promise<{ consentPage: string; scopes: string[]; claims: string }> {
  const { metadata } = await getProvider();
  const claim = chooseClaim(metadata);
  const asked = { [claim]: { essential: true } };
  return {
    consentPage: metadata.authorization_endpoint,
    scopes: claim === AGE_CLAIM ? ["openid"] : ["openid", "profile"],
    claims: JSON.stringify({ id_token: asked, userinfo: asked }),
  };
}

/**
 * Tests the provider without asking about anybody: which claim it would be asked for, and whether it accepts our credentials.
 * Throws if it doesn't respond.
 */
export async function tryAgeProvider(): Promise<{ claim: string; knowsClient: boolean }> {
  const metadata = await discoverProvider(env.ageProvider?.issuer ?? "");
  const form = { code: "none", code_verifier: "v".repeat(43), redirect_uri: env.origin };
  const { status, error } = await askForTokens(metadata, form);
  const isUnknown = status === 401 || error === "invalid_client" || error === "unauthorized_client";
  return { claim: chooseClaim(metadata), knowsClient: !isUnknown };
}

/** Prefers the claim that somebody is of age, which reveals less than a birthdate. */
function chooseClaim({ claims_supported }: ProviderMetadata): "birthdate" | typeof AGE_CLAIM {
  return claims_supported?.includes(AGE_CLAIM) ? AGE_CLAIM : "birthdate";
}

/**
 * The provider's answer for an authorization code; undefined if it rejects the code. Refuses answers that are not signed by the
 * provider for this client and this `nonce`, and a provider that doesn't respond (unanswered).
 */
export async function readAge({
  code,
  verifier,
  redirectTo,
  nonce,
}: {
  code: string;
  verifier: string;
  redirectTo: string;
  nonce: string;
}): Promise<AgeAnswer | undefined> {
  const { metadata, keys } = await getProvider();
  const granted = await exchangeCode(metadata, { code, code_verifier: verifier, redirect_uri: redirectTo });
  if (!granted) return undefined;
  try {
    const payload = await verify(granted.id_token, { metadata, keys, nonce });
    const said = readClaims(payload);
    const isSaid = said.isAdult !== undefined || said.birthdate !== undefined;
    const more =
      isSaid || !granted.access_token ? said : await readUserinfo(metadata, granted.access_token, payload);
    return { issuer: metadata.issuer, subject: payload.sub ?? "", ...more };
  } catch (error) {
    throw unansweredRefusal(error);
  }
}

/** Read when first needed; if that fails, the next call tries again. */
async function getProvider(): Promise<Provider> {
  provider ??= discoverProvider(env.ageProvider?.issuer ?? "").then(
    (metadata) => ({ metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) }),
    (error: Error) => {
      provider = undefined;
      // This isn't about a member yet, so the message can be logged.
      throw unansweredRefusal(error.message);
    },
  );
  return provider;
}

async function exchangeCode(metadata: ProviderMetadata, form: Record<string, string>) {
  const { status, error, json } = await askForTokens(metadata, form);
  if (error === "invalid_grant") return undefined;
  const parsed = tokens.safeParse(json);
  if (status !== 200 || !parsed.success) throw unansweredRefusal(`status ${status}`);
  return parsed.data;
}

async function askForTokens({ token_endpoint }: ProviderMetadata, form: Record<string, string>) {
  const { clientId = "", clientSecret = "" } = env.ageProvider ?? {};
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const response = await httpRequest(token_endpoint, "", {
    form: { grant_type: "authorization_code", ...form },
    // Not translated: a header.
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  if ("failure" in response) throw unansweredRefusal(response.failure);
  const json = parseJson(response);
  return { status: response.status, error: (json as { error?: unknown } | null | undefined)?.error, json };
}

/** The claims of an id token. Throws for one with another issuer, key, client or nonce, or an expired one. */
async function verify(token: string, { metadata, keys, nonce }: Provider & { nonce: string }) {
  const { clientId: audience } = env.ageProvider ?? {};
  const { payload } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "iat", "exp", "nonce"],
    clockTolerance: "1 minute",
  });
  if (payload.nonce !== nonce) throw unansweredRefusal("another nonce");
  if (payload.azp !== undefined && payload.azp !== audience) throw unansweredRefusal("another client");
  return payload;
}

async function readUserinfo(
  { userinfo_endpoint }: ProviderMetadata,
  accessToken: string,
  { sub }: JWTPayload,
) {
  // Not translated: a header.
  const headers = { Authorization: `Bearer ${accessToken}` };
  const userinfo = (await readProvider(userinfo_endpoint, { headers })) as JWTPayload;
  if (userinfo.sub !== sub) throw unansweredRefusal("two subjects");
  return readClaims(userinfo);
}

function readClaims(said: JWTPayload): AgeClaims {
  const { [AGE_CLAIM]: isAdult, birthdate } = claims.parse(said);
  return { isAdult, birthdate };
}

/** The log gets only an error's name: the error may contain what the provider has said. */
function unansweredRefusal(reason: unknown): Refusal {
  if (reason instanceof Refusal) return reason;
  const cause = reason instanceof Error ? reason.name : String(reason);
  // Not translated: for the log.
  return Object.assign(new Refusal("unanswered", UNANSWERED), { cause: `age provider: ${cause}` });
}
