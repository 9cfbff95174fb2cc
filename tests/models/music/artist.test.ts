import { expect, test } from "vitest";
import { countStatistics } from "~/matching/statistics.server";
import { suggestArtists } from "~/models/music/artist.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, changeMember, saveTaste } from "../../matching/members";

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
