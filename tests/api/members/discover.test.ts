import { expect, test } from "vitest";
import type { MemberCardDto } from "~/models/member/member";
import { shareApp } from "../../app";
import { addMember as addToCast } from "../../cast";
import { decide, type Person } from "../server";

const { addMember, signUp } = shareApp();

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

test("a long response is compressed, and a short one has a Content-Length", async () => {
  const ada = await addMember("Ada");
  for (let number = 0; number < 10; number++) await addToCast("Ben");
  const [long, ...short] = await Promise.all(
    ["/api/discover", "/api/auth/user", "/api/discover?genres=Polka"].map((path) =>
      ada.get(path, { "Accept-Encoding": "gzip" }),
    ),
  );
  expect(long?.headers.get("Content-Encoding")).toBe("gzip");
  for (const answer of short) {
    expect(answer.headers.get("Content-Encoding")).toBeNull();
    const { byteLength } = await answer.arrayBuffer();
    expect(answer.headers.get("Content-Length")).toBe(String(byteLength));
  }
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
