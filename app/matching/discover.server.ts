// Discover: everybody who goes with a member, exactly and best first.
import { client } from "db/client.server";
import { agesOf, type DiscoverFilters, type Widening, wideningsOf } from "~/models/discovery";
import { filterMask, type Genre, genreMask } from "~/models/genre";
import type { MemberCard } from "~/models/member";
import { publicMember } from "~/models/member.server";
import { absent, Refusal } from "~/models/refusal";
import { cellsWithin, distanceMiles, NOWHERE } from "./cell";
import { idf, leastOverlap, norm, score, type Taste } from "./score";

const PAGE_SIZE = 20;

/** From this score on two members share an artist, since genres alone stay below. */
const SHARES_AN_ARTIST = 50;

/** Miles further than any place: where those stand whose distance is not known. */
const FAR = 100_000;

export type DiscoverPage = {
  members: MemberCard[];
  /** What `discover` takes for the next page; null on the last. */
  next: string | null;
  /** Where the filters find less than a page: wider ones that find more. */
  wider: Widening[];
};

/** A member by the weights of their artists' ids. */
type Listener = Taste & { id: number; cell: number | null; weights: Map<number, number> };

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
  const viewer = (await readListeners([viewerId])).get(viewerId);
  if (!viewer) throw absent();
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
  const listeners = await readListeners([viewerId, ...otherIds]);
  const viewer = listeners.get(viewerId);
  const scores = new Map<number, number>();
  for (const id of otherIds) {
    const other = listeners.get(id);
    if (!viewer?.weights.size || !other?.weights.size) continue;
    let shared = 0;
    for (const [artist, weight] of other.weights) if (viewer.weights.has(artist)) shared += weight;
    scores.set(id, score(viewer, other, shared));
  }
  return scores;
}

/**
 * Everybody found who stands after a position, in order: all of them, or at least a page and one more.
 * Tries high minima first: they leave the fewest to hand over, and fill a page in all but small communities.
 */
async function findAfter(viewer: Listener, filters: DiscoverFilters, after?: Position): Promise<Found[]> {
  const { minCompatibility: asked = 0 } = filters;
  const higher = [70, SHARES_AN_ARTIST].filter(
    (minimum) => minimum > asked && minimum <= (after?.score ?? 100),
  );
  let found: Found[] = [];
  for (const minCompatibility of [...higher, asked]) {
    found = await search(viewer, { ...filters, minCompatibility });
    if (after) found = found.filter((position) => inOrder(after, position) < 0);
    if (found.length > PAGE_SIZE) break;
  }
  return found.sort(inOrder);
}

/**
 * Everybody whom the filters find, in no order. The only long query of Discover.
 * With a minimum of 50 or more it walks the postings of the viewer's artists within reach, and SQL already drops who
 * shares too little for the minimum. With none it adds everybody within reach, as if listed by an artist of no weight.
 * CROSS JOIN holds SQLite to this order: artists, ranges, postings.
 */
async function search(viewer: Listener, filters: DiscoverFilters): Promise<Found[]> {
  const { minCompatibility = 0 } = filters;
  const everybody = `union all
    select 0 as weight, cell, member_id, age, genres, norm from reach cross join candidate
    where cell between low and high and ${PASSES}`;
  const packed = await client.execute({
    sql: `with mine as materialized (
        select value ->> 0 as artist_id, value ->> 1 as weight from json_each(:artists)),
      ${REACH},
      listed as (
        select weight, posting.cell, member_id, age, genres, norm
        from mine cross join reach cross join posting
        where posting.artist_id = mine.artist_id and posting.cell between low and high and ${PASSES}
        ${minCompatibility < SHARES_AN_ARTIST ? everybody : ""})
      select json_group_array(json_array(member_id, cell, age, genres, norm, shared)) as hits from (
        select member_id, cell, age, genres, norm, sum(weight) as shared from listed group by member_id
        having shared * shared >= :least * norm) as hit
      where ${OPEN}`,
    args: {
      artists: JSON.stringify([...viewer.weights]),
      least: leastOverlap(minCompatibility) * viewer.norm,
      ...bounds(viewer, filters),
    },
  });
  const distances = new Map<number, number | null>();
  const found: Found[] = [];
  for (const [id, cell, age, genres, norm, shared] of JSON.parse(String(packed.rows[0]?.hits)) as Hit[]) {
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

/** A hit as SQL packs it: id, cell, age, genres as bits, norm, the weight of what is shared. */
type Hit = [number, number, number, number, number, number];

/** The ranges of cells within the asked distance. */
const REACH = `reach as materialized (
  select value ->> 'low' as low, value ->> 'high' as high from json_each(:ranges))`;

/** Age and genres of a row of `posting` or `candidate`; `genres` is -1 where any will do, also none. */
const PASSES = "age between :from and :to and (genres & :genres or :genres = -1)";

/** Nothing stands between the viewer and the `hit`: it is another, undecided, and not blocked either way. */
const OPEN = `hit.member_id <> :viewer
  and not exists (select 1 from decision where decision.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from block where block.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from block where block.member_id = hit.member_id and target_id = :viewer)`;

/** What REACH, PASSES and OPEN ask for. A place that is not known is within any distance. */
function bounds(viewer: Listener, filters: DiscoverFilters) {
  const ranges =
    filters.maxDistance === undefined || viewer.cell === null
      ? [{ low: NOWHERE, high: Number.MAX_SAFE_INTEGER }]
      : [{ low: NOWHERE, high: NOWHERE }, ...cellsWithin(viewer.cell, filters.maxDistance)];
  return {
    viewer: viewer.id,
    ranges: JSON.stringify(ranges),
    genres: filters.genres ? filterMask(filters.genres) : -1,
    ...agesOf(filters),
  };
}

/** Which wider filters find more than the `found` that were found, and how many more. */
async function widen(viewer: Listener, filters: DiscoverFilters, found: number): Promise<Widening[]> {
  // One search answers for nearly all: it finds whoever any of the filters would, but for those of any distance.
  const { maxDistance, minCompatibility } = filters;
  const around = maxDistance && Math.max(maxDistance, 100);
  const all =
    minCompatibility === undefined
      ? []
      : await search(viewer, { maxDistance: around, minCompatibility: SHARES_AN_ARTIST });

  async function count(wider: DiscoverFilters): Promise<number> {
    if (wider.minCompatibility === undefined) return countEverybody(viewer, wider);
    const answered = around === undefined || wider.maxDistance !== undefined;
    return answered
      ? all.filter((member) => isFoundBy(wider, member)).length
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
async function countEverybody(viewer: Listener, filters: DiscoverFilters): Promise<number> {
  const { rows } = await client.execute({
    sql: `with ${REACH} select count(*) as members from reach cross join candidate as hit
      where cell between low and high and ${PASSES} and ${OPEN}`,
    args: bounds(viewer, filters),
  });
  return Number(rows[0]?.members);
}

/** Whether the filters find somebody who is known to be found by wider ones. */
function isFoundBy(filters: DiscoverFilters, { age, genres, score, distance }: Found): boolean {
  const { from, to } = agesOf(filters);
  return (
    from <= age &&
    age <= to &&
    (!filters.genres || (genres & filterMask(filters.genres)) !== 0) &&
    score >= (filters.minCompatibility ?? 0) &&
    (distance ?? 0) <= (filters.maxDistance ?? FAR)
  );
}

/** Members with what their scores are made of, by id; who has saved no preferences has no weights. */
async function readListeners(ids: number[]): Promise<Map<number, Listener>> {
  const { rows } = await client.execute({
    sql: `select id, cell, favorite_genres, (select members from census where id = 1) as members, (
        select json_group_array(json_array(artist_id, listeners)) from member_artist
        join artist on artist.id = artist_id where member_artist.member_id = member.id) as artists
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(?))`,
    args: [JSON.stringify(ids)],
  });
  return new Map(
    rows.map((row) => {
      const listed: [number, number][] = JSON.parse(String(row.artists));
      const weights = new Map(
        listed.map(([artist, listeners]) => [artist, idf(listeners, Number(row.members))]),
      );
      const genres: Genre[] = JSON.parse(String(row.favorite_genres ?? "[]"));
      const cell = row.cell === null ? null : Number(row.cell);
      return [
        Number(row.id),
        { id: Number(row.id), cell, weights, genres: genreMask(genres), norm: norm(weights.values()) },
      ];
    }),
  );
}

/** The cards of a page. Packed by the database: the driver takes longer to hand over rows than SQLite to find them. */
async function cardsOf(page: Found[]): Promise<MemberCard[]> {
  if (!page.length) return [];
  const { rows } = await client.execute({
    sql: `select json_group_array(json_object(
        'id', id, 'firstName', first_name, 'lastName', last_name, 'age', age, 'placeName', place_name,
        'location', location, 'bio', bio, 'profileImageUrl', profile_image_url, 'coverImageUrl', cover_image_url,
        'favoriteGenres', json(favorite_genres), 'topArtists', (
          select json_group_array(name order by position) from member_artist
          where member_artist.member_id = member.id))) as members
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(?))`,
    args: [JSON.stringify(page.map(({ id }) => id))],
  });
  const members = new Map(
    (JSON.parse(String(rows[0]?.members)) as PackedMember[]).map((row) => [row.id, row]),
  );
  return page.flatMap(({ id, score, distance }) => {
    const row = members.get(id);
    if (!row) return [];
    const { topArtists, favoriteGenres } = row;
    const musicPreferences = favoriteGenres && { topArtists, favoriteGenres };
    return { ...publicMember(row), distance, compatibilityScore: score, musicPreferences };
  });
}

type PackedMember = Parameters<typeof publicMember>[0] & {
  topArtists: string[];
  favoriteGenres: Genre[] | null;
};

function inOrder(a: Position, b: Position): number {
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
