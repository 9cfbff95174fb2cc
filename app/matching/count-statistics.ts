// Recounts the corpus statistics while members keep searching and writing.
import type { Query } from "./query";
import { sqlNorm } from "./weights";

/** Rows per write, so that other writers wait a few milliseconds at most. */
const ARTISTS_PER_WRITE = 1000;
const CANDIDATES_PER_WRITE = 100;
const POSTINGS_PER_WRITE = 1000;

/** A count that takes longer is considered abandoned. */
const LEASE_MS = 6 * 3_600_000;

/**
 * Counts listeners and norms into the buffer that is not current, then makes it current in a single write, so that no
 * reader ever mixes two counts. Members who change their artists meanwhile get norms in both buffers. Awaits `pause`
 * between writes. Returns false if another process is already counting.
 */
export async function countStatisticsWith(query: Query, pause: () => Promise<unknown>): Promise<boolean> {
  const buffer = await claimBuffer(query);
  if (buffer === undefined) return false;

  // Listeners come first, so that members listed from here on get the new norm.
  const counts: [number, number][] = JSON.parse(
    String(
      await query(`select json_group_array(json_array(id, coalesce(listeners, 0))) from artist left join (
        select artist_id, count(*) as listeners from member_artist group by artist_id) on artist_id = artist.id`),
    ),
  );
  for (let from = 0; from < counts.length; from += ARTISTS_PER_WRITE) {
    await query(
      `update artist set listeners_${buffer} = value ->> 1 from json_each(?) where artist.id = value ->> 0`,
      [JSON.stringify(counts.slice(from, from + ARTISTS_PER_WRITE))],
    );
    await pause();
  }

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

  for (let after = [-1, -1, -1]; ; ) {
    const last = await query(
      `select json_array(artist_id, cell, member_id) from (
        select * from posting where (artist_id, cell, member_id) > (?, ?, ?)
        order by artist_id, cell, member_id limit ${POSTINGS_PER_WRITE})
      order by artist_id desc, cell desc, member_id desc limit 1`,
      after,
    );
    if (last === undefined) break;
    const upTo: number[] = JSON.parse(String(last));
    await query(
      `update posting set norm_${buffer} = (select norm_${buffer} from candidate
        where candidate.cell = posting.cell and candidate.member_id = posting.member_id)
      where (artist_id, cell, member_id) > (?, ?, ?) and (artist_id, cell, member_id) <= (?, ?, ?)`,
      [...after, ...upTo],
    );
    after = upTo;
    await pause();
  }

  await query("update statistics set is_current = buffer = ?, begun_at = null", [buffer]);
  return true;
}

/** Claims the buffer to count into and stores the number of members; undefined while another process is counting. */
async function claimBuffer(query: Query): Promise<0 | 1 | undefined> {
  const now = Date.now();
  const claimed = await query(
    `insert into statistics (buffer, members, counted_at, is_current, begun_at)
      select iif(exists (select 1 from statistics where is_current and buffer = 0), 1, 0), count(*), ?, 0, ?
      from preferences where true
    on conflict (buffer) do update set members = excluded.members, counted_at = excluded.counted_at, begun_at = ?
      where begun_at is null or begun_at < ?
    returning buffer`,
    [now, now, now, now - LEASE_MS],
  );
  return claimed === undefined ? undefined : claimed === 1 ? 1 : 0;
}
