// Artists in preferences, their fans, and links to listen.

import { client, db } from "db/client.server";
import { LISTEN_SERVICES } from "db/column-types";
import { block, endedConnection, member } from "db/schema";
import { expect, test } from "vitest";
import { countStatistics } from "~/matching/statistics.server";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { discover } from "~/models/match/discover.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getWhy } from "~/models/match/why.server";
import { suggestArtists } from "~/models/music/artist.server";
import { askForFans } from "~/models/music/fans.server";
import { listenPath, nameListenable } from "~/models/music/listen";
import { listenUrl, orderServices } from "~/models/music/listen-services";
import { blockMember } from "~/models/safety/block.server";
import { addMember, changeMember, saveTaste } from "../../matching/members";
import { rowsOf } from "../../rows";

let lastId = 0;

/** Adds a member who lists these artists, and returns the id. */
const add = (artists: string[], change?: Parameters<typeof addMember>[1]) =>
  addMember(++lastId, change, { artists, genres: ["Rock"] });

test("names that begin with the text come first, the better known before the others", async () => {
  const viewer = await add([]);
  const suggested = await suggestArtists(viewer, "bea");
  expect(suggested).toHaveLength(8);
  expect(suggested.slice(0, 3)).toEqual(["The Beach Boys", "The Beatles", "beabadoobee"]);
  expect((await suggestArtists(viewer, "low"))[0]).toBe("Low");
});

test.each([
  ["bjork", "Björk"],
  ["BJÖRK", "Björk"],
  ["  sigur r", "Sigur Rós"],
  ["the beat", "The Beatles"],
  ["ac dc", "AC/DC"],
  ["simon and", "Simon & Garfunkel"],
  ["arthur russel", "Arthur Russell"],
  ["pink", "P!nk"],
  ["p!n", "P!nk"],
  ["asap", "A$AP Rocky"],
  ["a$a", "A$AP Rocky"],
  ["too s", "Too $hort"],
  ["$hort", "Too $hort"],
  ["short", "Too $hort"],
  ["bada$$", "Joey Bada$$"],
])("%j suggests %s", async (text, name) => {
  expect(await suggestArtists(await add([]), text)).toContain(name);
});

test("names with a word that begins with the text follow, but not those with the text inside a word", async () => {
  const viewer = await add([]);
  expect(await suggestArtists(viewer, "russel")).toContain("Arthur Russell");
  expect(await suggestArtists(viewer, "ussell")).toEqual([]);
});

test.each(["", "   ", "%", "_", "\0", "'", "\u{1f3b8}", "\ud800", "zzqxjk", "x".repeat(100_000)])(
  "nothing fits %j",
  async (text) => {
    expect(await suggestArtists(await add([]), text)).toEqual([]);
  },
);

test("what three other members list is suggested, in the spelling of most", async () => {
  const viewer = await add(["Quorl Ensemble"]);
  await add(["Quorl Ensemble"]);
  await add(["The QUORL Ensemble"]);
  expect(await suggestArtists(viewer, "quorl")).toEqual([]);
  await add(["Quorl Ensemble"]);
  expect(await suggestArtists(viewer, "Quorl")).toEqual(["Quorl Ensemble"]);
  expect(await suggestArtists(viewer, "quorl ens")).toEqual(["Quorl Ensemble"]);
  // Two letters are too few.
  expect(await suggestArtists(viewer, "qu")).not.toContain("Quorl Ensemble");
});

test("a member's own list doesn't count for them", async () => {
  const [ana] = [await add(["Vixtrum"]), await add(["Vixtrum"]), await add(["Vixtrum"])];
  expect(await suggestArtists(ana, "vixtrum")).toEqual([]);
  expect(await suggestArtists(await add([]), "vixtrum")).toEqual(["Vixtrum"]);
});

test.each([
  ["paused", { pausedAt: new Date() }, "Zorbal Pause"],
  ["inactive", { inactiveAt: new Date() }, "Zorbal Gone"],
  ["suspended", { suspendedAt: new Date() }, "Zorbal Banned"],
  ["deleted", { deletedAt: new Date() }, "Zorbal Lost"],
  ["without an age", { age: null }, "Zorbal Ageless"],
])("members who are %s don't count", async (_, change, name) => {
  const viewer = await add([]);
  const [ana] = [await add([name]), await add([name]), await add([name])];
  expect(await suggestArtists(viewer, name)).toEqual([name]);
  await changeMember(ana, change);
  expect(await suggestArtists(viewer, name)).toEqual([]);
});

test("whoever has blocked a member doesn't count for them, and their own blocks change nothing", async () => {
  const [viewer, other] = [await add([]), await add([])];
  const [ana, ben] = [await add(["Blorvik"]), await add(["Blorvik"]), await add(["Blorvik"])];
  await blockMember(viewer, ana);
  expect(await suggestArtists(viewer, "blorvik")).toEqual(["Blorvik"]);
  await blockMember(ben, viewer);
  expect(await suggestArtists(viewer, "blorvik")).toEqual([]);
  expect(await suggestArtists(other, "blorvik")).toEqual(["Blorvik"]);
});

test("an artist that a member removed doesn't count", async () => {
  const viewer = await add([]);
  const [ana] = [await add(["Krilvane"]), await add(["Krilvane"]), await add(["Krilvane"])];
  await saveTaste(ana, ["Abba"], ["Pop"]);
  expect(await suggestArtists(viewer, "krilvane")).toEqual([]);
});

test("members' artists come after those of our own list, in the order of the wall", async () => {
  const viewer = await add([]);
  for (let count = 0; count < 3; count++) await add(["Radiohum", "Radiozeppel"]);
  for (let count = 0; count < 2; count++) await add(["Radiozeppel"]);
  await countStatistics();
  expect(await suggestArtists(viewer, "radio")).toEqual([
    "Radiohead",
    "Radio Birdman",
    "The Radio Dept.",
    "Radio Moscow",
    "Radiozeppel",
    "Radiohum",
    "TV on the Radio",
    "Porridge Radio",
  ]);
});

test("one listener more or less changes no order of suggestions", async () => {
  const viewer = await add([]);
  for (let count = 0; count < 3; count++) await add(["Wobquil A", "Wobquil B", "Wobquil C", "Wobquil D"]);
  await countStatistics();
  const before = await suggestArtists(viewer, "wobquil");
  expect(before).toHaveLength(4);
  for (const name of [...before].reverse()) {
    await saveTaste(viewer, [name], ["Rock"]);
    await countStatistics();
    expect(await suggestArtists(viewer, "wobquil")).toEqual(before);
  }
});

const addFans = async (artist: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await addMember(++lastId, undefined, { artists: [artist], genres: ["Rock"] }));
  return ids;
};

/** What a visitor is told. */
async function fansOf(artist: string) {
  await client.execute("delete from rate_limit");
  return (await askForFans("192.0.2.1", artist))?.atLeast;
}

async function rowOf(id: number) {
  const [row] = await rowsOf(member, { id });
  if (!row) throw new Error("There is no such member");
  return row;
}

/** Every number of people that a member reads about an artist whom they share with another. */
async function readCounts(id: number, otherId: number, key: string) {
  const viewer = await rowOf(id);
  const other = String(otherId);
  const shared = (cards: { id: string; shared: unknown }[]) =>
    cards.find((card) => card.id === other)?.shared;
  const { page } = await getArtistPage(id, key);
  return {
    page: page.atLeast,
    onPage: shared(page.members),
    why: (await getWhy(viewer, otherId))?.reasons?.artists,
    card: (await getMemberCards(viewer, [otherId])).get(otherId)?.shared,
    discover: shared((await discover(id, {})).members),
    visitor: await fansOf(key),
  };
}

test("nobody learns whether there is one fan, or none", async () => {
  await addFans("The Only Fan's Band", 1);
  expect(await askForFans("192.0.2.1", "The Only Fan's Band")).toEqual({
    name: "The Only Fan's Band",
    atLeast: null,
    near: [],
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

test("the listeners that are assumed for a known artist don't count", async () => {
  await addFans("Radiohead", 1);
  expect(await fansOf("Radiohead")).toBeNull();
});

type Act = (third: number, viewers: number[]) => Promise<unknown>;

/** After these nobody can meet the third in Discover. */
const hiding: Record<string, Act> = {
  "has paused": (third) => changeMember(third, { pausedAt: new Date() }),
  "is hidden": (third) => changeMember(third, { hiddenAt: new Date() }),
  "is suspended": (third) => changeMember(third, { suspendedAt: new Date() }),
  "is deleted": (third) => changeMember(third, { deletedAt: new Date() }),
  "waits to be let in": (third) => changeMember(third, { waitingSince: new Date() }),
  "has been away for long": (third) => changeMember(third, { inactiveAt: new Date() }),
  "has no age": (third) => changeMember(third, { age: null }),
  "has taken the artist off": (third) => saveTaste(third, ["Another"], ["Rock"]),
};

const createdAt = new Date();
const acts: Record<string, Act> = {
  ...hiding,
  "blocks both": (third, viewers) =>
    db.insert(block).values(viewers.map((id) => ({ memberId: third, targetId: id, createdAt }))),
  "was connected with both": (third, viewers) =>
    db.insert(endedConnection).values(viewers.map((id) => ({ lowId: id, highId: third }))),
};

test.each(Object.entries(acts))(
  "two members who compare all their numbers read the same of a third who %s as of nobody",
  async (name, act) => {
    const artist = `Compared because one ${name}`;
    const key = artist.toLowerCase().replaceAll(" ", "");
    const [ana = 0, ben = 0, , , , third = 0] = await addFans(artist, 6);
    const read = async () => [await readCounts(ana, ben, key), await readCounts(ben, ana, key)];
    const numbers = (atLeast: 5 | null) => {
      const card = { artists: [artist], atLeast, genres: ["Rock"] };
      const why = [expect.objectContaining({ name: artist, atLeast })];
      return { page: atLeast, onPage: card, why, card, discover: card, visitor: 5 };
    };
    expect(await read()).toEqual([numbers(5), numbers(5)]);
    await act(third, [ana, ben]);
    expect(await read()).toEqual([numbers(null), numbers(null)]);
  },
);

test("nobody counts the fans of an artist by blocking one after the other", async () => {
  const [ana = 0, ben = 0, ...fans] = await addFans("Counted by Blocks", 6);
  const read = () => readCounts(ana, ben, "countedbyblocks");
  const before = await read();
  expect(before.page).toBe(5);
  await db.insert(block).values(fans.map((targetId) => ({ memberId: ana, targetId, createdAt })));
  expect(await read()).toEqual(before);
});

test.each(Object.entries(hiding))("a visitor reads of nobody who %s", async (name, act) => {
  const artist = `Asked for because one ${name}`;
  const [third = 0] = await addFans(artist, 5);
  expect(await fansOf(artist)).toBe(5);
  await act(third, []);
  expect(await fansOf(artist)).toBeNull();
});

test("a blank name is no question", async () => {
  expect(await askForFans("192.0.2.1", "   ")).toBeUndefined();
});

const names: [what: string, artist: string, title: string][] = [
  ["plain words", "Can", "Vitamin C"],
  ["punctuation alone", "!!!", "???"],
  ["a slash", "AC/DC", "T.N.T."],
  ["what means something in URLs", "Sigur Rós & Friends #1", "50% + a=b?c;d"],
  ["quotes and a tag", `"'><img src=x>`, "javascript:alert(1)"],
  ["an emoji of several parts", "👩‍🎤", "❤️‍🔥"],
  ["letters from right to left", "فيروز", "‮نسم علينا الهوا"],
  ["line breaks", "Low\n\n", "\tSunflower "],
  ["200 letters", "Ж".repeat(200), "🎵".repeat(100)],
];

test.each(names)("every service is asked for %s, and for nothing else", (_, artist, title) => {
  const words = `${artist} ${title}`.replace(/\s+/g, " ").trim();
  for (const service of LISTEN_SERVICES) {
    const { href, protocol, username, port, hash, pathname, searchParams } = new URL(
      listenUrl(service, { artist, title }),
    );
    expect([protocol, username, port, hash]).toEqual(["https:", "", "", ""]);
    const asked = searchParams.size
      ? [...searchParams.values()]
      : [decodeURIComponent(pathname.replace("/search/", ""))];
    expect(asked).toEqual([words]);
    expect(href.length).toBeLessThan(4000);
  }
});

test("each service has its own host", () => {
  const hosts = LISTEN_SERVICES.map((service) => new URL(listenUrl(service, { artist: "Can" })).hostname);
  expect(hosts).toEqual([
    "www.youtube.com",
    "music.youtube.com",
    "open.spotify.com",
    "music.apple.com",
    "bandcamp.com",
    "www.deezer.com",
    "tidal.com",
  ]);
});

test("half of a character is left out", () => {
  expect(listenUrl("tidal", { artist: "Low \ud83c" })).toBe("https://tidal.com/search?q=Low");
});

test("an artist is looked for by name alone, and a link by its title", () => {
  expect(listenUrl("spotify", { artist: "AC/DC" })).toBe("https://open.spotify.com/search/AC%2FDC");
  expect(listenUrl("deezer", { artist: "", title: "T.N.T." })).toBe("https://www.deezer.com/search/T.N.T.");
  const compilation = { artist: "Various Artists", title: "Nuggets" };
  expect(listenUrl("bandcamp", compilation)).toBe("https://bandcamp.com/search?q=Nuggets");
  expect(nameListenable({ artist: "AC/DC" })).toBe("AC/DC");
  expect(nameListenable({ artist: "", title: "T.N.T." })).toBe("T.N.T.");
  expect(nameListenable({ artist: "AC/DC", title: "T.N.T." })).toBe("T.N.T. by AC/DC");
});

test("the member's own service comes first, and the others keep their order", () => {
  const [first, ...rest] = orderServices("bandcamp");
  expect([first, rest]).toEqual(["bandcamp", LISTEN_SERVICES.filter((service) => service !== "bandcamp")]);
  for (const own of [null, "none"] as const) expect(orderServices(own)).toEqual(LISTEN_SERVICES);
});

test("the address of its page keeps the words", () => {
  const path = listenPath({ artist: "AC/DC", title: "T.N.T. & #1" }, "/previews/key?artist=AC%2FDC");
  expect(Object.fromEntries(new URL(path, "https://b-side.example").searchParams)).toEqual({
    artist: "AC/DC",
    title: "T.N.T. & #1",
    preview: "key",
  });
  expect(listenPath({ artist: "Can" })).toBe("/listen?artist=Can");
});
