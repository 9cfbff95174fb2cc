import { client, db } from "db/client.server";
import { GENRES } from "db/column-types";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { genreBits, rebuildCandidates } from "~/matching/candidate.server";
import { cellOf } from "~/matching/cell";
import { genreMask } from "~/matching/genre";
import { assumedListeners } from "~/matching/known-artists.server";
import { artistWeight, CONFIDENCE_PRIOR, orderFactor } from "~/matching/score";
import { countStatistics, countStatisticsDaily } from "~/matching/statistics.server";
import { sqlArtistWeight, sqlFactor } from "~/matching/weights";
import { addMember, changeMember, removeEverybody, saveTaste } from "./members";
import { plansOf } from "./plans";

const LONDON = cellOf(51.5, -0.1);
const PARIS = cellOf(48.9, 2.4);

beforeEach(removeEverybody);

/** The candidates with every column that Discover reads. */
async function readCandidates() {
  const { rows } = await client.execute(
    `select cell, member_id, age, genres, wishes,
      iif((select buffer from statistics where is_current) = 1, norm_1, norm_0) as norm
    from candidate order by member_id`,
  );
  return rows;
}

test("a member with an age is a candidate at their place", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse", "Blur"], genres: ["Rock", "Jazz"] });
  expect(await readCandidates()).toMatchObject([
    { cell: LONDON, member_id: 1, age: 30, genres: genreMask(["Rock", "Jazz"]), wishes: 0 },
  ]);
});

test("a member without a place is a candidate at no cell, one without preferences has the least norm", async () => {
  await addMember(1);
  expect(await readCandidates()).toMatchObject([
    { cell: -1, member_id: 1, genres: 0, norm: CONFIDENCE_PRIOR },
  ]);
});

test.each([
  ["without an age", { age: null }],
  ["inactive", { inactiveAt: new Date() }],
  ["paused", { pausedAt: new Date() }],
  ["deleted", { deletedAt: new Date() }],
])("a member %s is no candidate until that ends", async (_, change) => {
  await addMember(1, {}, { artists: ["Muse"], genres: ["Rock"] });
  const before = await readCandidates();
  await changeMember(1, change);
  expect(await readCandidates()).toEqual([]);
  await changeMember(1, { age: 30, inactiveAt: null, pausedAt: null, deletedAt: null });
  expect(await readCandidates()).toEqual(before);
});

test("a change of place, age, wishes or taste leaves no old row behind", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse", "Blur"], genres: ["Rock"] });
  await changeMember(1, { cell: PARIS, age: 31, gender: "woman", meetAgeMin: 30, meetAgeMax: 40 });
  await saveTaste(1, ["Blur", "Air"], ["Electronic"]);
  expect(await readCandidates()).toMatchObject([
    {
      ...{ cell: PARIS, member_id: 1, age: 31, genres: genreMask(["Electronic"]) },
      wishes: 30 + (60 << 8) + (1 << 16) + (1 << 20),
    },
  ]);
});

test("a verified listener has the badge that Discover filters by, for as long as they are one", async () => {
  await addMember(1, { listenerSince: 2014 });
  // Without that of newcomers.
  const badges = async () => (await client.execute("select badges & 3 as badges from candidate")).rows;
  expect(await badges()).toMatchObject([{ badges: 1 }]);
  await changeMember(1, { listenerSince: null });
  expect(await badges()).toMatchObject([{ badges: 0 }]);
});

test("one member's change leaves other members' rows alone", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  const before = await readCandidates();
  await addMember(2, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  await changeMember(2, { deletedAt: new Date() });
  expect(await readCandidates()).toEqual(before);
});

test("weights stay fixed between two counts, then change all at once", async () => {
  const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
  await addMember(1, {}, taste);
  await addMember(2, {}, taste);
  await addMember(3, {}, { artists: ["Muse"], genres: ["Rock"] });
  const norms = async () => (await readCandidates()).map(({ norm }) => norm);
  const [first, second] = [orderFactor(0) ** 2, orderFactor(1) ** 2];
  const weigh = (key: string, listeners: number, members = 3) =>
    artistWeight(listeners + assumedListeners(key), members);
  expect(await norms()).toEqual([
    CONFIDENCE_PRIOR + first * weigh("muse", 0, 0) + second * weigh("blur", 0, 0),
    CONFIDENCE_PRIOR + first * weigh("muse", 0, 0) + second * weigh("blur", 0, 0),
    CONFIDENCE_PRIOR + first * weigh("muse", 0, 0),
  ]);

  await countStatistics();
  const [muse, blur] = [weigh("muse", 3), weigh("blur", 2)];
  const ofBoth = CONFIDENCE_PRIOR + first * muse + second * blur;
  expect(await norms()).toEqual([ofBoth, ofBoth, CONFIDENCE_PRIOR + first * muse]);

  await saveTaste(3, ["Blur"], ["Rock"]);
  expect((await norms())[2]).toBe(CONFIDENCE_PRIOR + first * blur);
  await countStatistics();
  expect((await norms())[2]).toBe(CONFIDENCE_PRIOR + first * weigh("blur", 3));
});

test("rewriting all candidates gives the same rows as one by one", async () => {
  await addMember(1, { cell: LONDON, purpose: "both" }, { artists: ["Muse", "Blur"], genres: ["Rock"] });
  await addMember(
    2,
    { cell: PARIS, age: 70, purpose: "dating", meets: ["own"] },
    { artists: ["Muse", "Air"], genres: ["Gospel", "Techno"] },
  );
  await addMember(3, { age: null }, { artists: ["Air"], genres: ["Rock"] });
  await addMember(4);
  await countStatistics();
  await changeMember(1, { cell: null });
  await changeMember(3, { age: 44 });
  const before = await readCandidates();
  await db.batch(rebuildCandidates());
  expect(await readCandidates()).toEqual(before);
  await countStatistics();
  const recounted = await readCandidates();
  await db.batch(rebuildCandidates());
  expect(await readCandidates()).toEqual(recounted);
});

test("norms of an earlier version, which weighed otherwise, are counted again before the day is over", async () => {
  await addMember(1, {}, { artists: ["Muse"], genres: ["Rock"] });
  await countStatistics();
  const counted = await readCandidates();
  await countStatisticsDaily();
  expect(await readCandidates()).toEqual(counted);
  await client.execute("update candidate set norm_0 = norm_0 + 1, norm_1 = norm_1 + 1");
  await countStatisticsDaily();
  expect(await readCandidates()).toEqual(counted);
});

test("SQL computes the same artist weights as score.ts", async () => {
  for (const members of [0, 1, 60, 1000, 99_999, 1_000_000]) {
    await client.execute({ sql: "replace into statistics values (1, ?, 0, 1, null)", args: [members] });
    const [row] = await db.all<{ weights: string }>(sql`
      with recursive artist (listeners_0, listeners_1) as (
        select 0, 0 union all select listeners_0 + 1, listeners_1 + 1 from artist where listeners_0 < 20000)
      select json_group_array(${sql.raw(sqlArtistWeight())}) as weights from artist`);
    const weights: number[] = JSON.parse(row?.weights ?? "[]");
    expect(weights).toEqual(
      Array.from({ length: 20_001 }, (_, listeners) => artistWeight(listeners, members)),
    );
  }
});

test("SQL computes the same factors of positions as score.ts", async () => {
  const [row] = await db.all<{ factors: string }>(sql`
    with recursive place (position) as (select 0 union all select position + 1 from place where position < 999)
    select json_group_array(${sql.raw(sqlFactor("position"))}) as factors from place`);
  expect(JSON.parse(row?.factors ?? "[]")).toEqual(Array.from({ length: 1000 }, (_, i) => orderFactor(i)));
});

test("SQL computes the same genre bits as genre.ts", async () => {
  for (const genres of [[], ["Rock"], ["Gospel", "R&B"], ["Jazz", "Jazz"], GENRES] as const) {
    const [row] = await db.all<{ bits: number }>(
      sql`select ${genreBits(sql`${JSON.stringify(genres)}`)} as bits`,
    );
    expect(row?.bits).toBe(genreMask(genres));
  }
});

test("updating a member's row scans no table", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  const steps = await plansOf(() => changeMember(1, { age: 31 }));
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH candidate/));
  expect(steps.filter((step) => /^SCAN (?!genre|json_each|statistics|\(subquery)/.test(step))).toEqual([]);
});
