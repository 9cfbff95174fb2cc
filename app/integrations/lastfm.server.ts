// The Last.fm API: a listener's play count and top artists.
import { z } from "zod";
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { listenerNames, NOT_SET_UP } from "./music-service";
import { cleanName, parseResponse, requestJson } from "./music-service.server";

const NAME = "Last.fm";
const TOP_ARTISTS = 50;
const NO_SUCH_USER = 6;

/** A listener, with the name as Last.fm spells it. */
export type Listener = { name: string; playCount: number };

// Last.fm sends numbers as strings.
const count = z.coerce.number().int().min(0).catch(0);
const info = z.object({ user: z.object({ name: z.string().regex(listenerNames.lastfm), playcount: count }) });
const artist = z.object({ name: z.string() });
const topArtists = z.object({
  // A single artist comes as an object, and none as a missing key.
  topartists: z.object({ artist: z.union([z.array(artist), artist.transform((one) => [one])]).default([]) }),
});

/** The listener with this name; undefined if there is none. Refuses without a key (unavailable) or response (unanswered). */
export async function findListener(user: string, deadline: number): Promise<Listener | undefined> {
  const response = await requestLastfm("user.getinfo", { user }, deadline);
  if ((response.json as { error?: unknown }).error === NO_SUCH_USER) return undefined;
  const { name, playcount } = parseResponse(NAME, info, response).user;
  return { name, playCount: playcount };
}

/** A listener's most played artists of all time, at most 50. Refuses as `findListener` does. */
export async function listTopArtists(user: string, deadline: number): Promise<string[]> {
  const query = { user, period: "overall", limit: String(TOP_ARTISTS) };
  const response = await requestLastfm("user.gettopartists", query, deadline);
  return parseResponse(NAME, topArtists, response)
    .topartists.artist.slice(0, TOP_ARTISTS)
    .map(({ name }) => cleanName(name));
}

function requestLastfm(method: string, query: Record<string, string>, deadline: number) {
  const { apiKey, url } = env.lastfm;
  if (!apiKey) throw new Refusal("unavailable", NOT_SET_UP);
  return requestJson(NAME, url, "/2.0/", {
    query: { ...query, method, api_key: apiKey, format: "json" },
    deadline,
  });
}
