// Finding who goes with a member, exactly and best first: the whole of a search, wherever it runs.

import { namesInPlace } from "~/models/artist";
import { AGE_BOUNDS } from "~/models/discover-bounds";
import { agesOf, type DiscoverFilters, type Widening, wideningsOf } from "~/models/discovery";
import { filterMask, type Genre, genreMask } from "~/models/genre";
import { cellsWithin, distanceMiles, NOWHERE } from "./cell";
import type { Query } from "./query";
import { DOUBT, idf, leastOverlap, norm, score, type Taste } from "./score";

const PAGE_SIZE = 20;

/** From this score on two members share an artist, since genres alone stay below. */
const SHARES_AN_ARTIST = 50;

/** Minima that are tried before a lower one that is asked for: they leave the fewest to look at. */
const HIGH_MINIMA = [70, SHARES_AN_ARTIST];

/** The same where one more try costs less than looking at those who score lower. */
const MANY_MINIMA = [90, 85, 80, 75, 70, 60, SHARES_AN_ARTIST];

/**
 * How large the community is to a viewer, by how many list their artists, added up. It decides how a search goes about
 * it, and never what it finds.
 */
type Size = "small" | "middle" | "large";

const SMALL_BELOW = 20_000;
const LARGE_FROM = 150_000;

/** Miles further than any place: where those stand whose distance is not known. */
const FAR = 100_000;

/** Where a member stands in the order. */
type Position = { score: number; distance: number | null; id: number };

/** After whom a page begins, and by which count of listeners the pages before it were scored. */
export type Bookmark = Position & { countedAt: number };

/** What is asked for: a page, of a viewer. */
export type Search = {
  viewerId: number;
  filters: DiscoverFilters;
  after?: Bookmark;
  /** Leaves out what wider filters would find. */
  pageOnly?: boolean;
};

export type SearchResult = {
  members: (PackedMember & Position)[];
  /** Where the next page begins; null on the last. */
  next: Bookmark | null;
  /** Where the filters find less than a page, on the first: wider ones that find more. */
  wider: Widening[];
};

/** What a card shows of a member, as the database has it. */
type PackedMember = {
  firstName: string;
  lastName: string;
  age: number | null;
  placeName: string | null;
  location: string;
  bio: string;
  profileImageUrl: string | null;
  coverImageUrl: string | null;
  topArtists: string[];
  favoriteGenres: Genre[] | null;
};

/** A count of listeners: the slot it stands in, and when it was made. */
type Census = { slot: 0 | 1; members: number; countedAt: number };

/** A member by the weights of their artists' ids. */
type Listener = Taste & {
  id: number;
  cell: number | null;
  weights: Map<number, number>;
  /** Of all these artists, added up. */
  listeners: number;
};

type Found = Position & { age: number; genres: number };

/** From where a search looks. */
type View = { query: Query; viewer: Listener; slot: 0 | 1; size: Size };

/**
 * A page of the members whom the filters find, by score, then distance (unknown last), then id. Left out are the
 * viewer, whoever they have decided on, and blocks either way. Undefined when there is no such viewer. Everything that
 * `query` reads must be of one moment. `size` is the viewer's own, but where somebody wants to see another way.
 */
export async function searchPage(
  query: Query,
  { viewerId, filters, after, pageOnly = false }: Search,
  size?: Size,
): Promise<SearchResult | undefined> {
  const { census, listeners } = await readListeners(query, [viewerId], after?.countedAt);
  const viewer = listeners.get(viewerId);
  if (!viewer) return undefined;
  const view = { query, viewer, slot: census.slot, size: size ?? sizeOf(viewer) };
  const counts = !pageOnly && !after;
  const around = after ? undefined : await searchAround(view, filters, counts);
  const found = around ? sift(around, filters).sort(inOrder) : await findAfter(view, filters, after);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const { score, distance, id } = last ?? { score: 0, distance: null, id: 0 };
  return {
    members: await readMembers(query, page),
    next: found.length > PAGE_SIZE ? { score, distance, id, countedAt: census.countedAt } : null,
    wider: counts && found.length < PAGE_SIZE ? await widen(view, filters, found.length, around) : [],
  };
}

/**
 * The viewer's scores with these members, by their ids. Missing is who has saved no preferences, and everybody while
 * the viewer has none.
 */
export async function scoreMembers(
  query: Query,
  viewerId: number,
  otherIds: number[],
): Promise<Map<number, number>> {
  const { listeners } = await readListeners(query, [viewerId, ...otherIds]);
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

function sizeOf({ listeners }: Listener): Size {
  if (listeners < SMALL_BELOW) return "small";
  return listeners < LARGE_FROM ? "middle" : "large";
}

/**
 * In a small community, where few are within reach of anything: everybody whom the filters find, with those whom the
 * first wider ones would where they are to be counted, by one search instead of several. Undefined where that is slower.
 */
async function searchAround(
  view: View,
  filters: DiscoverFilters,
  counts: boolean,
): Promise<Found[] | undefined> {
  const { maxDistance, minCompatibility } = filters;
  if (view.size !== "small" || maxDistance === undefined || minCompatibility === undefined) return undefined;
  const steps = counts ? wideningsOf(filters).flatMap(({ steps }) => steps.slice(0, 1)) : [];
  return search(view, widestOf([filters, ...steps.filter((step) => isAlike(step, filters))]));
}

/**
 * Everybody found who stands after a position, in order: all of them, or at least a page and one more.
 * Tries high minima first: they leave the fewest to look at and to hand over, and fill a page in all but small
 * communities.
 */
async function findAfter(view: View, filters: DiscoverFilters, after?: Position): Promise<Found[]> {
  const { minCompatibility: asked = 0 } = filters;
  const minima = view.size === "large" ? MANY_MINIMA : HIGH_MINIMA;
  const higher = minima.filter((minimum) => minimum > asked && minimum <= (after?.score ?? 100));
  let found: Found[] = [];
  for (const minCompatibility of [...higher, asked]) {
    found = await search(view, { ...filters, minCompatibility });
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
async function search(view: View, filters: DiscoverFilters): Promise<Found[]> {
  const { query, viewer, slot, size } = view;
  const { minCompatibility = 0 } = filters;
  const walksAll = minCompatibility < SHARES_AN_ARTIST;
  // Where few are within reach, even the commonest artist is walked sooner than looked up for whoever remains.
  const walks = walksAll || (size === "small" && filters.maxDistance !== undefined);
  const [walked, rest] = walks ? [[...viewer.weights], []] : divideArtists(viewer, minCompatibility);
  const everybody = `union all
    select 0 as weight, cell, member_id, age, genres, norm_${slot} as norm from reach cross join candidate
    where cell between low and high and ${PASSES}`;
  const packed = await query(
    `with mine as materialized (
        select value ->> 0 as artist_id, value ->> 1 as weight from json_each(:artists)),
      ${REACH},
      listed as (
        select weight, posting.cell, member_id, age, genres, norm_${slot} as norm
        from mine cross join reach cross join posting
        where posting.artist_id = mine.artist_id and posting.cell between low and high and ${PASSES}
        ${walksAll ? everybody : ""})
      select json_group_array(json_array(member_id, cell, age, genres, norm, shared${rest.length ? REST : ""}))
      from (
        select member_id, cell, age, genres, norm, sum(weight) as shared from listed group by member_id
        having (shared + :rest) * (shared + :rest) >= :least * norm) as hit
      where ${OPEN}`,
    {
      artists: JSON.stringify(walked),
      rest: sumOf(rest),
      least: leastOverlap(minCompatibility) * viewer.norm,
      ...(rest.length ? { others: JSON.stringify(rest) } : {}),
      ...bounds(viewer, filters),
    },
  );
  const distances = new Map<number, number | null>();
  const found: Found[] = [];
  for (const [id, cell, age, genres, norm, shared] of JSON.parse(String(packed)) as Hit[]) {
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

/** The viewer's artists that must be walked for a minimum, and the rest, with their weights. */
function divideArtists({ weights, norm }: Listener, minimum: number) {
  const byWeight = [...weights].sort((a, b) => a[1] - b[1]);
  const least = leastOverlap(minimum) * norm;
  // Who shares the rest alone has a norm of DOUBT and that at least, which is the most that it can be worth.
  let together = 0;
  const isTooLittle = ([, weight]: [number, number]) => {
    together += weight;
    return together * together < least * (DOUBT + together);
  };
  let count = 0;
  for (const artist of byWeight) {
    if (!isTooLittle(artist)) break;
    count++;
  }
  return [byWeight.slice(count), byWeight.slice(0, count)] as const;
}

function sumOf(artists: readonly (readonly [number, number])[]): number {
  return artists.reduce((sum, [, weight]) => sum + weight, 0);
}

/** What a hit shares of the artists that were not walked. */
const REST = ` + coalesce((select sum(value ->> 1) from json_each(:others) cross join member_artist
  where member_artist.member_id = hit.member_id and artist_id = value ->> 0), 0)`;

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

/**
 * Which wider filters find more than the `found` that were found, and how many more: a step in every limit at a time, by
 * one search for all that are `isAlike()`. `around` is whom those of the first steps find, where that is known.
 */
async function widen(
  view: View,
  filters: DiscoverFilters,
  found: number,
  around?: Found[],
): Promise<Widening[]> {
  const limits = wideningsOf(filters);
  const offered = new Map<string, Widening>();
  const most = Math.max(...limits.map(({ steps }) => steps.length));
  for (let turn = 0; turn < most; turn++) {
    const asked = limits.flatMap(({ widens, steps }) => {
      const step = steps[turn];
      return step && !offered.has(widens) ? [{ widens, step }] : [];
    });
    const alike = asked.map(({ step }) => step).filter((step) => isAlike(step, filters));
    const all = (turn === 0 && around) || (alike.length ? await search(view, widestOf(alike)) : []);
    for (const { widens, step } of asked) {
      const count = alike.includes(step) ? sift(all, step).length : await countApart(view, step);
      if (count > found) offered.set(widens, { widens, filters: step, count: count - found });
    }
  }
  return limits.flatMap(({ widens }) => offered.get(widens) ?? []);
}

/** Whether wider filters are not so much wider that they are better counted by themselves. */
function isAlike(wider: DiscoverFilters, filters: DiscoverFilters): boolean {
  const isNear = wider.maxDistance !== undefined || filters.maxDistance === undefined;
  return isNear && wider.minCompatibility !== undefined;
}

/** The narrowest filters that find whomever one of these finds. */
function widestOf(all: DiscoverFilters[]): DiscoverFilters {
  const distances = all.map(({ maxDistance = Number.POSITIVE_INFINITY }) => maxDistance);
  const maxDistance = Math.max(...distances);
  return {
    ageMin: Math.min(...all.map(({ ageMin = 0 }) => ageMin)),
    ageMax: Math.max(...all.map(({ ageMax = AGE_BOUNDS.max }) => ageMax)),
    maxDistance: Number.isFinite(maxDistance) ? maxDistance : undefined,
    genres: all.every(({ genres }) => genres) ? all[0]?.genres : undefined,
    minCompatibility: Math.min(...all.map(({ minCompatibility = 0 }) => minCompatibility)),
  };
}

function sift(members: Found[], filters: DiscoverFilters): Found[] {
  return members.filter((member) => isFoundBy(filters, member));
}

async function countApart(view: View, filters: DiscoverFilters): Promise<number> {
  if (filters.minCompatibility === undefined) return countEverybody(view, filters);
  return (await search(view, filters)).length;
}

/** How many the filters find, whatever their score. */
async function countEverybody({ query, viewer }: View, filters: DiscoverFilters): Promise<number> {
  const members = await query(
    `with ${REACH} select count(*) from reach cross join candidate as hit
      where cell between low and high and ${PASSES} and ${OPEN}`,
    bounds(viewer, filters),
  );
  return Number(members);
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

/**
 * Members with what their scores are made of, by id; who has saved no preferences has no weights. Weighed by the
 * count of `countedAt` where that is still there, else by the current one.
 */
async function readListeners(query: Query, ids: number[], countedAt?: number) {
  const packed = await query(
    `select json_object(
      'censuses', (select json_group_array(
        json_object('slot', slot, 'members', members, 'countedAt', counted_at)) from census
        where is_current or counted_at = :countedAt),
      'members', (select json_group_array(json_array(id, cell, json(coalesce(favorite_genres, '[]')), (
        select json_group_array(json_array(artist_id, listeners_0, listeners_1)) from member_artist
        join artist on artist.id = artist_id where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(:ids))))`,
    { ids: JSON.stringify(ids), countedAt: countedAt ?? -1 },
  );
  const { censuses, members } = JSON.parse(String(packed)) as {
    censuses: Census[];
    members: [number, number | null, Genre[], [number, number, number][]][];
  };
  const asked = censuses.find((census) => census.countedAt === countedAt);
  const census = asked ?? censuses[0] ?? { slot: 0, members: 0, countedAt: 0 };
  const listeners = new Map(
    members.map(([id, cell, genres, artists]): [number, Listener] => {
      const weights = new Map<number, number>();
      let listeners = 0;
      for (const [artist, ...counts] of artists) {
        const count = counts[census.slot];
        weights.set(artist, idf(count, census.members));
        listeners += count;
      }
      return [id, { id, cell, weights, listeners, genres: genreMask(genres), norm: norm(weights.values()) }];
    }),
  );
  return { census, listeners };
}

/** The members of a page. Packed by the database: handing rows over takes longer than finding them. */
async function readMembers(query: Query, page: Found[]): Promise<SearchResult["members"]> {
  if (!page.length) return [];
  const packed = await query(
    `select json_group_array(json_object(
        'id', id, 'firstName', first_name, 'lastName', last_name, 'age', age, 'placeName', place_name,
        'location', location, 'bio', bio, 'profileImageUrl', profile_image_url, 'coverImageUrl', cover_image_url,
        'favoriteGenres', json(favorite_genres), 'listed', (
          select json_group_array(json_array(position, name)) from member_artist
          where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(page.map(({ id }) => id)) },
  );
  const rows = JSON.parse(String(packed)) as (Omit<PackedMember, "topArtists"> & {
    id: number;
    listed: [number, string][];
  })[];
  const members = new Map(
    rows.map(({ listed, ...row }) => [row.id, { ...row, topArtists: namesInPlace(listed) }]),
  );
  return page.flatMap(({ id, score, distance }) => {
    const member = members.get(id);
    return member ? { ...member, id, score, distance } : [];
  });
}

function inOrder(a: Position, b: Position): number {
  return b.score - a.score || (a.distance ?? FAR) - (b.distance ?? FAR) || a.id - b.id;
}
