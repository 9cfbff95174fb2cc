// Chains of honest acts after which somebody could be reached, or learn what an end was.
import { db } from "db/client.server";
import { conversation, member } from "db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { suggestArtists } from "~/models/music/artist.server";
import { savePreferences } from "~/models/music/preferences.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { blockMember, listBlocks, unblockMember } from "~/models/safety/block.server";
import { findReported } from "~/models/safety/evidence/reported.server";
import { fileReport } from "~/models/safety/report.server";
import { reportAbout, reportInput } from "~/models/safety/report-schema";
import { decideAppeal, fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { addGame } from "~/models/trivia/new-game.server";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { addMember, makeConversation } from "../../cast";
import { addModerator, decide, report } from "./cases";

const like = (who: Member, other: Member) => decideOn(who.id, { targetUserId: other.id, liked: true });
const pass = (who: Member, other: Member) => decideOn(who.id, { targetUserId: other.id, liked: false });

async function cast() {
  return [await addMember("Ada"), await addMember("Ben")] as const;
}

/** Ada asks Ben. */
async function request(ada: Member, ben: Member) {
  await like(ada, ben);
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  return id;
}

const listed = async (who: Member) => (await discover(who.id, {})).members.map(({ id }) => id);

test("a block with the report of a deleted member stands when they come back", async () => {
  const [ada, ben] = await cast();
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "I know where you live" });
  await deleteAccount(ben.id);
  const about = `conversation:${id}`;
  await fileReport(ada.id, reportInput.parse({ about, reason: "danger", alsoBlock: true }));
  expect((await listBlocks(ada.id)).blocks).toMatchObject([
    { userId: String(ben.id), firstName: "Former member" },
  ]);
  await restoreAccount(ben.id);
  await expect(addMessage(ben.id, id, { content: "I'm back" })).rejects.toMatchObject({ code: "absent" });
  expect(await getConversation(ada.id, id)).toBeUndefined();
});

test("a deleted member can be blocked before they come back", async () => {
  const [ada, ben] = await cast();
  await makeConversation(ada, ben);
  await deleteAccount(ben.id);
  expect(await blockMember(ada.id, ben.id)).toBe("Former member");
});

test("a block refuses challenges by the sender of a request, and after Unblock they reach nobody", async () => {
  const [ada, ben] = await cast();
  await request(ada, ben);
  await blockMember(ben.id, ada.id);
  await expect(addGame(ada.id, { player2Id: ben.id })).rejects.toMatchObject({ code: "absent" });
  await unblockMember(ben.id, ada.id);
  const game = await addGame(ada.id, { player2Id: ben.id });
  expect((await listGames(ben.id)).games).toEqual([]);
  expect(await getGame(ada.id, game.id)).toMatchObject({ status: "waiting" });
});

test.each(["challenger", "challenged"])(
  "an overturned sanction of the %s brings back no challenge that a block kept away",
  async (who) => {
    const [ada, ben] = await cast();
    await request(ada, ben);
    await addGame(ada.id, { player2Id: ben.id });
    await blockMember(ben.id, ada.id);
    await unblockMember(ben.id, ada.id);
    const [mia, noa, cleo] = [await addModerator("Mia"), await addModerator("Noa"), await addMember("Cleo")];
    const person = who === "challenger" ? ada : ben;
    await decide(mia, await report(cleo, person), { kind: "hide" });
    const [sanction] = await listSanctions(person.id);
    await fileAppeal(person.id, sanction?.id ?? "", { words: "It was a lyric." });
    const [filed] = (await listSanctions(person.id)).flatMap(({ appeal }) => appeal ?? []);
    await decideAppeal(noa.id, filed?.id ?? "", { outcome: "overturned", statement: "So it was." });
    expect((await listGames(ben.id)).games).toEqual([]);
    expect((await listGames(ada.id)).games.map(({ status }) => status)).toEqual(["waiting"]);
  },
);

test("a decline keeps later challenges by the sender away", async () => {
  const [ada, ben] = await cast();
  await declineRequest(ben.id, await request(ada, ben));
  await addGame(ada.id, { player2Id: ben.id });
  expect((await listGames(ben.id)).games).toEqual([]);
});

test.each(["unmatch", "block"])(
  "after %s by whoever had asked, neither is in the other's Discover",
  async (how) => {
    const [ada, ben] = await cast();
    await acceptRequest(ben.id, await request(ada, ben));
    await (how === "block" ? blockMember(ada.id, ben.id) : unmatch(ada.id, ben.id));
    expect(await listed(ben)).not.toContain(String(ada.id));
    expect(await listed(ada)).not.toContain(String(ben.id));
  },
);

const ends: Record<string, (ben: Member, ada: Member) => Promise<unknown>> = {
  nothing: async () => undefined,
  decline: async (ben, ada) =>
    declineRequest(ben.id, (await listConversations(ada.id)).conversations[0]?.id ?? ""),
  block: (ben, ada) => blockMember(ben.id, ada.id),
  pause: (ben) => setPaused(ben.id, true),
  hiding: (ben) => db.update(member).set({ hiddenAt: new Date() }).where(eq(member.id, ben.id)),
  suspension: (ben) => db.update(member).set({ suspendedAt: new Date() }).where(eq(member.id, ben.id)),
};
/** To the sender of a request these change nothing, and after the others the member is gone. */
const UNNOTICED = ["nothing", "decline"];
const seenAfter = (how: string) => (UNNOTICED.includes(how) ? "can" : "can't");
const withSight = Object.keys(ends).map((how) => [seenAfter(how), how] as const);

test.each(withSight)(
  "the sender of a request %s see the member after %s: page, conversation and lists",
  async (can, how) => {
    const [ada, ben] = await cast();
    const id = await request(ada, ben);
    await ends[how]?.(ben, ada);
    const sees = [
      (await getMemberPage(ada, ben.id)) !== undefined,
      (await getConversation(ada.id, id)) !== undefined,
      (await listConversations(ada.id)).conversations.length > 0,
      (await listMatches(ada)).matches.length > 0,
    ];
    expect(new Set(sees)).toEqual(new Set([can === "can"]));
    // The request stands, and is nothing that has ended.
    expect((await listEndedConversations(ada.id)).ended).toEqual([]);
    expect(await db.$count(conversation, and(eq(conversation.id, id), isNull(conversation.endedAt)))).toBe(1);
  },
);

test.each(withSight)(
  "the sender of a request %s open the member's public playlist after %s",
  async (can, how) => {
    const [ada, ben] = await cast();
    const input = {
      name: "Ours",
      description: "",
      isPublic: true,
      collaboratorId: null,
      coverImageUrl: null,
    };
    const { id } = await addPlaylist(ben.id, input as never);
    await request(ada, ben);
    await ends[how]?.(ben, ada);
    expect((await getPlaylist(ada.id, id))?.name).toBe(can === "can" ? "Ours" : undefined);
  },
);

test.each(withSight)(
  "the sender of a request %s see a challenge by the member after %s",
  async (can, how) => {
    const [ada, ben] = await cast();
    await request(ada, ben);
    const game = await addGame(ben.id, { player2Id: ada.id });
    await ends[how]?.(ben, ada);
    const sees = [(await getGame(ada.id, game.id)) !== undefined, (await listGames(ada.id)).games.length > 0];
    expect(new Set(sees)).toEqual(new Set([can === "can"]));
  },
);

test.each(["pause", "block", "suspension"])(
  "a stranger can't open a public playlist after %s",
  async (how) => {
    const [ada, ben] = await cast();
    const input = {
      name: "Ours",
      description: "",
      isPublic: true,
      collaboratorId: null,
      coverImageUrl: null,
    };
    const { id } = await addPlaylist(ben.id, input as never);
    await ends[how]?.(ben, ada);
    expect(await getPlaylist(ada.id, id)).toBeUndefined();
  },
);

test.each(withSight)(
  "the sender of a request %s see who collaborates on a third member's playlist after %s",
  async (can, how) => {
    const [ada, ben] = await cast();
    const cleo = await addMember("Cleo");
    await makeConversation(cleo, ben);
    const input = {
      name: "Ours",
      description: "",
      isPublic: true,
      collaboratorId: ben.id,
      coverImageUrl: null,
    };
    const { id } = await addPlaylist(cleo.id, input as never);
    await request(ada, ben);
    await ends[how]?.(ben, ada);
    expect((await getPlaylist(ada.id, id))?.collaborator?.firstName).toBe(can === "can" ? "Ben" : undefined);
  },
);

test("Unblock doesn't bring back a request that was taken back before the block", async () => {
  const [ada, ben] = await cast();
  const id = await request(ada, ben);
  await pass(ada, ben);
  await blockMember(ben.id, ada.id);
  await unblockMember(ben.id, ada.id);
  await like(ada, ben);
  expect(await startConversation(ada.id, ben.id)).toMatchObject({ id });
  expect(await getConversation(ben.id, id)).toBeUndefined();
});

/** What is suggested to Ada of an artist that she and three others list, one of whom is Ben. */
async function suggestAfter(artist: string, act: (ada: Member, ben: Member) => Promise<unknown>) {
  const [ada, ben] = await cast();
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  for (const { id } of [ada, ben, cleo, dan]) {
    const taste = { topArtists: [artist], favoriteGenres: ["Jazz"], totalScrobbles: 1, concertsAttended: 1 };
    await savePreferences(id, taste as never);
  }
  await act(ada, ben);
  return suggestArtists(ada.id, artist);
}

test.each(["unmatch", "block"])("suggestions leave the other out after %s", async (how) => {
  const artist = `Zorb ${how}`;
  const suggested = await suggestAfter(artist, async (ada, ben) => {
    await makeConversation(ada, ben);
    await (how === "block" ? blockMember(ben.id, ada.id) : unmatch(ben.id, ada.id));
  });
  expect(suggested).toEqual([]);
});

test.each(UNNOTICED)("suggestions show the sender of a request no %s", async (how) => {
  const artist = `Quux ${how}`;
  const suggested = await suggestAfter(artist, async (ada, ben) => {
    await request(ada, ben);
    await ends[how]?.(ben, ada);
  });
  expect(suggested).toEqual([artist]);
});

test("whoever asked and took it back can't like a suspended member again", async () => {
  const [ada, ben] = await cast();
  await request(ada, ben);
  await pass(ada, ben);
  await like(ben, ada);
  await db.update(member).set({ suspendedAt: new Date() }).where(eq(member.id, ben.id));
  await expect(like(ada, ben)).rejects.toMatchObject({ code: "absent" });
});

test("whoever is challenged by a stranger can report them, also once they pause or block", async () => {
  const [ada, ben] = await cast();
  await addGame(ada.id, { player2Id: ben.id });
  await setPaused(ada.id, true);
  expect(await findReported(ben.id, reportAbout.parse(`member:${ada.id}`))).toMatchObject({ id: ada.id });
});
