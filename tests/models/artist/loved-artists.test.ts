// The wall of the artists who are loved here: its order, what it must not tell, and what it reads.
import { client } from "db/client.server";
import { beforeEach, expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { countStatistics } from "~/matching/statistics.server";
import { listLoved, suggestFavorites } from "~/models/artist/loved-artists.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, changeMember, removeEverybody, saveTaste } from "../../matching/members";
import { plansOf } from "../../matching/plans";

let lastId = 0;

async function addFans(count: number, ...artists: string[]) {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await addMember(++lastId, {}, { artists, genres: ["Jazz"] }));
  return ids;
}

const wall = async (viewer: number) =>
  (await listLoved(viewer)).artists.map(({ name, atLeast, position }) => [name, atLeast, position]);

let ana = 0;
beforeEach(async () => {
  await removeEverybody();
  lastId = 0;
  ana = await addMember(++lastId, {}, { artists: ["Radiohead"], genres: ["Rock"] });
});

test("the most loved come first in coarse numbers, from three people on, without those assumed", async () => {
  await addFans(12, "Vixtrum");
  await addFans(6, "Molk Umber", "Radiohead");
  await addFans(3, "Krilvane");
  await addFans(2, "Fenwisp");
  await countStatistics();
  const found = await wall(ana);
  expect(found[0]).toEqual(["Vixtrum", 10, null]);
  expect(found.slice(1, 3)).toEqual(
    expect.arrayContaining([
      ["Molk Umber", 5, null],
      ["Radiohead", 5, 1],
    ]),
  );
  expect(found.slice(3)).toEqual([["Krilvane", null, null]]);
});

test.each<[string, (other: number) => Promise<unknown>]>([
  ["blocks the reader", (other) => blockMember(other, ana)],
  ["pauses", (other) => changeMember(other, { pausedAt: new Date() })],
  ["is suspended", (other) => changeMember(other, { suspendedAt: new Date() })],
  ["is hidden", (other) => changeMember(other, { hiddenAt: new Date() })],
])("the wall reads the same whoever goes and how: one who %s", async (_, act) => {
  const [first = 0] = await addFans(5, "Vixtrum");
  await addFans(5, "Molk Umber");
  await countStatistics();
  await wall(ana);
  await act(first);
  await countStatistics();
  expect((await wall(ana)).sort()).toEqual([
    ["Molk Umber", 5, null],
    ["Vixtrum", null, null],
  ]);
});

test("pages go on to the last, each artist stands once, and a page reads no whole table", async () => {
  const names = Array.from({ length: 50 }, (_, n) => `Band ${n}`);
  for (const part of [names.slice(0, 25), names.slice(25)]) await addFans(3, ...part);
  await countStatistics();
  const keys: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { artists, next } = await listLoved(ana, from);
    keys.push(...artists.map(({ key }) => key));
    from = next && JSON.parse(Buffer.from(next.cursor, "base64url").toString()).from;
  }
  expect([...keys].sort()).toEqual(names.map(artistKey).sort());
  await client.execute("update statistics set counted_at = counted_at + 1");
  const plans = await plansOf(() => listLoved(ana));
  expect(plans.filter((step) => /^SCAN (artist|member|member_artist|candidate|block)\b/.test(step))).toEqual(
    [],
  );
});

test("favorites to pick are alike artists first, then some who are loved here and of the genres, and known ones", async () => {
  await addFans(5, "Vixtrum", "Krilvane");
  await addFans(6, "Sun Ra");
  await addFans(6, "Metallica");
  for (let n = 0; n < 30; n++) await addFans(1, "Abba");
  await countStatistics();
  const suggested = await suggestFavorites(["Jazz"], ["vixtrum"], 12);
  expect(suggested.slice(0, 2)).toEqual(["Krilvane", "Sun Ra"]);
  expect(suggested).toHaveLength(12);
  expect(suggested).not.toContain("Metallica");
  expect(suggested).not.toContain("Abba");
  await saveTaste(ana, ["Krilvane"], ["Jazz"]);
  expect((await suggestFavorites(["Jazz"], ["Krilvane", "SUN RA"], 12)).slice(0, 1)).toEqual(["Vixtrum"]);
});
