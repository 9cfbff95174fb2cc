// Finds members in the database: what answers where there is no index in memory.

import { distancesFrom, NO_CELL } from "./cell";
import type { DiscoverFilters } from "./filters";
import { type Compare, conditionsOf, type Finder, PAGE_SIZE, type SortKey, type Viewer } from "./finder";
import type { Query } from "./query";
import { CONFIDENCE_PRIOR, minimumOverlap, mostOverlap, SHARES_AN_ARTIST, score } from "./score";
import { sqlFactor } from "./weights";
import { FITS_VIEWER } from "./wishes";

/** Minimum scores to try before the lower one asked for, since a high one leaves few members to look at. */
const STEPS = [90, 85, 80, 75, 70, 60, SHARES_AN_ARTIST];

type SearchContext = { query: Query; viewer: Viewer; buffer: 0 | 1 };

/** A finder that reads the statistics of a buffer. All calls of `query` must see one snapshot. */
export function findInDatabase(context: SearchContext, compare: Compare): Finder {
  return {
    async findBest(filters, after) {
      const requested = filters.minCompatibility ?? 0;
      const steps = STEPS.filter((step) => step > requested && step <= (after?.score ?? 100));
      let results: SortKey[] = [];
      for (const minCompatibility of [...steps, requested]) {
        results = await search(context, { ...filters, minCompatibility });
        if (after) results = results.filter((result) => compare(after, result) < 0);
        if (results.length > PAGE_SIZE) break;
      }
      return results.sort(compare);
    },
    async count(filters, atMost) {
      if (filters.minCompatibility === undefined) return countCandidates(context, filters, atMost);
      return Math.min(atMost, (await search(context, filters)).length);
    },
  };
}

/**
 * Returns everybody who passes the filters, unordered: the only expensive query of Discover. It reads the postings of the
 * viewer's expanded list within range, and SQL drops members who have too little in common to reach the minimum. Below a
 * minimum of 50, it also reads every candidate within range, as if posted under an artist of weight 0.
 * CROSS JOIN makes SQLite keep the join order: artists, cell ranges, postings.
 */
async function search(context: SearchContext, filters: DiscoverFilters): Promise<SortKey[]> {
  const { query, viewer, buffer } = context;
  const { minCompatibility = 0 } = filters;
  const readsCandidates = minCompatibility < SHARES_AN_ARTIST;
  const nonEssential = readsCandidates ? [] : listNonEssential(viewer, minCompatibility);
  const essential = [...viewer.expanded].filter(([artist]) => !nonEssential.includes(artist));
  const bound = boundOverlap(viewer, nonEssential);
  const candidates = `union all
    select 0, 0, cell, member_id, genres, norm_${buffer} from cell_range cross join candidate
    where cell between low and high and ${PASSES_FILTERS}`;
  const json = await query(
    `with viewer_artist as materialized (
        select value ->> 0 as artist_id, value ->> 1 as weight, value ->> 2 as is_own from json_each(:artists)),
      ${CELL_RANGES},
      listed as (
        select weight * factor as part, is_own, posting.cell, member_id, genres, norm_${buffer} as norm
        from viewer_artist cross join cell_range cross join posting
        where posting.artist_id = viewer_artist.artist_id and posting.cell between low and high
          and ${PASSES_FILTERS}
        ${readsCandidates ? candidates : ""})
      select json_group_array(json_array(
        member_id, cell, genres, norm, total, shared${nonEssential.length ? NON_ESSENTIAL_OVERLAP : ""}))
      from (
        select member_id, cell, genres, norm, sum(part) as total, sum(is_own) as shared from listed group by member_id
        having ${nonEssential.length || readsCandidates ? "" : "shared and"} ${nonEssential.length ? REACHES_WITH_REST : REACHES}) as hit
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
  const distanceTo = distancesFrom(viewer.cell);
  const results: SortKey[] = [];
  for (const [id, cell, genres, norm, total, shared, [rest, sharedRest] = [0, 0]] of JSON.parse(
    String(json),
  ) as Hit[]) {
    const overlap = { total: total + rest, shared: shared + sharedRest };
    const hitScore = score(viewer, { genres, norm }, overlap);
    if (hitScore < minCompatibility) continue;
    results.push({ id, score: hitScore, distance: distanceTo(cell) });
  }
  return results;
}

/**
 * A row of the search: id, cell, genre bits, norm, overlap, how many artists are on both lists, and both of non-essential
 * artists, all of which are the viewer's own.
 */
type Hit = [number, number, number, number, number, number, [number, number]?];

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
  const most = mostOverlap(artists.map((artist) => expanded.get(artist)?.weight ?? 0));
  const squares = artists.reduce(
    (sum, artist) => sum + (expanded.get(artist)?.weight ?? 0) ** 2 / (list.get(artist)?.weight ?? 1),
    0,
  );
  return { most: most * (1 + 1e-9), perRoot: Math.sqrt(squares) * (1 + 1e-9) };
}

/** The overlap of a hit in the non-essential artists, and how many of them it lists. */
const NON_ESSENTIAL_OVERLAP = `, json((select json_array(coalesce(sum((value ->> 1) * ${sqlFactor("position")}), 0), count(*))
  from json_each(:nonEssential) cross join member_artist
  where member_artist.member_id = hit.member_id and artist_id = value ->> 0))`;

/** Whether a member with this total overlap, or with the most that non-essential artists can add, may reach the minimum. */
const REACHES = "total * 1.0 * total >= :minimumOverlap * norm";
const TOTAL_WITH_REST = `(total + min(:most, :perRoot * sqrt(norm - ${CONFIDENCE_PRIOR})))`;
const REACHES_WITH_REST = `${TOTAL_WITH_REST} * ${TOTAL_WITH_REST} >= :minimumOverlap * norm`;

/** The ranges of cells within the maximum distance. */
const CELL_RANGES = `cell_range as materialized (
  select value ->> 'low' as low, value ->> 'high' as high from json_each(:ranges))`;

/** Filters rows of `posting` or `candidate`; `genres` is -1 if any genres pass, even none. */
const PASSES_FILTERS = `age between :from and :to and (genres & :genres or :genres = -1) and ${FITS_VIEWER}`;

/**
 * The `hit` is somebody else, without a decision by the viewer, a block in either direction, and a connection of the two that
 * has ended.
 */
export const IS_OPEN_TO_VIEWER = `hit.member_id <> :viewer
  and not exists (select 1 from decision where decision.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from ended_connection
    where low_id = min(:viewer, hit.member_id) and high_id = max(:viewer, hit.member_id))
  and not exists (select 1 from block where block.member_id = :viewer and target_id = hit.member_id)
  and not exists (select 1 from block where block.member_id = hit.member_id and target_id = :viewer)`;

/** The parameters of the conditions above. */
function filterParameters(viewer: Viewer, filters: DiscoverFilters) {
  const { cells, ...conditions } = conditionsOf(viewer, filters);
  const ranges = cells
    ? [{ low: NO_CELL, high: NO_CELL }, ...cells]
    : [{ low: NO_CELL, high: Number.MAX_SAFE_INTEGER }];
  return { viewer: viewer.id, ranges: JSON.stringify(ranges), ...conditions };
}

/** Counts who passes the filters, whatever their score. */
async function countCandidates({ query, viewer }: SearchContext, filters: DiscoverFilters, atMost: number) {
  const count = await query(
    `with ${CELL_RANGES} select count(*) from (select 1 from cell_range cross join candidate as hit
      where cell between low and high and ${PASSES_FILTERS} and ${IS_OPEN_TO_VIEWER} limit :atMost)`,
    { ...filterParameters(viewer, filters), atMost },
  );
  return Number(count);
}
