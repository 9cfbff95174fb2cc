// What the distances of Discover tell about where a member is.
import { expect, test } from "vitest";
import { cellOf, distanceMiles } from "~/matching/cell";
import type { DiscoverFilters } from "~/matching/filters";
import { discover } from "~/models/match/discover.server";
import { type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { addMember } from "../../cast";

/** Two towns in one cell, and one two cells away. */
const NEIGHBOURS = ["Central Point, Oregon", "Jacksonville, Oregon"];

/** The spy's positions: all around, near and far. */
const LOOKOUTS = [
  "Medford, Oregon",
  "Ashland, Oregon",
  "Eagle Point, Oregon",
  "Grants Pass, Oregon",
  "Phoenix, Oregon",
  "Yreka, California",
  "Klamath Falls, Oregon",
  "Roseburg, Oregon",
  "Brookings, Oregon",
  ...NEIGHBOURS,
];

const move = ({ id }: Member, location: string) =>
  saveProfile(id, profileInput.parse({ bio: "", age: 30, location }));

const find = async ({ id }: Member, filters: DiscoverFilters = {}) => (await discover(id, filters)).members;

test("two towns in one cell look the same from anywhere, and the distance filter reveals no more than the card", async () => {
  const [spy, ada, ben] = [await addMember("Cleo"), await addMember("Ada"), await addMember("Ben")];
  await move(ada, NEIGHBOURS[0] as string);
  await move(ben, NEIGHBOURS[1] as string);
  const distances = new Set<number | null>();
  for (const lookout of LOOKOUTS) {
    await move(spy, lookout);
    const seen = await find(spy);
    const [toAda, toBen] = [ada, ben].map(({ id }) => seen.find((one) => one.id === String(id))?.distance);
    expect(toAda, lookout).toBe(toBen);
    expect(Number(toAda) % 5, lookout).toBe(0);
    distances.add(toAda ?? null);
    const edges = [5, Number(toAda) - 5, Number(toAda), Number(toAda) + 5, 100];
    for (const miles of edges.filter((edge) => edge >= 5 && edge <= 100)) {
      const found = (await find(spy, { maxDistance: miles })).map(({ id }) => id);
      const isNear = Number(toAda) <= miles;
      expect(
        [found.includes(String(ada.id)), found.includes(String(ben.id))],
        `${lookout}, ${miles}`,
      ).toEqual([isNear, isNear]);
    }
  }
  expect(distances.size).toBeGreaterThan(5);
});

test("distances fit every point of the member's cell, so they locate nobody more precisely", async () => {
  const [spy, ada] = [await addMember("Cleo"), await addMember("Ada")];
  await move(ada, NEIGHBOURS[0] as string);
  // The best attack with knowledge of the algorithm: keep every cell that matches all known distances.
  const home = cellOf(42.376, -122.916);
  let possible: number[] = [];
  for (let row = -20; row <= 20; row++) {
    for (let column = -20; column <= 20; column++) possible.push(home + row * 3600 + column);
  }
  const lookouts: [string, number][] = [
    ["Medford, Oregon", cellOf(42.327, -122.876)],
    ["Ashland, Oregon", cellOf(42.195, -122.709)],
    ["Grants Pass, Oregon", cellOf(42.439, -123.328)],
    ["Roseburg, Oregon", cellOf(43.217, -123.342)],
    ["Klamath Falls, Oregon", cellOf(42.225, -121.782)],
  ];
  for (const [lookout, cell] of lookouts) {
    await move(spy, lookout);
    const distance = (await find(spy)).find(({ id }) => id === String(ada.id))?.distance;
    possible = possible.filter((candidate) => distanceMiles(cell, candidate) === distance);
  }
  // The cell itself always remains, and points within it can't be distinguished.
  expect(possible).toContain(home);
  expect(possible.length).toBeLessThan(200);
});
