// Chains of acts after which somebody could be reached, learn what an end was, or escape a report.

import { db } from "db/client.server";
import { conversation, member, message, rateLimit } from "db/schema";
import { expect, test } from "vitest";
import { earliestDay, toDate } from "~/days";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import {
  deleteEndedConversations,
  listEndedConversations,
} from "~/models/conversation/list/ended-conversation.server";
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
import { findReported, listReportableMessages } from "~/models/safety/evidence/reported.server";
import { fileReport } from "~/models/safety/report.server";
import { reportAbout, reportInput } from "~/models/safety/report-schema";
import { addShow } from "~/models/show/show.server";
import { showInput } from "~/models/show/show-schema";
import { addGame } from "~/models/trivia/new-game.server";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { ada, addMember, addModerator, ben, freshCast, makeConversation } from "../../cast";
import { changeRows, countRows } from "../../rows";
import { sampled } from "../../sampled";
import { decide, overturn, report } from "./cases";

freshCast("ada", "ben");

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
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "I know where you live" });
  await deleteAccount(ben.id);
  const about = `conversation:${id}`;
  await fileReport(ada.id, reportInput.parse({ about, reason: "danger", alsoBlock: true }));
  expect((await listBlocks(ada.id)).blocks).toMatchObject([
    { userId: String(ben.id), firstName: "Former member" },
  ]);
  await restoreAccount(ben.id);
  await expect(addMessage(ben.id, id, { content: "I'm back" })).toBeRefused("absent");
  expect(await getConversation(ada.id, id)).toBeUndefined();
});

test("a deleted member can be blocked before they come back", async () => {
  await makeConversation(ada, ben);
  await deleteAccount(ben.id);
  expect(await blockMember(ada.id, ben.id)).toBe("Former member");
});

test("a block refuses challenges by the sender of a request, and after Unblock they reach nobody", async () => {
  await request(ada, ben);
  await blockMember(ben.id, ada.id);
  await expect(addGame(ada.id, { player2Id: ben.id })).toBeRefused("absent");
  await unblockMember(ben.id, ada.id);
  const game = await addGame(ada.id, { player2Id: ben.id });
  expect((await listGames(ben.id)).games).toEqual([]);
  expect(await getGame(ada.id, game.id)).toMatchObject({ status: "waiting" });
});

test.each(["challenger", "challenged"])(
  "an overturned sanction of the %s brings back no challenge that a block kept away",
  async (who) => {
    await request(ada, ben);
    await addGame(ada.id, { player2Id: ben.id });
    await blockMember(ben.id, ada.id);
    await unblockMember(ben.id, ada.id);
    const [mia, noa, cleo] = [await addModerator("Mia"), await addModerator("Noa"), await addMember("Cleo")];
    const person = who === "challenger" ? ada : ben;
    await decide(mia, await report(cleo, person), { kind: "hide" });
    await overturn(noa, person);
    expect((await listGames(ben.id)).games).toEqual([]);
    expect((await listGames(ada.id)).games.map(({ status }) => status)).toEqual(["waiting"]);
  },
);

test("a decline keeps later challenges by the sender away", async () => {
  await declineRequest(ben.id, await request(ada, ben));
  await addGame(ada.id, { player2Id: ben.id });
  expect((await listGames(ben.id)).games).toEqual([]);
});

test.each(["unmatch", "block"])(
  "after %s by whoever had asked, neither is in the other's Discover",
  async (how) => {
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
  hiding: (ben) => changeRows(member, { id: ben.id }, { hiddenAt: new Date() }),
  suspension: (ben) => changeRows(member, { id: ben.id }, { suspendedAt: new Date() }),
};
/** To the sender of a request these change nothing, and after the others the member is gone. */
const UNNOTICED = ["nothing", "decline"];
const seenAfter = (how: string) => (UNNOTICED.includes(how) ? "can" : "can't");
const withSight = Object.keys(ends).map((how) => [seenAfter(how), how] as const);

test.each(withSight)(
  "the sender of a request %s see the member after %s: page, conversation and lists",
  async (can, how) => {
    const id = await request(ada, ben);
    await ends[how]?.(ben, ada);
    const sees = [
      (await getMemberPage(ada, ben.id)) !== undefined,
      (await getConversation(ada.id, id)) !== undefined,
      (await listConversations(ada.id)).conversations.length > 0,
      (await listMatches(ada)).matches.length > 0,
    ];
    expect(new Set(sees)).toEqual(new Set([can === "can"]));
    // The request is still there, and hasn't ended.
    expect((await listEndedConversations(ada.id)).ended).toEqual([]);
    expect(await countRows(conversation, { id, endedAt: null })).toBe(1);
  },
);

test.each(withSight)(
  "the sender of a request %s open the member's public playlist after %s",
  async (can, how) => {
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
  await request(ada, ben);
  await pass(ada, ben);
  await like(ben, ada);
  await changeRows(member, { id: ben.id }, { suspendedAt: new Date() });
  await expect(like(ada, ben)).toBeRefused("absent");
});

test("whoever is challenged by a stranger can report them, also once they pause or block", async () => {
  await addGame(ada.id, { player2Id: ben.id });
  await setPaused(ada.id, true);
  expect(await findReported(ben.id, reportAbout.parse(`member:${ada.id}`))).toMatchObject({ id: ada.id });
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ben threatens Ada in a request. */
async function threaten() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(ben.id, ada.id);
  const threat = await addMessage(ben.id, id, { content: "I know where you live" });
  return { ada, ben, id, threat };
}

const change = (who: Member, columns: Partial<typeof member.$inferInsert>) =>
  changeRows(member, { id: who.id }, columns);
const listEnded = async (who: Member) => (await listEndedConversations(who.id)).ended;
const purge = async (who: Member) => {
  await change(who, { deletedAt: new Date() });
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
};

const answers: Record<string, (ada: Member, ben: Member, id: string) => Promise<unknown>> = {
  declines: (ada, _, id) => declineRequest(ada.id, id),
  "passes on the sender": (ada, ben) => pass(ada, ben),
  "does not answer": async () => undefined,
};
const escapes: Record<string, (ada: Member, ben: Member) => Promise<unknown>> = {
  blocks: (ada, ben) => blockMember(ben.id, ada.id),
  passes: (ada, ben) => pass(ben, ada),
  pauses: (_, ben) => setPaused(ben.id, true),
  "deletes the account": (_, ben) => change(ben, { deletedAt: new Date() }),
  "is erased": (_, ben) => purge(ben),
  "blocks and is erased": async (ada, ben) => {
    await blockMember(ben.id, ada.id);
    await purge(ben);
  },
  "is suspended": (_, ben) => change(ben, { suspendedAt: new Date() }),
};
const product = Object.keys(answers).flatMap((answer, row) =>
  Object.keys(escapes).map((act, column) => ({ chain: [answer, act] as const, isFirst: !row || !column })),
);
const pairs = product.filter(({ isFirst }) => isFirst);
const others = product.filter(({ isFirst }) => !isFirst);
/** Each answer and each escape once, and in the whole run each with each. */
const chains = sampled([...pairs, ...others], pairs.length).map(({ chain }) => chain);

test.each(chains)(
  "whoever was threatened and %s finds the message, and reports the sender who %s",
  async (answer, act) => {
    const { ada, ben, id, threat } = await threaten();
    await answers[answer]?.(ada, ben, id);
    const before = await listEnded(ada);
    expect(before).toHaveLength(answer === "does not answer" ? 0 : 1);
    expect(await listEnded(ben)).toEqual([]);
    await escapes[act]?.(ada, ben);
    const isInInbox = (await getConversation(ada.id, id)) !== undefined;
    const listed = await listEnded(ada);
    expect(listed.map((each) => each.id)).toEqual(isInInbox ? [] : [id]);
    // The message is picked where the chat can't be opened.
    const threats = [{ id: threat.id, excerpt: "I know where you live", createdAt: threat.createdAt }];
    expect((await listReportableMessages(ada.id, id)).messages).toEqual(isInInbox ? [] : threats);
    expect((await listReportableMessages(ben.id, id)).messages).toEqual([]);
    // What the sender does later moves nothing.
    expect(listed[0]?.endedAt).toBe(before[0]?.endedAt ?? listed[0]?.endedAt);
    for (const about of [
      `member:${ben.id}`,
      `photo:${ben.id}`,
      `conversation:${id}`,
      `message:${threat.id}`,
    ]) {
      expect(await findReported(ada.id, reportAbout.parse(about)), about).toMatchObject({ id: ben.id });
      const { report, isNew } = await fileReport(
        ada.id,
        reportInput.parse({ about, reason: "danger", alsoBlock: about.startsWith("message") }),
      );
      expect([isNew, report.firstName], about).toEqual([
        true,
        /delete|erased/.test(act) ? "Former member" : "Ben",
      ]);
    }
  },
);

test("the other's messages of an ended conversation are listed in pages for 90 days, to their recipient only", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ben, ada);
  for (let number = 1; number <= 45; number++) {
    await addMessage(ben.id, id, { content: `No. ${number}${"!".repeat(300)}` });
    await addMessage(ada.id, id, { content: "Stop" });
    // Their limit is 30 in 10 seconds.
    await db.delete(rateLimit);
  }
  expect(await listReportableMessages(ada.id, id)).toEqual({ messages: [] });
  await blockMember(ada.id, ben.id);
  const pages: string[][] = [];
  for (let before: string | undefined; ; ) {
    const page = await listReportableMessages(ada.id, id, before);
    pages.push(page.messages.map(({ excerpt }) => excerpt.replace(/!+…$/, "")));
    for (const { excerpt } of page.messages) expect(excerpt).toHaveLength(200);
    before = page.before;
    if (!before) break;
  }
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `No. ${45 - index}`));
  expect((await listReportableMessages(cleo.id, id)).messages).toEqual([]);
  expect((await listReportableMessages(ada.id, id, crypto.randomUUID())).messages).toEqual([]);
  await changeRows(conversation, { id }, { endedAt: new Date(Date.now() - 91 * DAY_MS) });
  expect((await listReportableMessages(ada.id, id)).messages).toEqual([]);
});

test("a declined request is listed by the day of the decline for 30 days, under the name that still stands", async () => {
  const { ada, ben, id } = await threaten();
  await declineRequest(ada.id, id);
  const [listed] = await listEnded(ada);
  expect(listed).toEqual({ id, firstName: "Ben", endedAt: expect.any(String) });
  await change(ben, { deletedAt: new Date() });
  expect(await listEnded(ada)).toEqual([{ ...listed, firstName: "Former member" }]);
  await changeRows(conversation, { id }, { declinedAt: new Date(Date.now() - 31 * DAY_MS) });
  expect(await listEnded(ada)).toEqual([]);
});

test("a request that never arrived is not listed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await pass(ada, ben);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(ben.id, ada.id);
  expect(await listEnded(ada)).toEqual([]);
  await addMessage(ben.id, id, { content: "Hello" });
  await pass(ben, ada);
  expect(await listEnded(ada)).toEqual([]);
});

test("the request of an erased member is kept for 90 days from the deletion", async () => {
  const { ada, ben, id, threat } = await threaten();
  await purge(ben);
  const about = reportAbout.parse(`message:${threat.id}`);
  await deleteEndedConversations(Date.now() + 89 * DAY_MS);
  expect(await findReported(ada.id, about)).toMatchObject({ firstName: "Former member" });
  await deleteEndedConversations(Date.now() + 91 * DAY_MS);
  expect(await countRows(message, { conversationId: id })).toBe(0);
  expect(await findReported(ada.id, about)).toBeUndefined();
});

test("what an erased member received, and a request without a message, go at once", async () => {
  const { ada, ben, id } = await threaten();
  const cleo = await addMember("Cleo");
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  const empty = await startConversation(ada.id, cleo.id);
  await purge(ada);
  for (const gone of [id, empty.id]) expect(await countRows(conversation, { id: gone })).toBe(0);
  expect(await listEnded(ben)).toEqual([]);
});

test("a member whom a moderator has hidden reaches nobody with a show, and finds those that are there", async () => {
  await decide(await addModerator("Mia"), await report(ada, ben), { kind: "hide" });
  const typed = showInput.parse({
    ...{ artist: "Broadcast", venue: "The Lexington", town: "London", date: toDate(earliestDay() + 9) },
    note: "Ada knows why",
  });
  await expect(addShow(ben, typed)).toBeRefused("forbidden");
  const { id } = await addShow(ada, typed);
  expect(await addShow(ben, typed)).toEqual({ id, isNew: false });
});
