// The OAuth APIs of Spotify and Google: consent, tokens, and the account behind them.
import { z } from "zod";
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { firstOf } from "./answer-fields";
import { type ConsentService, musicServices } from "./music-service";
import { cleanName, parseResponse, requestJson } from "./music-service.server";
import { serviceUrl } from "./outside-service.server";

/** The tokens of a member's consent. `expiresAt` in ms. */
export type OAuthGrant = { accessToken: string; refreshToken: string | null; expiresAt: number };

/** The account behind a grant, and its top artists if the service lists them. */
export type Account = { userId: string; username: string; topArtists: string[] | null };

/** The URLs and credentials of a service. */
type Endpoints = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  consentPage: string;
  scopes: string[];
  /** Parameters beyond the protocol. */
  extra: Record<string, string>;
  tokens: [base: string, path: string];
  /** Spotify has none: members revoke consent on its own pages. */
  revocation?: [base: string, path: string];
};

const HOSTS = {
  spotify: "accounts.spotify.com",
  google: "accounts.google.com",
  googleTokens: "oauth2.googleapis.com",
};
const API_HOSTS = { spotify: "api.spotify.com", google: "www.googleapis.com" };
const { spotify, google } = env;
const endpoints: Record<ConsentService, Endpoints> = {
  spotify: {
    clientId: spotify.clientId,
    clientSecret: spotify.clientSecret,
    consentPage: `${serviceUrl(HOSTS.spotify)}/authorize`,
    scopes: ["user-top-read", "user-read-private"],
    extra: {},
    tokens: [serviceUrl(HOSTS.spotify), "/api/token"],
  },
  youtube: {
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    consentPage: `${serviceUrl(HOSTS.google)}/o/oauth2/v2/auth`,
    scopes: ["https://www.googleapis.com/auth/youtube.readonly"],
    // Google sends a refresh token only with a new consent.
    extra: { access_type: "offline", prompt: "consent" },
    tokens: [serviceUrl(HOSTS.googleTokens), "/token"],
    revocation: [serviceUrl(HOSTS.googleTokens), "/revoke"],
  },
};

const TOP_ARTISTS = 50;

const token = z.string().min(1).max(10_000);
const tokens = z.object({
  access_token: token,
  refresh_token: token.optional(),
  expires_in: z.number().positive().catch(3600),
});
const accountId = z.string().regex(/^[^\p{C}]{1,200}$/u);
const me = z.object({ id: accountId, display_name: z.string().nullish() });
const topArtists = z.object({ items: firstOf(TOP_ARTISTS, z.object({ name: z.string() })) });
const channels = z.object({
  items: firstOf(1, z.object({ id: accountId, snippet: z.object({ title: z.string() }) })).default([]),
});

/** How to ask a service's members for consent; undefined without configured credentials. */
export function getConsentConfig(service: ConsentService) {
  const { clientId, clientSecret, consentPage, scopes, extra } = endpoints[service];
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
  const { revocation } = endpoints[service];
  if (!revocation) return;
  const form = { token: refreshToken ?? accessToken };
  await requestJson(musicServices[service].name, ...revocation, { form }).catch(() => undefined);
}

/**
 * The account behind a grant and its top artists; undefined if the grant has ended.
 * Refuses an account that Spotify withholds, and a Google account without a YouTube channel (invalid).
 */
export async function readAccount(
  service: ConsentService,
  grant: OAuthGrant,
  deadline: number,
): Promise<Account | undefined> {
  const options = { headers: { Authorization: `Bearer ${grant.accessToken}` }, deadline };
  return service === "spotify" ? readSpotify(options) : readYoutube(options);
}

type RequestOptions = { headers: Record<string, string>; deadline: number };

async function readSpotify(options: RequestOptions): Promise<Account | undefined> {
  const [profile, top] = await Promise.all([
    requestJson("Spotify", serviceUrl(API_HOSTS.spotify), "/v1/me", options),
    requestJson("Spotify", serviceUrl(API_HOSTS.spotify), "/v1/me/top/artists", {
      ...options,
      query: { time_range: "medium_term", limit: String(TOP_ARTISTS) },
    }),
  ]);
  if (profile.status === 401 || top.status === 401) return undefined;
  if (profile.status === 403) throw new Refusal("invalid", "Spotify doesn't let B-Side read this account.");
  const { id, display_name } = parseResponse("Spotify", me, profile);
  const { items } = parseResponse("Spotify", topArtists, top);
  return {
    userId: id,
    username: cleanName(display_name ?? "") || id,
    topArtists: items.map(({ name }) => cleanName(name)),
  };
}

async function readYoutube(options: RequestOptions): Promise<Account | undefined> {
  const response = await requestJson("YouTube", serviceUrl(API_HOSTS.google), "/youtube/v3/channels", {
    ...options,
    query: { part: "snippet", mine: "true" },
  });
  if (response.status === 401) return undefined;
  const [channel] = parseResponse("YouTube", channels, response).items;
  if (!channel) {
    const message =
      "This Google account has no YouTube channel. Create one on YouTube, or choose another account.";
    throw new Refusal("invalid", message);
  }
  return { userId: channel.id, username: cleanName(channel.snippet.title) || channel.id, topArtists: null };
}

/** Undefined if the service rejects the code or refresh token. */
async function requestTokens(
  service: ConsentService,
  form: Record<string, string>,
  deadline: number,
): Promise<OAuthGrant | undefined> {
  const { clientId = "", clientSecret = "", tokens: endpoint } = endpoints[service];
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
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
