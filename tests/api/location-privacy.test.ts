// Whether somebody can find out where a member lives, with everything that the API tells and filters by.
import { expect, test } from "vitest";
import { cellOf, distanceMiles } from "~/matching/cell";
import type { MemberCard } from "~/models/member";
import { type Person, serveThisFile } from "./server";

const { settle } = serveThisFile();

/** Two towns of one cell, and one of the next cell but one. */
const NEIGHBOURS = ["Central Point, Oregon", "Jacksonville, Oregon"];

/** From where a spy looks: all around, near and far. */
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

async function move(person: Person, location: string) {
  const answer = await person.json("PATCH", "/api/profile", { bio: "", age: 30, location });
  expect(answer.status, location).toBe(200);
}

async function discover(person: Person, query = "") {
  return (await (await person.get(`/api/discover${query}`)).json()) as MemberCard[];
}

test("from wherever one looks, two towns of one cell look the same, and the filter tells no more than the card", async () => {
  const [spy, ada, ben] = [await settle("Spy"), await settle("Ada"), await settle("Ben")];
  await move(ada, NEIGHBOURS[0] as string);
  await move(ben, NEIGHBOURS[1] as string);
  const told = new Set<number | null>();
  for (const lookout of LOOKOUTS) {
    await move(spy, lookout);
    const seen = await discover(spy);
    const [toAda, toBen] = [ada, ben].map(({ id }) => seen.find((one) => one.id === id)?.distance);
    expect(toAda, lookout).toBe(toBen);
    expect(Number(toAda) % 5, lookout).toBe(0);
    told.add(toAda ?? null);
    for (let miles = 5; miles <= 100; miles += 5) {
      const found = (await discover(spy, `?maxDistance=${miles}`)).map(({ id }) => id);
      const isNear = Number(toAda) <= miles;
      expect([found.includes(ada.id), found.includes(ben.id)], `${lookout}, ${miles}`).toEqual([
        isNear,
        isNear,
      ]);
    }
  }
  expect(told.size).toBeGreaterThan(5);
});

test("what is told fits everybody in the member's cell, so that nothing smaller than it can be found", async () => {
  const [spy, ada] = [await settle("Spy"), await settle("Ada")];
  await move(ada, NEIGHBOURS[0] as string);
  // The best a spy can do, who knows how distances are made: keep every cell that fits all that was told.
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
    const told = (await discover(spy)).find(({ id }) => id === ada.id)?.distance;
    possible = possible.filter((candidate) => distanceMiles(cell, candidate) === told);
  }
  // The cell itself is always left; a point within it is never told from another.
  expect(possible).toContain(home);
  expect(possible.length).toBeLessThan(200);
});

test("no answer holds a coordinate or a cell", async () => {
  const [spy, ada] = [await settle("Spy"), await settle("Ada")];
  await move(ada, NEIGHBOURS[0] as string);
  const cell = String(cellOf(42.376, -122.916));
  for (const path of ["/api/discover", "/api/auth/user", "/api/matches", `/members/${ada.id}`, "/discover"]) {
    const answer = await spy.get(path, path.startsWith("/api") ? {} : { Accept: "text/html" });
    const text = await answer.text();
    expect(text, path).not.toContain(cell);
    expect(text, path).not.toMatch(/latitude|longitude|"cell"|42\.3\d|122\.9\d/);
  }
});
