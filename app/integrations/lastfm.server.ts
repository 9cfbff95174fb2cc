// Last.fm: who listens there under a name, how much, and to whom most.
import { z } from "zod";
import { env } from "~/env.server";
import { NOT_SET_UP } from "~/models/connection";
import { listenerName } from "~/models/connection-input";
import { Refusal } from "~/models/refusal";
import { askService, readPart, tidyName } from "./service.server";

const NAME = "Last.fm";
const TOP_ARTISTS = 50;
const NO_SUCH_USER = 6;

/** A listener, by the name as Last.fm spells it. */
export type Listener = { name: string; playCount: number };

// All its numbers are strings.
const count = z.coerce.number().int().min(0).catch(0);
const info = z.object({ user: z.object({ name: z.string().regex(listenerName), playcount: count }) });
const artist = z.object({ name: z.string() });
const topArtists = z.object({
  // One comes as an object, none as a missing key.
  topartists: z.object({ artist: z.union([z.array(artist), artist.transform((one) => [one])]).default([]) }),
});

/** The listener of a name; undefined where there is none. Refuses (unavailable, unanswered) without Last.fm. */
export async function findListener(user: string, until: number): Promise<Listener | undefined> {
  const answer = await askLastfm("user.getinfo", { user }, until);
  if ((answer.json as { error?: unknown }).error === NO_SUCH_USER) return undefined;
  const { name, playcount } = readPart(NAME, info, answer).user;
  return { name, playCount: playcount };
}

/** A listener's most played artists of all time, at most 50. Refuses the same. */
export async function listTopArtists(user: string, until: number): Promise<string[]> {
  const limit = String(TOP_ARTISTS);
  const answer = await askLastfm("user.gettopartists", { user, period: "overall", limit }, until);
  return readPart(NAME, topArtists, answer)
    .topartists.artist.slice(0, TOP_ARTISTS)
    .map(({ name }) => tidyName(name));
}

function askLastfm(method: string, query: Record<string, string>, until: number) {
  const { apiKey, url } = env.lastfm;
  if (!apiKey) throw new Refusal("unavailable", NOT_SET_UP);
  return askService(NAME, url, "/2.0/", {
    query: { ...query, method, api_key: apiKey, format: "json" },
    until,
  });
}
