// The Spotify API: a member's account, and the artists they play most.
import { z } from "zod";
import { env } from "~/env.server";
import { firstOf } from "./answer-fields";
import { musicServices } from "./music-service";
import {
  type Account,
  accountId,
  type ConsentApi,
  cleanName,
  parseResponse,
  requestJson,
  withheldRefusal,
} from "./music-service.server";
import { serviceUrl } from "./outside-service.server";

const NAME = musicServices.spotify.name;
const ACCOUNTS_HOST = "accounts.spotify.com";
const API_HOST = "api.spotify.com";
const TOP_ARTISTS = 50;

const me = z.object({ id: accountId, display_name: z.string().nullish() });
const topArtists = z.object({ items: firstOf(TOP_ARTISTS, z.object({ name: z.string() })) });

export const spotify: ConsentApi = {
  ...env.spotify,
  consentPage: `${serviceUrl(ACCOUNTS_HOST)}/authorize`,
  scopes: ["user-top-read", "user-read-private"],
  extra: {},
  tokens: [serviceUrl(ACCOUNTS_HOST), "/api/token"],
  readAccount,
};

async function readAccount(options: Parameters<ConsentApi["readAccount"]>[0]): Promise<Account | undefined> {
  const [profile, top] = await Promise.all([
    requestJson(NAME, serviceUrl(API_HOST), "/v1/me", options),
    requestJson(NAME, serviceUrl(API_HOST), "/v1/me/top/artists", {
      ...options,
      query: { time_range: "medium_term", limit: String(TOP_ARTISTS) },
    }),
  ]);
  if (profile.status === 401 || top.status === 401) return undefined;
  if (profile.status === 403) throw withheldRefusal(NAME, "status 403");
  const { id, display_name } = parseResponse(NAME, me, profile);
  const { items } = parseResponse(NAME, topArtists, top);
  return {
    userId: id,
    username: cleanName(display_name ?? "") || id,
    topArtists: items.map(({ name }) => cleanName(name)),
  };
}
