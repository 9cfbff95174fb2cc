// Who can be discovered: the rows that Discover walks, rewritten whenever a member's age, place, preferences or
// standing change.
import { db } from "db/client.server";
import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { GENRES } from "~/models/genre";
import { NOWHERE } from "./cell";
import { normOf } from "./weights";

/** A list of genres' names in JSON as bits, as `genreMask()` gives them. */
export function genreBits(names: SQL): SQL {
  return sql`(select coalesce(sum(1 << genre.key), 0) from json_each(${JSON.stringify(GENRES)}) genre
    where genre.value in (select value from json_each(${names})))`;
}

/**
 * Rewrites a member's rows in `candidate` and `posting`, to stand in the same batch after the change that asks for it.
 * Who has no age, has paused or is deleted gets none.
 */
export function relist(memberId: number): BatchItem<"sqlite">[] {
  return [
    unlistArtists(memberId),
    db.run(sql`delete from candidate where member_id = ${memberId}`),
    listCandidates(sql`member.id = ${memberId}`),
    listPostings(sql`candidate.member_id = ${memberId}`),
  ];
}

/** Takes a member out of `posting`: to stand before a change of the artists, by which the rows are found. */
export function unlistArtists(memberId: number): BatchItem<"sqlite"> {
  return db.run(sql`delete from posting where (artist_id, cell, member_id) in (
    select artist_id, cell, member_id from candidate join member_artist using (member_id)
    where member_id = ${memberId})`);
}

/** Rewrites the rows of everybody: for members who were put into the database by the thousand. */
export function relistEverybody(): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  return [
    db.run(sql`delete from posting`),
    db.run(sql`delete from candidate`),
    listCandidates(sql`true`),
    listPostings(sql`true`),
  ];
}

function listCandidates(who: SQL) {
  return db.run(sql`
    insert into candidate (cell, member_id, age, genres, norm_0, norm_1)
    select coalesce(cell, ${NOWHERE}), member.id, age, ${genreBits(sql`coalesce(favorite_genres, '[]')`)},
      ${sql.raw(normOf("member.id", "0"))}, ${sql.raw(normOf("member.id", "1"))}
    from member left join preferences on preferences.member_id = member.id
    where age is not null and paused_at is null and deleted_at is null and ${who}`);
}

// In the order of the key, which makes writing everybody's rows quick.
function listPostings(who: SQL) {
  return db.run(sql`
    insert into posting (artist_id, cell, member_id, age, genres, norm_0, norm_1)
    select artist_id, cell, member_id, age, genres, norm_0, norm_1
    from candidate join member_artist using (member_id)
    where ${who} order by artist_id, cell, member_id`);
}
