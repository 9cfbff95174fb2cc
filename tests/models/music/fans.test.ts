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

const fansOf = async (artist: string) => (await countFans("192.0.2.1", artist))?.atLeast;

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

test("members who can't be discovered don't count", async () => {
  const [paused = 0] = await addFans("Quiet Band", 5);
  expect(await fansOf("Quiet Band")).toBe(5);
  await changeMember(paused, { pausedAt: new Date() });
  expect(await fansOf("Quiet Band")).toBeNull();
});

test("a blank name is no question", async () => {
  expect(await countFans("192.0.2.1", "   ")).toBeUndefined();
});
