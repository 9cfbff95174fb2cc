// Whom Discover can find: `candidate`, rewritten whenever a member's age, place, trip, preferences, wishes, badges or status change.
import { db } from "db/client.server";
import { GENRES } from "db/column-types";
import { candidate, member } from "db/schema";
import { type Database, hasRow, type Tx } from "db/transaction.server";
import { and, between, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS, NEW_DAYS } from "~/durations";
import { NO_CELL } from "./cell";
import { sqlBadges } from "./finder";
import { sqlNorm } from "./weights";
import { agesToMeet, fitParameters, sqlAccepts, sqlWishes } from "./wishes";

/** The bits of a JSON array of genre names, exactly as `genreMask()` computes them. */
export function genreBits(names: SQL): SQL {
  return sql`(select coalesce(sum(1 << genre.key), 0) from json_each(${JSON.stringify(GENRES)}) genre
    where genre.value in (select value from json_each(${names})))`;
}

/**
 * Rewrites a member's row in `candidate`, after a change. Those without an age, inactive, paused or deleted, have none. Whoever
 * gets one for the first time is new here.
 */
export async function updateCandidate(tx: Tx, memberId: number, now = Date.now()): Promise<void> {
  const isThis = sql`member.id = ${memberId}`;
  await noteChange(tx, memberId);
  await tx.run(sql`delete from candidate where member_id = ${memberId}`);
  await tx.run(sql`update member set new_until = ${now + NEW_DAYS * DAY_MS}
    where new_until is null and ${isListed} and ${isThis}`);
  await tx.run(insertCandidates(isThis, now));
  await tx.run(sql`update alert set cell = ${alertCell} where member_id = ${memberId} and cell is not null`);
}

/**
 * Tells the indexes in memory to read a member again, and alerts to look at them; alerts keep what the member was before.
 * Changes outside of `candidate` that alerts look at call it beforehand. A later sequence replaces the member's earlier one.
 */
export async function noteChange(tx: Tx, memberId: number): Promise<void> {
  await tx.run(sql`insert or replace into candidate_change (member_id, before)
    select id, coalesce((select before from candidate_change where member_id = ${memberId}), ${alertView}, 'false')
    from member where id = ${memberId}`);
}

/** What alerts see of the row's `member`, as JSON of `AlertView`; null for those who have no row in `candidate`. */
export const alertView = sql`(select json_object('cell', cell, 'tripCell', trip_cell, 'age', age, 'genres', genres, 'wishes', wishes,
    'badges', badges, 'artists', json((select json_group_array(artist_id) from (
      select artist_id from member_artist where member_artist.member_id = member.id order by position))),
    'shows', json((select json_group_array(show_id) from going
      where going.member_id = member.id and member.shows_going = 'people')))
  from candidate where candidate.member_id = member.id)`;

/**
 * The cell where the owner of the row's `alert` lives now, unless the alert is about an artist or a show. On a trip a member is
 * in two places, so it is that of no place, and everybody is looked at.
 */
export const alertCell = sql`iif(filters ->> 'maxDistance' is null
    or exists (select 1 from candidate where candidate.member_id = alert.member_id and trip_cell is not null), ${NO_CELL},
  coalesce((select cell from member where member.id = alert.member_id), ${NO_CELL}))`;

/** Rewrites the rows of all members after a bulk insert. Neither indexes nor alerts are told. */
export function rebuildCandidates(now = Date.now()): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  return [
    db.run(sql`delete from candidate`),
    db.run(sql`update member set new_until = created_at + ${NEW_DAYS * DAY_MS}
      where new_until is null and ${isListed}`),
    db.run(insertCandidates(sql`true`, now)),
    db.run(sql`insert or replace into candidate_change (member_id) select id from member`),
  ];
}

/** True for the `member` whom Discover can list. */
const isListed = sql.raw(
  "age is not null and inactive_at is null and unlisted_at is null and withdrawn_at is null",
);

/** The town of the trip in whose days a member is now; null without one. */
export function sqlTripCell(memberId: SQL, now: number): SQL {
  return sql`(select trip.cell from trip where trip.member_id = ${memberId} and trip.shown_from <= ${now}
    and trip.shown_until > ${now} order by trip.shown_until limit 1)`;
}

function insertCandidates(condition: SQL, now: number): SQL {
  return sql`
    insert into candidate (cell, member_id, age, genres, norm_0, norm_1, wishes, badges, trip_cell)
    select coalesce(cell, ${NO_CELL}), member.id, age, ${genreBits(sql`coalesce(favorite_genres, '[]')`)},
      ${sql.raw(sqlNorm("member.id", "0"))}, ${sql.raw(sqlNorm("member.id", "1"))}, ${sql.raw(sqlWishes)},
      ${sql.raw(sqlBadges(now))}, ${sqlTripCell(sql`member.id`, now)}
    from member left join preferences on preferences.member_id = member.id
    where ${isListed} and ${condition}`;
}

/** A member who looks at others: whether they are paused or hidden, and their own row in `candidate`, if they have one. */
export type Seeker = { id: number; isAway: boolean; listed: { age: number; wishes: number } | null };

/** Reads the member whose place in Discover other members are tested against. */
export async function readSeeker(id: number, on: Database = db): Promise<Seeker> {
  const [row] = await on
    .select({ unlistedAt: member.unlistedAt, age: candidate.age, wishes: candidate.wishes })
    .from(member)
    .leftJoin(candidate, eq(candidate.memberId, member.id))
    .where(eq(member.id, id));
  const { age, wishes } = row ?? {};
  const listed = age == null || wishes == null ? null : { age, wishes };
  return { id, isAway: row?.unlistedAt !== null, listed };
}

/**
 * True for the members in `candidate` who fit the seeker in both directions, as in searches; for none if the seeker has no row
 * there.
 */
export function fitsWishes({ listed }: Seeker, memberId: Column): SQL {
  if (!listed) return sql`false`;
  const { minuend, fitMask, fit } = fitParameters(listed.wishes, listed.age);
  const { from, to } = agesToMeet(listed.wishes);
  const fits = sql`((${minuend} - ${candidate.wishes}) & ${fitMask}) = ${fit}`;
  return hasRow(candidate, and(eq(candidate.memberId, memberId), between(candidate.age, from, to), fits));
}

/** True if the members of two rows in `candidate`, by the names of the rows, fit each other as in searches. */
export function fitEachOther(one: string, other: string): SQL {
  return sql.raw(`(${sqlAccepts(one, other)} and ${sqlAccepts(other, one)})`);
}
