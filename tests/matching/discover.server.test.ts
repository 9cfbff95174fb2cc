import { client, db } from "db/client.server";
import { block, decision } from "db/schema";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import { recount } from "~/matching/census.server";
import { discover, readCursor, scoresWith } from "~/matching/discover.server";
import { queryBy } from "~/matching/query";
import { idf } from "~/matching/score";
import { searchPage } from "~/matching/search";
import type { DiscoverFilters } from "~/models/discovery";
import { GENRES } from "~/models/genre";
import { type Person, scoreEverybody, scoreOf, sift, widenBySifting } from "./brute-force";
import { addMember, changeMember, listen } from "./members";
import { plansOf } from "./plans";

const LONDON = cellOf(51.5, -0.1);
const READING = cellOf(51.45, -0.97);
const PARIS = cellOf(48.9, 2.4);

async function clear() {
  for (const table of ["member", "artist", "candidate", "posting", "census"]) {
    await client.execute(`delete from ${table}`);
  }
}

/** Ids on a page, in order. */
async function find(viewer: number, filters: DiscoverFilters = {}) {
  const { members } = await discover(viewer, filters);
  return members.map(({ id }) => Number(id));
}

describe("a few members", () => {
  const music = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
  const [ana, ben, cleo] = [1, 2, 3];

  beforeEach(async () => {
    await clear();
    await addMember(ana, { cell: LONDON }, music);
    await addMember(ben, { cell: READING }, music);
    await addMember(cleo, { cell: PARIS }, music);
  });

  test("a card says what others may see, and no more", async () => {
    const { members } = await discover(ana, { maxDistance: 50 });
    expect(members).toEqual([
      {
        id: "2",
        firstName: "Member2",
        lastName: "T",
        age: 30,
        location: null,
        bio: "",
        profileImageUrl: null,
        coverImageUrl: null,
        distance: 40,
        compatibilityScore: (await scoresWith(ana, [ben])).get(ben),
        musicPreferences: { topArtists: ["Muse", "Blur"], favoriteGenres: ["Rock"] },
      },
    ]);
  });

  test("of equal scores the nearer comes first, the unknown place last", async () => {
    expect(await find(ana)).toEqual([ben, cleo]);
    await changeMember(ben, { cell: null });
    expect(await find(ana)).toEqual([cleo, ben]);
    expect(await find(ben)).toEqual([ana, cleo]);
  });

  test("who has no known place is within any distance", async () => {
    await changeMember(cleo, { cell: null });
    expect(await find(ana, { maxDistance: 5 })).toEqual([cleo]);
    expect(await find(cleo, { maxDistance: 5 })).toEqual([ana, ben]);
  });

  test("who was decided on is gone, for who decided", async () => {
    const decidedAt = new Date();
    await db.insert(decision).values([
      { memberId: ana, targetId: ben, liked: true, decidedAt },
      { memberId: ana, targetId: cleo, liked: false, decidedAt },
    ]);
    expect(await find(ana)).toEqual([]);
    expect(await find(ben)).toEqual([ana, cleo]);
  });

  test("who is blocked, either way, is gone for both", async () => {
    await db.insert(block).values({ memberId: ana, targetId: ben, createdAt: new Date() });
    expect(await find(ana)).toEqual([cleo]);
    expect(await find(ben)).toEqual([cleo]);
  });

  test("who is paused, deleted or without an age is not found, and still finds", async () => {
    await changeMember(ana, { pausedAt: new Date() });
    await changeMember(ben, { age: null });
    expect(await find(cleo)).toEqual([]);
    expect(await find(ana)).toEqual([cleo]);
    expect(await find(ben)).toEqual([cleo]);
  });

  test("65 finds everybody older too", async () => {
    await changeMember(ben, { age: 65 });
    await changeMember(cleo, { age: 99 });
    expect(await find(ana, { ageMin: 65 })).toEqual([ben, cleo]);
    expect(await find(ana, { ageMin: 60, ageMax: 65 })).toEqual([ben, cleo]);
    expect(await find(ana, { ageMax: 64 })).toEqual([]);
  });

  test("without preferences there is no score, but still somebody to see", async () => {
    const dan = await addMember(4, { cell: LONDON });
    expect(await find(dan)).toEqual([ana, ben, cleo]);
    expect(await find(dan, { minCompatibility: 50 })).toEqual([]);
    expect((await discover(ana, {})).members.at(-1)).toMatchObject({
      id: "4",
      compatibilityScore: 0,
      musicPreferences: null,
    });
    expect(await scoresWith(dan, [ana, ben])).toEqual(new Map());
    expect(await scoresWith(ana, [dan])).toEqual(new Map());
  });

  test("what was saved a moment ago is found at once", async () => {
    const dan = await addMember(4, {}, { artists: ["Air"], genres: ["Electronic"] });
    expect(await find(dan, { minCompatibility: 50 })).toEqual([]);
    await listen(ben, ["AIR"], ["House"]);
    expect(await find(dan, { minCompatibility: 50 })).toEqual([ben]);
  });

  test("a full last page has no next one, one member more makes one", async () => {
    for (let id = 4; id <= 21; id++) await addMember(id, {}, music);
    const full = await discover(ana, { minCompatibility: 50 });
    expect([full.members.length, full.next]).toEqual([20, null]);
    await addMember(22, {}, music);
    const { members, next } = await discover(ana, { minCompatibility: 50 });
    expect(members).toEqual(full.members);
    expect((await discover(ana, { minCompatibility: 50 }, next ?? "")).members).toMatchObject([{ id: "22" }]);
  });

  test("who shares no artist is not passed over for who shares too little for 50", async () => {
    const names = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${prefix} ${i}`);
    const dan = await addMember(4, {}, { artists: names("dan", 50), genres: ["Jazz"] });
    for (let id = 10; id < 35; id++) {
      await addMember(id, {}, { artists: ["dan 0", ...names(`other ${id}`, 21)], genres: ["Soul"] });
    }
    const twin = await addMember(50, {}, { artists: names("twin", 5), genres: ["Jazz"] });
    const { members } = await discover(dan, {});
    expect(members.slice(0, 2)).toMatchObject([
      { id: String(twin), compatibilityScore: 47 },
      { id: "10", compatibilityScore: 45 },
    ]);
  });

  test.each([
    ...["", "x", "50", "50-5", "50-5-x", "-1-5-1", "50-5-1-1", "1e1-5-1", "50-5-99999999999999999"],
    ...[
      "50-5-1.x",
      "50-5-x.1",
      "-1-5-1.1",
      "50-5-1-1.1",
      "1e1-5-1.1",
      "50-5-99999999999999999.1",
      "50-5-1.1.1",
    ],
  ])("a cursor that is none is refused: %j", async (cursor) => {
    await expect(discover(ana, {}, cursor)).rejects.toMatchObject({ code: "invalid" });
  });

  test("a member who is gone is absent", async () => {
    await expect(discover(99, {})).rejects.toMatchObject({ code: "absent" });
  });
});

describe("a random community, against scoring everybody", () => {
  const TOWNS = [
    LONDON,
    LONDON + 1,
    LONDON + 3601,
    LONDON - 7200,
    READING,
    cellOf(51.75, -1.25),
    cellOf(52.5, -1.9),
    PARIS,
    cellOf(-16.8, 179.95),
    cellOf(-16.8, -179.95),
  ];
  const person: fc.Arbitrary<Omit<Person, "id">> = fc.record({
    age: fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 18, max: 70 }) }, fc.constant(null)),
    cell: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...TOWNS) }, fc.constant(null)),
    artists: fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .array(fc.integer({ min: 1, max: 2500 }), { minLength: 1, maxLength: 14 })
          .map((draws) => [...new Set(draws.map((draw) => `artist ${Math.floor(Math.sqrt(draw))}`))]),
      },
      fc.constant<string[]>([]),
    ),
    genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 8 }),
    standing: fc.oneof({ weight: 10, arbitrary: fc.constant("here") }, fc.constantFrom("paused", "deleted")),
  });
  const filters: fc.Arbitrary<DiscoverFilters> = fc.record(
    {
      ageMin: fc.integer({ min: 18, max: 40 }),
      ageMax: fc.integer({ min: 40, max: 65 }),
      maxDistance: fc.integer({ min: 1, max: 20 }).map((step) => step * 5),
      genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 3 }),
      minCompatibility: fc.integer({ min: 50, max: 90 }),
    },
    { requiredKeys: [] },
  );

  let people: Person[];
  let weights: Map<string, number>;
  let closed: Set<string>;

  beforeAll(async () => {
    await clear();
    const seed = 20_260_101;
    const drawn = fc.sample(person, { numRuns: 220, seed });
    const ids = fc.sample(fc.maxSafeNat(), { numRuns: 220, seed }).map((id, i) => (id % 2 ** 40) * 1000 + i);
    people = drawn.map((one, i) => ({
      ...one,
      id: (ids[i] ?? 0) % 2 ** 52,
      genres: one.artists.length ? one.genres : [],
    }));
    for (const { id, age, cell, standing, artists, genres } of people) {
      const pausedAt = standing === "paused" ? new Date() : null;
      const deletedAt = standing === "deleted" ? new Date() : null;
      await addMember(
        id,
        { age, cell, pausedAt, deletedAt },
        artists.length ? { artists, genres } : undefined,
      );
    }
    await recount();
    const listeners = new Map<string, number>();
    for (const artist of people.flatMap(({ artists }) => artists)) {
      listeners.set(artist, (listeners.get(artist) ?? 0) + 1);
    }
    const saved = people.filter(({ artists }) => artists.length).length;
    weights = new Map([...listeners].map(([artist, count]) => [artist, idf(count, saved)]));

    closed = new Set(people.map(({ id }) => `${id} ${id}`));
    const decisions: (typeof decision.$inferInsert)[] = [];
    const blocks: (typeof block.$inferInsert)[] = [];
    const at = new Date();
    for (const [i, one] of people.entries()) {
      for (const other of people.slice(i + 1, i + 40).filter((_, k) => (i * 7 + k * 13) % 11 === 0)) {
        const pair = { memberId: one.id, targetId: other.id };
        closed.add(`${one.id} ${other.id}`);
        if (i % 3) decisions.push({ ...pair, liked: i % 2 > 0, decidedAt: at });
        else {
          closed.add(`${other.id} ${one.id}`);
          blocks.push({ ...pair, createdAt: at });
        }
      }
    }
    await db.batch([db.insert(decision).values(decisions), db.insert(block).values(blocks)]);
    // After the count some turn to other music: the weights stay as they were counted.
    for (const one of people.slice(0, 20).filter(({ artists }) => artists.length)) {
      one.artists = ["artist 50", "artist 3"];
      await listen(one.id, one.artists, one.genres);
    }
  }, 60_000);

  const everybodyFor = (viewer: Person) => scoreEverybody(viewer, { people, weights, closed });
  const bruteForce = (viewer: Person, asked: DiscoverFilters) => sift(everybodyFor(viewer), asked);

  const viewers = fc.integer({ min: 0, max: 219 });

  test("all pages, one after the other, are everybody in order", async () => {
    await fc.assert(
      fc.asyncProperty(viewers, filters, async (index, asked) => {
        const viewer = people[index] as Person;
        const found: unknown[] = [];
        let cursor: string | undefined;
        do {
          const { members, next } = await discover(viewer.id, asked, cursor);
          expect(members.length).toBeLessThanOrEqual(20);
          if (next) expect(members).toHaveLength(20);
          for (const { id, compatibilityScore, distance } of members) {
            found.push({ id: Number(id), score: compatibilityScore, distance });
          }
          cursor = next ?? undefined;
        } while (cursor);
        expect(found).toEqual(bruteForce(viewer, asked));
      }),
      { numRuns: 60 },
    );
  });

  test("less than a page comes with the wider filters that find more", async () => {
    await fc.assert(
      fc.asyncProperty(viewers, filters, async (index, asked) => {
        const viewer = people[index] as Person;
        const first = await discover(viewer.id, asked);
        expect(first.wider).toEqual(widenBySifting(everybodyFor(viewer), asked));
        const pageOnly = await discover(viewer.id, asked, undefined, { pageOnly: true });
        expect(pageOnly).toEqual({ ...first, wider: [] });
      }),
      { numRuns: 60 },
    );
  });

  test("the score of a pair is the one of the page, from both sides", async () => {
    const some = people.slice(0, 40);
    const ids = some.map(({ id }) => id);
    for (const viewer of some) {
      const others = viewer.artists.length ? some.filter(({ artists }) => artists.length) : [];
      const expected = new Map(others.map((other) => [other.id, scoreOf(other, viewer, weights)]));
      expect(await scoresWith(viewer.id, ids)).toEqual(expected);
    }
  });

  test("no large table is read from end to end while the hits of 50 and more fill the page", async () => {
    const viewer = people.find((one) => bruteForce(one, { minCompatibility: 50 }).length > 40) as Person;
    const { next } = await discover(viewer.id, {});
    const pages: [DiscoverFilters, string?][] = [
      [{}],
      [{}, next ?? ""],
      [{ minCompatibility: 50 }],
      [{ maxDistance: 25, minCompatibility: 70 }],
    ];
    const asked = pages.flatMap(([filters, cursor]) => {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      return (["small", "middle", "large"] as const).map((size) => ({ filters, after, size }));
    });
    for (const { filters, after, size } of asked) {
      const steps = await plansOf(() =>
        searchPage(queryBy(client), { viewerId: viewer.id, filters, after }, size),
      );
      expect(steps).not.toContainEqual(expect.stringMatching(/^(SCAN|SEARCH) candidate/));
      const reads = steps.filter((step) => /^(SCAN|SEARCH) posting/.test(step));
      expect(reads.length).toBeGreaterThan(0);
      for (const read of reads)
        expect(read).toMatch(/SEARCH posting USING PRIMARY KEY \(artist_id=\? AND cell>\? AND cell<\?\)/);
      expect(steps.filter((step) => /^SCAN (member|preferences|artist|decision|block)\b/.test(step))).toEqual(
        [],
      );
    }
  });
});
