import { expect, test } from "vitest";
import { countFans } from "~/models/music/fans.server";
import { addMember, changeMember } from "../../matching/members";

let lastId = 0;

const addFans = async (artist: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await addMember(++lastId, undefined, { artists: [artist], genres: ["Rock"] }));
  return ids;
};

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();

const fansOf = async (artist: string, days = 0) =>
  (await countFans("192.0.2.1", artist, NOW + days * DAY))?.atLeast;

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
  expect(await fansOf("Björk Band", 1)).toBe(5);
  await addFans("Björk Band", 1);
  expect(await fansOf("Björk Band", 2)).toBe(10);
});

test("members who can't be discovered don't count", async () => {
  const [paused = 0] = await addFans("Quiet Band", 5);
  expect(await fansOf("Quiet Band")).toBe(5);
  await changeMember(paused, { pausedAt: new Date() });
  expect(await fansOf("Quiet Band", 1)).toBeNull();
});

test("nobody learns when somebody joins or leaves: an answer stays for a day, however often it is asked for", async () => {
  const [first = 0] = await addFans("Slow News", 4);
  expect(await fansOf("Slow News")).toBeNull();
  await addFans("Slow News", 1);
  expect(await fansOf("slow NEWS", 0.99)).toBeNull();
  expect((await countFans("198.51.100.7", "Slow News", NOW))?.atLeast).toBeNull();
  expect(await fansOf("Slow News", 1)).toBe(5);
  await changeMember(first, { pausedAt: new Date() });
  expect(await fansOf("Slow News", 1.99)).toBe(5);
  expect(await fansOf("Slow News", 2)).toBeNull();
});

test("a blank name is no question", async () => {
  expect(await countFans("192.0.2.1", "   ")).toBeUndefined();
});
