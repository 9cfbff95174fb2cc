// The search behind Discover: exact, best matches first, in the index in memory.

import type { Genre, MeetChoice } from "db/column-types";
import { member, SHOWN_COLUMNS } from "db/schema";
import type { AlikeTable } from "./alike";
import { type AlikePairs, expandList, overlapWith } from "./alike";
import { sortByPosition } from "./artist-key";
import { type DiscoverFilters, getWiderSearches, MAX_WIDER, type Widening } from "./filters";
import type { TieOrder } from "./finder";
import {
  type Compare,
  type Finder,
  PAGE_SIZE,
  resultOrder,
  type SortKey,
  type Viewer,
  type WeightedMember,
} from "./finder";
import { genreMask } from "./genre";
import { describeInCommon, type InCommon, sharedGenres } from "./in-common.server";
import type { Query } from "./query";
import { artistWeight, norm, orderFactor, score } from "./score";
import { excludeUnsaid, includeUnsaid, sqlWishes } from "./wishes";

/** The last member of the previous page, the day its ties were ordered on, and with `newFirst` whether they were new here. */
export type SearchCursor = SortKey & { day: number; isNew?: boolean };

/**
 * SQL texts, each with one row of a JSON list: those of the ids in the JSON list `:ids` who are closed to `:viewer`, and
 * everybody who is. `apart` are the same without members whom the viewer has only decided on.
 */
export type ClosedTexts = { among: string; all: string; apart: { among: string; all: string } };

/** A request for one page of results. */
export type Search = {
  viewerId: number;
  filters: DiscoverFilters;
  /** Ever wider filters, tried in turn until `enough` members are found, or without it anybody. */
  widerFilters?: DiscoverFilters[];
  enough?: number;
  /** The id of an artist whom everybody found must list. */
  artist?: number;
  after?: SearchCursor;
  ties: TieOrder;
  /** Skips counting what wider filters would find. */
  pageOnly?: boolean;
  /** How many members the page has, `PAGE_SIZE` by default. */
  limit?: number;
  /** Counts how many pass the filters, up to this many. */
  countTo?: number;
  /** Puts members who are new here first. */
  newFirst?: boolean;
  /**
   * If the viewer could meet fewer people than this, including those they have decided on, finds everybody without filters on
   * one page, and says how many people there are.
   */
  allBelow?: number;
};

/** A search as sent to the process of the index, with the SQL that says who is closed. */
export type SearchJob = Search & { closed: ClosedTexts };

/** Whom a member would like to meet, in their own choices. */
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
  /** Those who fit narrower filters come first. */
  members: SearchHit[];
  /** How many of the wider filters were needed. */
  widened: number;
  /** Where the next page begins; null on the last page. */
  next: SearchCursor | null;
  /** On a first page that is not full or has too few members, wider filters that find more. */
  wider: Widening[];
  /**
   * Whether, on such a page, the widest filters tried would find more if the viewer were willing to meet people who haven't
   * said a gender.
   */
  hidesUnsaid: boolean;
  /**
   * With `countTo`, how many pass the filters, and how many would be left if the viewer met only people who have said a gender;
   * both up to that number.
   */
  counts: { all: number; said: number } | null;
  /** With `allBelow`, how many people the viewer could meet if they are fewer than that; the page then has all who are left. */
  people: number | null;
};

/** The current corpus statistics: the buffer that holds them, and how many members were counted. */
type Statistics = { buffer: 0 | 1; members: number };

/** An index in memory, as a search sees it. */
export type SearchIndex = {
  /** The viewers of the last searches, by id. */
  viewers: { get: (id: number) => Viewer | undefined; set: (id: number, viewer: Viewer) => unknown };
  pairsOf: AlikeTable["pairsOf"];
  makeFinder: (viewer: Viewer, compare: Compare, artist?: number) => Finder;
  /** Counts the people who fit the viewer, decided on or not. */
  countPeople: (viewer: Viewer, atMost: number) => Promise<number>;
};

/**
 * Returns a page of the members who pass the filters, list the artist and fit the viewer in both directions, by score, then
 * distance (unknown last), then rank of the day. Leaves out the viewer, members they have already decided on, blocks in either
 * direction, and members they were connected with. Undefined when the viewer does not exist. All calls of `query` must see one
 * snapshot, which the index has caught up with.
 */
export async function searchPage(
  query: Query,
  search: Search,
  index: SearchIndex,
): Promise<SearchResult | undefined> {
  const { viewerId, allBelow } = search;
  const viewer = await readViewer(query, viewerId, index);
  if (!viewer) return undefined;
  const people = allBelow && !search.after ? await index.countPeople(viewer, allBelow) : 0;
  if (!allBelow || people >= allBelow) return findPage(query, viewer, search, index);
  const everybody = { ...search, filters: {}, widerFilters: [], enough: 0, limit: allBelow };
  return { ...(await findPage(query, viewer, everybody, index)), people };
}

async function findPage(
  query: Query,
  viewer: Viewer,
  search: Search,
  index: SearchIndex,
): Promise<SearchResult> {
  const { enough, artist, after, ties, pageOnly = false, limit = PAGE_SIZE, countTo, newFirst } = search;
  const finder = index.makeFinder(viewer, resultOrder(ties), artist);
  const { results, filters, widened, widest } = await findEnough(finder, search);
  const countsWider = !pageOnly && !after && results.length < (enough ?? PAGE_SIZE);
  const wishes = includeUnsaid(viewer.wishes);
  const willing =
    countsWider && wishes !== undefined
      ? index.makeFinder({ ...viewer, wishes }, resultOrder(ties), artist)
      : undefined;
  const counts = countTo ? await countSaid(viewer, countTo) : null;
  const page = results.slice(0, limit);
  const last = page.at(-1);
  const { score, distance, id } = last ?? { score: 0, distance: null, id: 0 };
  const isNew = newFirst && last?.isNew;
  return {
    members: await readHits(query, viewer, page),
    widened,
    next: results.length > limit ? { score, distance, id, day: ties.day, isNew } : null,
    wider: countsWider ? await findWiderFilters(finder, filters, results.length) : [],
    hidesUnsaid: willing !== undefined && (await willing.count(widest, results.length + 1)) > results.length,
    counts,
    people: null,
  };

  async function countSaid({ wishes, ...others }: Viewer, atMost: number) {
    const strict = index.makeFinder({ ...others, wishes: excludeUnsaid(wishes) }, resultOrder(ties));
    return { all: await finder.count(filters, atMost), said: await strict.count(filters, atMost) };
  }
}

/**
 * Finds members by ever wider filters until there are enough. Returns them with the filters that the last one needed, how many
 * wider filters these are, and the widest that were tried.
 */
async function findEnough(
  finder: Finder,
  { filters, widerFilters = [], enough = 1, limit = PAGE_SIZE, after, newFirst = false }: Search,
): Promise<{ results: Found[]; filters: DiscoverFilters; widened: number; widest: DiscoverFilters }> {
  const find = newFirst ? findNewFirst : finder.findBest;
  const wanted = Math.max(limit, PAGE_SIZE) + 1;
  const results: Found[] = await find(filters, wanted, after);
  const found = { results, filters, widened: 0, widest: filters };
  for (const [index, wider] of widerFilters.entries()) {
    if (found.results.length >= enough) break;
    const known = new Set(found.results.map(({ id }) => id));
    const more = (await find(wider, wanted)).filter(({ id }) => !known.has(id));
    found.results.push(...more);
    found.widest = wider;
    if (more.length) Object.assign(found, { filters: wider, widened: index + 1 });
  }
  return found;

  async function findNewFirst(filters: DiscoverFilters, wanted: number, after?: Found): Promise<Found[]> {
    const findOf = async (isNew: boolean, count: number, after?: Found) =>
      (await finder.findBest({ ...filters, isNew }, count, after)).map((each) => ({ ...each, isNew }));
    const fresh = after && !after.isNew ? [] : await findOf(true, wanted, after);
    if (fresh.length === wanted) return fresh;
    return [...fresh, ...(await findOf(false, wanted - fresh.length, after?.isNew ? undefined : after))];
  }
}

/** A member that was found, and with `newFirst` whether they are new here. */
type Found = SortKey & { isNew?: boolean };

/** A member's genres, as bits, and their list, as ids of artists. */
export type TasteView = { genres: number; artists: number[] };

/**
 * Returns the viewer's scores with these members, by id, or those that the viewer had with another taste. Members without saved
 * preferences are absent from the map, and it is empty while the viewer has none.
 */
export async function scoreMembers(
  query: Query,
  viewerId: number,
  otherIds: number[],
  taste?: TasteView,
): Promise<Map<number, number>> {
  const { statistics, members } = await readWeightedMembers(query, [viewerId, ...otherIds]);
  const own = members.get(viewerId);
  const member = own && taste ? { ...own, ...(await weighTaste(query, taste, statistics)) } : own;
  const scores = new Map<number, number>();
  if (!member?.list.size) return scores;
  const viewer = expand(member, await readPairs(query, member, statistics.buffer));
  for (const id of otherIds) {
    const other = members.get(id);
    if (!other?.list.size) continue;
    scores.set(id, score(viewer, other, overlapWith(viewer.expanded, other.list)));
  }
  return scores;
}

/** Returns the first step of each limit that finds more than `count` members, with how many more, as far as counted. */
async function findWiderFilters(
  finder: Finder,
  filters: DiscoverFilters,
  count: number,
): Promise<Widening[]> {
  const offers: Widening[] = [];
  for (const { widens, steps } of getWiderSearches(filters)) {
    for (const step of steps) {
      const more = (await finder.count(step, count + MAX_WIDER)) - count;
      if (more <= 0) continue;
      offers.push({ widens, filters: step, count: more });
      break;
    }
  }
  return offers;
}

/**
 * Reads members with everything their scores depend on, by id, and the current statistics; those without saved preferences
 * list nothing.
 */
async function readWeightedMembers(query: Query, ids: number[]) {
  const json = await query(
    `select json_object(
      'statistics', json((select json_object('buffer', buffer, 'members', members) from statistics where is_current)),
      'members', (select json_group_array(json_array(id, cell, (
        select trip_cell from candidate where member_id = member.id), age, ${sqlWishes}, json(coalesce(favorite_genres, '[]')), (
        select json_group_array(json_array(artist_id, position, listeners_0, listeners_1)) from member_artist
        join artist on artist.id = artist_id where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where id in (select value from json_each(:ids))))`,
    { ids: JSON.stringify(ids) },
  );
  const rows = JSON.parse(String(json)) as {
    statistics: Statistics | null;
    members: [
      id: number,
      cell: number | null,
      tripCell: number | null,
      age: number | null,
      wishes: number,
      genres: Genre[],
      artists: ListRow[],
    ][];
  };
  const statistics = rows.statistics ?? { buffer: 0, members: 0 };
  const members = new Map(
    rows.members.map(([id, cell, tripCell, age, wishes, genres, artists]): [number, WeightedMember] => {
      const list = weighList(artists, statistics);
      const taste = { list, genres: genreMask(genres), norm: norm(list.values()) };
      return [id, { id, cell, tripCell, age, wishes, ...taste }];
    }),
  );
  return { statistics, members };
}

type ListRow = [artist: number, position: number, listeners0: number, listeners1: number];

function weighList(artists: ListRow[], { buffer, members }: Statistics): WeightedMember["list"] {
  return new Map(
    artists.map(([artist, position, ...counts]) => {
      const listeners = counts[buffer];
      const weight = artistWeight(listeners, members);
      return [artist, { position, factor: orderFactor(position), weight, listeners }];
    }),
  );
}

async function weighTaste(query: Query, { genres, artists }: TasteView, statistics: Statistics) {
  const rows = await query(
    `select json_group_array(json_array(id, key, listeners_0, listeners_1))
      from (select artist.id, listeners_0, listeners_1, listed.key as key from json_each(:artists) listed join artist on artist.id = listed.value)`,
    { artists: JSON.stringify(artists) },
  );
  const list = weighList(JSON.parse(String(rows)), statistics);
  return { genres, list, norm: norm(list.values()) };
}

/** Reads a viewer, unless the index has them from an earlier search. */
async function readViewer(query: Query, id: number, index: SearchIndex): Promise<Viewer | undefined> {
  const kept = index.viewers.get(id);
  if (kept) return kept;
  const member = (await readWeightedMembers(query, [id])).members.get(id);
  if (!member) return undefined;
  const viewer = expand(member, index.pairsOf(member.list.keys()));
  index.viewers.set(id, viewer);
  return viewer;
}

/** Expands a viewer's list by the alike artists. */
function expand(viewer: WeightedMember, pairs: AlikePairs): Viewer {
  return { ...viewer, expanded: expandList(viewer.list, pairs) };
}

async function readPairs(query: Query, { list }: WeightedMember, buffer: 0 | 1): Promise<AlikePairs> {
  const json = await query(
    `select json_group_array(json_array(artist_id, other_id, weight)) from json_each(:artists)
      cross join alike_artist on buffer = :buffer and artist_id = value`,
    { artists: JSON.stringify([...list.keys()]), buffer },
  );
  const rows: [artist: number, other: number, weight: number][] = JSON.parse(String(json));
  return rows.map(([artist, other, weight]) => ({ artist, other, weight }));
}

/** Reads a page's members as one JSON text, because handing over rows takes longer than finding them. */
async function readHits(query: Query, viewer: Viewer, page: SortKey[]): Promise<SearchHit[]> {
  if (!page.length) return [];
  const columns = (["id", ...SHOWN_COLUMNS] as const).map((key) => `'${key}', member.${member[key].name}`);
  const json = await query(
    `select json_group_array(json_object(${columns.join(", ")}, 'favoriteGenres', json(favorite_genres),
        'wishes', json(iif(shows_wishes, json_object('gender', gender, 'genderWords', gender_words,
          'meets', json(coalesce(meets, '[]')), 'meetAgeMin', meet_age_min, 'meetAgeMax', meet_age_max,
          'purpose', purpose), null)),
        'artists', (select json_group_array(json_array(position, name, artist_id)) from member_artist
          where member_artist.member_id = member.id)))
      from member left join preferences on preferences.member_id = member.id
      where member.id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(page.map(({ id }) => id)) },
  );
  const rows = JSON.parse(String(json)) as (Omit<SearchHit, "topArtists" | "shared"> & {
    artists: [position: number, name: string, artist: number][];
  })[];
  const shared = rows.flatMap(({ id, artists }) =>
    artists.flatMap(([position, name, artist]) => {
      const own = viewer.list.get(artist);
      return own ? { member: id, artist, name, listeners: own.listeners, rank: own.position + position } : [];
    }),
  );
  const favorites = new Map(rows.map(({ id, favoriteGenres }) => [id, favoriteGenres]));
  const genres = page.map(({ id }) => [id, sharedGenres(viewer.genres, favorites.get(id) ?? null)] as const);
  const inCommon = describeInCommon(shared, new Map(genres));
  const hits = new Map(
    rows.map(({ artists, ...row }) => [
      row.id,
      { ...row, topArtists: sortByPosition(artists), shared: inCommon.get(row.id) },
    ]),
  );
  return page.flatMap(({ id, score, distance }) => {
    const hit = hits.get(id);
    return hit?.shared ? { ...hit, shared: hit.shared, score, distance } : [];
  });
}
