import { client, db } from "db/client.server";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import { recount } from "~/matching/census.server";
import { genreBits, relistEverybody } from "~/matching/listing.server";
import { DOUBT, idf } from "~/matching/score";
import { artistWeight } from "~/matching/weights";
import { GENRES, genreMask } from "~/models/genre";
import { addMember, changeMember, listen } from "./members";
import { plansOf } from "./plans";

const LONDON = cellOf(51.5, -0.1);
const PARIS = cellOf(48.9, 2.4);

beforeEach(async () => {
  for (const table of ["member", "artist", "candidate", "posting", "census"]) {
    await client.execute(`delete from ${table}`);
  }
});

/** The listing as it stands: members and their artists, with all that Discover reads. */
async function listing() {
  const norm = "iif((select slot from census where is_current) = 1, norm_1, norm_0) as norm";
  const seen = `cell, member_id, age, genres, ${norm}`;
  const candidates = await client.execute(`select ${seen} from candidate order by member_id`);
  const postings = await client.execute(
    `select key, ${seen} from posting join artist on artist.id = artist_id order by member_id, key`,
  );
  return { candidates: candidates.rows, postings: postings.rows };
}

test("whoever has an age is listed by place and by every artist", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse", "Blur"], genres: ["Rock", "Jazz"] });
  const { candidates, postings } = await listing();
  const seen = { cell: LONDON, member_id: 1, age: 30, genres: genreMask(["Rock", "Jazz"]) };
  expect(candidates).toMatchObject([seen]);
  expect(postings).toMatchObject([
    { key: "blur", ...seen },
    { key: "muse", ...seen },
  ]);
});

test("without a place one is listed nowhere, without preferences by no artist", async () => {
  await addMember(1);
  const { candidates, postings } = await listing();
  expect(candidates).toMatchObject([{ cell: -1, member_id: 1, genres: 0, norm: DOUBT }]);
  expect(postings).toEqual([]);
});

test.each([
  ["without an age", { age: null }],
  ["paused", { pausedAt: new Date() }],
  ["deleted", { deletedAt: new Date() }],
])("who is %s is not listed, and is again when that ends", async (_, change) => {
  await addMember(1, {}, { artists: ["Muse"], genres: ["Rock"] });
  const before = await listing();
  await changeMember(1, change);
  expect(await listing()).toEqual({ candidates: [], postings: [] });
  await changeMember(1, { age: 30, pausedAt: null, deletedAt: null });
  expect(await listing()).toEqual(before);
});

test("who moves, ages or turns to other music leaves nothing behind", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse", "Blur"], genres: ["Rock"] });
  await changeMember(1, { cell: PARIS, age: 31 });
  await listen(1, ["Blur", "Air"], ["Electronic"]);
  const { candidates, postings } = await listing();
  const seen = { cell: PARIS, member_id: 1, age: 31, genres: genreMask(["Electronic"]) };
  expect(candidates).toMatchObject([seen]);
  expect(postings).toMatchObject([
    { key: "air", ...seen },
    { key: "blur", ...seen },
  ]);
});

test("one member's change touches nobody else", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  const before = await listing();
  await addMember(2, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  await changeMember(2, { deletedAt: new Date() });
  expect(await listing()).toEqual(before);
});

test("weights stand still between two counts, and all change at once", async () => {
  const music = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
  await addMember(1, {}, music);
  await addMember(2, {}, music);
  await addMember(3, {}, { artists: ["Muse"], genres: ["Rock"] });
  const norms = async () => (await listing()).candidates.map(({ norm }) => norm);
  const unknown = idf(0, 0);
  expect(await norms()).toEqual([DOUBT + 2 * unknown, DOUBT + 2 * unknown, DOUBT + unknown]);

  await recount();
  const [muse, blur] = [idf(3, 3), idf(2, 3)];
  expect(await norms()).toEqual([DOUBT + muse + blur, DOUBT + muse + blur, DOUBT + muse]);
  const { postings } = await listing();
  expect(postings.map(({ norm }) => norm)).toEqual([...Array(4).fill(DOUBT + muse + blur), DOUBT + muse]);

  await listen(3, ["Blur"], ["Rock"]);
  expect((await norms())[2]).toBe(DOUBT + blur);
  await recount();
  expect((await norms())[2]).toBe(DOUBT + idf(3, 3));
});

test("listing everybody anew changes nothing that listing one by one has done", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse", "Blur"], genres: ["Rock"] });
  await addMember(2, { cell: PARIS, age: 70 }, { artists: ["Muse", "Air"], genres: ["Gospel", "Techno"] });
  await addMember(3, { age: null }, { artists: ["Air"], genres: ["Rock"] });
  await addMember(4);
  await recount();
  await changeMember(1, { cell: null });
  await changeMember(3, { age: 44 });
  const before = await listing();
  await db.batch(relistEverybody());
  expect(await listing()).toEqual(before);
  await recount();
  const recounted = await listing();
  await db.batch(relistEverybody());
  expect(await listing()).toEqual(recounted);
});

test("the database weighs every artist as score.ts does", async () => {
  for (const members of [0, 1, 60, 1000, 99_999, 1_000_000]) {
    await client.execute({ sql: "replace into census values (1, ?, 0, 1, null)", args: [members] });
    const [row] = await db.all<{ weights: string }>(sql`
      with recursive artist (listeners_0, listeners_1) as (
        select 0, 0 union all select listeners_0 + 1, listeners_1 + 1 from artist where listeners_0 < 20000)
      select json_group_array(${sql.raw(artistWeight())}) as weights from artist`);
    const weights: number[] = JSON.parse(row?.weights ?? "[]");
    expect(weights).toEqual(Array.from({ length: 20_001 }, (_, listeners) => idf(listeners, members)));
  }
});

test("the database reads genres as genre.ts does", async () => {
  for (const genres of [[], ["Rock"], ["Gospel", "R&B"], ["Jazz", "Jazz"], GENRES] as const) {
    const [row] = await db.all<{ bits: number }>(
      sql`select ${genreBits(sql`${JSON.stringify(genres)}`)} as bits`,
    );
    expect(row?.bits).toBe(genreMask(genres));
  }
});

test("a member's rows are found by keys, not by reading whole tables", async () => {
  await addMember(1, { cell: LONDON }, { artists: ["Muse"], genres: ["Rock"] });
  const steps = await plansOf(() => changeMember(1, { age: 31 }));
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH posting/));
  expect(steps.filter((step) => /^SCAN (?!genre|json_each|census)/.test(step))).toEqual([]);
});
