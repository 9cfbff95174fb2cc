// The Discogs API: the pages of a public collection or wantlist.
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { firstOf, textOr } from "./answer-fields";
import { httpRequest, parseJson } from "./http-request.server";
import { catalogHeaders } from "./musicbrainz.server";
import { pausedUntil, serviceUrl } from "./outside-service.server";

const HOST = "api.discogs.com";
/** How many records a page has: a quarter of a megabyte for a hundred. */
export const PAGE_RECORDS = 100;
const PAGE_BYTES = 2_000_000;
/** How many artists, formats and the like of a record are read. */
const PARTS = 100;

const text = textOr("");
const basicInformation = z.object({
  title: text,
  year: z.number().catch(0),
  artists: firstOf(PARTS, z.object({ name: text, anv: text, join: text })).catch([]),
  formats: firstOf(
    PARTS,
    z.object({ name: text, qty: text, descriptions: firstOf(PARTS, text).catch([]) }),
  ).catch([]),
  genres: firstOf(PARTS, text).catch([]),
});
const copy = z
  .object({
    instance_id: z.number(),
    notes: firstOf(PARTS, z.object({ field_id: z.number(), value: text })).catch([]),
    basic_information: basicInformation,
  })
  .transform(({ instance_id, ...fields }) => ({ id: instance_id, ...fields }));
/** Only its owner sees the notes of a wantlist. */
const want = z
  .object({ id: z.number(), basic_information: basicInformation })
  .transform((fields) => ({ ...fields, notes: [] }));
const pagination = z.object({ pages: z.number().int(), items: z.number().int() });

const lists = {
  collection: {
    path: "/users/:username/collection/folders/0/releases",
    // The oldest records first, so that records added meanwhile come last.
    query: { sort: "added", sort_order: "asc" },
    answer: z
      .object({ pagination, releases: firstOf(PAGE_RECORDS, z.unknown()) })
      .transform(({ pagination, releases }) => ({ pagination, items: releases })),
    item: copy,
  },
  wantlist: {
    path: "/users/:username/wants",
    query: {},
    answer: z
      .object({ pagination, wants: firstOf(PAGE_RECORDS, z.unknown()) })
      .transform(({ pagination, wants }) => ({ pagination, items: wants })),
    item: want,
  },
};

/** A collector's lists: copies of releases they have, or releases they want. */
export type DiscogsList = keyof typeof lists;

/** A copy in a collection, or a release on a wantlist; their ids are separate. */
export type DiscogsRecord = z.output<typeof copy> | z.output<typeof want>;

/** A page of a list, or why there is none; without a response, also how long (in ms) Discogs wants no more requests. */
export type DiscogsPage =
  | { pages: number; total: number; records: DiscogsRecord[] }
  | { missing: "absent" | "private" | "unreachable" }
  | { reason: string; pauseMs: number };

/** A page of a collector's public collection or wantlist. */
export async function readListPage(list: DiscogsList, username: string, page: number): Promise<DiscogsPage> {
  const url = serviceUrl(HOST);
  const { path, query, answer, item } = lists[list];
  const response = await httpRequest(url, path, {
    segments: { username },
    query: { page: String(page), per_page: String(PAGE_RECORDS), ...query },
    headers: discogsHeaders(),
    maxBytes: PAGE_BYTES,
  });
  if ("failure" in response)
    return { reason: response.failure, pauseMs: Math.max(0, pausedUntil(url) - Date.now()) };
  if (response.status === 404) return { missing: "absent" };
  if (response.status === 403) return { missing: "private" };
  // Public lists need no token, so the token must be wrong.
  if (response.status === 401) {
    // Not translated: for the log.
    log.logger.warn({ service: "Discogs" }, "DISCOGS_TOKEN isn't accepted");
    return { missing: "unreachable" };
  }
  const parsed = answer.safeParse(parseJson(response, PAGE_BYTES));
  // Not translated: for the log.
  if (response.status !== 200 || !parsed.success) return { reason: `status ${response.status}`, pauseMs: 0 };
  const { pagination: counts, items } = parsed.data;
  const records: DiscogsRecord[] = [];
  for (const each of items) {
    await setImmediate();
    const { data } = item.safeParse(each);
    if (data) records.push(data);
  }
  return { pages: counts.pages, total: counts.items, records };
}

/** Whether Discogs accepts the token, which it checks even for requests that need none. Throws without a response. */
export async function tryDiscogsToken(): Promise<boolean> {
  const response = await httpRequest(serviceUrl(HOST), "/oauth/identity", { headers: discogsHeaders() });
  if ("failure" in response) throw new Error(response.failure);
  return response.status !== 401;
}

function discogsHeaders(): Record<string, string> {
  const { token } = env.discogs;
  // Not translated: a header.
  return { ...catalogHeaders(), ...(token ? { Authorization: `Discogs token=${token}` } : {}) };
}
