// Discover: everybody who goes with a member, exactly and best first.
import { db } from "db/client.server";
import { member } from "db/schema";
import { inArray, type SQL, sql } from "drizzle-orm";
import { agesOf, type DiscoverFilters, type Widening, wideningsOf } from "~/models/discovery";
import { filterMask } from "~/models/genre";
import type { MemberCard } from "~/models/member";
import { publicMember } from "~/models/member.server";
import { listTastes } from "~/models/preferences.server";
import { absent, Refusal } from "~/models/refusal";
import { cellsWithin, distanceMiles, NOWHERE } from "./cell";
import { artistWeight, genreBits } from "./listing.server";
import { DOUBT, leastOverlap, score, type Taste } from "./score";

const PAGE_SIZE = 20;

/** From this score on two members share an artist, since genres alone stay below. */
const SHARES_AN_ARTIST = 50;

export type DiscoverPage = {
  members: MemberCard[];
  /** What `discover` takes for the next page; null on the last. */
  next: string | null;
  /** Where the filters find less than a page: wider ones that find more. */
  wider: Widening[];
};

type Viewer = Taste & { id: number; cell: number | null };

/** Where a member stands in the order. */
type Position = { score: number; distance: number | null; id: number };

type Found = Position & { age: number; genres: number };

/**
 * A page of the members whom the filters find, by score, then distance (unknown last), then id. Left out are the
 * viewer, whoever they have decided on, and blocks either way. Refuses a cursor that is none (invalid).
 */
export async function discover(
  viewerId: number,
  filters: DiscoverFilters,
  cursor?: string,
): Promise<DiscoverPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const viewer = await getViewer(viewerId);
  const found = await findAfter(viewer, filters, after);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    members: await cardsOf(page),
    next: last && found.length > PAGE_SIZE ? writeCursor(last) : null,
    wider: !after && found.length < PAGE_SIZE ? await widen(viewer, filters, found.length) : [],
  };
}

/**
 * The viewer's scores with these members, by their ids. Missing is who has saved no preferences, and everybody while
 * the viewer has none.
 */
export async function scoresWith(viewerId: number, otherIds: number[]): Promise<Map<number, number>> {
  const rows = await db.all<{ id: number; genres: number; norm: number; shared: number }>(sql`
    with other as materialized (
      select member_id as id, favorite_genres from preferences
      where member_id in (select value from json_each(${JSON.stringify([viewerId, ...otherIds])})))
    select other.id, ${genreBits(sql`favorite_genres`)} as genres, ${DOUBT} + sum(${artistWeight}) as norm,
      sum(${artistWeight} * exists (
        select 1 from member_artist mine where mine.member_id = ${viewerId} and mine.artist_id = artist.id)) as shared
    from other cross join member_artist on member_artist.member_id = other.id
      cross join artist on artist.id = member_artist.artist_id
    group by other.id`);
  const viewer = rows.find(({ id }) => id === viewerId);
  const asked = new Set(otherIds);
  const others = viewer ? rows.filter(({ id }) => asked.has(id)) : [];
  return new Map(others.map((other) => [other.id, score(viewer ?? other, other, other.shared)]));
}

/** Everybody found who stands after a position, in order: all of them, or at least a page and one more. */
async function findAfter(viewer: Viewer, filters: DiscoverFilters, after?: Position): Promise<Found[]> {
  const { minCompatibility = 0 } = filters;
  if (minCompatibility < SHARES_AN_ARTIST && (after?.score ?? 100) >= SHARES_AN_ARTIST) {
    const sharing = { ...filters, minCompatibility: SHARES_AN_ARTIST };
    const found = await findAfter(viewer, sharing, after);
    if (found.length > PAGE_SIZE) return found;
  }
  const found = await search(viewer, filters);
  return found.filter((position) => !after || inOrder(after, position) < 0).sort(inOrder);
}

/**
 * Everybody whom the filters find, in no order. The only long query of Discover.
 * With a minimum of 50 or more it walks the postings of the viewer's artists within reach, and SQL already drops who
 * shares too little for the minimum. With none it adds everybody within reach, as if listed by an artist of no weight.
 */
async function search(viewer: Viewer, filters: DiscoverFilters): Promise<Found[]> {
  const { minCompatibility = 0 } = filters;
  const everybody = sql`union all
    select 0 as weight, candidate.* from reach cross join candidate
    where candidate.cell between low and high and ${passes(filters)}`;
  const [packed] = await db.all<{ rows: string }>(sql`
    with mine as materialized (
      select artist_id, ${artistWeight} as weight from member_artist join artist on artist.id = artist_id
      where member_id = ${viewer.id}),
    ${reach(viewer, filters)},
    listed as (
      select weight, posting.cell, member_id, age, genres, norm
      from mine cross join reach cross join posting
      where posting.artist_id = mine.artist_id and posting.cell between low and high and ${passes(filters)}
      ${minCompatibility < SHARES_AN_ARTIST ? everybody : sql``})
    select json_group_array(json_array(member_id, cell, age, genres, norm, shared)) as rows from (
      select member_id, cell, age, genres, norm, sum(weight) as shared from listed group by member_id
      having shared * shared >= ${leastOverlap(minCompatibility) * viewer.norm} * norm) as hit
    where ${isOpen(viewer.id)}`);
  const distances = new Map<number, number | null>();
  const found: Found[] = [];
  for (const [id, cell, age, genres, norm, shared] of JSON.parse(packed?.rows ?? "[]") as Row[]) {
    const reached = score(viewer, { genres, norm }, shared);
    if (reached < minCompatibility) continue;
    let distance = distances.get(cell);
    if (distance === undefined) {
      distance = distanceMiles(viewer.cell, cell);
      distances.set(cell, distance);
    }
    found.push({ id, score: reached, distance, age, genres });
  }
  return found;
}

/** The ranges of cells within the asked distance as a table `reach`; an unknown place is within any distance. */
function reach(viewer: Viewer, { maxDistance }: DiscoverFilters): SQL {
  const ranges =
    maxDistance === undefined || viewer.cell === null
      ? [{ low: NOWHERE, high: Number.MAX_SAFE_INTEGER }]
      : [{ low: NOWHERE, high: NOWHERE }, ...cellsWithin(viewer.cell, maxDistance)];
  return sql`reach as materialized (
    select value ->> 'low' as low, value ->> 'high' as high from json_each(${JSON.stringify(ranges)}))`;
}

/** Age and genres, of a row of `posting` or `candidate`. */
function passes(filters: DiscoverFilters): SQL {
  const { from, to } = agesOf(filters);
  const genres = filters.genres ? sql`genres & ${filterMask(filters.genres)}` : sql`true`;
  return sql`age between ${from} and ${to} and ${genres}`;
}

/** What `passes` and the minimum say, of a member found already. */
function isFoundBy(filters: DiscoverFilters, { age, genres, score }: Found): boolean {
  const { from, to } = agesOf(filters);
  const passesGenres = !filters.genres || (genres & filterMask(filters.genres)) !== 0;
  return from <= age && age <= to && passesGenres && score >= (filters.minCompatibility ?? 0);
}

/** Nothing stands between the viewer and the `hit`: it is another, undecided, and not blocked either way. */
function isOpen(viewerId: number): SQL {
  return sql`hit.member_id <> ${viewerId}
    and not exists (select 1 from decision where decision.member_id = ${viewerId} and target_id = hit.member_id)
    and not exists (select 1 from block where block.member_id = ${viewerId} and target_id = hit.member_id)
    and not exists (select 1 from block where block.member_id = hit.member_id and target_id = ${viewerId})`;
}

/** A hit as SQL packs it: id, cell, age, genres as bits, norm, the weight of what is shared. */
type Row = [number, number, number, number, number, number];

/** Which wider filters find more than the `found` that were found, and how many more. */
async function widen(viewer: Viewer, filters: DiscoverFilters, found: number): Promise<Widening[]> {
  const { maxDistance, minCompatibility } = filters;
  // One search answers for everything but distance: it finds whoever any of those filters would.
  const near =
    minCompatibility === undefined
      ? []
      : await search(viewer, { maxDistance, minCompatibility: SHARES_AN_ARTIST });

  async function count(wider: DiscoverFilters): Promise<number> {
    if (wider.minCompatibility === undefined) return countEverybody(viewer, wider);
    return wider.maxDistance === maxDistance
      ? near.filter((member) => isFoundBy(wider, member)).length
      : (await search(viewer, wider)).length;
  }

  const widenings: Widening[] = [];
  for (const { widens, steps } of wideningsOf(filters)) {
    for (const step of steps) {
      const more = (await count(step)) - found;
      if (more <= 0) continue;
      widenings.push({ widens, filters: step, count: more });
      break;
    }
  }
  return widenings;
}

/** How many the filters find, whatever their score. */
async function countEverybody(viewer: Viewer, filters: DiscoverFilters): Promise<number> {
  const [row] = await db.all<{ members: number }>(sql`
    with ${reach(viewer, filters)}
    select count(*) as members from reach cross join candidate as hit
    where cell between low and high and ${passes(filters)} and ${isOpen(viewer.id)}`);
  return row?.members ?? 0;
}

async function getViewer(id: number): Promise<Viewer> {
  const [viewer] = await db.all<Viewer>(sql`
    select id, cell, ${genreBits(sql`coalesce(favorite_genres, '[]')`)} as genres,
      ${DOUBT} + coalesce((select sum(${artistWeight}) from member_artist join artist on artist.id = artist_id
        where member_artist.member_id = member.id), 0) as norm
    from member left join preferences on preferences.member_id = member.id where member.id = ${id}`);
  if (!viewer) throw absent();
  return viewer;
}

async function cardsOf(page: Found[]): Promise<MemberCard[]> {
  const ids = page.map(({ id }) => id);
  if (!ids.length) return [];
  const [rows, tastes] = await Promise.all([
    db.select().from(member).where(inArray(member.id, ids)),
    listTastes(ids),
  ]);
  const members = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, score, distance }) => {
    const row = members.get(id);
    const musicPreferences = tastes.get(id) ?? null;
    return row ? { ...publicMember(row), distance, compatibilityScore: score, musicPreferences } : [];
  });
}

function inOrder(a: Position, b: Position): number {
  const FAR = 100_000;
  return b.score - a.score || (a.distance ?? FAR) - (b.distance ?? FAR) || a.id - b.id;
}

function writeCursor({ score, distance, id }: Position): string {
  return [score, distance ?? "", id].join("-");
}

function readCursor(cursor: string): Position {
  const parts = /^(\d{1,3})-(\d{0,5})-(\d{1,16})$/.exec(cursor);
  if (!parts) throw new Refusal("invalid", "This page of Discover does not exist.");
  const [, score, distance, id] = parts;
  return { score: Number(score), distance: distance ? Number(distance) : null, id: Number(id) };
}
