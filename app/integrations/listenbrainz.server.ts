// The ListenBrainz API: a listener's most played artists, the owner of a token, and public playlists.
import type { PlayPeriod } from "db/column-types";
import { z } from "zod";
import { firstOf } from "./answer-fields";
import { type HttpRequestOptions, httpRequest } from "./http-request.server";
import { musicServices } from "./music-service";
import {
  cleanName,
  limitRefusal,
  parseResponse,
  requestWithinLimit,
  unansweredRefusal,
  withheldRefusal,
} from "./music-service.server";
import { serviceUrl } from "./outside-service.server";

const NAME = musicServices.listenbrainz.name;
const HOST = "api.listenbrainz.org";
const TOP_ARTISTS = 50;
const NOT_COUNTED_YET = 204;
const MOST_LISTENS = 100;

const name = z.string().regex(musicServices.listenbrainz.usernames);
const topArtists = z.object({
  payload: z.object({ user_id: name, artists: firstOf(TOP_ARTISTS, z.object({ artist_name: z.string() })) }),
});
const listenCount = z.object({ payload: z.object({ count: z.number().int().min(0) }) });
const seconds = z.number().min(0).nullish();
const listens = z.object({
  payload: z.object({
    listens: firstOf(MOST_LISTENS, z.object({ listened_at: seconds, inserted_at: seconds })),
    oldest_listen_ts: seconds,
  }),
});
const owner = z.object({ valid: z.boolean(), user_name: name.optional() });

/**
 * A listener's most played artists in a period, at most 50, null if they aren't counted yet; undefined if there is no such
 * listener. The name is as ListenBrainz spells it. Refuses without a response (unanswered), for as long as ListenBrainz
 * wants no more requests (too-many), and if it withholds the account (invalid).
 */
export async function readTopArtists(
  username: string,
  period: PlayPeriod,
  deadline: number,
): Promise<{ name: string; topArtists: string[] | null } | undefined> {
  const response = await askAbout(username, "/1/stats/user/:username/artists", {
    query: { range: period, count: String(TOP_ARTISTS) },
    deadline,
  });
  if (response.status === 404) return undefined;
  if (response.status === NOT_COUNTED_YET) return { name: username, topArtists: null };
  const { user_id, artists } = parseResponse(NAME, topArtists, response).payload;
  return {
    name: user_id,
    topArtists: artists.map(({ artist_name }) => cleanName(artist_name)),
  };
}

/** The name of the listener whose token this is; undefined for an unknown one. Refuses as `readTopArtists` does. */
export async function findTokenOwner(token: string, deadline: number): Promise<string | undefined> {
  const response = await ask("/1/validate-token", {
    // Not translated: a header.
    headers: { Authorization: `Token ${token}` },
    deadline,
  });
  if (response.status === 400 || response.status === 401) return undefined;
  const { valid, user_name } = parseResponse(NAME, owner, response);
  return valid ? user_name : undefined;
}

/** A play, and when it was submitted to ListenBrainz; 0 if unknown. In ms. */
export type Listen = { heardAt: number; toldAt: number };

/** How many plays a listener has; undefined if there is no such listener. Refuses as `readTopArtists` does. */
export async function countListens(username: string, deadline: number): Promise<number | undefined> {
  const response = await askAbout(username, "/1/user/:username/listen-count", { deadline });
  return response.status === 404 ? undefined : parseResponse(NAME, listenCount, response).payload.count;
}

/** The last `count` plays before a time (ms), and when the listener's first play was. Refuses as `readTopArtists` does. */
export async function listListens(
  username: string,
  { before, count }: { before: number; count: number },
  deadline: number,
): Promise<{ listens: Listen[]; firstHeardAt: number | null }> {
  const response = await askAbout(username, "/1/user/:username/listens", {
    query: { max_ts: String(Math.floor(before / 1000)), count: String(count) },
    deadline,
  });
  const { listens: read, oldest_listen_ts } = parseResponse(NAME, listens, response).payload;
  return {
    listens: read.map(({ listened_at, inserted_at }) => ({
      heardAt: (listened_at ?? 0) * 1000,
      toldAt: (inserted_at ?? 0) * 1000,
    })),
    firstHeardAt: oldest_listen_ts ? oldest_listen_ts * 1000 : null,
  };
}

/**
 * The text of a public playlist, as JSPF of at most `maxBytes`; undefined if there is none with this id. Refuses as
 * `readTopArtists` does.
 */
export async function readPlaylistText(mbid: string, maxBytes: number): Promise<string | undefined> {
  const response = await httpRequest(serviceUrl(HOST), "/1/playlist/:mbid", {
    segments: { mbid },
    maxBytes,
  });
  if ("failure" in response)
    throw limitRefusal(NAME, serviceUrl(HOST)) ?? unansweredRefusal(NAME, response.failure);
  if (response.status === 404 || response.status === 400) return undefined;
  if (response.status !== 200) throw unansweredRefusal(NAME, `status ${response.status}`);
  if (!response.text.startsWith("{")) throw unansweredRefusal(NAME, "not JSON");
  return response.text;
}

async function askAbout(username: string, path: string, options: HttpRequestOptions) {
  const response = await ask(path, { ...options, segments: { username } });
  if (response.status === 401 || response.status === 403)
    throw withheldRefusal(NAME, `status ${response.status}`);
  return response;
}

function ask(path: string, options: HttpRequestOptions) {
  return requestWithinLimit(NAME, serviceUrl(HOST), path, options);
}
