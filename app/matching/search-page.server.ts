// The search behind Discover: exact, best matches first, run by a worker or in the main process.

import type { Genre, MeetChoice } from "db/column-types";
import { member, SHOWN_COLUMNS } from "db/schema";
import { type ExpandedArtist, expandList, overlapWith } from "./alike";
import { sortByPosition } from "./artist-key";
import { cellsWithin, distanceMiles, NO_CELL } from "./cell";
import { AGE_BOUNDS, agesOf, type DiscoverFilters, getWiderSearches, type Widening } from "./filters";
import { filterMask, genreMask } from "./genre";
import { type InCommon, readInCommon } from "./in-common";
import type { Query } from "./query";
import {
  artistWeight,
  CONFIDENCE_PRIOR,
  type ListedArtist,
  minimumOverlap,
  norm,
  orderFactor,
  SHARES_AN_ARTIST,
  score,
  type Taste,
} from "./score";
import { type TieOrder, tieRank } from "./tie";
import { sqlFactor } from "./weights";
import { agesToMeet, FITS_VIEWER, fitParameters, sqlWishes } from "./wishes";

const PAGE_SIZE = 20;

/** Minimum scores to try before the lower one asked for, since a high one leaves few candidates to score. */
const COARSE_STEPS = [70, SHARES_AN_ARTIST];

/** The same for large communities, where another attempt costs less than scoring everybody below it. */
const FINE_STEPS = [90, 85, 80, 75, 70, 60, SHARES_AN_ARTIST];

/**
 * How large the community looks to a viewer, judged by the total listeners of their artists. It decides how a search
 * runs, never what it finds.
 */
type Size = "small" | "medium" | "large";

const SMALL_BELOW = 20_000;
const LARGE_FROM = 150_000;

/** Miles beyond any real distance, so that members at an unknown distance sort last. */
const FAR = 100_000;

/** The values that results are ordered by; `id` decides ties by its rank. */
type SortKey = { score: number; distance: number | null; id: number };

/** The last member of the previous page, the statistics that page was scored with, and the day its ties were ordered on. */
export type SearchCursor = SortKey & { countedAt: number; day: number };

/** A request for one page of results. */
export type Search = {
  viewerId: number;
  filters: DiscoverFilters;
  after?: SearchCursor;
  ties: TieOrder;
  /** Skips counting what wider filters would find. */
  pageOnly?: boolean;
};

/** Whom a member would like to meet, as they said it. */
type ShownWishes = Pick<
  typeof member.$inferSelect,
  "gender" | "genderWords" | "meetAgeMin" | "meetAgeMax" | "purpose"
> & { meets: MeetChoice[] };

/** A member of a page: what cards are made of, and the values that pages are ordered by. */
export type SearchHit = Pick<typeof member.$inferSelect, (typeof SHOWN_COLUMNS)[number]> &
  SortKey & {
    topArtists: string[];
    favoriteGenres: Genre[] | null;
    wishes: ShownWishes | null;
    shared: InCommon;
  };

export type SearchResult = {
  members: SearchHit[];
  /** Where the next page begins; null on the last page. */
  next: SearchCursor | null;
  /** Wider filters that find more members, on a first page that is not full. */
  wider: Widening[];
};

/** Corpus statistics: the buffer that holds them and when they were counted. */
type Statistics = { buffer: 0 | 1; members: number; countedAt: number };

/** A member with everything their scores depend on. */
type WeightedMember = Taste & {
  id: number;
  cell: number | null;
  age: number | null;
  /** As wishes.ts packs them. */
  wishes: number;
  /** Their artists, by id. */
  list: Map<number, ListedArtist & { listeners: number }>;
};

/** The member who searches, whose list is expanded by the artists alike. */
type Viewer = WeightedMember & { expanded: Map<number, ExpandedArtist> };

type Result = SortKey & { age: number; genres: number };

/** What every step of a search needs. */
type SearchContext = {
  query: Query;
  viewer: Viewer;
  buffer: 0 | 1;
  size: Size;
  compare: (a: SortKey, b: SortKey) => number;
};

/**
 * Returns a page of the members who pass the filters and fit the viewer in both directions, by score, then distance
 * (unknown last), then rank of the day. Leaves out the viewer, members they have already decided on, and blocks in either
 * direction. Undefined when the viewer does not
 * exist. All calls of `query` must see one snapshot. `size` overrides the estimate, so that tests reach every strategy.
 */
export async function searchPage(
  query: Query,
  { viewerId, filters, after, ties, pageOnly = false }: Search,
  size?: Size,
): Promise<SearchResult | undefined> {
  const { statistics, viewer } = await readWeightedMembers(query, viewerId, [], after?.countedAt);
  if (!viewer) return undefined;
  const compare = resultOrder(ties);
  const context = { query, viewer, buffer: statistics.buffer, size: size ?? estimateSize(viewer), compare };
  const countsWider = !pageOnly && !after;
  const wideResults = after ? undefined : await searchSmallCommunity(context, filters, countsWider);
  const results = wideResults
    ? applyFilters(wideResults, filters).sort(compare)
    : await searchFromTheTop(context, filters, after);
  const page = results.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const { score, distance, id } = last ?? { score: 0, distance: null, id: 0 };
  return {
    members: await readHits(query, viewerId, page),
    next:
      results.length > PAGE_SIZE
        ? { score, distance, id, countedAt: statistics.countedAt, day: ties.day }
        : null,
    wider:
      countsWider && results.length < PAGE_SIZE
        ? await findWiderFilters(context, filters, results.length, wideResults)
        : [],
  };
}

/**
 * Returns the viewer's scores with these members, by id. Members without saved preferences are absent from the map, and
 * it is empty while the viewer has none.
 */
export async function scoreMembers(
  query: Query,
  viewerId: number,
  otherIds: number[],
): Promise<Map<number, number>> {
  const { viewer, members } = await readWeightedMembers(query, viewerId, otherIds);
  const scores = new Map<number, number>();
  for (const id of otherIds) {
    const other = members.get(id);
    if (!viewer?.list.size || !other?.list.size) continue;
    scores.set(id, score(viewer, other, overlapWith(viewer.expanded, other.list)));
  }
  return scores;
}

function estimateSize({ list }: Viewer): Size {
  let totalListeners = 0;
  for (const { listeners } of list.values()) totalListeners += listeners;
  if (totalListeners < SMALL_BELOW) return "small";
  return totalListeners < LARGE_FROM ? "medium" : "large";
}

/**
 * Finds everybody who passes the filters and, if wider filters are to be counted, everybody who passes the first step of
 * each, in a single search. Undefined in larger communities and without limits, because it would be slower.
 */
async function searchSmallCommunity(
  context: SearchContext,
  filters: DiscoverFilters,
  countsWider: boolean,
): Promise<Result[] | undefined> {
  const { maxDistance, minCompatibility } = filters;
  if (context.size !== "small" || maxDistance === undefined || minCompatibility === undefined)
    return undefined;
  const firstSteps = countsWider ? getWiderSearches(filters).flatMap(({ steps }) => steps.slice(0, 1)) : [];
  return search(
    context,
    mergeFilters([filters, ...firstSteps.filter((step) => isComparable(step, filters))]),
  );
}

/**
 * Returns the members after a sort key, in order: all of them, or at least one more than a page. Starts at high scores,
 * which leave the fewest candidates and fill a page in all but small communities.
 */
async function searchFromTheTop(
  context: SearchContext,
  filters: DiscoverFilters,
  after?: SortKey,
): Promise<Result[]> {
  const { minCompatibility: requested = 0 } = filters;
  const steps = context.size === "large" ? FINE_STEPS : COARSE_STEPS;
  const higher = steps.filter((step) => step > requested && step <= (after?.score ?? 100));
  let results: Result[] = [];
  for (const minCompatibility of [...higher, requested]) {
    results = await search(context, { ...filters, minCompatibility });
    if (after) results = results.filter((result) => context.compare(after, result) < 0);
    if (results.length > PAGE_SIZE) break;
  }
  return results.sort(context.compare);
}

/**
 * Returns everybody who passes the filters, unordered: the only expensive query of Discover. It reads the postings of the
 * viewer's expanded list within range, and SQL drops members who have too little in common to reach the minimum. Below a
 * minimum of 50, it also reads every candidate within range, as if posted under an artist of weight 0.
 * CROSS JOIN makes SQLite keep the join order: artists, cell ranges, postings.
 */
async function search(context: SearchContext, filters: DiscoverFilters): Promise<Result[]> {
  const { query, viewer, buffer, size } = context;
  const { minCompatibility = 0 } = filters;
  const readsCandidates = minCompatibility < SHARES_AN_ARTIST;
  // With few members in range, reading even the commonest artist's postings is faster than looking members up.
  const readsAllArtists = readsCandidates || (size === "small" && filters.maxDistance !== undefined);
  const nonEssential = readsAllArtists ? [] : listNonEssential(viewer, minCompatibility);
  const essential = [...viewer.expanded].filter(([artist]) => !nonEssential.includes(artist));
  const bound = boundOverlap(viewer, nonEssential);
  const candidates = `union all
    select 0, 0, cell, member_id, age, genres, norm_${buffer} from cell_range cross join candidate
    where cell between low and high and ${PASSES_FILTERS}`;
  const json = await query(
    `with viewer_artist as materialized (
        select value ->> 0 as artist_id, value ->> 1 as weight, value ->> 2 as is_own from json_each(:artists)),
      ${CELL_RANGES},
      listed as (
        select weight * factor as part, is_own, posting.cell, member_id, age, genres, norm_${buffer} as norm
        from viewer_artist cross join cell_range cross join posting
        where posting.artist_id = viewer_artist.artist_id and posting.cell between low and high
          and ${PASSES_FILTERS}
        ${readsCandidates ? candidates : ""})
      select json_group_array(json_array(
        member_id, cell, age, genres, norm, total, shares${nonEssential.length ? NON_ESSENTIAL_OVERLAP : ""}))
      from (
        select member_id, cell, age, genres, norm, sum(part) as total, max(is_own) as shares from listed group by member_id
        having ${nonEssential.length || readsCandidates ? "" : "shares and"} ${nonEssential.length ? REACHES_WITH_REST : REACHES}) as hit
      where ${IS_OPEN_TO_VIEWER}`,
    {
      artists: JSON.stringify(
        essential.map(([artist, { weight, isOwn }]) => [artist, weight, Number(isOwn)]),
      ),
      minimumOverlap: minimumOverlap(minCompatibility) * viewer.norm,
      ...(nonEssential.length
        ? {
            nonEssential: JSON.stringify(
              nonEssential.map((artist) => [artist, viewer.expanded.get(artist)?.weight ?? 0]),
            ),
            most: bound.most,
            perRoot: bound.perRoot,
          }
        : {}),
      ...filterParameters(viewer, filters),
    },
  );
  const distances = new Map<number, number | null>();
  const results: Result[] = [];
  for (const [id, cell, age, genres, norm, total, shares, rest = 0] of JSON.parse(String(json)) as Hit[]) {
    const overlap = { total: total + rest, sharesArtist: shares === 1 || rest > 0 };
    const hitScore = score(viewer, { genres, norm }, overlap);
    if (hitScore < minCompatibility) continue;
    let distance = distances.get(cell);
    if (distance === undefined) {
      distance = distanceMiles(viewer.cell, cell);
      distances.set(cell, distance);
    }
    results.push({ id, score: hitScore, distance, age, genres });
  }
  return results;
}

/**
 * A row of the search: id, cell, age, genre bits, norm, overlap, whether an artist is on both lists, and the overlap in
 * non-essential artists, all of which are the viewer's own.
 */
type Hit = [number, number, number, number, number, number, 0 | 1, number?];

/**
 * Chooses, by the MaxScore rule, the commonest of the viewer's own artists that need not be read to find everybody above a
 * minimum score, because even together they cannot reach it.
 */
function listNonEssential(viewer: Viewer, minimum: number): number[] {
  const commonestFirst = [...viewer.list].sort((a, b) => b[1].listeners - a[1].listeners);
  const least = minimumOverlap(minimum) * viewer.norm;
  const nonEssential: number[] = [];
  for (const [artist] of commonestFirst) {
    const { most, perRoot } = boundOverlap(viewer, [...nonEssential, artist]);
    // The norm of a member with an overlap T in these artists is at least the prior and T² / perRoot².
    if (1 / (CONFIDENCE_PRIOR / most ** 2 + 1 / perRoot ** 2) >= least) break;
    nonEssential.push(artist);
  }
  return nonEssential;
}

/**
 * How much these artists can add to the overlap with anybody: `most`, if they lead the other list in the order that suits
 * best, and `perRoot` · √(norm - prior), by the Cauchy-Schwarz inequality. Errs on the high side, so that rounding never
 * drops a result.
 */
function boundOverlap({ expanded, list }: Viewer, artists: readonly number[]) {
  const weights = artists.map((artist) => expanded.get(artist)?.weight ?? 0).sort((a, b) => b - a);
  const most = weights.reduce((sum, weight, position) => sum + weight * orderFactor(position), 0);
  const squares = artists.reduce(
    (sum, artist) => sum + (expanded.get(artist)?.weight ?? 0) ** 2 / (list.get(artist)?.weight ?? 1),
    0,
  );
  return { most: most * (1 + 1e-9), perRoot: Math.sqrt(squares) * (1 + 1e-9) };
}

/** The overlap of a hit in the non-essential artists. */
const NON_ESSENTIAL_OVERLAP = `, coalesce((select sum((value ->> 1) * ${sqlFactor("position")})
  from json_each(:nonEssential) cross join member_artist
  where member_artist.member_id = hit.member_id and artist_id = value ->> 0), 0)`;

/** Whether a member with this total overlap, or with the most that non-essential artists can add, may reach the minimum. */
const REACHES = "total * 1.0 * total >= :minimumOverlap * norm";
const TOTAL_WITH_REST = `(total + min(:most, :perRoot * sqrt(norm - ${CONFIDENCE_PRIOR})))`;
const REACHES_WITH_REST = `${TOTAL_WITH_REST} * ${TOTAL_WITH_REST} >= :minimumOverlap * norm`;

/** The ranges of cells within the maximum distance. */
const CELL_RANGES = `cell_range as materialized (
  select value ->> 'low' as low, value ->> 'high' as high from json_each(:ranges))`;

/** Filters rows of `posting` or `candidate`; `genres` is -1 if any genres pass, even none. */
const PASSES_FILTERS = `age between :from and :to and (genres & :genres or :genres = -1) and ${FITS_VIEWER}`;

/** The `hit` is somebody else, without a decision by the viewer and without a block in either direction. */
const IS_OPEN_TO_VIEWER = `hit.member_id <> :viewer
  and not exists (select 1 from decision where decision.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from block where block.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from block where block.member_id = hit.member_id and target_id = :viewer)`;

/** The parameters of the conditions above. Members without a known place pass any distance. */
function filterParameters(viewer: WeightedMember, filters: DiscoverFilters) {
  const ranges =
    filters.maxDistance === undefined || viewer.cell === null
      ? [{ low: NO_CELL, high: Number.MAX_SAFE_INTEGER }]
      : [{ low: NO_CELL, high: NO_CELL }, ...cellsWithin(viewer.cell, filters.maxDistance)];
  const [asked, wished] = [agesOf(filters), agesToMeet(viewer.wishes)];
  return {
    viewer: viewer.id,
    ranges: JSON.stringify(ranges),
    genres: filters.genres ? filterMask(filters.genres) : -1,
    from: Math.max(asked.from, wished.from),
    to: Math.min(asked.to, wished.to),
    ...fitParameters(viewer.wishes, viewer.age),
  };
}

/**
 * Returns the first step of each limit that finds more than `count` members, with how many more. One search covers a
 * step of all limits that are comparable. `firstResults` holds the results of the first steps, if already searched.
 */
async function findWiderFilters(
  context: SearchContext,
  filters: DiscoverFilters,
  count: number,
  firstResults?: Result[],
): Promise<Widening[]> {
  const limits = getWiderSearches(filters);
  const offers = new Map<string, Widening>();
  const stepCount = Math.max(...limits.map(({ steps }) => steps.length));
  for (let index = 0; index < stepCount; index++) {
    const open = limits.flatMap(({ widens, steps }) => {
      const step = steps[index];
      return step && !offers.has(widens) ? [{ widens, step }] : [];
    });
    const comparable = open.map(({ step }) => step).filter((step) => isComparable(step, filters));
    const results =
      (index === 0 && firstResults) ||
      (comparable.length ? await search(context, mergeFilters(comparable)) : []);
    for (const { widens, step } of open) {
      const widerCount = comparable.includes(step)
        ? applyFilters(results, step).length
        : await countResults(context, step);
      if (widerCount > count) offers.set(widens, { widens, filters: step, count: widerCount - count });
    }
  }
  return limits.flatMap(({ widens }) => offers.get(widens) ?? []);
}

/** Whether wider filters are close enough to these that one search for both is faster than two. */
function isComparable(wider: DiscoverFilters, filters: DiscoverFilters): boolean {
  const keepsDistance = wider.maxDistance !== undefined || filters.maxDistance === undefined;
  return keepsDistance && wider.minCompatibility !== undefined;
}

/** The narrowest filters that include everybody whom any of these finds. */
function mergeFilters(all: DiscoverFilters[]): DiscoverFilters {
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

function applyFilters(results: Result[], filters: DiscoverFilters): Result[] {
  return results.filter((result) => passes(result, filters));
}

async function countResults(context: SearchContext, filters: DiscoverFilters): Promise<number> {
  if (filters.minCompatibility === undefined) return countCandidates(context, filters);
  return (await search(context, filters)).length;
}

/** Counts everybody who passes the filters, whatever their score. */
async function countCandidates({ query, viewer }: SearchContext, filters: DiscoverFilters): Promise<number> {
  const count = await query(
    `with ${CELL_RANGES} select count(*) from cell_range cross join candidate as hit
      where cell between low and high and ${PASSES_FILTERS} and ${IS_OPEN_TO_VIEWER}`,
    filterParameters(viewer, filters),
  );
  return Number(count);
}

/** Whether a result of wider filters passes these too. */
function passes({ age, genres, score, distance }: Result, filters: DiscoverFilters): boolean {
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
 * Reads the viewer and other members with everything their scores depend on, the others by id; members without saved
 * preferences list nothing. Uses the statistics of `countedAt` if those are still there, otherwise the current ones.
 */
async function readWeightedMembers(query: Query, viewerId: number, otherIds: number[], countedAt?: number) {
  const json = await query(
    `with generation as materialized (
      select buffer, members, counted_at from statistics where is_current or counted_at = :countedAt
      order by counted_at = :countedAt desc limit 1)
    select json_object(
      'statistics', (select json_object('buffer', buffer, 'members', members, 'countedAt', counted_at) from generation),
      'alike', (select json_group_array(json_array(alike_artist.artist_id, other_id, weight)) from member_artist
        cross join alike_artist on buffer = (select buffer from generation)
          and alike_artist.artist_id = member_artist.artist_id
        where member_artist.member_id = :viewer),
      'members', (select json_group_array(json_array(id, cell, age, ${sqlWishes}, json(coalesce(favorite_genres, '[]')), (
        select json_group_array(json_array(artist_id, position, listeners_0, listeners_1)) from member_artist
        join artist on artist.id = artist_id where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(:ids))))`,
    { viewer: viewerId, ids: JSON.stringify([viewerId, ...otherIds]), countedAt: countedAt ?? -1 },
  );
  const rows = JSON.parse(String(json)) as {
    statistics: Statistics | null;
    alike: [artist: number, other: number, weight: number][];
    members: [number, number | null, number | null, number, Genre[], [number, number, number, number][]][];
  };
  const statistics = rows.statistics ?? { buffer: 0, members: 0, countedAt: 0 };
  const members = new Map(
    rows.members.map(([id, cell, age, wishes, genres, artists]): [number, WeightedMember] => {
      const list = new Map(
        artists.map(([artist, position, ...counts]) => {
          const listeners = counts[statistics.buffer];
          const weight = artistWeight(listeners, statistics.members);
          return [artist, { factor: orderFactor(position), weight, listeners }];
        }),
      );
      return [id, { id, cell, age, wishes, list, genres: genreMask(genres), norm: norm(list.values()) }];
    }),
  );
  const viewer = members.get(viewerId);
  const alike = rows.alike.map(([artist, other, weight]) => ({ artist, other, weight }));
  return {
    statistics,
    members,
    viewer: viewer && { ...viewer, expanded: expandList(viewer.list, alike) },
  };
}

/** Reads a page's members as one JSON text, because handing over rows takes longer than finding them. */
async function readHits(query: Query, viewerId: number, page: Result[]): Promise<SearchHit[]> {
  if (!page.length) return [];
  const columns = (["id", ...SHOWN_COLUMNS] as const).map((key) => `'${key}', member.${member[key].name}`);
  const json = await query(
    `select json_group_array(json_object(${columns.join(", ")}, 'favoriteGenres', json(favorite_genres),
        'wishes', json(iif(shows_wishes, json_object('gender', gender, 'genderWords', gender_words,
          'meets', json(coalesce(meets, '[]')), 'meetAgeMin', meet_age_min, 'meetAgeMax', meet_age_max,
          'purpose', purpose), null)),
        'topArtists', (select json_group_array(json_array(position, name)) from member_artist
          where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where member.id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(page.map(({ id }) => id)) },
  );
  const rows = JSON.parse(String(json)) as (Omit<SearchHit, "topArtists" | "shared"> & {
    topArtists: [position: number, name: string][];
  })[];
  const inCommon = await readInCommon(
    query,
    viewerId,
    page.map(({ id }) => id),
  );
  const members = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, score, distance }) => {
    const [row, shared] = [members.get(id), inCommon.get(id)];
    return row && shared
      ? { ...row, topArtists: sortByPosition(row.topArtists), shared, score, distance }
      : [];
  });
}

/** Compares results for sorting. */
function resultOrder({ seed }: TieOrder) {
  return (a: SortKey, b: SortKey): number =>
    b.score - a.score ||
    (a.distance ?? FAR) - (b.distance ?? FAR) ||
    tieRank(seed, a.id) - tieRank(seed, b.id) ||
    a.id - b.id;
}
