import { client, db } from "db/client.server";
import { block } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { readInCommon } from "~/matching/in-common";
import { MOST_OTHERS } from "~/matching/others";
import { makeQuery } from "~/matching/query";
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

test("others are those whom the viewer could see, and a large number is not told", async () => {
  const taste = { artists: ["Attic Tapes"], genres: ["Rock" as const] };
  for (let id = 1; id <= 6; id++) await addMember(id, {}, taste);
  expect((await inCommonWith(ben))?.others).toBe(4);
  await changeMember(3, { pausedAt: new Date() });
  await db.insert(block).values([
    { memberId: ana, targetId: 4, createdAt: new Date() },
    { memberId: 5, targetId: ana, createdAt: new Date() },
  ]);
  expect((await inCommonWith(ben))?.others).toBe(1);
  // A member who is paused is not counted, so nobody is taken off for them.
  expect((await inCommonWith(3))?.others).toBe(2);
  // Besides Ben, exactly as many as are told; then one more, and many more.
  for (let id = 10; id < 9 + MOST_OTHERS; id++) await addMember(id, {}, taste);
  expect((await inCommonWith(ben))?.others).toBe(MOST_OTHERS);
  for (const more of [1, 5]) {
    for (let id = 100 * more; id < 101 * more; id++) await addMember(id, {}, taste);
    expect((await inCommonWith(ben))?.others).toBe(MOST_OTHERS + 1);
  }
});
