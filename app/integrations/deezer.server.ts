// The Deezer API: finding the track of a song, and 30 seconds of its sound.
import { z } from "zod";
import { firstOf } from "./answer-fields";
import { httpDownload } from "./http-download.server";
import type { HttpRequestOptions } from "./http-request.server";
import { parseResponse, requestJson, unansweredRefusal } from "./music-service.server";
import { pauseIfAsked, serviceUrl } from "./outside-service.server";

// Not translated: a name.
const NAME = "Deezer";
const HOST = "api.deezer.com";
/** Its quota is 50 requests in five seconds, which it refuses to exceed with this code. */
const QUOTA = { code: 4, seconds: 5 };
const NO_DATA = 800;
/** 30 seconds at 320 kbit/s, the most that an MP3 can have, and a picture within. */
const SOUND_BYTES = 2_000_000;
const SOUND_REDIRECTS = 2;
const RESULTS = 5;

export type Song = { artist: string; title: string };

/** A track; not all have a preview. */
export type Track = Song & { id: number; hasPreview: boolean };

/** A part of a sound, or all of it, with the headers that describe the part. */
export type Sound = { status: 200 | 206 | 416; bytes: Uint8Array<ArrayBuffer>; contentRange?: string };

const track = z.object({
  id: z.number().int().positive(),
  title: z.string(),
  preview: z.string().nullish(),
  artist: z.object({ name: z.string() }),
});
const search = z.object({ data: firstOf(RESULTS, track) });
const failure = z.object({ error: z.object({ code: z.number() }) });

/** The tracks that it finds for a song, best first; not all have its artist and title. */
export async function searchTracks(song: Song): Promise<Track[]> {
  const quoted = (text: string) => `"${text.replaceAll('"', " ")}"`;
  const q = `artist:${quoted(song.artist)} track:${quoted(song.title)}`;
  const response = await requestDeezer("/search", { query: { q, limit: String(RESULTS) } });
  const found = response ? parseResponse(NAME, search, response).data : [];
  return found.map(({ id, title, artist, preview }) => ({
    ...{ id, title, artist: artist.name },
    hasPreview: Boolean(preview),
  }));
}

/** The URL of a track's preview, which works for some minutes; undefined if the track or its preview is gone. */
export async function findPreview(trackId: number): Promise<string | undefined> {
  const response = await requestDeezer(`/track/${trackId}`, {});
  return (response && parseResponse(NAME, track, response).preview) || undefined;
}

/**
 * Downloads a preview, or the part of it that `range` names; undefined if its URL has expired. Refuses any other failure
 * (unanswered).
 */
export async function downloadPreview(address: string, range: string | null): Promise<Sound | undefined> {
  const response = await httpDownload(address, {
    hosts: ["*.dzcdn.net"],
    base: serviceUrl(HOST),
    maxRedirects: SOUND_REDIRECTS,
    maxBytes: SOUND_BYTES,
    headers: range === null ? {} : { Range: range },
  });
  if ("failure" in response) throw unansweredRefusal(NAME, `preview: ${response.failure}`);
  const { status, headers, bytes } = response;
  if (status === 403 || status === 404 || status === 410) return undefined;
  const contentRange = /^bytes (\d+-\d+|\*)\/\d+$/.exec(headers["content-range"] ?? "")?.[0];
  const isSound = headers["content-type"]?.startsWith("audio/");
  if (status === 200 && isSound) return { status, bytes: new Uint8Array(bytes) };
  if (status === 206 && isSound && contentRange)
    return { status, bytes: new Uint8Array(bytes), contentRange };
  if (status === 416) return { status, bytes: new Uint8Array(), contentRange };
  throw unansweredRefusal(NAME, `preview: status ${status}`);
}

/** Undefined if there is nothing with that id. Errors come with the status 200. */
async function requestDeezer(path: string, options: HttpRequestOptions) {
  const response = await requestJson(NAME, serviceUrl(HOST), path, options);
  const code = failure.safeParse(response.json).data?.error.code;
  if (code === NO_DATA) return undefined;
  if (code === QUOTA.code) pauseIfAsked(new URL(serviceUrl(HOST)), 429, String(QUOTA.seconds));
  if (code !== undefined) throw unansweredRefusal(NAME, `error ${code}`);
  return response;
}
