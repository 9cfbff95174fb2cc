// The finder of the index in memory, compared with scoring everybody in a community large enough for each of its ways.
import { seededRandom } from "db/seed/seeded-random";
import { expect, test } from "vitest";
import { expandList, makeAlikeTable, overlapWith } from "~/matching/alike";
import { cellOf, distanceMiles } from "~/matching/cell";
import type { DiscoverFilters } from "~/matching/filters";
import { resultOrder, type SortKey, type Viewer } from "~/matching/finder";
import { filterMask } from "~/matching/genre";
import { findInIndex } from "~/matching/index-finder";
import { type IndexedMember, makeIndex } from "~/matching/member-index";
import { artistWeight, norm, orderFactor, score } from "~/matching/score";
import { runsOf } from "../sampled";
import { fits, type Wishes } from "./brute-force";

const SEED = 20_261_122;
const MEMBERS = 24_000;
const ARTISTS = 3000;
const TIES = resultOrder({ day: 1, seed: [7, 11] });

const random = seededRandom(SEED);
const upTo = (most: number) => Math.floor(random() * most);

/** Few artists are common, most are rare. */
const anyArtist = () => 1 + Math.floor(ARTISTS * random() ** 3);
/** Rare artists who are listed together; a few of these scenes are large. */
const SCENES = Array.from({ length: 100 }, () => Array.from({ length: 4 }, () => ARTISTS - upTo(900)));
/** A third of the members begin their list with a scene. */
const lists = Array.from({ length: MEMBERS }, (_, i) => {
  const scene = i % 3 ? [] : (SCENES[Math.floor(SCENES.length * random() ** 2)] ?? []);
  return [...new Set([...scene, ...Array.from({ length: 3 + upTo(20) }, anyArtist)])];
});
const listeners = new Uint32Array(ARTISTS + 1);
for (const list of lists) for (const artist of list) listeners[artist] = (listeners[artist] ?? 0) + 1;
const weights = Array.from(listeners, (count) => artistWeight(count, MEMBERS));

/** Each artist is alike to some with neighboring ids. */
const pairs = Array.from({ length: ARTISTS }, (_, i) => i + 1).flatMap((artist) =>
  [artist ^ 1, artist ^ 2, artist ^ 6]
    .filter((other) => other > 0 && other <= ARTISTS)
    .map((other) => ({ artist, other, weight: 700_000 + 7 * (artist ^ other) })),
);
const alike = makeAlikeTable(pairs);

const [WOMAN, MAN, HAS_GENDER] = [1 << 16, 1 << 17, 1 << 20];
const [NO_WOMEN, NO_MEN, NO_OTHERS] = [1 << 21, 1 << 22, 0b111 << 23];
const nothing = { gender: null, meets: null, meetAgeMin: null, meetAgeMax: null, purpose: null } as const;

/** What members say of whom they would like to meet, and how wishes.ts packs it. */
const SAID: { wishes: Wishes; packed: number }[] = [
  { wishes: nothing, packed: 0 },
  {
    wishes: { ...nothing, gender: "woman", meets: ["man"] },
    packed: WOMAN | HAS_GENDER | NO_WOMEN | NO_OTHERS,
  },
  { wishes: { ...nothing, gender: "man", meets: ["woman"] }, packed: MAN | HAS_GENDER | NO_MEN | NO_OTHERS },
  {
    wishes: { ...nothing, gender: "man", meetAgeMin: 20, meetAgeMax: 50 },
    packed: MAN | HAS_GENDER | ((100 - 50) << 8) | 20,
  },
  {
    wishes: { ...nothing, gender: "woman", meets: ["woman", "man"] },
    packed: WOMAN | HAS_GENDER | NO_OTHERS,
  },
];
/** Half of the members say nothing. */
const saidBy = (id: number) => SAID[id % 2 ? (id >> 1) % SAID.length : 0] as (typeof SAID)[number];

/** Around the date line, so that a distance goes across it. */
const TOWNS = Array.from({ length: 40 }, (_, i) =>
  cellOf(48 + (i % 8) * 0.6, Math.floor(i / 8) * 1.1 - (i < 24 ? 180 : -174.6)),
);

const listOf = (artists: ArrayLike<number>) =>
  new Map(
    Array.from(artists, (artist, position) => {
      const entry = { position, factor: orderFactor(position), listeners: listeners[artist] ?? 0 };
      return [artist, { ...entry, weight: weights[artist] ?? 0 }];
    }),
  );

const community: IndexedMember[] = lists
  .map((artists, i) => ({
    id: i + 1,
    cell: i % 9 ? (TOWNS[upTo(TOWNS.length)] ?? -1) : -1,
    tripCell: i % 11 ? -1 : (TOWNS[upTo(TOWNS.length)] ?? -1),
    age: 18 + upTo(50),
    // Where all genres are shared, bounds are as tight as they get.
    genres: i % 2 ? 7 : upTo(2 ** 25) & upTo(2 ** 25) & upTo(2 ** 25),
    wishes: saidBy(i + 1).packed,
    badges: i % 7 ? 0 : 1,
    norm: norm(listOf(artists).values()),
    artists,
  }))
  .sort((a, b) => a.cell - b.cell);

const ofScenes = community.filter(({ id }) => id % 3 === 1);

const maps = new Map(community.map(({ id, artists }) => [id, listOf(artists)]));

function toViewer({ id, cell, tripCell, age, genres, norm, artists, wishes }: IndexedMember): Viewer {
  const list = listOf(artists);
  const expanded = expandList(list, alike.pairsOf(list.keys()));
  const [home, away] = [cell, tripCell].map((each) => (each === -1 ? null : each)) as [
    number | null,
    number | null,
  ];
  return { id, cell: home, tripCell: away, age, genres, norm, list, expanded, wishes };
}

/** Every 120th member as they were before a change: with somebody else's artists, age and genres. */
function withOldTastes(members: IndexedMember[]): IndexedMember[] {
  return members.map((member, i) =>
    i % 120 ? member : { ...(members[MEMBERS - 1 - i] ?? member), id: member.id, cell: member.cell },
  );
}

type Scored = { other: IndexedMember; key: SortKey; wouldMeet: boolean };

/** Everybody with their score, in order. */
function scoreAll(viewer: Viewer): Scored[] {
  const wishes = { ...saidBy(viewer.id).wishes, age: viewer.age };
  return community
    .map((other) => {
      const overlap = overlapWith(viewer.expanded, maps.get(other.id) ?? new Map());
      const distances = [viewer.cell, viewer.tripCell].flatMap((from) => {
        const away = distanceMiles(from, other.tripCell);
        return [distanceMiles(from, other.cell), away === null || away > 100 ? null : away];
      });
      const distance = distances.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a));
      const key = { id: other.id, score: score(viewer, other, overlap), distance };
      return { other, key, wouldMeet: fits(wishes, { ...saidBy(other.id).wishes, age: other.age }) };
    })
    .sort((a, b) => TIES(a.key, b.key));
}

/** The members who pass the filters. */
function filterAll(scored: Scored[], filters: DiscoverFilters, closed: Set<number>) {
  const { ageMin = 0, ageMax = 999, genres, maxDistance, minCompatibility = 0, verifiedListeners } = filters;
  const asked = genres && filterMask(genres);
  return scored
    .filter(
      ({ other, key, wouldMeet }) =>
        !closed.has(other.id) &&
        wouldMeet &&
        other.age >= ageMin &&
        other.age <= ageMax &&
        (!verifiedListeners || other.badges === 1) &&
        (asked === undefined || (asked & other.genres) !== 0) &&
        (maxDistance === undefined || key.distance === null || key.distance <= maxDistance) &&
        key.score >= minCompatibility,
    )
    .map(({ key }) => key);
}

const TURNS = runsOf(18, 6);

test("whatever the filters, the pages and the counts are those of scoring everybody", async () => {
  const index = await makeIndex(withOldTastes(community), async () => undefined);
  for (const member of community.filter((_, i) => i % 120 === 0)) index.change(member.id, member);
  const filterSets: DiscoverFilters[] = [
    { minCompatibility: 50 },
    { minCompatibility: 70, ageMin: 20, ageMax: 40 },
    { minCompatibility: 60, genres: ["Jazz", "Electronic"] },
    { minCompatibility: 50, ageMin: 36, ageMax: 45 },
    { minCompatibility: 50, ageMin: 45, ageMax: 46 },
    { minCompatibility: 50, ageMin: 50 },
    { minCompatibility: 50, maxDistance: 100 },
    { minCompatibility: 70, maxDistance: 25 },
    { maxDistance: 25 },
    { minCompatibility: 50, verifiedListeners: true },
    { verifiedListeners: true },
    {},
  ];
  let pages = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const among = turn % 2 ? ofScenes : community;
    const viewer = toViewer(among[upTo(among.length)] as IndexedMember);
    // The viewer has decided on nobody, on some of the best, or on hundreds.
    const scored = scoreAll(viewer);
    const best = filterAll(scored, { minCompatibility: 50 }, new Set([viewer.id]));
    const decided = best.slice(0, [0, 30, 400][turn % 3]).filter((_, i) => i % 7 > 0);
    const closed = new Set([viewer.id, ...decided.map(({ id }) => id)]);
    for (const filters of filterSets) {
      const newFinder = () =>
        findInIndex(index, viewer, TIES, {
          among: async (ids) => ids.filter((id) => closed.has(id)),
          all: async () => [...closed],
        });
      const finder = newFinder();
      const expected = filterAll(scored, filters, closed);
      const first = await finder.findBest(filters, 21);
      expect(first.slice(0, 20)).toEqual(expected.slice(0, 20));
      expect(first.length > 20).toBe(expected.length > 20);
      if (first.length > 20) {
        const second = await finder.findBest(filters, 21, first[19]);
        expect(second.slice(0, 20)).toEqual(expected.slice(20, 40));
      }
      // A finder that has found a page knows who is closed, a new one doesn't.
      for (const atMost of [1, 60, 100_000]) {
        const count = Math.min(atMost, expected.length);
        expect(await finder.count(filters, atMost)).toBe(count);
        expect(await newFinder().count(filters, atMost)).toBe(count);
      }
      pages += Number(first.length > 20);
    }
  }
  expect(pages).toBeGreaterThan(2 * TURNS);
}, 600_000);

test("those who list an artist are found in the order of scoring everybody, in the arrays and beside them", async () => {
  const index = await makeIndex(withOldTastes(community), async () => undefined);
  for (const member of community.filter((_, i) => i % 120 === 0)) index.change(member.id, member);
  let pages = 0;
  for (let turn = 0; turn < TURNS / 2; turn++) {
    const viewer = toViewer(ofScenes[upTo(ofScenes.length)] as IndexedMember);
    const scored = scoreAll(viewer);
    const [own = 0] = viewer.list.keys();
    for (const artist of [1, 3, own, ARTISTS - upTo(900), ARTISTS + 1]) {
      const listed = scored.filter(({ other }) => Array.from(other.artists).includes(artist));
      const decided = listed.slice(0, [0, 30, 400][turn % 3]).filter((_, i) => i % 7 > 0);
      const closed = new Set([viewer.id, ...decided.map(({ key }) => key.id)]);
      const closedTo = {
        among: async (ids: number[]) => ids.filter((id) => closed.has(id)),
        all: async () => [...closed],
      };
      const finder = findInIndex(index, viewer, TIES, closedTo, artist);
      const expected = filterAll(listed, {}, closed);
      const first = await finder.findBest({}, 21);
      expect(first.slice(0, 20)).toEqual(expected.slice(0, 20));
      expect(first.length > 20).toBe(expected.length > 20);
      if (first.length > 20) {
        const second = await finder.findBest({}, 21, first[19]);
        expect(second.slice(0, 20)).toEqual(expected.slice(20, 40));
      }
      expect(await finder.count({ maxDistance: 25 }, 100_000)).toBe(
        filterAll(listed, { maxDistance: 25 }, closed).length,
      );
      pages += Number(first.length > 20);
    }
  }
  expect(pages).toBeGreaterThan(0.8 * TURNS);
}, 600_000);

test("a rebuild during a search changes nothing of what it finds", async () => {
  const index = await makeIndex(community.slice(0, 2000), async () => undefined);
  for (const member of community.slice(0, 2000)) index.change(member.id, member);
  const viewer = toViewer(community[0] as IndexedMember);
  const closed = new Set<number>();
  const finder = findInIndex(index, viewer, TIES, {
    async among(ids) {
      if (!closed.size) for (const id of ids) closed.add(id);
      await index.rebuild(async () => undefined);
      return ids.filter((id) => closed.has(id));
    },
    all: async () => [...closed],
  });
  expect(await finder.count({}, 100)).toBe(100);
});
