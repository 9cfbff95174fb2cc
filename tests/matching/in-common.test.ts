import { client, db } from "db/client.server";
import { block } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { describeInCommon, readInCommon } from "~/matching/in-common.server";
import { makeQuery } from "~/matching/query";
import { MOST_OTHERS } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { countStatistics } from "~/matching/statistics.server";
import { addMember, changeMember, removeEverybody } from "./members";

const [ana, ben, cleo] = [1, 2, 3];

beforeEach(removeEverybody);

const inCommonWith = async (other: number) =>
  (await readInCommon(makeQuery(client), ana, [other])).get(other);

test("shared artists come rarest first in the other's spelling, with the genres of both", async () => {
  await addMember(ana, {}, { artists: ["Radiohead", "Attic Tapes", "Pram"], genres: ["Rock", "Jazz"] });
  await addMember(ben, {}, { artists: ["RADIOHEAD", "Low", "attic tapes"], genres: ["Jazz", "Folk"] });
  await addMember(cleo, {}, { artists: ["Low"], genres: ["Soul"] });
  await countStatistics();
  expect(await inCommonWith(ben)).toEqual({
    artists: ["attic tapes", "RADIOHEAD"],
    others: 0,
    genres: ["Jazz"],
  });
  expect(await inCommonWith(cleo)).toEqual({ artists: [], others: 0, genres: [] });
});

test("others are counted with the statistics: no pause or block shows in them, and a large number is not told", async () => {
  const taste = { artists: ["Attic Tapes"], genres: ["Rock" as const] };
  for (let id = 1; id <= 6; id++) await addMember(id, {}, taste);
  expect((await inCommonWith(ben))?.others).toBe(0);
  await countStatistics();
  expect((await inCommonWith(ben))?.others).toBe(4);
  await changeMember(3, { pausedAt: new Date() });
  await db.insert(block).values({ memberId: 5, targetId: ana, createdAt: new Date() });
  for (const other of [ben, 4]) expect((await inCommonWith(other))?.others).toBe(4);
  expect((await getReasons(ana, ben))?.artists).toMatchObject([{ name: "Attic Tapes", others: 4 }]);
  // Besides Ben, exactly as many as are told; then more.
  for (let id = 10; id < 6 + MOST_OTHERS; id++) await addMember(id, {}, taste);
  await countStatistics();
  expect((await inCommonWith(ben))?.others).toBe(MOST_OTHERS);
  for (let id = 100; id < 105; id++) await addMember(id, {}, taste);
  await countStatistics();
  expect((await inCommonWith(ben))?.others).toBe(MOST_OTHERS + 1);
});

test("the cards of a page lead with different artists, as long as those are about as rare", () => {
  const shared = [1, 2, 3, 4].flatMap((member) => [
    { member, artist: 1, name: "Pram", listeners: 10, place: 3 },
    { member, artist: 2, name: "Low", listeners: 15, place: 2 },
    { member, artist: 3, name: "Abba", listeners: 400, place: 2 },
  ]);
  const only = { member: 5, artist: 3, name: "Abba", listeners: 400, place: 2 };
  const page = [1, 2, 3, 4, 5].map((id) => [id, []] as const);
  const leads = (order: typeof page) =>
    [...describeInCommon([...shared, only], new Map(order.map(([id]) => [id, []]))).values()].map(
      ({ artists }) => artists[0],
    );
  expect(leads(page)).toEqual(["Pram", "Low", "Pram", "Low", "Abba"]);
  expect(leads(page)).toEqual(leads(page));
  const first = describeInCommon([...shared], new Map([[2, []]])).get(2);
  expect(first?.artists).toEqual(["Pram", "Low", "Abba"]);
});

test("the listeners assumed for a widely known artist are nobody", async () => {
  for (let id = 1; id <= 3; id++) await addMember(id, {}, { artists: ["Radiohead"], genres: ["Rock"] });
  await countStatistics();
  expect((await inCommonWith(ben))?.others).toBe(1);
});
