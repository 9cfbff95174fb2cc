import { expect, test } from "vitest";
import { countStatistics } from "~/matching/statistics.server";
import { countFans } from "~/models/music/fans.server";
import { addMember, changeMember, saveTaste } from "../../matching/members";

let lastId = 0;

const addFans = async (artist: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await addMember(++lastId, undefined, { artists: [artist], genres: ["Rock"] }));
  return ids;
};

/** What is answered once the statistics of the next day are counted. */
async function fansOf(artist: string) {
  await countStatistics();
  return (await countFans("192.0.2.1", artist))?.atLeast;
}

test("nobody learns whether there is one fan, or none", async () => {
  await addFans("The Only Fan's Band", 1);
  expect(await countFans("192.0.2.1", "The Only Fan's Band")).toEqual({
    name: "The Only Fan's Band",
    atLeast: null,
  });
  expect(await fansOf("A Band That Nobody Lists")).toBeNull();
  await addFans("Four Listen", 4);
  expect(await fansOf("Four Listen")).toBeNull();
});

test("from five on it is the step that they reach, however the artist is spelled", async () => {
  await addFans("Björk Band", 5);
  expect(await fansOf("bjork BAND")).toBe(5);
  await addFans("Björk Band", 4);
  expect(await fansOf("Björk Band")).toBe(5);
  await addFans("Björk Band", 1);
  expect(await fansOf("Björk Band")).toBe(10);
});

test("the listeners that are assumed for a known artist don't count", async () => {
  await addFans("Radiohead", 1);
  expect(await fansOf("Radiohead")).toBeNull();
});

test.each(["pausedAt", "suspendedAt", "inactiveAt", "deletedAt"])(
  "the number doesn't tell a member who is gone (%s) from one who blocks the reader",
  async (column) => {
    const artist = `Quiet ${column}`;
    const [one = 0] = await addFans(artist, 5);
    await changeMember(one, { [column]: new Date() });
    expect(await fansOf(artist)).toBe(5);
  },
);

test("nobody learns when somebody joins or leaves: the number is the day's, whoever asks when", async () => {
  await addFans("Slow News", 4);
  expect(await fansOf("Slow News")).toBeNull();
  const [last = 0] = await addFans("Slow News", 1);
  expect((await countFans("198.51.100.7", "slow NEWS"))?.atLeast).toBeNull();
  expect(await fansOf("Slow News")).toBe(5);
  await saveTaste(last, ["Other News"], ["Rock"]);
  expect((await countFans("198.51.100.7", "Slow News"))?.atLeast).toBe(5);
  expect(await fansOf("Slow News")).toBeNull();
});

test("a blank name is no question", async () => {
  expect(await countFans("192.0.2.1", "   ")).toBeUndefined();
});
