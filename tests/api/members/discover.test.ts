import { expect, test } from "vitest";
import type { MemberCardDto } from "~/models/member/member";
import { shareApp } from "../../app";
import { decide, makeMatch, openBrowser, type Person, signUp as signUpAt, startServer } from "../server";

const { addMember, signUp, visitor } = shareApp({ DEMO: "1" });

const get = async (person: Person, path: string) => {
  const answer = await person.get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as MemberCardDto[];
};
const ids = (members: MemberCardDto[]) => members.map(({ id }) => id);
const page = (person: Person, path: string) => person.get(path, { Accept: "text/html" });
/** The text of the server's HTML. */
const textOf = async (answer: Response) => (await answer.text()).replace(/<script.*?<\/script>/gs, "");

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

test.each([
  ["ageMin=12", "Age must be from 18 to 65"],
  ["maxDistance=far", "Distance must be from 5 to 100 miles"],
  ["minCompatibility=101", "Compatibility must be from 50 to 100"],
  ["genres=Polka", "Choose genres from the list"],
  ["cursor=nonsense", "This page of Discover does not exist."],
])("Discover refuses %s with a message", async (query, sentence) => {
  const ada = await addMember("Ada");
  const answer = await ada.get(`/api/discover?${query}`);
  expect([answer.status, await answer.text()]).toEqual([400, sentence]);
  const screen = await page(ada, `/discover?${query}`);
  expect(screen.status).toBe(400);
  expect(await textOf(screen)).toContain(sentence);
});

test("Discover and matches are paginated and list each member once", async () => {
  const ada = await addMember("Ada");
  const all: string[] = [];
  for (let path: string | undefined = "/api/discover"; path; ) {
    const answer = await ada.get(path);
    const found = ids((await answer.json()) as MemberCardDto[]);
    expect(found.length).toBeLessThanOrEqual(20);
    all.push(...found);
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  expect(all.length).toBeGreaterThan(50);
  expect(new Set(all).size).toBe(all.length);

  const liked = all.slice(0, 27);
  for (const targetUserId of liked) await ada.json("POST", "/api/matches", { targetUserId, liked: true });
  const cards = (html: string) => Array.from(html.matchAll(/href="\/members\/(\d+)"/g), ([, id]) => id);
  const first = await textOf(await page(ada, "/matches"));
  const next = /href="(\/matches\?liked=[^"#]+)#liked"/.exec(first)?.[1] ?? "none";
  const second = await textOf(await page(ada, next));
  const shown = [...cards(first), ...cards(second)];
  expect(shown).toHaveLength(liked.length);
  expect(new Set(shown)).toEqual(new Set(liked));
  expect(second).toContain('href="/matches#liked"');
});

test("Like, Pass and Undo are plain forms that return to the same page", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const filters = "?genres=Electronic&minCompatibility=&cursor=99-5-1";
  const query = `${filters}&next=5`;
  const press = async (path: string, fields: Record<string, string>) => {
    const answer = await ada.form(path, fields);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/discover${filters}#member-5`]);
    return textOf(await page(ada, "/discover"));
  };
  const passed = await press(`/discover/decide${query}`, { targetUserId: ben.id, liked: "false" });
  expect(passed).toContain("see Ben L. again.");
  expect(passed).toContain(`action="/discover/undo${filters.replaceAll("&", "&amp;")}&amp;next=${ben.id}"`);
  expect(await press(`/discover/undo${query}`, { targetUserId: ben.id })).toContain("Pass undone");
  expect(ids(await get(ada, "/api/discover"))).toContain(ben.id);
  await press(`/discover/decide${query}`, { targetUserId: ben.id, liked: "true" });
  expect(await press(`/discover/undo${query}`, { targetUserId: ben.id })).toContain("Like undone");
  expect(ids(await get(ada, "/api/discover"))).toContain(ben.id);
});

test("undoing a pass says where the member is back: those who were sent a request are liked again", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await ada.json("POST", "/api/matches", { targetUserId: ben.id, liked: true });
  const asked = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await asked.json()) as { id: string };
  await ada.json("POST", `/api/conversations/${id}/messages`, { content: "Hello" });
  for (const [other, place] of [
    [ben, "among the people you liked"],
    [cleo, "in Discover"],
  ] as const) {
    await ada.json("POST", "/api/matches", { targetUserId: other.id, liked: false });
    await ada.form(`/members/${other.id}/undo`, {});
    // React escapes the apostrophe.
    expect(await textOf(await page(ada, "/discover"))).toContain(`re back ${place}.`);
    const isInDiscover = ids(await get(ada, "/api/discover")).includes(other.id);
    expect(isInDiscover, place).toBe(place === "in Discover");
  }
});

test.each([
  [{ targetUserId: "4", liked: "true" }, "404: There is nothing here."],
  [{ targetUserId: "me", liked: "true" }, "400: targetUserId must be a member id"],
  [{ targetUserId: "4", liked: "maybe" }, "400: liked must be true or false"],
  [{}, "400: targetUserId is required"],
])("an invalid decision is refused on the page: %o", async (fields, sentence) => {
  const ada = await addMember("Ada");
  expect((await ada.form("/discover/decide", fields as Record<string, string>)).status).toBe(303);
  expect(await textOf(await page(ada, "/discover"))).toContain(sentence);
});

test("a button starts a conversation with a liked member", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const refused = await ada.form("/matches/talk", { targetUserId: ben.id });
  expect(refused.headers.get("Location")).toBe("/matches");
  expect(await textOf(await page(ada, "/matches"))).toContain(
    "403: Like this member before you message them.",
  );
  await makeMatch(ada, ben);
  const first = await ada.form("/matches/talk", { targetUserId: ben.id });
  expect(await textOf(await page(ada, "/matches"))).toContain("You can now chat with your match!");
  expect(first.headers.get("Location")).toMatch(/^\/messages\/[0-9a-f-]{36}#write$/);
  const second = await ben.form("/matches/talk", { targetUserId: ada.id });
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
});

test("the notice of a request promises one message and no chat", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decide(ada, ben, true);
  await ada.form("/matches/talk", { targetUserId: ben.id });
  const notice = await textOf(await page(ada, "/matches"));
  expect(notice).toContain("Conversation started");
  expect(notice).toContain("You can send one message until they reply.");
  expect(notice).not.toContain("You can now chat");
});

test("members can't open their own member page or reasons", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await textOf(await page(ada, `/members/${ben.id}`))).toContain("Ben L.");
  expect(await textOf(await page(ada, `/members/${ben.id}/why`))).toContain("Artists you share");
  const own = await page(ada, `/members/${ada.id}`);
  expect([own.status, own.headers.get("Location")]).toEqual([302, "/profile"]);
  const absent = [`/members/${ada.id}/why`, "/members/4", "/members/4/why", "/members/x", "/members/-1/why"];
  for (const path of [...absent, "/discover/decide", "/matches/talk", `/members/${ben.id}/undo`]) {
    expect((await page(ada, path)).status, path).toBe(404);
  }
});

test("visitors see none of these pages", async () => {
  const [ben, nobody] = [await addMember("Ben"), visitor()];
  expect((await nobody.get("/api/discover")).status).toBe(401);
  for (const path of ["/discover", "/matches", `/members/${ben.id}`, `/members/${ben.id}/why`]) {
    expect((await nobody.get(path, { Accept: "text/html" })).status, path).toBe(404);
  }
  const buttons = ["/discover/decide", "/discover/undo", "/matches/talk"];
  for (const path of [...buttons, `/members/${ben.id}/decide`, `/members/${ben.id}/undo`]) {
    expect((await nobody.form(path, { targetUserId: ben.id, liked: "true" })).status, path).toBe(401);
  }
});

test("without other members, Discover shows an empty state with an invitation", async () => {
  const server = await startServer({ APP_ORIGIN: "http://music.example" });
  const ada = await signUpAt(openBrowser(server), "Ada");
  const alone = await textOf(await page(ada, "/discover"));
  expect(alone).toContain("No users to discover");
  expect(alone).toContain("the first one here");
  expect(alone).toContain("Invite a friend");
  expect(alone).toContain('value="http://music.example"');
  await signUpAt(openBrowser(server), "Ben");
  expect(await textOf(await page(ada, "/discover"))).not.toContain("Invite a friend");
  await server.stop();
});
