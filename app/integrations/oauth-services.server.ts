// Spotify and Google: services whose members say yes on a page of the service, and what is read with that yes.
import { z } from "zod";
import { env } from "~/env.server";
import { type ConsentService, serviceNames } from "~/models/connection";
import { Refusal } from "~/models/refusal";
import { askService, readPart, tidyName } from "./service.server";

/** What a service gives for a member's yes. `expiresAt` in ms. */
export type Grant = { accessToken: string; refreshToken: string | null; expiresAt: number };

/** Whose yes it was, and what was read with it. */
export type Account = { userId: string; username: string; topArtists: string[] | null };

/** Where a service asks its members, and where its tokens are. */
type Endpoints = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  consentPage: string;
  scopes: string[];
  /** What the service wants to be told beside what the protocol says. */
  extra: Record<string, string>;
  tokens: [base: string, path: string];
  /** Spotify has none: its members end a consent on its own pages. */
  revocation?: [base: string, path: string];
};

const { spotify, google } = env;
const endpoints: Record<ConsentService, Endpoints> = {
  spotify: {
    clientId: spotify.clientId,
    clientSecret: spotify.clientSecret,
    consentPage: `${bare(spotify.accountsUrl)}/authorize`,
    scopes: ["user-top-read", "user-read-private"],
    extra: {},
    tokens: [spotify.accountsUrl, "/api/token"],
  },
  youtube: {
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    consentPage: `${bare(google.accountsUrl)}/o/oauth2/v2/auth`,
    scopes: ["https://www.googleapis.com/auth/youtube.readonly"],
    // Only who is asked anew gets a refresh token.
    extra: { access_type: "offline", prompt: "consent" },
    tokens: [google.tokenUrl, "/token"],
    revocation: [google.tokenUrl, "/revoke"],
  },
};

const token = z.string().min(1).max(10_000);
const tokens = z.object({
  access_token: token,
  refresh_token: token.optional(),
  expires_in: z.number().positive().catch(3600),
});
const accountId = z.string().regex(/^[^\p{C}]{1,200}$/u);
const me = z.object({ id: accountId, display_name: z.string().nullish() });
const topArtists = z.object({ items: z.array(z.object({ name: z.string() })) });
const channels = z.object({
  items: z.array(z.object({ id: accountId, snippet: z.object({ title: z.string() }) })).default([]),
});

/** Where a service asks its members; undefined where no credentials are configured. */
export function consentOf(service: ConsentService) {
  const { clientId, clientSecret, consentPage, scopes, extra } = endpoints[service];
  return clientId && clientSecret ? { clientId, consentPage, scopes, extra } : undefined;
}

/** What a service gives for the code that it has sent a member back with; undefined for one that it does not know. */
export async function tradeCode(
  service: ConsentService,
  { code, verifier, redirectTo }: { code: string; verifier: string; redirectTo: string },
  until: number,
): Promise<Grant | undefined> {
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectTo };
  return askForTokens(service, form, until);
}

/** A new grant in place of one that is about to end; undefined where the consent has ended. */
export async function renewGrant(
  service: ConsentService,
  { refreshToken }: Grant,
  until: number,
): Promise<Grant | undefined> {
  if (refreshToken === null) return undefined;
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const grant = await askForTokens(service, form, until);
  // A service that does not give another goes on with the one it has.
  return grant && { ...grant, refreshToken: grant.refreshToken ?? refreshToken };
}

/** Ends a consent where the service has a way to. Refuses nothing: it is over for us either way. */
export async function revokeGrant(service: ConsentService, { refreshToken, accessToken }: Grant) {
  const { revocation } = endpoints[service];
  if (!revocation) return;
  const form = { token: refreshToken ?? accessToken };
  await askService(serviceNames[service], ...revocation, { form }).catch(() => undefined);
}

/**
 * Whose grant it is and what they listen to; undefined where the grant has ended.
 * Refuses (invalid) what Spotify keeps to itself, and a Google account that has no YouTube channel.
 */
export async function readAccount(
  service: ConsentService,
  grant: Grant,
  until: number,
): Promise<Account | undefined> {
  const question = { headers: { Authorization: `Bearer ${grant.accessToken}` }, until };
  return service === "spotify" ? readSpotify(question) : readYoutube(question);
}

type Asking = { headers: Record<string, string>; until: number };

async function readSpotify(question: Asking): Promise<Account | undefined> {
  const [person, top] = await Promise.all([
    askService("Spotify", spotify.apiUrl, "/v1/me", question),
    askService("Spotify", spotify.apiUrl, "/v1/me/top/artists", {
      ...question,
      query: { time_range: "medium_term", limit: "50" },
    }),
  ]);
  if (person.status === 401 || top.status === 401) return undefined;
  if (person.status === 403)
    throw new Refusal("invalid", "Spotify does not let this site read that account.");
  const { id, display_name } = readPart("Spotify", me, person);
  const { items } = readPart("Spotify", topArtists, top);
  return {
    userId: id,
    username: tidyName(display_name ?? "") || id,
    topArtists: items.map(({ name }) => tidyName(name)),
  };
}

async function readYoutube(question: Asking): Promise<Account | undefined> {
  const answer = await askService("YouTube", google.apiUrl, "/youtube/v3/channels", {
    ...question,
    query: { part: "snippet", mine: "true" },
  });
  if (answer.status === 401) return undefined;
  const [channel] = readPart("YouTube", channels, answer).items;
  if (!channel) {
    const says =
      "This Google account has no YouTube channel. Make one on YouTube, or choose another account.";
    throw new Refusal("invalid", says);
  }
  return { userId: channel.id, username: tidyName(channel.snippet.title) || channel.id, topArtists: null };
}

/** Undefined where the service does not know what it is given. */
async function askForTokens(
  service: ConsentService,
  form: Record<string, string>,
  until: number,
): Promise<Grant | undefined> {
  const { clientId = "", clientSecret = "", tokens: endpoint } = endpoints[service];
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const headers = { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  const name = serviceNames[service];
  const answer = await askService(name, ...endpoint, { form, headers, until });
  if ((answer.json as { error?: unknown }).error === "invalid_grant") return undefined;
  const given = readPart(name, tokens, answer);
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? null,
    expiresAt: Date.now() + given.expires_in * 1000,
  };
}

function bare(address: string) {
  return address.replace(/\/$/, "");
}
