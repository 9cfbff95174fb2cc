// The home screen: next steps, whose turn it is, and this week.

import { db } from "db/client.server";
import { statistics } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { listNextSteps } from "~/actions/home/next-steps.server";
import { describeMatches } from "~/actions/home/recent-matches.server";
import { listWeek } from "~/actions/home/this-week.server";
import { listTurns } from "~/actions/home/your-turn.server";
import { env } from "~/env.server";
import { countStatistics } from "~/matching/statistics.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { discoverFirst, suggestMembers } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { saveAnthem } from "~/models/member/anthem.server";
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
import { acceptGame, answerQuestion, resignGame } from "~/models/trivia/play.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../cast";
import { plansOf } from "../matching/plans";

async function steps(who: Member, hasPeople: boolean, hasConversations = false) {
  return (await listNextSteps(who, { hasPeople, hasConversations })).map(({ title }) => title);
}

test("the tiles lead to people first, then to what a member hasn't done yet", async () => {
  const ada = await addMember("Ada");
  expect(await steps(ada, true)).toEqual(["Discover New Matches", "Music Services", "Add Your First Record"]);
  expect(await steps(ada, true, true)).toEqual(["Discover New Matches", "Check Messages", "Music Services"]);
  const record = { artist: "Broadcast", album: "Tender Buttons", format: "vinyl", condition: "good" };
  await addRecord(ada.id, recordInput.parse(record));
  expect(await steps(ada, true)).toEqual(["Discover New Matches", "Music Services"]);
});

test("without new people, the tiles lead to things to do alone, and to an invitation if there is one to share", async () => {
  const ada = await addNewcomer("Ada");
  const alone = ["Practice Trivia", "Add Your First Record", "Music Services"];
  expect(await steps(ada, false)).toEqual(alone);
  const { registration, invitations } = env;
  onTestFinished(() => {
    Object.assign(env, { registration, invitations });
  });
  Object.assign(env, { registration: "invitation", invitations: 3 });
  expect(await steps(ada, false)).toEqual(alone);
  const longHere = { ...ada, createdAt: new Date(0) };
  expect(await steps(longHere, false)).toEqual(["Invite a Friend", ...alone.slice(0, 2)]);
});

const DAY_MS = 86_400_000;

async function newestMatches(who: Member) {
  return (await listMatches(who, { mutual: true, limit: 3 })).matches;
}

async function turns(who: Member, now?: number) {
  return (await listTurns(who.id, await newestMatches(who), now)).map(({ name, text }) => `${name}: ${text}`);
}

async function own(who: Member, album: string) {
  await addRecord(
    who.id,
    recordInput.parse({ artist: "Broadcast", album, format: "vinyl", condition: "good" }),
  );
}

test("a new match, a message and a challenge wait for the member until they have answered", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await turns(ada)).toEqual([]);
  await makeMatch(ada, ben);
  expect(await turns(ada)).toEqual(["Ben: It's a match. Say hello."]);
  expect(await turns(ada, Date.now() + 8 * DAY_MS)).toEqual([]);

  const conversation = await startConversation(ben.id, ada.id);
  expect(await turns(ada)).toEqual([]);
  await addMessage(ben.id, conversation.id, { content: "Which pressing?" });
  const game = await addGame(ben.id, { player2Id: ada.id });
  expect(await turns(ada)).toEqual(["Ben: Which pressing?", "Ben: Your move in music trivia."]);
  expect(await turns(ben)).toEqual(["Ada: Your move in music trivia."]);

  await addMessage(ada.id, conversation.id, { content: "The first." });
  const [question] = game.questions;
  await answerQuestion(ada.id, game.id, {
    questionId: question?.id ?? "",
    answer: question?.options[0] ?? "",
  });
  expect(await turns(ada)).toEqual([]);
  await addMessage(ben.id, conversation.id, { content: "I knew it." });
  await blockMember(ben.id, ada.id);
  expect(await turns(ada)).toEqual([]);
});

test("a request waits, without its words", async () => {
  const [ada, dan] = [await addMember("Ada"), await addMember("Dan")];
  await decideOn(dan.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(dan.id, ada.id);
  await addMessage(dan.id, id, { content: "Call me on 555 0100 100" });
  expect(await turns(ada)).toEqual(["Dan: Would like to talk to you."]);
  expect(await turns(dan)).toEqual([]);
});

test("what matches play and collect stands beside them, records only of those who show them", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeMatch(ada, cleo);
  await makeMatch(ada, ben);
  await own(ada, "Haha Sound");
  await own(ben, "Haha Sound");
  await own(cleo, "Tender Buttons");
  await setCollectionShown(cleo.id, true);
  await saveAnthem(ben.id, { type: "song", artist: "Pram", title: "Track of the Cat" });
  const described = await describeMatches(ada.id, await newestMatches(ada));
  expect(Object.fromEntries(described.map(({ firstName, ...shown }) => [firstName, shown]))).toMatchObject({
    Ben: { anthem: { artist: "Pram", title: "Track of the Cat" }, records: [], common: "Haha Sound" },
    Cleo: { anthem: null, records: [{ album: "Tender Buttons" }], common: null },
  });
});

test("a newcomer is shown people, and nobody whom they have decided on", async () => {
  const newcomer = await addNewcomer("Eve");
  const ada = await addMember("Ada");
  // Suggestions don't wait for the first search.
  await discoverFirst(newcomer.id, false);
  const { members: shown } = await suggestMembers(newcomer.id, false, 6);
  expect(shown).toHaveLength(6);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(6);
  const [first] = (await suggestMembers(ada.id, true, 1)).members;
  await makeMatch(ada, { id: Number(first?.id) } as Member);
  const [next] = (await suggestMembers(ada.id, true, 1)).members;
  expect(next).toBeDefined();
  expect(next?.id).not.toBe(first?.id);
});

test("a busy week stays short, and no table is scanned for it", async () => {
  const ada = await addMember("Ada");
  for (let count = 0; count < 5; count++) {
    const other = await addMember("Ben");
    const { id } = await makeConversation(ada, other);
    await addMessage(other.id, id, { content: "Hello" });
    await addGame(other.id, { player2Id: ada.id });
  }
  const lonely = await addMember("Cleo");
  await makeMatch(ada, lonely);
  const matches = await newestMatches(ada);
  const lines = await listTurns(ada.id, matches);
  expect(lines.map(({ icon }) => icon)).toEqual([
    "matches",
    "messages",
    "messages",
    "messages",
    "trivia",
    "trivia",
  ]);
  const plan = [
    ...(await plansOf(() => listTurns(ada.id, matches))),
    ...(await plansOf(() => describeMatches(ada.id, matches))),
  ];
  expect(plan.length).toBeGreaterThan(20);
  const tables =
    /^SCAN (trivia|conversation|message|reading|record|newest|theirs|match|member|low|high|player|decision|block)/;
  expect(plan.filter((step) => tables.test(step))).toEqual([]);
});

const week = async (who: Member, now?: number) =>
  (await listWeek(who.id, now)).map(({ title, text }) => `${title}: ${text}`);

const addOwn = (who: Member, album: string) =>
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
  await addOwn(ada, "Haha Sound");
  expect(await week(ada)).toEqual([]);
  await addOwn(ben, "haha sound");
  expect(await week(ada)).toEqual(["Haha Sound: You and Ben both own it."]);
  expect(await week(ben)).toEqual(["haha sound: You and Ada both own it."]);
  await addOwn(ben, "Tender Buttons");
  await addOwn(ada, "Tender Buttons");
  expect(await week(ben)).toEqual(["Tender Buttons: You and Ada both own it."]);
  expect(await week(ada, Date.now() + 8 * DAY_MS)).toEqual([]);
  const cleo = await addNewcomer("Cleo");
  await addOwn(cleo, "Haha Sound");
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
    await addOwn(ada, "Haha Sound");
    await addOwn(ben, "Haha Sound");
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
  await addOwn(zoe, "Haha Sound");
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
    await addOwn(other, "Haha Sound");
    await finishGame(ada, other);
    await sharePlaylist(ada, other, "Rainy Sunday");
  }
  await addOwn(ada, "Haha Sound");
  const zoe = await addMember("Zoe");
  await addOwn(zoe, "Haha Sound");
  await setCollectionShown(zoe.id, true);
  await addPlaylist(zoe.id, playlistInput.parse({ name: "Zoe's Sunday", isPublic: true }));
  const plan = await plansOf(() => listWeek(ada.id));
  expect(plan.length).toBeGreaterThan(20);
  const scans = plan.filter((step) => step.startsWith("SCAN ") && !step.includes("VIRTUAL TABLE"));
  expect(scans.filter((step) => !/CONSTANT ROW|SCAN statistics|SCAN \(subquery/.test(step))).toEqual([]);
});
