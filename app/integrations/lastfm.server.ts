// The Last.fm API: a listener's play count, top artists and past, and the owner of a web authentication token.
import { createHash } from "node:crypto";
import { z } from "zod";
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { firstOf } from "./answer-fields";
import { musicServices, NOT_SET_UP, type PastListening } from "./music-service";
import { cleanName, parseResponse, requestWithinLimit, withheldRefusal } from "./music-service.server";
import { serviceUrl } from "./outside-service.server";

const NAME = musicServices.lastfm.name;
const HOST = "ws.audioscrobbler.com";
const PAGES_HOST = "www.last.fm";
const TOP_ARTISTS = 50;
/** The codes of errors. */
const NO_SUCH_USER = 6;
const INVALID_TOKENS = [4, 14, 15];
const HIDDEN_BY_USER = 17;
const WITHHELD = [401, 403, 404];

/** A listener, with the name as Last.fm spells it. */
export type Listener = { name: string; playCount: number };

const name = z.string().regex(musicServices.lastfm.usernames);
// Last.fm sends numbers as strings.
const count = z.coerce.number().int().min(0).catch(0);
const info = z.object({ user: z.object({ name: name, playcount: count }) });
const past = z.object({ user: z.object({ playcount: count, registered: z.object({ unixtime: count }) }) });
const recent = z.object({ recenttracks: z.object({ "@attr": z.object({ total: count }) }) });
const session = z.object({ session: z.object({ name: name }) });
const artist = z.object({ name: z.string() });
const topArtists = z.object({
  // A single artist comes as an object, and none as a missing key.
  topartists: z.object({
    artist: z.union([firstOf(TOP_ARTISTS, artist), artist.transform((one) => [one])]).default([]),
  }),
});

/**
 * The listener with this name; undefined if there is none. Refuses without a key (unavailable) or response (unanswered), for as
 * long as Last.fm wants no more requests (too-many), and if it withholds the account or has revoked the key (invalid).
 */
export async function findListener(user: string, deadline: number): Promise<Listener | undefined> {
  const response = await requestInfo(user, deadline);
  if (errorOf(response) === NO_SUCH_USER) return undefined;
  const { name, playcount } = parseResponse(NAME, info, response).user;
  return { name, playCount: playcount };
}

/** A listener's most played artists of all time, at most 50. Refuses as `findListener` does. */
export async function listTopArtists(user: string, deadline: number): Promise<string[]> {
  const query = { user, period: "overall", limit: String(TOP_ARTISTS) };
  const response = await requestLastfm("user.gettopartists", query, deadline);
  return parseResponse(NAME, topArtists, response).topartists.artist.map(({ name }) => cleanName(name));
}

/**
 * A listener's past, since they registered: Last.fm takes no plays that are older than two weeks. "hidden" if they don't show
 * it, undefined if there is no such listener. Refuses as `findListener` does.
 */
export async function readLastfmPast(
  user: string,
  periods: { from: number; to: number }[],
  deadline: number,
): Promise<PastListening | "hidden" | undefined> {
  const response = await requestInfo(user, deadline);
  if (errorOf(response) === NO_SUCH_USER) return undefined;
  const { playcount, registered } = parseResponse(NAME, past, response).user;
  const playsEach: number[] = [];
  for (const { from, to } of periods) {
    const query = { user, from: toSeconds(from), to: toSeconds(to), limit: "1" };
    const answer = await requestLastfm("user.getrecenttracks", query, deadline);
    if (errorOf(answer) === HIDDEN_BY_USER) return "hidden";
    playsEach.push(parseResponse(NAME, recent, answer).recenttracks["@attr"].total);
  }
  return { plays: playcount, since: registered.unixtime * 1000 || null, playsEach };
}

/** The page on which members confirm an account; it leads to `callback` with a `token`. Undefined without a secret. */
export function lastfmConsentPage(callback: string): string | undefined {
  const { apiKey, secret } = env.lastfm;
  if (!apiKey || !secret) return undefined;
  return `${serviceUrl(PAGES_HOST)}/api/auth/?${new URLSearchParams({ api_key: apiKey, cb: callback })}`;
}

/**
 * The name of the listener who confirmed a token, which works once; undefined for an invalid one. Refuses as `findListener`
 * does.
 */
export async function findLastfmTokenOwner(token: string, deadline: number): Promise<string | undefined> {
  const { apiKey = "", secret = "" } = env.lastfm;
  const parameters = { api_key: apiKey, method: "auth.getSession", token };
  const signed = Object.entries(parameters).flat().join("") + secret;
  const api_sig = createHash("md5").update(signed).digest("hex");
  const response = await requestLastfm("auth.getSession", { token, api_sig }, deadline);
  if (INVALID_TOKENS.includes(errorOf(response))) return undefined;
  return parseResponse(NAME, session, response).session.name;
}

async function requestInfo(user: string, deadline: number) {
  const response = await requestLastfm("user.getinfo", { user }, deadline);
  const error = errorOf(response);
  if (WITHHELD.includes(response.status) && error !== NO_SUCH_USER)
    throw withheldRefusal(NAME, `status ${response.status}, error ${error}`);
  return response;
}

function errorOf({ json }: { json: { error?: unknown } }): number {
  return Number(json.error);
}

function toSeconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

function requestLastfm(method: string, query: Record<string, string>, deadline: number) {
  const { apiKey } = env.lastfm;
  if (!apiKey) throw new Refusal("unavailable", NOT_SET_UP);
  return requestWithinLimit(NAME, serviceUrl(HOST), "/2.0/", {
    query: { ...query, method, api_key: apiKey, format: "json" },
    deadline,
  });
}
