// Discover as JSON, and what it and everything else tells about where a member is.
import { expect, test } from "vitest";
import { cellOf, distanceMiles } from "~/matching/cell";
import type { MemberCardDto } from "~/models/member/member";
import { shareApp } from "../../app";
import { addMember as addToCast } from "../../cast";
import { decide, makeMatch, type Person } from "../people";

const { addMember, signUp } = shareApp();

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

async function move(person: Person, location: string) {
  const answer = await person.json("PATCH", "/api/profile", { bio: "", age: 30, location });
  expect(answer.status, location).toBe(200);
}

async function discover(person: Person, query = "") {
  return (await (await person.get(`/api/discover${query}`)).json()) as MemberCardDto[];
}

test("two towns in one cell look the same from anywhere, and the distance filter reveals no more than the card", async () => {
  const [spy, ada, ben] = [await addMember("Spy"), await addMember("Ada"), await addMember("Ben")];
  await move(ada, NEIGHBOURS[0] as string);
  await move(ben, NEIGHBOURS[1] as string);
  const distances = new Set<number | null>();
  for (const lookout of LOOKOUTS) {
    await move(spy, lookout);
    const seen = await discover(spy);
    const [toAda, toBen] = [ada, ben].map(({ id }) => seen.find((one) => one.id === id)?.distance);
    expect(toAda, lookout).toBe(toBen);
    expect(Number(toAda) % 5, lookout).toBe(0);
    distances.add(toAda ?? null);
    const edges = [5, Number(toAda) - 5, Number(toAda), Number(toAda) + 5, 100];
    for (const miles of edges.filter((edge) => edge >= 5 && edge <= 100)) {
      const found = (await discover(spy, `?maxDistance=${miles}`)).map(({ id }) => id);
      const isNear = Number(toAda) <= miles;
      expect([found.includes(ada.id), found.includes(ben.id)], `${lookout}, ${miles}`).toEqual([
        isNear,
        isNear,
      ]);
    }
  }
  expect(distances.size).toBeGreaterThan(5);
});

test("distances fit every point of the member's cell, so they locate nobody more precisely", async () => {
  const [spy, ada] = [await addMember("Spy"), await addMember("Ada")];
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
    const distance = (await discover(spy)).find(({ id }) => id === ada.id)?.distance;
    possible = possible.filter((candidate) => distanceMiles(cell, candidate) === distance);
  }
  // The cell itself always remains, and points within it can't be distinguished.
  expect(possible).toContain(home);
  expect(possible.length).toBeLessThan(200);
});

test("no response contains a coordinate or a cell", async () => {
  const [spy, ada] = [await addMember("Spy"), await addMember("Ada")];
  await move(ada, NEIGHBOURS[0] as string);
  const cell = String(cellOf(42.376, -122.916));
  for (const path of ["/api/discover", "/api/auth/user", "/api/matches", `/members/${ada.id}`, "/discover"]) {
    const answer = await spy.get(path, path.startsWith("/api") ? {} : { Accept: "text/html" });
    const text = await answer.text();
    expect(text, path).not.toContain(cell);
    expect(text, path).not.toMatch(/latitude|longitude|"cell"|42\.3\d|122\.9\d/);
  }
});

test("a location that matches no town is shown only to its owner", async () => {
  const [spy, ada] = [await addMember("Spy"), await addMember("Ada")];
  await move(ada, "14 Rosewood Lane, Apt 3");
  await makeMatch(spy, ada);
  await spy.json("POST", "/api/conversations", { targetUserId: ada.id });
  const seen = await (await spy.get("/api/matches")).json();
  expect(seen).toMatchObject([{ targetUser: { id: ada.id, location: null, distance: null } }]);
  expect(await (await spy.get(`/members/${ada.id}`)).text()).toContain("Location unknown");
  const pages = ["/", "/discover", "/matches", "/messages", `/members/${ada.id}`, `/members/${ada.id}/why`];
  const paths = [
    ...pages,
    ...pages.map((path) => (path === "/" ? "/_root.data" : `${path}.data`)),
    "/api/discover",
    "/api/matches",
    "/api/matches/mutual",
    "/api/conversations",
    "/api/trivia-games",
  ];
  for (const path of paths) expect(await (await spy.get(path)).text(), path).not.toContain("Rosewood");
  expect(await (await ada.get("/profile")).text()).toContain("14 Rosewood Lane, Apt 3");
});

const get = async (person: Person, path: string) => {
  const answer = await person.get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as MemberCardDto[];
};
const ids = (members: MemberCardDto[]) => members.map(({ id }) => id);
const page = (person: Person, path: string) => person.get(path, { Accept: "text/html" });

test("Discover lists suitable members with only their public data", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await signUp("Eve");
  const found = await get(
    ada,
    "/api/discover?ageMin=25&ageMax=35&maxDistance=25&genres=Rock,Electronic&minCompatibility=70",
  );
  expect(found.find(({ id }) => id === ben.id)).toEqual({
    id: ben.id,
    firstName: "Ben",
    lastName: "L",
    age: 30,
    location: "Portland, Oregon, US",
    bio: "Likes records.",
    profileImageUrl: null,
    profileImageFocus: null,
    coverImageUrl: null,
    distance: 5,
    compatibilityScore: expect.any(Number),
    musicPreferences: {
      topArtists: ["Radiohead", "Stereolab", "Broadcast"],
      favoriteGenres: ["Indie", "Electronic"],
    },
    shared: {
      artists: expect.arrayContaining(["Radiohead"]),
      others: expect.any(Number),
      genres: expect.any(Array),
    },
  });
  expect(ids(await get(ada, "/api/discover"))).not.toContain(ada.id);
  expect(ids(await get(ada, "/api/discover?genres=Country"))).not.toContain(ben.id);
  await decide(ada, ben, false);
  expect(ids(await get(ada, "/api/discover"))).not.toContain(ben.id);
});

test("a response is compressed", async () => {
  const ada = await addMember("Ada");
  for (let number = 0; number < 10; number++) await addToCast("Ben");
  const answer = await ada.get("/api/discover", { "Accept-Encoding": "gzip" });
  expect(answer.headers.get("Content-Encoding")).toBe("gzip");
});

test("Discover is paginated and lists each member once", async () => {
  const ada = await addMember("Ada");
  for (let number = 0; number < 45; number++) await addToCast("Ben");
  const all: string[] = [];
  for (let path: string | undefined = "/api/discover"; path; ) {
    const answer = await ada.get(path);
    const found = ids((await answer.json()) as MemberCardDto[]);
    expect(found.length).toBeLessThanOrEqual(20);
    all.push(...found);
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  expect(all.length).toBeGreaterThan(45);
  expect(new Set(all).size).toBe(all.length);
});

test("there is no page about oneself, about nobody, or at the address of a button", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const own = await page(ada, `/members/${ada.id}`);
  expect([own.status, own.headers.get("Location")]).toEqual([302, "/profile"]);
  const absent = [`/members/${ada.id}/why`, "/members/4", "/members/4/why", "/members/x", "/members/-1/why"];
  for (const path of [...absent, "/discover/decide", "/matches/talk", `/members/${ben.id}/undo`])
    expect((await page(ada, path)).status, path).toBe(404);
});
