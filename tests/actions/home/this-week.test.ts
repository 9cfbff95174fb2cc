import { db } from "db/client.server";
import { statistics } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listWeek } from "~/actions/home/this-week.server";
import { countStatistics } from "~/matching/statistics.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { savePreferences } from "~/models/music/preferences.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { setCollectionShown } from "~/models/record/shown-record.server";
import { blockMember } from "~/models/safety/block.server";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { acceptGame, resignGame } from "~/models/trivia/play.server";
import { addMember, addNewcomer, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";

const DAY_MS = 86_400_000;

const week = async (who: Member, now?: number) =>
  (await listWeek(who.id, now)).map(({ title, text }) => `${title}: ${text}`);

const own = (who: Member, album: string) =>
  addRecord(who.id, recordInput.parse({ artist: "Broadcast", album, format: "vinyl", condition: "good" }));

const list = (who: Member, topArtists: string[]) =>
  savePreferences(who.id, { ...{ topArtists, favoriteGenres: [] }, totalScrobbles: 0, concertsAttended: 0 });

async function finishGame(one: Member, other: Member) {
  const { id } = await addGame(one.id, { player2Id: other.id });
  await acceptGame(other.id, id);
  await resignGame(other.id, id);
  return id;
}

async function sharePlaylist(owner: Member, collaborator: Member, name: string) {
  const input = playlistInput.parse({ name, collaboratorId: collaborator.id });
  return (await addPlaylist(owner.id, input)).id;
}

async function matchedPair() {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await makeMatch(ada, ben);
  return { ada, ben };
}

test("an album that a match owns too is new for seven days, whoever added it last", async () => {
  const { ada, ben } = await matchedPair();
  await own(ada, "Haha Sound");
  expect(await week(ada)).toEqual([]);
  await own(ben, "haha sound");
  expect(await week(ada)).toEqual(["Haha Sound: You and Ben both own it."]);
  expect(await week(ben)).toEqual(["haha sound: You and Ada both own it."]);
  await own(ben, "Tender Buttons");
  await own(ada, "Tender Buttons");
  expect(await week(ben)).toEqual(["Tender Buttons: You and Ada both own it."]);
  expect(await week(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
  const cleo = await addNewcomer("Cleo");
  await own(cleo, "Haha Sound");
  expect(await week(cleo)).toEqual([]);
});

test("a game with a result can be played again until somebody does", async () => {
  const { ada, ben } = await matchedPair();
  const id = await finishGame(ada, ben);
  expect(await week(ada)).toEqual(["Trivia with Ben: You won, 0 – 0. Play again?"]);
  expect(await week(ben)).toEqual(["Trivia with Ada: Ada won, 0 – 0. Play again?"]);
  expect(await week(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
  const rematch = await addRematch(ben.id, id);
  expect(await week(ada)).toEqual([]);
  await resignGame(ada.id, rematch.id);
  expect(await week(ada)).toEqual([]);
});

test("a shared playlist grows by the songs of the other", async () => {
  const { ada, ben } = await matchedPair();
  const id = await sharePlaylist(ada, ben, "Rainy Sunday");
  await addSong(ada.id, id, { artist: "Pram", title: "Own", album: "", duration: null });
  expect(await week(ada)).toEqual([]);
  expect(await week(ben)).toEqual(["Rainy Sunday: Ada added a song."]);
  for (const title of ["One", "Two"])
    await addSong(ben.id, id, { artist: "Pram", title, album: "", duration: null });
  expect(await week(ada)).toEqual(["Rainy Sunday: Ben added 2 songs."]);
  expect(await week(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
});

test("whoever is gone takes their lines along, and a pause changes nothing for a match", async () => {
  for (const [end, remains] of [
    [(ada: Member, ben: Member) => unmatch(ben.id, ada.id), 0],
    [(ada: Member, ben: Member) => blockMember(ben.id, ada.id), 0],
    [(_: Member, ben: Member) => setPaused(ben.id, true), 3],
  ] as const) {
    const { ada, ben } = await matchedPair();
    await own(ada, "Haha Sound");
    await own(ben, "Haha Sound");
    await finishGame(ada, ben);
    const id = await sharePlaylist(ben, ada, "Rainy Sunday");
    await addSong(ben.id, id, { artist: "Pram", title: "One", album: "", duration: null });
    expect(await week(ada)).toHaveLength(3);
    await end(ada, ben);
    expect(await week(ada)).toHaveLength(remains);
  }
});

test("an artist is loved more once a count reaches the next step, and not while the next one runs", async () => {
  const ada = await addNewcomer("Ada");
  const addFans = async (count: number) => {
    for (let number = 0; number < count; number++) await list(await addMember("Eve"), ["Zygodactyl Trio"]);
  };
  await list(ada, ["Nobody Else", "zygodactyl trio"]);
  await addFans(3);
  await countStatistics();
  await countStatistics();
  expect(await week(ada)).toEqual([]);
  await addFans(1);
  // Ada herself isn't counted.
  expect(await week(ada)).toEqual([]);
  await addFans(1);
  expect(await week(ada)).toEqual(["zygodactyl trio: At least 5 people here love them now."]);
  await db.update(statistics).set({ begunAt: new Date() }).where(eq(statistics.isCurrent, false));
  expect(await week(ada)).toEqual([]);
  await db.update(statistics).set({ begunAt: null });
  expect(await week(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
  // Those before are of yesterday now, and those of today then.
  for (const lines of [1, 0]) {
    await countStatistics();
    expect(await week(ada)).toHaveLength(lines);
  }
});

test("what people one could meet add of one's artists is new for seven days: a record, a playlist, themselves", async () => {
  const ada = await addMember("Ada");
  const news = async (who: Member, now?: number) =>
    (await week(who, now)).filter((line) => line.includes("Zoe") || line.includes("Haha Sound"));
  const zoe = await addMember("Zoe");
  await own(zoe, "Haha Sound");
  expect(await news(ada)).toEqual([]);
  await setCollectionShown(zoe.id, true);
  await list(zoe, ["Broadcast"]);
  const input = playlistInput.parse({ name: "Zoe's Sunday", isPublic: true });
  const { id } = await addPlaylist(zoe.id, input);
  await addSong(zoe.id, id, { artist: "broadcast", title: "Echo's Answer", album: "", duration: null });
  // A line a page: the record leads to the same one as the newcomer.
  const all = [
    "Haha Sound: Zoe added this record by Broadcast.",
    "Zoe's Sunday: Zoe made a playlist with Broadcast on it.",
  ];
  expect(await news(ada)).toEqual(all);
  expect(await news(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
  const cleo = await addMember("Cleo");
  expect(await news(cleo)).toEqual([]);
  await setPaused(zoe.id, true);
  expect(await news(ada)).toEqual([]);
  await setPaused(zoe.id, false);
  expect(await news(ada)).toEqual(all);
  await blockMember(zoe.id, ada.id);
  expect(await news(ada)).toEqual([]);
});

test("no table is scanned for it", async () => {
  const ada = await addMember("Ada");
  for (let number = 0; number < 3; number++) {
    const other = await addMember("Ben");
    await makeMatch(ada, other);
    await own(other, "Haha Sound");
    await finishGame(ada, other);
    await sharePlaylist(ada, other, "Rainy Sunday");
  }
  await own(ada, "Haha Sound");
  const zoe = await addMember("Zoe");
  await own(zoe, "Haha Sound");
  await setCollectionShown(zoe.id, true);
  await addPlaylist(zoe.id, playlistInput.parse({ name: "Zoe's Sunday", isPublic: true }));
  const plan = await plansOf(() => listWeek(ada.id));
  expect(plan.length).toBeGreaterThan(20);
  const scans = plan.filter((step) => step.startsWith("SCAN ") && !step.includes("VIRTUAL TABLE"));
  expect(scans.filter((step) => !/CONSTANT ROW|SCAN statistics|SCAN \(subquery/.test(step))).toEqual([]);
});
