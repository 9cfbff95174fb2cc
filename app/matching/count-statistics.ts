// Counting members and artists' listeners anew, while everybody goes on.
import type { Query } from "./query";
import { normOf } from "./weights";

/** Rows written in one go: a few milliseconds, for which other writers wait. */
const ARTISTS_AT_ONCE = 1000;
const CANDIDATES_AT_ONCE = 100;
const POSTINGS_AT_ONCE = 1000;

/** A count that has not ended by then was given up. */
const LEASE_MS = 6 * 3_600_000;

/**
 * Writes a new count, and everybody's norm by it, into the slot that is not in force, and then puts that slot in force
 * with one write: no reader ever sees weights of two counts. Whoever changes their artists meanwhile writes norms for
 * both slots. `rest` is awaited between writes. False when another process is counting already.
 */
export async function recountBy(query: Query, rest: () => Promise<unknown>): Promise<boolean> {
  const slot = await claimSlot(query);
  if (slot === undefined) return false;

  // Listeners first: from here on, whoever is listed anew gets the new norm.
  const counts: [number, number][] = JSON.parse(
    String(
      await query(`select json_group_array(json_array(id, coalesce(listeners, 0))) from artist left join (
        select artist_id, count(*) as listeners from member_artist group by artist_id) on artist_id = artist.id`),
    ),
  );
  for (let from = 0; from < counts.length; from += ARTISTS_AT_ONCE) {
    await query(
      `update artist set listeners_${slot} = value ->> 1 from json_each(?) where artist.id = value ->> 0`,
      [JSON.stringify(counts.slice(from, from + ARTISTS_AT_ONCE))],
    );
    await rest();
  }

  for (let after = -1; ; ) {
    const last = await query(
      `select max(member_id) from (
        select member_id from candidate where member_id > ? order by member_id limit ${CANDIDATES_AT_ONCE})`,
      [after],
    );
    if (typeof last !== "number") break;
    await query(
      `update candidate set norm_${slot} = ${normOf("candidate.member_id", String(slot))}
      where member_id > ? and member_id <= ?`,
      [after, last],
    );
    after = last;
    await rest();
  }

  for (let after = [-1, -1, -1]; ; ) {
    const last = await query(
      `select json_array(artist_id, cell, member_id) from (
        select * from posting where (artist_id, cell, member_id) > (?, ?, ?)
        order by artist_id, cell, member_id limit ${POSTINGS_AT_ONCE})
      order by artist_id desc, cell desc, member_id desc limit 1`,
      after,
    );
    if (last === undefined) break;
    const upTo: number[] = JSON.parse(String(last));
    await query(
      `update posting set norm_${slot} = (select norm_${slot} from candidate
        where candidate.cell = posting.cell and candidate.member_id = posting.member_id)
      where (artist_id, cell, member_id) > (?, ?, ?) and (artist_id, cell, member_id) <= (?, ?, ?)`,
      [...after, ...upTo],
    );
    after = upTo;
    await rest();
  }

  await query("update census set is_current = slot = ?, begun_at = null", [slot]);
  return true;
}

/** The slot to count into, with the number of members in it; undefined while another process counts. */
async function claimSlot(query: Query): Promise<0 | 1 | undefined> {
  const now = Date.now();
  const claimed = await query(
    `insert into census (slot, members, counted_at, is_current, begun_at)
      select iif(exists (select 1 from census where is_current and slot = 0), 1, 0), count(*), ?, 0, ?
      from preferences where true
    on conflict (slot) do update set members = excluded.members, counted_at = excluded.counted_at, begun_at = ?
      where begun_at is null or begun_at < ?
    returning slot`,
    [now, now, now, now - LEASE_MS],
  );
  return claimed === undefined ? undefined : claimed === 1 ? 1 : 0;
}
