// Decisions, matches and Discover as JSON, and what they and everything else tell about where a member is.
import { expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import { shareApp } from "../../app";
import { decide, makeMatch, type Person } from "../people";

const { addMember, sharedMember } = shareApp();

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

test("members get the same response for deciding on themselves and on a missing member", async () => {
  const ada = await sharedMember("Zoe");
  for (const targetUserId of [ada.id, Number(ada.id), "7", "0", "9007199254740991"]) {
    for (const liked of [true, false]) {
      const answer = await ada.json("POST", "/api/matches", { targetUserId, liked });
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
    }
  }
});

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

const page = (person: Person, path: string) => person.get(path, { Accept: "text/html" });

test("there is no page about oneself, about nobody, or at the address of a button", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const own = await page(ada, `/members/${ada.id}`);
  expect([own.status, own.headers.get("Location")]).toEqual([302, "/profile"]);
  const absent = [`/members/${ada.id}/why`, "/members/4", "/members/4/why", "/members/x", "/members/-1/why"];
  for (const path of [...absent, "/discover/decide", "/matches/talk", `/members/${ben.id}/undo`])
    expect((await page(ada, path)).status, path).toBe(404);
});
