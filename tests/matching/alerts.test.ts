import { db } from "db/client.server";
import { GENDERS, MEET_CHOICES, PURPOSES } from "db/column-types";
import { alertHit, block, candidate, candidateChange, decision, member, show } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { fitEachOther, fitsWishes, readSeeker } from "~/matching/candidate.server";
import { cellOf, dayAt } from "~/matching/cell";
import type { DiscoverFilters } from "~/matching/filters";
import { countStatistics } from "~/matching/statistics.server";
import { saveAlert } from "~/models/alert/alert.server";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { discover } from "~/models/match/discover.server";
import { setGoing } from "~/models/show/going.server";
import {
  addMember,
  changeMember,
  checkPhoto,
  endTrips,
  removeEverybody,
  saveTaste,
  startTrip,
} from "./members";

const LONDON = cellOf(51.5, -0.1);
const PLACES = [LONDON, cellOf(51.45, -0.97), cellOf(48.9, 2.4), null];
const ARTISTS = ["Pram", "Low", "Muse", "Blur", "Can"];
const SHOW = "a-show";

beforeAll(() => Object.assign(env, { photoCheck: true }));

beforeEach(async () => {
  await removeEverybody();
  await db.delete(show);
});

/** Whom an alert's page shows its member: all of Discover with its filters, an artist's page, or who of Discover goes to a show. */
async function findShown(viewer: number, { filters, artist, showId }: Asked): Promise<number[]> {
  const page = artist
    ? (await getArtistPage(viewer, artist.toLowerCase())).page
    : await discover(viewer, filters, undefined, { pageOnly: true });
  const shown = page.members.map(({ id }) => Number(id));
  if (!showId) return shown;
  const goers = await db.all<{
    id: number;
  }>(sql`select member_id as id from going join member on member.id = member_id
    where show_id = ${showId} and shows_going = 'people'`);
  return shown.filter((id) => goers.some((goer) => goer.id === id));
}

type Asked = { filters: DiscoverFilters; artist: string | null; showId: string | null };

async function searchAll() {
  while (await searchForAlerts());
}

async function addShow() {
  const row = { id: SHOW, day: dayAt(LONDON) + 10, venue: "Here", placeName: "London", cell: LONDON };
  await db.insert(show).values({ ...row, note: "", createdAt: new Date() } as typeof show.$inferInsert);
}

const anyFilters: fc.Arbitrary<DiscoverFilters> = fc.record(
  {
    maxDistance: fc.constantFrom(5, 45, 100),
    ageMin: fc.constantFrom(18, 30),
    ageMax: fc.constantFrom(35, 65),
    genres: fc.constantFrom(["Rock" as const], ["Jazz" as const]),
    minCompatibility: fc.constantFrom(50, 70, 90),
    verifiedListeners: fc.constant(true as const),
    photoChecked: fc.constant(true as const),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const anyAsked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ filters: anyFilters, artist: fc.constant(null), showId: fc.constant(null) }),
  },
  fc.record({
    filters: fc.constantFrom(...[50, 70, 90].map((minCompatibility) => ({ minCompatibility }))),
    ...{ artist: fc.constant(null), showId: fc.constant(null) },
  }),
  fc.record({ filters: fc.constant({}), artist: fc.constantFrom(...ARTISTS), showId: fc.constant(null) }),
  fc.record({ filters: fc.constant({}), artist: fc.constant(null), showId: fc.constant(SHOW) }),
);
const anyWishes = fc.record({
  gender: fc.option(fc.constantFrom(...GENDERS)),
  meets: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.subarray([...MEET_CHOICES], { minLength: 1 }),
  ),
  purpose: fc.option(fc.constantFrom(...PURPOSES), { freq: 1 }),
});
const anyTaste = fc.tuple(
  fc.shuffledSubarray(ARTISTS, { minLength: 1, maxLength: 3 }),
  fc.subarray(["Rock" as const, "Jazz" as const], { minLength: 1 }),
);
/** What can happen to a member between two looks of the alerts. */
const anyStep = fc.oneof(
  fc.record({ age: fc.constantFrom(19, 33, 70) }),
  fc.record({ cell: fc.constantFrom(...PLACES) }),
  fc.record({ pausedAt: fc.option(fc.constant(new Date())) }),
  fc.record({ waitingSince: fc.option(fc.constant(new Date())) }),
  fc.record({ listenerSince: fc.option(fc.constant(2014)) }),
  anyWishes,
  { weight: 4, arbitrary: fc.record({ taste: anyTaste }) },
  fc.record({ going: fc.constantFrom("going" as const, "no" as const) }),
  fc.record({ photo: fc.constant(true) }),
  {
    weight: 4,
    arbitrary: fc.record({ trip: fc.option(fc.constantFrom(...PLACES.filter((cell) => cell !== null))) }),
  },
);

test("a change is told to exactly those whose pages show somebody whom they didn't show before", async () => {
  let [base, count] = [0, 0];
  const run = async (
    people: { place: number | null; wishes: object; taste: [string[], ("Rock" | "Jazz")[]] }[],
    asked: Asked[],
    changes: { who: number; steps: object[] }[],
    apart: [number, number][],
  ) => {
    await removeEverybody();
    await db.delete(show);
    await addShow();
    base += 100;
    const ids = people.map((_, index) => base + index);
    for (const [index, { place, wishes, taste }] of people.entries())
      await addMember(base + index, { cell: place, ...wishes }, { artists: taste[0], genres: taste[1] });
    await countStatistics();
    const idOf = (index: number) => base + (index % ids.length);
    const alerts: (Asked & { owner: number })[] = [];
    for (const [index, each] of asked.entries()) {
      const owner = idOf(index);
      alerts.push({ ...each, owner });
      await saveAlert(owner, each);
    }
    for (const [one, other] of apart)
      await db
        .insert(one % 2 ? block : decision)
        .values({
          ...{ memberId: idOf(one), targetId: idOf(other), liked: other % 2 === 0 },
          ...{ createdAt: new Date(), decidedAt: new Date() },
        } as never)
        .onConflictDoNothing();
    // Everybody has just joined.
    await searchAll();
    await db.delete(alertHit);

    for (const { who, steps } of changes) {
      const id = idOf(who);
      const before = await Promise.all(alerts.map((each) => findShown(each.owner, each)));
      for (const step of steps) await change(id, step);
      const after = await Promise.all(alerts.map((each) => findShown(each.owner, each)));
      await searchAll();
      const listed = await db.select({ id: candidate.memberId }).from(candidate);
      const isListed = (owner: number) => listed.some((each) => each.id === owner);
      const expected = alerts.flatMap(({ owner }, index) =>
        isListed(owner) && after[index]?.includes(id) && !before[index]?.includes(id) ? [owner] : [],
      );
      const told = await db.select({ memberId: alertHit.memberId, foundId: alertHit.foundId }).from(alertHit);
      count += told.length;
      expect(told.map(({ foundId }) => foundId)).toEqual(told.map(() => id));
      expect(told.map(({ memberId }) => memberId).sort()).toEqual([...new Set(expected)].sort());
      await db.delete(alertHit);
    }
  };
  const anyMember = fc.nat(6);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ place: fc.constantFrom(...PLACES), wishes: anyWishes, taste: anyTaste }), {
        minLength: 3,
        maxLength: 7,
      }),
      fc.array(anyAsked, { minLength: 2, maxLength: 9 }),
      fc.array(fc.record({ who: anyMember, steps: fc.array(anyStep, { minLength: 1, maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.tuple(anyMember, anyMember), { maxLength: 6 }),
      run,
    ),
    { numRuns: 30 },
  );
  expect(count).toBeGreaterThan(0);
}, 120_000);

async function change(id: number, step: object) {
  const { taste, going, photo, trip, ...columns } = step as {
    taste?: [string[], ("Rock" | "Jazz")[]];
    going?: "going" | "no";
    photo?: true;
    trip?: number | null;
  };
  if (taste) await saveTaste(id, ...taste);
  else if (going) await setGoing(id, SHOW, going);
  else if (photo) await checkPhoto(id);
  else if (trip) await startTrip(id, trip);
  else if (trip === null) await endTrips(id);
  else await changeMember(id, columns);
}

test("two rows fit each other as searches fit wishes", async () => {
  const [own, theirs] = [alias(candidate, "own"), alias(candidate, "theirs")];
  let base = 10_000;
  await fc.assert(
    fc.asyncProperty(anyWishes, anyWishes, fc.nat(80), fc.boolean(), async (one, other, years, isNarrow) => {
      base += 2;
      const range = isNarrow ? { meetAgeMin: 25, meetAgeMax: 40 } : {};
      await addMember(base, { ...one, age: 18 + years, meetAgeMin: null, meetAgeMax: null });
      await addMember(base + 1, { ...other, age: 30, ...range });
      const [fitting] = await db
        .select({ fits: sql<number>`${fitEachOther("own", "theirs")}` })
        .from(own)
        .innerJoin(theirs, eq(theirs.memberId, base + 1))
        .where(eq(own.memberId, base));
      const [searched] = await db
        .select({ fits: sql<number>`${fitsWishes(await readSeeker(base), member.id)}` })
        .from(member)
        .where(eq(member.id, base + 1));
      expect(fitting?.fits).toBe(searched?.fits);
    }),
    { numRuns: 100 },
  );
});

test("a change that changes nothing of what alerts look at is told to nobody, and each is looked at once", async () => {
  await addMember(1, { cell: LONDON });
  await saveAlert(1, { filters: {}, artist: null, showId: null });
  await addMember(2, { cell: LONDON });
  await searchAll();
  expect(await db.$count(alertHit)).toBe(1);
  await db.delete(alertHit);
  await changeMember(2, { cell: LONDON });
  await searchAll();
  expect(await db.$count(alertHit)).toBe(0);
  expect(await db.$count(candidateChange, sql`before is not null`)).toBe(0);
});
