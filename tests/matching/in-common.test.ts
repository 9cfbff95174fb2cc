import { client } from "db/client.server";
import { beforeEach, expect, test } from "vitest";
import { describeInCommon, readInCommon } from "~/matching/in-common.server";
import { makeQuery } from "~/matching/query";
import { countStatistics } from "~/matching/statistics.server";
import { addMember, removeEverybody } from "./members";

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
    genres: ["Jazz"],
  });
  expect(await inCommonWith(cleo)).toEqual({ artists: [], genres: [] });
});

test("the cards of a page lead with different artists, as long as those are about as rare", () => {
  const shared = [1, 2, 3, 4].flatMap((member) => [
    { member, artist: 1, name: "Pram", listeners: 10, rank: 3 },
    { member, artist: 2, name: "Low", listeners: 15, rank: 2 },
    { member, artist: 3, name: "Abba", listeners: 400, rank: 2 },
  ]);
  const only = { member: 5, artist: 3, name: "Abba", listeners: 400, rank: 2 };
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
