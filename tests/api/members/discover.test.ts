// Decisions, matches and Discover as JSON, and what they and everything else tell about where a member is.
import { expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import type { MemberCardDto } from "~/models/member/member";
import { shareApp } from "../../app";
import { addMember as addToCast } from "../../cast";
import { decide, makeMatch, type Person } from "../people";

const { visitor, addMember, sharedMember, signUp } = shareApp();

type Shown = { id: string; mutual: boolean; compatibilityScore: number; targetUser: { id: string } };
const listed = async (answer: Response) =>
  ((await answer.json()) as Shown[]).map((match) => match.targetUser.id);

test("a like is listed, and becomes a match for both members when it is returned", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const liked = await decide(ada, ben, true);
  expect([liked.status, await liked.json()]).toEqual([201, { mutual: false }]);
  expect(await listed(await ada.get("/api/matches"))).toEqual([ben.id]);
  expect(await listed(await ada.get("/api/matches/mutual"))).toEqual([]);
  expect(await listed(await ben.get("/api/matches"))).toEqual([]);
  expect(await (await decide(ben, ada, true)).json()).toEqual({ mutual: true });
  expect(await listed(await ada.get("/api/matches/mutual"))).toEqual([ben.id]);
  expect(await listed(await ben.get("/api/matches/mutual"))).toEqual([ada.id]);
  const [match] = (await (await ada.get("/api/matches")).json()) as Shown[];
  expect(match).toMatchObject({ mutual: true, compatibilityScore: expect.any(Number) });
});

test("a match shows only the partner's public data", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const [match] = (await (await ada.get("/api/matches/mutual")).json()) as Shown[];
  expect(match).toEqual({
    id: expect.any(String),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    compatibilityScore: expect.any(Number),
    mutual: true,
    targetUser: {
      id: ben.id,
      firstName: "Ben",
      lastName: "L",
      age: 30,
      location: expect.stringContaining("Portland"),
      bio: "Likes records.",
      profileImageUrl: null,
      profileImageFocus: null,
      coverImageUrl: null,
      distance: 5,
      compatibilityScore: match?.compatibilityScore,
      musicPreferences: expect.objectContaining({ topArtists: ["Radiohead", "Stereolab", "Broadcast"] }),
      shared: {
        artists: expect.arrayContaining(["Radiohead"]),
        atLeast: expect.toBeOneOf([null, 5, 10, 20, 50]),
        genres: expect.any(Array),
      },
    },
  });
});

test.each([
  [{ liked: true }, "targetUserId is required"],
  [{ targetUserId: "", liked: true }, "targetUserId is required"],
  [{ targetUserId: "Ben", liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: -1, liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: 0.5, liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: 1e300, liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: "9".repeat(16), liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: ["1"], liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: "1 or 1=1", liked: true }, "targetUserId must be a member id"],
  [{ targetUserId: "1" }, "liked must be true or false"],
  [{ targetUserId: "1", liked: "perhaps" }, "liked must be true or false"],
  [{ targetUserId: "1", liked: 1 }, "liked must be true or false"],
  [{ targetUserId: "1", liked: null }, "liked must be true or false"],
])("the decision %j is refused: %s", async (body, message) => {
  const ada = await sharedMember("Zoe");
  const answer = await ada.json("POST", "/api/matches", body);
  expect([answer.status, await answer.text()]).toEqual([400, message]);
});

test("members get the same response for deciding on themselves and on a missing member", async () => {
  const ada = await sharedMember("Zoe");
  for (const targetUserId of [ada.id, Number(ada.id), "7", "0", "9007199254740991"]) {
    for (const liked of [true, false]) {
      const answer = await ada.json("POST", "/api/matches", { targetUserId, liked });
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
    }
  }
});

test("Discover accepts filters in the specified form", async () => {
  const ada = await addMember("Ada");
  const ben = await addMember("Ben");
  const find = async (query: string) => {
    const answer = await ada.get(`/api/discover?${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { id: string }[]).some(({ id }) => id === ben.id);
  };
  expect(await find("ageMin=18&ageMax=35&maxDistance=25&genres=Rock,Alternative&minCompatibility=50")).toBe(
    true,
  );
  expect(await find("genres=Alternative&genres=Jazz")).toBe(true);
  expect(await find("ageMin=35&ageMax=25")).toBe(true);
  expect(await find("ageMin=31")).toBe(false);
  expect(await find("genres=Jazz")).toBe(false);
  expect(await find("ageMin=&maxDistance=0&genres=&nonsense=1")).toBe(true);
});

test.each(["ageMin=17", "maxDistance=101", "minCompatibility=1e2", "genres=Rock,<script>"])(
  "an invalid filter is refused with a message: %s",
  async (query) => {
    const answer = await (await sharedMember("Zoe")).get(`/api/discover?${query}`);
    const message = expect.stringMatching(/(must be|Choose genres)/);
    expect([answer.status, await answer.text()]).toEqual([400, message]);
  },
);

test.each(["x", "", "-", "1-1-1", "9".repeat(400), "0-0'--", "%00", "__proto__", "%F0%9F%92%BF"])(
  "an unknown cursor gets an error message or the first page in every list: %s",
  async (cursor) => {
    const ada = await sharedMember("Zoe");
    for (const list of ["/api/matches", "/api/matches/mutual", "/api/discover", "/api/conversations"]) {
      const answer = await ada.get(`${list}?cursor=${cursor}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400)
        expect(await answer.text()).toMatch(/^(The cursor is invalid|This page of Discover does not exist)/);
    }
    expect((await visitor().get(`/api/matches?cursor=${cursor}`)).status).toBe(401);
  },
);

async function move(person: Person, location: string) {
  const answer = await person.json("PATCH", "/api/profile", { bio: "", age: 30, location });
  expect(answer.status, location).toBe(200);
}

test("no response contains a coordinate or a cell", async () => {
  const [spy, ada] = [await addMember("Spy"), await addMember("Ada")];
  await move(ada, "Central Point, Oregon");
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
  expect(await (await ada.get("/profile?tab=profile")).text()).toContain("14 Rosewood Lane, Apt 3");
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
      atLeast: expect.toBeOneOf([null, 5, 10, 20, 50]),
      genres: expect.any(Array),
    },
  });
  expect(ids(await get(ada, "/api/discover"))).not.toContain(ada.id);
  expect(ids(await get(ada, "/api/discover?genres=Country"))).not.toContain(ben.id);
  await decide(ada, ben, false);
  expect(ids(await get(ada, "/api/discover"))).not.toContain(ben.id);
});

test("Discover is paginated, lists each member once and is compressed", async () => {
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
  const packed = await ada.get("/api/discover", { "Accept-Encoding": "gzip" });
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
});

test("there is no page about oneself, about nobody, or at the address of a button", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const own = await page(ada, `/members/${ada.id}`);
  expect([own.status, own.headers.get("Location")]).toEqual([302, "/profile"]);
  const absent = [`/members/${ada.id}/why`, "/members/4", "/members/4/why", "/members/x", "/members/-1/why"];
  for (const path of [...absent, "/discover/decide", "/matches/talk", `/members/${ben.id}/undo`])
    expect((await page(ada, path)).status, path).toBe(404);
});
