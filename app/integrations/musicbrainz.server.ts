// The search of MusicBrainz: the releases with a title or a barcode.
import type { RecordFormat, ReleaseDetails } from "db/column-types";
import { z } from "zod";
import { cleanText } from "~/clean-text";
import { env } from "~/env.server";
import { firstOf, textOr } from "./answer-fields";
import { httpRequest, parseJson } from "./http-request.server";
import { pausedUntil, serviceUrl } from "./outside-service.server";

const HOST = "musicbrainz.org";
/** How many releases are requested and offered. */
const MAX_RELEASES = 6;

/**
 * What to search for; blanks are left out, and a barcode alone is enough. Each of the `words` must be in the artist or the
 * title.
 */
export type ReleaseSearch = { artist: string; title: string; barcode: string; words?: string[] };
export type FoundRelease = ReleaseDetails & { id: string };

/** How many artists, labels and media of a release are read. */
const PARTS = 100;

const text = textOr("");
const release = z.object({
  id: z.string().uuid(),
  title: z.string().min(1),
  date: text,
  country: text,
  barcode: text,
  "artist-credit": firstOf(PARTS, z.object({ name: text, joinphrase: text })).catch([]),
  "label-info": firstOf(PARTS, z.object({ label: z.object({ name: text }).nullish().catch(null) })).catch([]),
  media: firstOf(PARTS, z.object({ format: text })).catch([]),
});
const answer = z.object({ releases: firstOf(MAX_RELEASES, z.unknown()) });

/**
 * The releases that match, the best first. Without a response, how long (in ms) everybody has to wait before the next request,
 * if MusicBrainz says so.
 */
export async function searchReleases(
  search: ReleaseSearch,
  deadline: number,
): Promise<FoundRelease[] | { reason: string; pauseMs: number }> {
  const base = serviceUrl(HOST);
  const response = await httpRequest(base, "/ws/2/release", {
    query: { query: toLucene(search), fmt: "json", limit: String(MAX_RELEASES) },
    headers: catalogHeaders(),
    deadline,
  });
  if ("failure" in response)
    return { reason: response.failure, pauseMs: Math.max(0, pausedUntil(base) - Date.now()) };
  const parsed = answer.safeParse(parseJson(response));
  // Not translated: for the log.
  if (response.status !== 200 || !parsed.success) return { reason: `status ${response.status}`, pauseMs: 0 };
  return parsed.data.releases.flatMap((each) => {
    const { data } = release.safeParse(each);
    return data ? [describe(data)] : [];
  });
}

/** The headers that say who is asking and how to reach them, as MusicBrainz requires. */
export function catalogHeaders(): Record<string, string> {
  return { "User-Agent": `B-Side/1.0 ( ${env.catalog.contact} )` };
}

function toLucene({ artist, title, barcode, words = [] }: ReleaseSearch): string {
  if (barcode)
    return spellingsOf(barcode)
      .map((digits) => `barcode:${quote(digits)}`)
      .join(" OR ");
  // Not translated: a query.
  if (words.length)
    return words.map((word) => `(artist:${quote(word)} OR release:${quote(word)})`).join(" AND ");
  const parts = { artist, release: title };
  return Object.entries(parts)
    .flatMap(([field, words]) => (words ? [`${field}:${quote(words)}`] : []))
    .join(" AND ");
}

/** MusicBrainz has a UPC as printed: with 12 digits, or as an EAN with a leading zero. */
function spellingsOf(barcode: string): string[] {
  return barcode.length === 12 ? [barcode, `0${barcode}`] : [barcode];
}

/** A phrase: between quotation marks only these and the backslash are special. */
function quote(words: string): string {
  return `"${words.replace(/["\\]/g, "\\$&")}"`;
}

function describe(found: z.output<typeof release>): FoundRelease {
  const formats = found.media.map(({ format }) => format);
  return {
    id: found.id.toLowerCase(),
    title: cleanText(found.title),
    artist: cleanText(found["artist-credit"].map(({ name, joinphrase }) => name + joinphrase).join("")),
    year: Number(/^\d{4}/.exec(found.date)?.[0]) || null,
    format: formats.map(toFormat).find(Boolean) ?? null,
    label: cleanText(found["label-info"].find(({ label }) => label?.name)?.label?.name ?? ""),
    country: cleanText(found.country),
    barcode: cleanText(found.barcode),
  };
}

/** The format of `12" Vinyl`, "Hybrid SACD" or "Cassette"; null for the many others. */
function toFormat(name: string): RecordFormat | null {
  if (/vinyl|shellac|acetate|flexi/i.test(name)) return "vinyl";
  if (/\b(cd|sacd|hdcd|shm-cd|cd-r)\b/i.test(name)) return "cd";
  return /cassette/i.test(name) ? "cassette" : null;
}
