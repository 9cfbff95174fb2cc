// The search behind Discover: exact, best matches first, run by a worker or in the main process.

import type { Genre, MeetChoice } from "db/column-types";
import { member, SHOWN_COLUMNS } from "db/schema";
import { expandList, overlapWith } from "./alike";
import { sortByPosition } from "./artist-key";
import { findInDatabase } from "./database-finder.server";
import { AGE_BOUNDS, type DiscoverFilters, getWiderSearches, type Widening } from "./filters";
import {
  type Compare,
  type Finder,
  PAGE_SIZE,
  passes,
  type Result,
  resultOrder,
  type SortKey,
  type Viewer,
  type WeightedMember,
} from "./finder";
import { genreMask } from "./genre";
import { type InCommon, readInCommon } from "./in-common";
import type { Query } from "./query";
import { artistWeight, norm, orderFactor, score } from "./score";
import type { TieOrder } from "./tie";
import { sqlWishes } from "./wishes";

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

/** Makes the finder of a search; undefined if it cannot find with these statistics. */
export type MakeFinder = (viewer: Viewer, statistics: Statistics, compare: Compare) => Finder | undefined;

/**
 * Returns a page of the members who pass the filters and fit the viewer in both directions, by score, then distance
 * (unknown last), then rank of the day. Leaves out the viewer, members they have already decided on, and blocks in either
 * direction. Undefined when the viewer does not exist. All calls of `query` must see one snapshot. Finds in the database
 * if `makeFinder` is absent or makes none.
 */
export async function searchPage(
  query: Query,
  { viewerId, filters, after, ties, pageOnly = false }: Search,
  makeFinder?: MakeFinder,
): Promise<SearchResult | undefined> {
  const { statistics, viewer } = await readWeightedMembers(query, viewerId, [], after?.countedAt);
  if (!viewer) return undefined;
  const compare = resultOrder(ties);
  const finder =
    makeFinder?.(viewer, statistics, compare) ??
    findInDatabase({ query, viewer, buffer: statistics.buffer }, compare);
  const countsWider = !pageOnly && !after;
  const results = await finder.findBest(filters, after);
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
        ? await findWiderFilters(finder, filters, results.length)
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

/**
 * Returns the first step of each limit that finds more than `count` members, with how many more. One search covers a
 * step of all limits that are comparable.
 */
async function findWiderFilters(
  finder: Finder,
  filters: DiscoverFilters,
  count: number,
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
    const results = comparable.length ? await finder.findAll(mergeFilters(comparable)) : [];
    for (const { widens, step } of open) {
      const widerCount = comparable.includes(step)
        ? results.filter((result) => passes(result, step)).length
        : await countResults(finder, step);
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

async function countResults(finder: Finder, filters: DiscoverFilters): Promise<number> {
  if (filters.minCompatibility === undefined) return finder.count(filters);
  return (await finder.findAll(filters)).length;
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
