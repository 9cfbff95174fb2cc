// OAuth at the services whose members give consent: consent, tokens, and the account behind them.
import { z } from "zod";
import { type ConsentService, musicServices } from "./music-service";
import { type Account, type ConsentApi, parseResponse, requestJson } from "./music-service.server";
import { spotify } from "./spotify.server";
import { youtube } from "./youtube.server";

/** The tokens of a member's consent. `expiresAt` in ms. */
export type OAuthGrant = { accessToken: string; refreshToken: string | null; expiresAt: number };

const services: Record<ConsentService, ConsentApi> = { spotify, youtube };

const token = z.string().min(1).max(10_000);
const tokens = z.object({
  access_token: token,
  refresh_token: token.optional(),
  expires_in: z.number().positive().catch(3600),
});
/** How to ask a service's members for consent; undefined without configured credentials. */
export function getConsentConfig(service: ConsentService) {
  const { clientId, clientSecret, consentPage, scopes, extra } = services[service];
  return clientId && clientSecret ? { clientId, consentPage, scopes, extra } : undefined;
}

/** Exchanges an authorization code for a grant; undefined if the service rejects the code. */
export async function exchangeCode(
  service: ConsentService,
  { code, verifier, redirectTo }: { code: string; verifier: string; redirectTo: string },
  deadline: number,
): Promise<OAuthGrant | undefined> {
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectTo };
  return requestTokens(service, form, deadline);
}

/** Renews a grant; undefined if the consent has ended. */
export async function renewGrant(
  service: ConsentService,
  { refreshToken }: OAuthGrant,
  deadline: number,
): Promise<OAuthGrant | undefined> {
  if (refreshToken === null) return undefined;
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const grant = await requestTokens(service, form, deadline);
  // Without a new refresh token the old one stays valid.
  return grant && { ...grant, refreshToken: grant.refreshToken ?? refreshToken };
}

/** Revokes a consent if the service allows it. Failures are ignored: the grant is dropped either way. */
export async function revokeGrant(service: ConsentService, { refreshToken, accessToken }: OAuthGrant) {
  const { revocation } = services[service];
  if (!revocation) return;
  const form = { token: refreshToken ?? accessToken };
  await requestJson(musicServices[service].name, ...revocation, { form }).catch(() => undefined);
}

/** The account behind a grant; undefined if the grant has ended. Refuses one that can't be read (invalid). */
export async function readAccount(
  service: ConsentService,
  grant: OAuthGrant,
  deadline: number,
): Promise<Account | undefined> {
  // Not translated: a header.
  const headers = { Authorization: `Bearer ${grant.accessToken}` };
  return services[service].readAccount({ headers, deadline });
}

/** Undefined if the service rejects the code or refresh token. */
async function requestTokens(
  service: ConsentService,
  form: Record<string, string>,
  deadline: number,
): Promise<OAuthGrant | undefined> {
  const { clientId = "", clientSecret = "", tokens: endpoint } = services[service];
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  // Not translated: a header.
  const headers = { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  const name = musicServices[service].name;
  const response = await requestJson(name, ...endpoint, { form, headers, deadline });
  if ((response.json as { error?: unknown }).error === "invalid_grant") return undefined;
  const granted = parseResponse(name, tokens, response);
  return {
    accessToken: granted.access_token,
    refreshToken: granted.refresh_token ?? null,
    expiresAt: Date.now() + granted.expires_in * 1000,
  };
}
