import { client, db } from "db/client.server";
import { GENDERS, GENRES, MEET_CHOICES, PURPOSES } from "db/column-types";
import { block, decision, member } from "db/schema";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { cellOf } from "~/matching/cell";
import type { DiscoverFilters } from "~/matching/filters";
import { readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { getReasons } from "~/matching/reasons.server";
import { readCursor, scoresWith, tieOrder } from "~/matching/search.server";
import { searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
import { closedInDiscover } from "~/models/access.server";
import { toPeopleCount } from "~/models/count";
import { discover, discoverFirst, suggestMembers } from "~/models/match/discover.server";
import { changeRows, rowsOf } from "../rows";
import {
  filterScored,
  type Person,
  scoreEverybody,
  scoreOf,
  type Weights,
  type Wishes,
  weigh,
  widenByBruteForce,
} from "./brute-force";
import { addMember, changeMember, checkPhoto, removeEverybody, saveTaste, startTrip } from "./members";
import { plansOf } from "./plans";

const LONDON = cellOf(51.5, -0.1);
const READING = cellOf(51.45, -0.97);
const PARIS = cellOf(48.9, 2.4);

const NOTHING: Partial<Wishes> = { gender: null };
const WOMAN_FOR_MEN: Partial<Wishes> = { gender: "woman", meets: ["man"] };
const WOMAN_FOR_WOMEN: Partial<Wishes> = { gender: "woman", meets: ["woman"] };
const MAN_FOR_WOMEN: Partial<Wishes> = { gender: "man", meets: ["woman"] };

/** Returns the ids of a first page, in order. */
async function findIds(viewer: number, filters: DiscoverFilters = {}) {
  const { members } = await discover(viewer, filters);
  return members.map(({ id }) => Number(id));
}

beforeAll(() => Object.assign(env, { photoCheck: true }));

describe("a small community", () => {
  const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
  const [ana, ben, cleo] = [1, 2, 3];

  beforeEach(async () => {
    await removeEverybody();
    await addMember(ana, { cell: LONDON }, taste);
    await addMember(ben, { cell: READING }, taste);
    await addMember(cleo, { cell: PARIS }, taste);
  });

  test.each([
    ["P!nk", "Pink", "P!nk"],
    ["Ke$ha", "Kesha", "Kesha"],
    ["A$AP Rocky", "ASAP Rocky", "A$AP Rocky"],
  ])("members who list %s and %s share an artist, %s", async (one, other, written) => {
    await saveTaste(ana, [one], ["Pop"]);
    await saveTaste(ben, [other], ["Jazz"]);
    await saveTaste(cleo, ["Nina Simone"], ["Jazz"]);
    await countStatistics();
    const [found] = (await discover(ana, { minCompatibility: 1 })).members;
    expect(found).toMatchObject({ id: String(ben), shared: { artists: [written] } });
    expect((await scoresWith(ana, [ben])).get(ben)).toBe(found?.compatibilityScore);
    const reasons = await getReasons(ana, ben);
    expect(reasons).toMatchObject({ score: found?.compatibilityScore, artists: [{ name: written }] });
  });

  test("a card holds only what others may see", async () => {
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
        profileImageFocus: null,
        coverImageUrl: null,
        distance: 40,
        compatibilityScore: (await scoresWith(ana, [ben])).get(ben),
        isNewHere: true,
        musicPreferences: { topArtists: ["Muse", "Blur"], favoriteGenres: ["Rock"] },
        shared: { artists: ["Blur", "Muse"], atLeast: null, genres: ["Rock"] },
      },
    ]);
  });

  test("among equal scores the nearest comes first and an unknown place last", async () => {
    expect(await findIds(ana)).toEqual([ben, cleo]);
    await changeMember(ben, { cell: null });
    expect(await findIds(ana)).toEqual([cleo, ben]);
    expect((await findIds(ben)).sort()).toEqual([ana, cleo]);
  });

  test("a member without a known place is within any distance", async () => {
    await changeMember(cleo, { cell: null });
    expect(await findIds(ana, { maxDistance: 5 })).toEqual([cleo]);
    expect((await findIds(cleo, { maxDistance: 5 })).sort()).toEqual([ana, ben]);
  });

  test("a decision hides the other member from the one who made it", async () => {
    const decidedAt = new Date();
    await db.insert(decision).values([
      { memberId: ana, targetId: ben, liked: true, decidedAt },
      { memberId: ana, targetId: cleo, liked: false, decidedAt },
    ]);
    expect(await findIds(ana)).toEqual([]);
    expect(await findIds(ben)).toEqual([ana, cleo]);
  });

  test("a block hides both members from each other", async () => {
    await db.insert(block).values({ memberId: ana, targetId: ben, createdAt: new Date() });
    expect(await findIds(ana)).toEqual([cleo]);
    expect(await findIds(ben)).toEqual([cleo]);
  });

  test("members paused or without an age are not found, but can still search", async () => {
    await changeMember(ana, { pausedAt: new Date() });
    await changeMember(ben, { age: null });
    expect(await findIds(cleo)).toEqual([]);
    expect(await findIds(ana)).toEqual([cleo]);
    expect(await findIds(ben)).toEqual([cleo]);
  });

  test("an age limit of 65 includes everybody older", async () => {
    await changeMember(ben, { age: 65 });
    await changeMember(cleo, { age: 99 });
    expect(await findIds(ana, { ageMin: 65 })).toEqual([ben, cleo]);
    expect(await findIds(ana, { ageMin: 60, ageMax: 65 })).toEqual([ben, cleo]);
    expect(await findIds(ana, { ageMax: 64 })).toEqual([]);
  });

  test("a checked photo is found as long as it is the first, whatever puts another in its place", async () => {
    await checkPhoto(ben);
    expect(await findIds(ana, { photoChecked: true })).toEqual([ben]);
    const [{ photoId, checkedPhotoId } = { photoId: null, checkedPhotoId: null }] = await rowsOf(member, {
      id: ben,
    });
    expect(photoId).toBe(checkedPhotoId);
    await changeRows(member, { id: ben }, { photoId: null });
    expect(await findIds(ana, { photoChecked: true })).toEqual([]);
    expect((await discover(ana, { photoChecked: true })).wider).toEqual([
      { widens: "photo-check", filters: {}, atLeast: null },
    ]);
    await changeRows(member, { id: ben }, { photoId });
    await changeMember(ben, { age: 31 });
    expect(await findIds(ana, { photoChecked: true })).toEqual([ben]);
    expect((await discover(ana, {})).members.map(({ isPhotoChecked }) => isPhotoChecked)).toEqual([
      true,
      undefined,
    ]);
  });

  test("without photo checks, the filter and the badge are nowhere", async () => {
    await checkPhoto(ben);
    Object.assign(env, { photoCheck: false });
    const { members } = await discover(ana, { photoChecked: true });
    Object.assign(env, { photoCheck: true });
    expect(members.map(({ id, isPhotoChecked }) => [id, isPhotoChecked])).toEqual([
      ["2", undefined],
      ["3", undefined],
    ]);
  });

  test("a member without preferences has no scores, but still finds people", async () => {
    const dan = await addMember(4, { cell: LONDON });
    expect(await findIds(dan)).toEqual([ana, ben, cleo]);
    expect(await findIds(dan, { minCompatibility: 50 })).toEqual([]);
    expect((await discover(ana, {})).members.at(-1)).toMatchObject({
      id: "4",
      compatibilityScore: 0,
      musicPreferences: null,
    });
    expect(await scoresWith(dan, [ana, ben])).toEqual(new Map());
    expect(await scoresWith(ana, [dan])).toEqual(new Map());
  });

  test("newly saved preferences are searchable at once", async () => {
    const dan = await addMember(4, {}, { artists: ["Air"], genres: ["Electronic"] });
    expect(await findIds(dan, { minCompatibility: 50 })).toEqual([]);
    await saveTaste(ben, ["AIR"], ["House"]);
    expect(await findIds(dan, { minCompatibility: 50 })).toEqual([ben]);
  });

  test("a full last page has no next page until one more member joins", async () => {
    for (let id = 4; id <= 21; id++) await addMember(id, {}, taste);
    const full = await discover(ana, { minCompatibility: 50 });
    expect([full.members.length, full.next]).toEqual([20, null]);
    await addMember(22, {}, taste);
    const { members, next } = await discover(ana, { minCompatibility: 50 });
    const last = await discover(ana, { minCompatibility: 50 }, next ?? "");
    expect([members.length, last.members.length, last.next]).toEqual([20, 1, null]);
    const everyone = [...members, ...last.members].map(({ id }) => Number(id));
    expect(everyone.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, index) => index + 2));
  });

  test("a member who shares no artist ranks above those who share one but score less", async () => {
    const names = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${prefix} ${i}`);
    const dan = await addMember(4, {}, { artists: names("dan", 50), genres: ["Jazz"] });
    for (let id = 10; id < 35; id++) {
      await addMember(id, {}, { artists: [...names(`other ${id}`, 21), "dan 49"], genres: ["Soul"] });
    }
    const twin = await addMember(50, {}, { artists: names("twin", 5), genres: ["Jazz"] });
    const { members } = await discover(dan, {});
    expect(members.slice(0, 2)).toMatchObject([
      { id: String(twin), compatibilityScore: 47 },
      { compatibilityScore: 26 },
    ]);
  });

  describe("whom to meet", () => {
    test.each<[string, Partial<Wishes>, Partial<Wishes>, boolean]>([
      ["a woman and a man who would meet each other", WOMAN_FOR_MEN, MAN_FOR_WOMEN, true],
      ["a man who would meet a woman who would not meet men", WOMAN_FOR_WOMEN, MAN_FOR_WOMEN, false],
      ["somebody who hasn't said a gender, and a woman who would meet men", NOTHING, WOMAN_FOR_MEN, false],
      [
        "somebody who hasn't said a gender, and a woman who would meet any gender",
        NOTHING,
        { gender: "woman", meets: [...GENDERS] },
        false,
      ],
      [
        "somebody who hasn't said a gender, and a woman who would meet everyone",
        NOTHING,
        { gender: "woman", meets: ["everyone"] },
        true,
      ],
      [
        "somebody who hasn't said a gender, and a woman who would meet men and those who haven't said",
        NOTHING,
        { gender: "woman", meets: ["man", "unsaid"] },
        true,
      ],
      [
        "a woman and a man who would meet nobody who says a gender",
        { gender: "woman" },
        { gender: "man", meets: ["unsaid"] },
        false,
      ],
      ["somebody who has said nothing, and a woman who hasn't said whom", NOTHING, { gender: "woman" }, true],
      [
        "somebody in their own words, and a man who would meet such people",
        { gender: "own" },
        { gender: "man", meets: ["own"] },
        true,
      ],
      [
        "somebody in their own words, and a man who would meet women",
        { gender: "own" },
        MAN_FOR_WOMEN,
        false,
      ],
      [
        "ages within both ranges",
        { meetAgeMin: 30, meetAgeMax: 30 },
        { meetAgeMin: 18, meetAgeMax: 30 },
        true,
      ],
      ["an age below the other's range", NOTHING, { meetAgeMin: 31, meetAgeMax: 100 }, false],
      ["an age above the other's range", NOTHING, { meetAgeMin: 18, meetAgeMax: 29 }, false],
      ["dating and friends", { purpose: "dating" }, { purpose: "friends" }, false],
      ["dating and both", { purpose: "dating" }, { purpose: "both" }, true],
      ["friends and no purpose", { purpose: "friends" }, NOTHING, true],
    ])("%s", async (_, mine, theirs, isFitting) => {
      await changeMember(cleo, { deletedAt: new Date() });
      expect(await findIds(ana)).toEqual([ben]);
      await changeMember(ana, mine);
      await changeMember(ben, theirs);
      expect(await findIds(ana)).toEqual(isFitting ? [ben] : []);
      expect(await findIds(ben)).toEqual(isFitting ? [ana] : []);
    });

    test("an age range narrows the filters of the member and hides them from others", async () => {
      await changeMember(ben, { age: 40 });
      await changeMember(ana, { meetAgeMin: 25, meetAgeMax: 35 });
      expect(await findIds(ana, { ageMin: 18, ageMax: 65 })).toEqual([cleo]);
      expect(await findIds(ana, { ageMin: 36 })).toEqual([]);
      expect(await findIds(ben)).toEqual([cleo]);
    });

    test("a viewer without an age meets only those who would meet all ages", async () => {
      await changeMember(ana, { age: null });
      await changeMember(ben, { meetAgeMin: 18, meetAgeMax: 99 });
      expect(await findIds(ana)).toEqual([cleo]);
    });

    test("wider filters count only those who fit", async () => {
      await changeMember(ben, { purpose: "friends" });
      await changeMember(ana, { purpose: "dating" });
      const { wider } = await discover(ana, { maxDistance: 5 });
      expect(wider).toEqual([{ widens: "distance", filters: {}, atLeast: null }]);
    });

    test("a changed wish keeps decisions and matches", async () => {
      await db.insert(decision).values({ memberId: ben, targetId: ana, liked: true, decidedAt: new Date() });
      await changeMember(ana, { purpose: "dating" });
      await changeMember(ben, { purpose: "friends" });
      expect(await findIds(ana)).toEqual([cleo]);
      expect(await db.$count(decision)).toBe(1);
    });
  });

  describe("equal scores at the same distance", () => {
    const equals = Array.from({ length: 10 }, (_, index) => 10 + index);

    beforeEach(async () => {
      await changeMember(ben, { pausedAt: new Date() });
      await changeMember(cleo, { pausedAt: new Date() });
      for (const id of equals) await addMember(id, { cell: READING }, taste);
    });

    afterEach(() => {
      vi.useRealTimers();
    });

    test("come in another order for each viewer, and each of them last for some", async () => {
      const last = new Set<number | undefined>();
      for (let viewer = 100; viewer < 260; viewer++) {
        await addMember(viewer, { cell: LONDON, meetAgeMax: 30, meetAgeMin: 30 }, taste);
        await changeMember(viewer, { pausedAt: new Date() });
        const order = (await findIds(viewer, { maxDistance: 100 })).filter((id) => equals.includes(id));
        expect(order).toHaveLength(equals.length);
        last.add(order.at(-1));
      }
      expect([...last].sort()).toEqual(equals);
    });

    test("keep their order for a day and change it with the next", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T00:00:00Z") });
      const first = await findIds(ana);
      vi.setSystemTime(new Date("2026-11-20T23:59:59Z"));
      expect(await findIds(ana)).toEqual(first);
      vi.setSystemTime(new Date("2026-11-21T00:00:00Z"));
      const second = await findIds(ana);
      expect(second).not.toEqual(first);
      expect(second.sort()).toEqual(first.sort());
    });

    test("are each on one page of a list that is read past midnight", async () => {
      const more = Array.from({ length: 40 }, (_, index) => 200 + index);
      for (const id of more) await addMember(id, { cell: READING }, taste);
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T23:59:59Z") });
      const found: number[] = [];
      let cursor: string | undefined;
      do {
        const { members, next } = await discover(ana, {}, cursor);
        found.push(...members.map(({ id }) => Number(id)));
        cursor = next ?? undefined;
        vi.setSystemTime(new Date("2026-11-21T00:00:01Z"));
      } while (cursor);
      expect(found.sort((a, b) => a - b)).toEqual([...equals, ...more]);
    });
  });

  test.each([
    ...["", "x", "50", "50-5", "50-5-x", "-1-5-1", "50-5-1-1", "1e1-5-1", "50-5-99999999999999999"],
    ...[
      "50-5-x.1",
      "-1-5-1.1",
      "50-5-1-1.1",
      "1e1-5-1.1",
      "50-5-99999999999999999.1",
      "50-5-1.x",
      "50-5-1.1.1",
    ],
  ])("refuses an invalid cursor: %j", async (cursor) => {
    await expect(discover(ana, {}, cursor)).toBeRefused("invalid");
  });

  test("refuses a viewer who does not exist", async () => {
    await expect(discover(99, {})).toBeRefused("absent");
  });
});

describe("a random community, compared with brute force", () => {
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
  const said = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 1, arbitrary }, { weight: 2, arbitrary: fc.constant(null) });
  const ageRange = fc.tuple(fc.integer({ min: 18, max: 50 }), fc.integer({ min: 30, max: 100 }));
  const wishes: fc.Arbitrary<Wishes> = fc
    .record({
      gender: said(fc.constantFrom(...GENDERS)),
      meets: said(fc.uniqueArray(fc.constantFrom(...MEET_CHOICES), { minLength: 1 })),
      ages: said(ageRange),
      purpose: said(fc.constantFrom(...PURPOSES)),
    })
    .map(({ ages, ...rest }) => ({
      ...rest,
      meetAgeMin: ages && Math.min(...ages),
      meetAgeMax: ages && Math.max(...ages),
    }));
  const taste = fc.record({
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
    listenerSince: fc.option(fc.constant(2014), { freq: 2, nil: null }),
    status: fc.oneof({ weight: 10, arbitrary: fc.constant("active") }, fc.constantFrom("paused", "deleted")),
  });
  const person: fc.Arbitrary<Omit<Person, "id" | "hasCheckedPhoto">> = fc
    .tuple(taste, wishes)
    .map(([one, wished]) => ({ ...one, ...wished }));
  const randomFilters: fc.Arbitrary<DiscoverFilters> = fc.record(
    {
      ageMin: fc.integer({ min: 18, max: 40 }),
      ageMax: fc.integer({ min: 40, max: 65 }),
      maxDistance: fc.integer({ min: 1, max: 20 }).map((step) => step * 5),
      genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 3 }),
      minCompatibility: fc.integer({ min: 50, max: 90 }),
      verifiedListeners: fc.constant(true),
      photoChecked: fc.constant(true),
    },
    { requiredKeys: [] },
  );

  let people: Person[];
  let weights: Weights;
  let hidden: Set<string>;

  beforeAll(async () => {
    await removeEverybody();
    const seed = 20_260_101;
    const drawn = fc.sample(person, { numRuns: 220, seed });
    const ids = fc.sample(fc.maxSafeNat(), { numRuns: 220, seed }).map((id, i) => (id % 2 ** 40) * 1000 + i);
    people = drawn.map((one, i) => ({
      ...one,
      id: (ids[i] ?? 0) % 2 ** 52,
      genres: one.artists.length ? one.genres : [],
      hasCheckedPhoto: i % 3 === 0,
    }));
    for (const { id, age, cell, status, artists, genres, hasCheckedPhoto, ...said } of people) {
      const pausedAt = status === "paused" ? new Date() : null;
      const deletedAt = status === "deleted" ? new Date() : null;
      await addMember(
        id,
        { age, cell, pausedAt, deletedAt, ...said },
        artists.length ? { artists, genres } : undefined,
      );
      if (hasCheckedPhoto) await checkPhoto(id);
    }
    for (const [i, one] of people.entries()) {
      // A trip is of those who can be discovered.
      if (i % 6 || one.status !== "active" || one.age === null) continue;
      one.tripCell = TOWNS[(i * 5) % TOWNS.length] as number;
      await startTrip(one.id, one.tripCell);
    }
    await countStatistics();
    const { rows } = await client.execute("select key, id from artist");
    const artistIds = new Map(rows.map(({ key, id }) => [String(key), Number(id)]));
    const names = new Set(people.flatMap(({ artists }) => artists));
    weights = weigh(people, new Map([...names].map((name) => [name, artistIds.get(artistKey(name)) ?? 0])));

    hidden = new Set(people.map(({ id }) => `${id} ${id}`));
    const decisions: (typeof decision.$inferInsert)[] = [];
    const blocks: (typeof block.$inferInsert)[] = [];
    const at = new Date();
    for (const [i, one] of people.entries()) {
      for (const other of people.slice(i + 1, i + 40).filter((_, k) => (i * 7 + k * 13) % 11 === 0)) {
        const pair = { memberId: one.id, targetId: other.id };
        hidden.add(`${one.id} ${other.id}`);
        if (i % 3) decisions.push({ ...pair, liked: i % 2 > 0, decidedAt: at });
        else {
          hidden.add(`${other.id} ${one.id}`);
          blocks.push({ ...pair, createdAt: at });
        }
      }
    }
    await db.batch([db.insert(decision).values(decisions), db.insert(block).values(blocks)]);
    // Some members change their artists after the count, which must not change the weights.
    for (const one of people.slice(0, 20).filter(({ artists }) => artists.length)) {
      one.artists = ["artist 50", "artist 3"];
      await saveTaste(one.id, one.artists, one.genres);
    }
  });

  const scoredFor = (viewer: Person) => scoreEverybody(viewer, { people, weights, hidden });
  const bruteForce = (viewer: Person, filters: DiscoverFilters) => filterScored(scoredFor(viewer), filters);

  const viewers = fc.integer({ min: 0, max: 219 });

  test("the pages together hold everybody, in order", async () => {
    await fc.assert(
      fc.asyncProperty(viewers, randomFilters, async (index, filters) => {
        const viewer = people[index] as Person;
        const found: unknown[] = [];
        let cursor: string | undefined;
        do {
          const { members, next } = await discover(viewer.id, filters, cursor);
          expect(members.length).toBeLessThanOrEqual(20);
          if (next) expect(members).toHaveLength(20);
          for (const { id, compatibilityScore, distance } of members) {
            found.push({ id: Number(id), score: compatibilityScore, distance });
          }
          cursor = next ?? undefined;
        } while (cursor);
        expect(found).toEqual(bruteForce(viewer, filters));
      }),
      { numRuns: 60 },
    );
  });

  test("a page that is not full offers the wider filters that find more", async () => {
    await fc.assert(
      fc.asyncProperty(viewers, randomFilters, async (index, filters) => {
        const viewer = people[index] as Person;
        const first = await discover(viewer.id, filters);
        const wider = widenByBruteForce(scoredFor(viewer), filters);
        expect(first.wider).toEqual(
          wider.map(({ count, ...widening }) => ({ ...widening, atLeast: toPeopleCount(count) })),
        );
        const others = filterScored(scoredFor(viewer), filters).length;
        const meets = viewer.meets && [...viewer.meets, "unsaid" as const];
        const willing = scoreEverybody({ ...viewer, meets }, { people, weights, hidden });
        expect(first.hidesUnsaid).toBe(others < 20 && filterScored(willing, filters).length > others);
        const pageOnly = await discover(viewer.id, filters, undefined, { pageOnly: true });
        expect(pageOnly).toEqual({ ...first, wider: [], hidesUnsaid: false });
      }),
      { numRuns: 60 },
    );
  });

  test("Discover opens with the first of ever wider searches that finds anybody: distance, then age, then score", async () => {
    const [near, old, low] = [
      [25, 50, 100, undefined],
      [35, 40, undefined],
      [70, 60, 50, undefined],
    ] as const;
    const steps = [
      ...near.map((maxDistance) => [maxDistance, 35, 70] as const),
      ...old.slice(1).map((ageMax) => [undefined, ageMax, 70] as const),
      ...low.slice(1).map((minCompatibility) => [undefined, undefined, minCompatibility] as const),
    ].map(([maxDistance, ageMax, minCompatibility]) => ({ maxDistance, ageMax, minCompatibility }));
    const opened = new Set<number>();
    for (const viewer of people.filter(({ artists }, i) => artists.length && i % 4 === 0)) {
      const found = steps.map((filters) => filterScored(scoredFor(viewer), filters));
      const first = found.findIndex(({ length }) => length);
      const { page } = await discoverFirst(viewer.id, true);
      const shown = page.members.map(({ id, compatibilityScore, distance }) => ({
        id: Number(id),
        score: compatibilityScore,
        distance,
      }));
      expect(shown).toEqual(found[first]?.slice(0, 20) ?? []);
      const { members } = await suggestMembers(viewer.id, true, 5);
      const nearest = new Map(found.flat().map((one) => [one.id, one]));
      const scores = [...nearest.values()].slice(0, 5).map(({ score }) => score);
      expect(members.map(({ compatibilityScore }) => compatibilityScore)).toEqual(
        scores.sort((a, b) => b - a),
      );
      opened.add(first);
    }
    expect(opened.size).toBeGreaterThan(3);
  });

  test("the score of a pair is the same on both members' pages", async () => {
    const some = people.slice(0, 40);
    const ids = some.map(({ id }) => id);
    for (const viewer of some) {
      const others = viewer.artists.length ? some.filter(({ artists }) => artists.length) : [];
      const expected = new Map(others.map((other) => [other.id, scoreOf(other, viewer, weights)]));
      expect(await scoresWith(viewer.id, ids)).toEqual(expected);
    }
  });

  test("a page scans no large table", async () => {
    const viewer = people.find((one) => bruteForce(one, { minCompatibility: 50 }).length > 40) as Person;
    const { next } = await discover(viewer.id, {});
    const query = makeQuery(client);
    const index = await readIndex(query);
    const pages: [DiscoverFilters, string?][] = [
      [{}],
      [{}, next ?? ""],
      [{ minCompatibility: 50 }],
      [{ maxDistance: 25, minCompatibility: 70 }],
    ];
    const searches = pages.flatMap(([filters, cursor]) => {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      return [{ filters, after }];
    });
    for (const { filters, after } of searches) {
      const request = { viewerId: viewer.id, filters, after, ties: tieOrder(viewer.id) };
      const steps = await plansOf(async () => {
        expect(await index.catchUp(query)).toBe(true);
        expect(
          (await searchPage(query, request, index.withQuery(query, closedInDiscover)))?.members,
        ).not.toEqual([]);
      });
      expect(steps.length).toBeGreaterThan(5);
      expect(
        steps.filter((step) => /^SCAN (?!json_each|statistics|hit|CONSTANT|\(subquery)/.test(step)),
      ).toEqual([]);
    }
  });
});
