// Artists' pages, as a member without scripts uses them, and the artist that a visitor asked about on the landing page.
import { expect, test } from "vitest";
import { countStatistics } from "~/matching/statistics.server";
import { savePreferences } from "~/models/music/preferences.server";
import { decide, makeConversation, makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp, visitor } = shareApp();

/** Signs up a member who lists these artists. */
async function addFan(firstName: string, ...topArtists: string[]): Promise<Person> {
  const person = await signUp(firstName);
  await person.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const counts = { totalScrobbles: 0, concertsAttended: 0 };
  await person.json("POST", "/api/music-preferences", { topArtists, favoriteGenres: ["Jazz"], ...counts });
  return person;
}

/** Adds members who list an artist, and are only seen. */
async function addFans(count: number, artist: string) {
  for (let number = 0; number < count; number++) {
    const { id } = await addToCast("Ben");
    const counts = { totalScrobbles: 0, concertsAttended: 0 };
    await savePreferences(id, { topArtists: [artist], favoriteGenres: ["Jazz"], ...counts });
  }
}

const open = (person: Person, address: string) => openVisitor(person).visit(address);

const people = (page: Page) =>
  [...page.element.querySelectorAll(".artist-fans a > b.font-display")].map(({ textContent }) => textContent);

const listed = (page: Page) =>
  [...page.element.querySelectorAll("[aria-label='Your artists, favorites first'] li > span")].map(
    ({ textContent }) => textContent,
  );

test("any spelling leads to the page of the key, which shows the name and those one could meet", async () => {
  const ada = await addFan("Ada", "Muslimgauze", "Broadcast");
  const ben = await addFan("Ben", "broadcast", "MUSLIMGAUZE");
  await addFan("Cleo", "Low");
  for (const spelling of ["muslimgauze", "MUSLIMGAUZE", "The%20Muslimgauze", "%20muslimgauze%20"]) {
    const page = await open(ada, `/artists/${spelling}`);
    expect(page.address.replace(/\?.*/, "")).toBe("/artists/muslimgauze");
    expect(page.title).toBe("Muslimgauze · Artists · B-Side");
    expect(page.headings[0]).toBe("Muslimgauze");
    expect(people(page)).toEqual(["Ben L., 30"]);
  }
  const page = await open(ada, "/artists/muslimgauze");
  expect(page.has("Few people here love them")).toBe(true);
  expect(page.addressOf("Broadcast")).toBe("/artists/broadcast");
  expect((await page.follow(/Ben L\./)).address).toBe(`/members/${ben.id}`);
});

test("a member adds the artist to the end of their list, once, and reads where it is", async () => {
  const ada = await addFan("Ada", "Low");
  const added = await (await open(ada, "/artists/Boards%20of%20Canada")).press("Add to My List");
  expect(added.address).toBe("/artists/boardsofcanada");
  expect(added.buttons).not.toContain("Add to My List");
  expect(added.addressOf("No. 2 on your list")).toBe("/profile?tab=music");
  expect(added.alerts).toBe("");
  await ada.form("/artists/boardsofcanada/add", { name: "BOARDS OF CANADA" });
  const unknown = await (await open(ada, "/artists/x?as=X")).press("Add to My List");
  expect(unknown.has("No. 3 on your list")).toBe(true);
  const { topArtists } = await (await ada.get("/api/music-preferences")).json();
  expect(topArtists).toEqual(["Low", "Boards of Canada", "X"]);
});

test("a full list takes no more, and the page says so", async () => {
  const ada = await addFan("Ada", ...Array.from({ length: 50 }, (_, index) => `Band ${index}`));
  const refused = await (await open(ada, "/artists/low")).press("Add to My List");
  expect(refused.alerts).toContain("Maximum 50 artists.");
  expect(refused.buttons).toContain("Add to My List");
});

test("a newcomer who adds an artist goes on to the rest of their list, with the artist on it", async () => {
  const page = await (await open(await signUp("Ada"), "/artists/low")).press("Add to My List");
  expect(page.address).toBe("/welcome/music?artist=Low");
  expect(listed(page)).toEqual(["1. Low"]);
});

test("records of the artist are those of the own shelf, of shelves that are shown, and what a match owns too", async () => {
  const [ada, ben] = [await addFan("Ada", "Can"), await addFan("Ben", "Can")];
  const record = { format: "vinyl", condition: "mint", genre: "Krautrock" };
  for (const [who, album] of [
    [ada, "Ege Bamyasi"],
    [ben, "Ege Bamyasi"],
    [ben, "Tago Mago"],
  ] as const)
    await who.json("POST", "/api/record-collections", { artist: "CAN", album, ...record });
  expect((await open(ada, "/artists/can")).headings).toContain("On your shelf");
  expect((await open(ada, "/artists/can")).headings).not.toContain("On shelves here");
  await makeMatch(ada, ben);
  expect((await open(ada, "/artists/can")).has("Ben L. owns it too")).toBe(true);
  await ben.form("/settings/collection", { shown: "true" });
  const page = await open(ada, "/artists/can");
  expect(page.headings).toContain("On shelves here");
  expect(page.has("Tago Mago")).toBe(true);
});

test("more people than fit a page are on the next one", async () => {
  const ada = await addFan("Ada", "Sun Ra");
  await addFans(23, "Sun Ra");
  const first = await open(ada, "/artists/sunra");
  expect(people(first)).toHaveLength(20);
  expect(first.has("At least 20 people here love them")).toBe(true);
  const second = await first.follow("Next page");
  expect(people(second)).toHaveLength(3);
  expect(people(await second.follow("First page"))).toHaveLength(20);
  expect((await open(ada, "/artists/sunra?cursor=x")).status).toBe(400);
});

const FIND = "Type an artist. Who here loves them?";

test.each(["/", "/discover", "/artists"])("an artist is looked up from %s", async (path) => {
  const ada = await addFan("Ada", "Abba");
  const found = await (await open(ada, path)).fill(FIND, "the stereolab").press("Find");
  expect([found.address, found.headings[0]]).toEqual(["/artists/stereolab", "Stereolab"]);
  const unknown = await (await open(ada, path)).fill(FIND, "Zorbal Pause").press("Find");
  expect(unknown.headings[0]).toBe("Zorbal Pause");
});

test("a misspelled artist is asked about, and what was typed has a page all the same", async () => {
  const ada = await addFan("Ada", "Abba");
  const asked = await (await open(ada, "/")).fill(FIND, "radiohed").press("Find");
  expect([asked.address, asked.value(FIND)]).toEqual(["/artists?artist=radiohed", "radiohed"]);
  expect(asked.headings).toContain("Did you mean…");
  expect((await asked.follow("Radiohead")).address).toBe("/artists/radiohead");
  expect((await asked.follow("Radiohed")).headings[0]).toBe("Radiohed");
  const refused = await (await open(ada, "/artists")).fill(FIND, "Various Artists").press("Find");
  expect(refused.errorOf(FIND)).toBe("Type an artist's name.");
});

test("the wall shows what is loved here, and the API the same", async () => {
  const ada = await addFan("Ada", "Harry Partch");
  await addFans(5, "Harry Partch");
  await countStatistics();
  const wall = await open(ada, "/artists");
  expect(wall.addressOf("Harry Partch")).toBe("/artists/harrypartch?as=Harry+Partch");
  expect(await (await ada.get("/api/artists")).json()).toContainEqual({
    key: "harrypartch",
    name: "Harry Partch",
    atLeast: 5,
    position: 1,
  });
  expect(wall.has("5+ people")).toBe(true);
  expect(wall.has("No. 1 on your list")).toBe(true);
  expect((await ada.get("/api/artists?cursor=x")).status).toBe(400);
  expect((await ada.get("/artists?cursor=x")).status).toBe(400);
});

test("a member who is short of people because of wishes includes those who haven't said, from the artist's page", async () => {
  const [ada, ben] = [await addFan("Ada", "Moondog"), await addFan("Ben", "Moondog")];
  const wishes = { gender: "woman", meets: ["woman"], consents: true };
  expect((await ada.json("PUT", "/api/profile/wishes", wishes)).status).toBe(200);
  const page = await open(ada, "/artists/moondog");
  expect(people(page)).toEqual([]);
  expect(page.has("You're one of the first here. The next Moondog fan who fits you will find you.")).toBe(
    true,
  );
  const included = await page.press("Include people who haven't said");
  expect([included.address, people(included)]).toEqual(["/artists/moondog", ["Ben L., 30"]]);
  expect(included.buttons).not.toContain("Include people who haven't said");
  await decide(ada, ben, false);
  await addFans(5, "Moondog");
  for (const { id } of await (await ada.get("/api/artists/moondog")).json().then(({ members }) => members))
    await ada.json("POST", "/api/matches", { targetUserId: id, liked: false });
  const known = await open(ada, "/artists/moondog");
  expect(known.has("At least 5 people here love Moondog, but none of them is new to you")).toBe(true);
});

let low: Promise<Person> | undefined;
test.each([
  ...["Various%20Artists", "unknownartist", "%5Bunknown%5D", "V.A.", "%20", "x".repeat(1_001)],
  ...["%E2%80%8B", "%E2%81%A0", "%EF%B8%8F", "%E2%80%8B%20%EF%B8%8F"],
])("there is no page of %s", async (name) => {
  low ??= addFan("Ada", "Low");
  const ada = await low;
  expect((await ada.get(`/artists/${name}`)).status).toBe(404);
  expect((await ada.get(`/api/artists/${name}`)).status).toBe(404);
  expect((await ada.form(`/artists/${name}/add`, {})).status).toBe(303);
  expect((await (await ada.get("/api/music-preferences")).json()).topArtists).toEqual(["Low"]);
});

test.each([
  ["AC%2FDC", "AC/DC"],
  ["AC%252FDC", "AC%2FDC"],
  ["AC%25252FDC", "AC%252FDC"],
])("the name in the address %s is decoded once: %s", async (address, name) => {
  const ada = await signUp("Ada");
  const shown = await (await ada.get(`/api/artists/${address}`)).json();
  expect(shown).toMatchObject({ name });
  expect((await open(ada, `/artists/${address}`)).headings).toContain(name);
});

test("every artist's name leads to their page", async () => {
  const [ada, ben] = [await addFan("Ada", "Faust", "Neu!"), await addFan("Ben", "Faust", "Harmonia")];
  const isLinked = async (path: string, artist: string, who = ada) =>
    expect([
      path,
      (await who.get(path).then((page) => page.text())).includes(`href="/artists/${artist}`),
    ]).toEqual([path, true]);
  await ada.get("/discover");
  await isLinked("/", "faust");
  await isLinked("/discover?maxDistance=5", "faust");
  await isLinked("/discover?maxDistance=5", "harmonia");
  const talk = await makeConversation(ada, ben);
  const record = {
    artist: "Cluster",
    album: "Zuckerzeit",
    format: "vinyl",
    condition: "mint",
    genre: "Krautrock",
  };
  for (const who of [ada, ben]) await who.json("POST", "/api/record-collections", record);
  await ben.form("/settings/collection", { shown: "true" });
  const song = { artist: "Popol Vuh", title: "Aguirre I" };
  await ben.json("POST", `/api/conversations/${talk}/messages`, {
    content: "For you",
    messageType: "music_share",
    metadata: song,
  });
  const list = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  await ada.json("POST", `/api/playlists/${list.id}/songs`, song);
  await ben.json("PATCH", "/api/profile/anthem", { artist: "La Düsseldorf", title: "Rheinita" });
  await isLinked("/matches", "faust");
  await isLinked(`/members/${ben.id}`, "harmonia");
  await isLinked(`/members/${ben.id}`, "cluster");
  await isLinked(`/members/${ben.id}/why`, "faust");
  await isLinked(`/members/${ben.id}/match`, "faust");
  await isLinked("/records", "cluster");
  await isLinked(`/playlists/${list.id}`, "popolvuh");
  await isLinked(`/messages/${talk}`, "popolvuh");
  await isLinked(`/messages/${talk}/frame`, "popolvuh");
  await isLinked("/profile?tab=music", "neu");
  expect(await (await visitor().get("/")).text()).not.toContain('href="/artists');
});

test("the API answers the same by any spelling", async () => {
  const [ada, ben] = [await addFan("Ada", "Pram"), await addFan("Ben", "PRAM")];
  const answer = await ada.get("/api/artists/The%20PRAM");
  const { members, ...page } = await answer.json();
  expect(page).toEqual({
    key: "pram",
    name: "Pram",
    atLeast: null,
    position: 1,
    hidesUnsaid: false,
    records: { own: [], shelves: [] },
    songs: { own: [], here: [] },
    shows: [],
    alike: [],
    alsoLoved: [],
    fit: { rarity: "rare", artists: [], genres: [] },
  });
  expect(members.map(({ id }: { id: string }) => id)).toEqual([ben.id]);
  expect(await (await ada.get("/api/discover")).json()).toContainEqual(members[0]);
  await decide(ada, ben, false);
  expect((await (await ada.get("/api/artists/pram")).json()).members).toEqual([]);
});

test("the artist that a visitor asked about is the first on the list they begin with", async () => {
  const { visit } = openVisitor(visitor());
  const landing = await visit("/?artist=boards+of+CANADA");
  const form = await landing.follow("Be one of the first");
  form.fill("First name", "Ada").fill("Last name", "Lovelace").fill("Email", "asked@example.org");
  form.fill("Password", "a long enough password").check("I'm 18 or older");
  const music = await form.press("Create Account");
  expect(music.address).toBe("/welcome/music?artist=boards+of+CANADA");
  expect(listed(music)).toEqual(["1. Boards of Canada"]);
  expect(music.isChecked("Electronic")).toBe(true);
  const next = await (await music.fill("Artist", "Low").press("Add")).press("Continue");
  expect(next.address).toBe("/welcome/photo");
  expect((await visit("/artists/boardsofcanada")).has("No. 1 on your list")).toBe(true);
});

test("every way in of the landing page remembers the artist, and leads a member to their page", async () => {
  const landing = await openVisitor(visitor()).visit("/?artist=Low");
  const ways = ["Be one of the first", "View All Members", "Join Now", "Sign In"];
  for (const way of ways)
    expect(new URLSearchParams(landing.addressOf(way).split("?")[1]).get("to"), String(way)).toBe(
      "/artists/low",
    );
  const ada = await addFan("Ada", "Abba");
  const signIn = await landing.follow("Sign In");
  const page = await signIn.fill("Email", ada.email).fill("Password", ada.password).press("Sign In");
  expect(page.address).toBe("/artists/low");
});

test("a visitor finds nothing at an artist's address but the way in, which leads back", async () => {
  const page = await openVisitor(visitor()).visit("/artists/low");
  expect(page.status).toBe(404);
  expect(page.has("Low")).toBe(false);
  expect(page.source).toContain('href="/api/login?to=%2Fartists%2Flow"');
});

test("a placeholder is no artist on the landing page either", async () => {
  const page = await openVisitor(visitor()).visit("/?artist=Various+Artists");
  expect(page.has("Type an artist's name.")).toBe(true);
});
