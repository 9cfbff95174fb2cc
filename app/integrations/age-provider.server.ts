// The age provider: an OpenID Connect provider that says whether somebody is 18 or older.
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { httpRequest, parseJson } from "./http-request.server";
import { discoverProvider, type ProviderMetadata, readProvider } from "./openid.server";

/** Signatures that only the provider's own key can make. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "RS384", "PS384", "ES384", "RS512", "PS512", "ES512"];

const UNANSWERED = "The age check isn't responding. Try again in a minute.";
const AGE_CLAIM = "age_over_18";

/** Who was asked, and what the provider says of them. */
export type AgeAnswer = { issuer: string; subject: string } & AgeClaims;

/** Both are undefined where the provider doesn't say. Nothing else is read. */
type AgeClaims = { isAdult?: boolean; birthdate?: string };

type Provider = { metadata: ProviderMetadata; keys: ReturnType<typeof createRemoteJWKSet> };

const tokens = z.object({
  id_token: z.string().max(20_000),
  access_token: z.string().max(10_000).optional(),
});
const claims = z.object({
  [AGE_CLAIM]: z.boolean().optional().catch(undefined),
  birthdate: z.string().optional().catch(undefined),
});

let provider: Promise<Provider> | undefined;

/** Which page asks for the age, and for how little. Refuses while the provider doesn't respond (unanswered). */
export async function getAgePage(): Promise<{ consentPage: string; scopes: string[]; claims: string }> {
  const { metadata } = await getProvider();
  // Whether somebody is of age is less than when they were born.
  const isAsked = metadata.claims_supported?.includes(AGE_CLAIM) ?? false;
  const asked = { [isAsked ? AGE_CLAIM : "birthdate"]: { essential: true } };
  return {
    consentPage: metadata.authorization_endpoint,
    scopes: isAsked ? ["openid"] : ["openid", "profile"],
    claims: JSON.stringify({ id_token: asked, userinfo: asked }),
  };
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

/** Read at the first question; if that fails, the next one tries again. */
async function getProvider(): Promise<Provider> {
  provider ??= discover().catch((error) => {
    provider = undefined;
    throw unansweredRefusal(error);
  });
  return provider;
}

async function discover(): Promise<Provider> {
  const metadata = await discoverProvider(env.ageProvider?.issuer ?? "");
  return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) };
}

async function exchangeCode({ token_endpoint }: ProviderMetadata, form: Record<string, string>) {
  const { clientId = "", clientSecret = "" } = env.ageProvider ?? {};
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const response = await httpRequest(token_endpoint, "", {
    form: { grant_type: "authorization_code", ...form },
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  if ("failure" in response) throw unansweredRefusal(response.failure);
  const json = parseJson(response);
  if ((json as { error?: unknown } | undefined)?.error === "invalid_grant") return undefined;
  const parsed = tokens.safeParse(json);
  if (response.status !== 200 || !parsed.success) throw unansweredRefusal(`status ${response.status}`);
  return parsed.data;
}

/** The claims of an id token. Throws for one of another issuer or key, for another client, of another question or expired. */
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
  const headers = { Authorization: `Bearer ${accessToken}` };
  const userinfo = (await readProvider(userinfo_endpoint, { headers })) as JWTPayload;
  if (userinfo.sub !== sub) throw unansweredRefusal("two subjects");
  return readClaims(userinfo);
}

function readClaims(said: JWTPayload): AgeClaims {
  const { [AGE_CLAIM]: isAdult, birthdate } = claims.parse(said);
  return { isAdult, birthdate };
}

/** Of an error the log gets the name alone: it may hold what the provider has said. */
function unansweredRefusal(reason: unknown): Refusal {
  if (reason instanceof Refusal) return reason;
  const cause = reason instanceof Error ? reason.name : String(reason);
  return Object.assign(new Refusal("unanswered", UNANSWERED), { cause: `age provider: ${cause}` });
}
