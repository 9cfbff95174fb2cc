// The Discogs API: the pages of a public collection.
import { z } from "zod";
import { env } from "~/env.server";
import { httpRequest, parseJson } from "./http-request.server";
import { catalogHeaders } from "./musicbrainz.server";
import { pausedUntil } from "./outside-service.server";

/** A page of a hundred records has a quarter of a megabyte. */
const PAGE_RECORDS = 100;
const PAGE_BYTES = 2_000_000;

const text = z.string().catch("");
const release = z.object({
  instance_id: z.number(),
  notes: z.array(z.object({ field_id: z.number(), value: text })).catch([]),
  basic_information: z.object({
    title: text,
    year: z.number().catch(0),
    artists: z.array(z.object({ name: text, anv: text, join: text })).catch([]),
    formats: z.array(z.object({ name: text, qty: text, descriptions: z.array(text).catch([]) })).catch([]),
    genres: z.array(text).catch([]),
  }),
});
const answer = z.object({
  pagination: z.object({ pages: z.number().int(), items: z.number().int() }),
  releases: z.array(z.unknown()),
});

/** A copy of a release in a collection. */
export type DiscogsRecord = z.output<typeof release>;

/** A page of a collection, or why there is none. Without a response, how long (in ms) Discogs wants no more requests. */
export type DiscogsPage =
  | { pages: number; total: number; records: DiscogsRecord[] }
  | { missing: "absent" | "private" }
  | { reason: string; pauseMs: number };

/** A page of a collector's public collection, the oldest records first: what is added meanwhile comes last. */
export async function readCollectionPage(username: string, page: number): Promise<DiscogsPage> {
  const { url, token } = env.discogs;
  const response = await httpRequest(url, "/users/:username/collection/folders/0/releases", {
    segments: { username },
    query: { page: String(page), per_page: String(PAGE_RECORDS), sort: "added", sort_order: "asc" },
    headers: { ...catalogHeaders(), ...(token ? { Authorization: `Discogs token=${token}` } : {}) },
    maxBytes: PAGE_BYTES,
  });
  if ("failure" in response)
    return { reason: response.failure, pauseMs: Math.max(0, pausedUntil(url) - Date.now()) };
  if (response.status === 404) return { missing: "absent" };
  if (response.status === 401 || response.status === 403) return { missing: "private" };
  const parsed = answer.safeParse(parseJson(response));
  if (response.status !== 200 || !parsed.success) return { reason: `status ${response.status}`, pauseMs: 0 };
  const { pagination, releases } = parsed.data;
  const records = releases.flatMap((each) => release.safeParse(each).data ?? []);
  return { pages: pagination.pages, total: pagination.items, records };
}
