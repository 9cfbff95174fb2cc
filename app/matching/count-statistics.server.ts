// Recounts the corpus statistics while members keep searching and writing.
import { HOUR_MS } from "~/durations";
import { findAlike, type Lists } from "./alike";
import { assumedListeners } from "./known-artists.server";
import type { Query } from "./query";
import { alikeWeight } from "./score";
import { sqlNorm } from "./weights";

/** Rows per write, so that other writers wait a few milliseconds at most. */
const ARTISTS_PER_WRITE = 1000;
const ALIKE_PER_WRITE = 1000;
const CANDIDATES_PER_WRITE = 100;

/** Rows per read, so that other requests wait a few milliseconds at most. */
const ARTISTS_PER_READ = 5000;
const LISTS_PER_READ = 500;

/** A count that takes longer is considered abandoned. */
const LEASE_MS = 6 * HOUR_MS;

/**
 * Counts listeners, alike artists and norms into the buffer that is not current, then makes it current in a single write,
 * so that no reader ever mixes two counts. Members who change their artists meanwhile get norms in both buffers. Awaits
 * `pause` between steps. Returns false if another process is already counting.
 */
export async function countStatisticsWith(query: Query, pause: () => Promise<unknown>): Promise<boolean> {
  const claimed = await claimBuffer(query);
  if (!claimed) return false;
  const { buffer, members } = claimed;

  const artists = await readArtists(query, pause);
  const lists = await readLists(query, artists.ids, pause);
  // Listeners come first, so that members listed from here on get the new norm.
  await writeListeners(query, buffer, artists, lists.listeners, pause);
  await writeAlike(query, buffer, members, artists.ids, lists, pause);

  for (let after = -1; ; ) {
    const last = await query(
      `select max(member_id) from (
        select member_id from candidate where member_id > ? order by member_id limit ${CANDIDATES_PER_WRITE})`,
      [after],
    );
    if (typeof last !== "number") break;
    await query(
      `update candidate set norm_${buffer} = ${sqlNorm("candidate.member_id", String(buffer))}
      where member_id > ? and member_id <= ?`,
      [after, last],
    );
    after = last;
    await pause();
  }

  await query("update statistics set is_current = buffer = ?, begun_at = null", [buffer]);
  return true;
}

/** Claims the buffer to count into and stores the number of members; undefined while another process is counting. */
async function claimBuffer(query: Query): Promise<{ buffer: 0 | 1; members: number } | undefined> {
  const now = Date.now();
  const claimed = await query(
    `insert into statistics (buffer, members, counted_at, is_current, begun_at)
      select iif(exists (select 1 from statistics where is_current and buffer = 0), 1, 0), count(*), ?, 0, ?
      from preferences where true
    on conflict (buffer) do update set members = excluded.members, counted_at = excluded.counted_at, begun_at = ?
      where begun_at is null or begun_at < ?
    returning json_object('buffer', buffer, 'members', members)`,
    [now, now, now, now - LEASE_MS],
  );
  return claimed === undefined ? undefined : JSON.parse(String(claimed));
}

type Artists = { ids: number[]; assumed: number[] };

/** Reads the ids of all artists in ascending order, and the listeners assumed for each. */
async function readArtists(query: Query, pause: () => Promise<unknown>): Promise<Artists> {
  const artists: Artists = { ids: [], assumed: [] };
  for (;;) {
    const rows: [id: number, key: string][] = JSON.parse(
      String(
        await query(
          `select json_group_array(json_array(id, key)) from (
            select id, key from artist where id > ? order by id limit ${ARTISTS_PER_READ})`,
          [artists.ids.at(-1) ?? -1],
        ),
      ),
    );
    if (!rows.length) return artists;
    for (const [id, key] of rows) {
      artists.ids.push(id);
      artists.assumed.push(assumedListeners(key));
    }
    await pause();
  }
}

/** Reads everybody's lists, with artists numbered as in `artistIds`; artists first listed meanwhile are left out. */
async function readLists(query: Query, artistIds: number[], pause: () => Promise<unknown>): Promise<Lists> {
  const numbers = new Map(artistIds.map((id, number) => [id, number]));
  const listeners = new Uint32Array(artistIds.length);
  const parts: Uint32Array[] = [];
  const starts = [0];
  let total = 0;
  for (let after = -1; ; ) {
    const last = await query(
      `select max(member_id) from (
        select member_id from preferences where member_id > ? order by member_id limit ${LISTS_PER_READ})`,
      [after],
    );
    if (typeof last !== "number") break;
    const lists: number[][] = JSON.parse(
      String(
        await query(
          `select json_group_array(json(artists)) from (
            select json_group_array(artist_id) as artists from member_artist
            where member_id > ? and member_id <= ? group by member_id)`,
          [after, last],
        ),
      ),
    );
    for (const list of lists) {
      const part = Uint32Array.from(list.flatMap((id) => numbers.get(id) ?? []));
      for (const artist of part) listeners[artist] = (listeners[artist] ?? 0) + 1;
      parts.push(part);
      total += part.length;
      starts.push(total);
    }
    after = last;
    await pause();
  }
  const artists = new Uint32Array(total);
  for (const [list, part] of parts.entries()) artists.set(part, starts[list]);
  return { artists, starts: Uint32Array.from(starts), listeners };
}

async function writeListeners(
  query: Query,
  buffer: 0 | 1,
  { ids, assumed }: Artists,
  listeners: Uint32Array,
  pause: () => Promise<unknown>,
) {
  const counts = ids.map((id, number) => [id, (listeners[number] ?? 0) + (assumed[number] ?? 0)]);
  for (let from = 0; from < counts.length; from += ARTISTS_PER_WRITE) {
    await query(
      `update artist set listeners_${buffer} = value ->> 1 from json_each(?) where artist.id = value ->> 0`,
      [JSON.stringify(counts.slice(from, from + ARTISTS_PER_WRITE))],
    );
    await pause();
  }
}

/** Replaces the alike artists of a buffer. */
async function writeAlike(
  query: Query,
  buffer: 0 | 1,
  members: number,
  artistIds: number[],
  lists: Lists,
  pause: () => Promise<unknown>,
) {
  while (await query("select 1 from alike_artist where buffer = ? limit 1", [buffer])) {
    await query(
      `delete from alike_artist where (buffer, artist_id, other_id) in (
        select buffer, artist_id, other_id from alike_artist where buffer = ? limit ${ALIKE_PER_WRITE})`,
      [buffer],
    );
    await pause();
  }
  const pairs = await findAlike(lists, members, pause);
  const rows = pairs
    .flatMap(({ one, other, lift }) => {
      const [a, b, weight] = [artistIds[one] ?? 0, artistIds[other] ?? 0, alikeWeight(lift, members)];
      return [
        [a, b, weight],
        [b, a, weight],
      ] as const;
    })
    .sort(([a, b], [c, d]) => a - c || b - d);
  for (let from = 0; from < rows.length; from += ALIKE_PER_WRITE) {
    await query(
      `insert into alike_artist (buffer, artist_id, other_id, weight)
        select ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?)`,
      [buffer, JSON.stringify(rows.slice(from, from + ALIKE_PER_WRITE))],
    );
    await pause();
  }
}
