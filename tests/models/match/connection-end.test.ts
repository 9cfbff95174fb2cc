import { conversation, member, message, outbox, playlist, triviaGame } from "db/schema";
import { expect, test } from "vitest";
import { DAY_MS } from "~/durations";
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
import { listMessages } from "~/models/conversation/message-list.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, undoDecision, unmatch } from "~/models/match/decision.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { blockMember, listBlocks, unblockMember } from "~/models/safety/block.server";
import { decideAppeal } from "~/models/safety/sanctions/appeal.server";
import { consequenceOf } from "~/models/safety/sanctions/sanction";
import { liftSuspensions, listSanctions } from "~/models/safety/sanctions/sanction.server";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion, claimGame } from "~/models/trivia/play.server";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { ada, addMember, ben, cleo, freshCast, makeConversation, makeMatch, mia, noa } from "../../cast";
import { changeRows, countRows, rowsOf } from "../../rows";
import { appealOf, decide, overturn, report } from "../safety/cases";

freshCast("ada", "ben", "cleo", "mia", "noa");

const like = (one: Member, other: Member) => decideOn(one.id, { targetUserId: other.id, liked: true });
const pass = (one: Member, other: Member) => decideOn(one.id, { targetUserId: other.id, liked: false });

/** One member's request to another, with its message. */
async function request(one: Member, other: Member) {
  await like(one, other);
  const { id } = await startConversation(one.id, other.id);
  await addMessage(one.id, id, { content: "Hello" });
  return id;
}

const countEvents = (who: Member) => countRows(outbox, { recipientId: who.id });
const endedOf = async (who: Member) => (await listEndedConversations(who.id)).ended;
const listed = async (who: Member) =>
  (await listConversations(who.id)).conversations.map(({ id, accepted }) => ({ id, accepted }));

const answers: [string, (ben: Member, ada: Member, id: string) => Promise<unknown>][] = [
  ["does nothing", async () => undefined],
  ["declines it", (ben, _, id) => declineRequest(ben.id, id)],
  ["passes", (ben, ada) => pass(ben, ada)],
  [
    "blocks and unblocks",
    async (ben, ada) => {
      await blockMember(ben.id, ada.id);
      await unblockMember(ben.id, ada.id);
    },
  ],
];
const detours: [string, (ada: Member, ben: Member) => Promise<unknown>][] = [
  [
    "blocks and unblocks",
    async (ada, ben) => {
      await blockMember(ada.id, ben.id);
      await unblockMember(ada.id, ben.id);
    },
  ],
  ["passes", pass],
  [
    "passes and undoes it",
    async (ada, ben) => {
      await pass(ada, ben);
      await undoDecision(ada.id, ben.id);
    },
  ],
  [
    "pauses",
    async (ada, ben) => {
      await pass(ada, ben);
      await setPaused(ada.id, true);
      await setPaused(ada.id, false);
    },
  ],
  [
    "waits until the evidence is gone",
    async (ada, ben) => {
      await pass(ada, ben);
      await deleteEndedConversations(Date.now() + 100 * DAY_MS);
    },
  ],
];

test.each(answers.flatMap((answer) => detours.map((detour) => [...answer, ...detour] as const)))(
  "a member gets one request from the same sender: the recipient %s, the sender %4$s",
  async (_, answer, __, takeDetour) => {
    const id = await request(ada, ben);
    await answer(ben, ada, id);
    const events = await countEvents(ben);
    for (let round = 0; round < 3; round++) {
      await takeDetour(ada, ben);
      await like(ada, ben);
      const again = await startConversation(ada.id, ben.id);
      // The sender is shown the request that waits, whatever has become of it.
      expect(again).toMatchObject({ id, accepted: false });
      await expect(addMessage(ada.id, id, { content: "Hello again" })).toBeRefused(
        "forbidden",
        "You can send one message until Ben replies.",
      );
    }
    expect(await countRows(conversation, { startedBy: ada.id })).toBe(1);
    expect(await countRows(message, { senderId: ada.id })).toBeLessThanOrEqual(1);
    const messages = await rowsOf(outbox, { recipientId: ben.id, kind: "message" });
    expect(messages).toHaveLength(1);
    expect(await countEvents(ben)).toBeGreaterThanOrEqual(events);
  },
);

test("the recipient of a request that was taken back can write to its sender", async () => {
  const id = await request(ada, ben);
  await pass(ada, ben);
  expect(await listed(ben)).toEqual([]);
  expect((await endedOf(ben)).map((ended) => ended.id)).toEqual([id]);
  await like(ben, ada);
  const own = await startConversation(ben.id, ada.id);
  expect(own.id).not.toBe(id);
  expect(await addMessage(ben.id, own.id, { content: "Hi" })).toMatchObject({ content: "Hi" });
  expect(await listed(ada)).toEqual([]);
  // Who likes back after all sees it.
  await like(ada, ben);
  expect(await listed(ada)).toEqual([{ id: own.id, accepted: true }]);
});

test("a request that was taken back and is opened again reaches its recipient at once", async () => {
  await request(ada, ben);
  await pass(ada, ben);
  await like(ada, ben);
  const before = await countEvents(ben);
  await startConversation(ada.id, ben.id);
  expect(await listed(ben)).toHaveLength(1);
  expect(await countEvents(ben)).toBeGreaterThan(before);
});

test("one that was declined stays away from its recipient as it is opened again", async () => {
  await declineRequest(ben.id, await request(ada, ben));
  await pass(ada, ben);
  await like(ada, ben);
  const before = await countEvents(ben);
  await startConversation(ada.id, ben.id);
  expect(await listed(ben)).toEqual([]);
  expect(await countEvents(ben)).toBe(before);
});

test("nothing of a member's block reaches the other without a match or conversation", async () => {
  await like(ada, ben);
  const before = await countEvents(ada);
  await blockMember(ben.id, ada.id);
  expect(await countEvents(ada)).toBe(before);
  await expect(startConversation(ada.id, ben.id)).toBeRefused(
    "absent",
    "This member isn't available right now.",
  );
});

test("a request to a member who has blocked its sender stands without a page, and reaches nobody", async () => {
  await like(ada, ben);
  const { id } = await startConversation(ada.id, ben.id);
  await blockMember(ben.id, ada.id);
  await expect(addMessage(ada.id, id, { content: "Hello" })).toBeRefused("absent");
  expect([await listed(ada), await listed(ben)]).toEqual([[], []]);
  await unblockMember(ben.id, ada.id);
  await addMessage(ada.id, id, { content: "Hello" });
  expect([await listed(ada), await listed(ben)]).toEqual([[{ id, accepted: false }], []]);
});

test("whoever is blocked can block back, and anybody else they can name", async () => {
  await makeConversation(ada, ben);
  await blockMember(ben.id, ada.id);
  expect(await blockMember(ada.id, ben.id)).toBe("Ben");
  await unblockMember(ben.id, ada.id);
  expect((await listBlocks(ada.id)).blocks).toMatchObject([{ firstName: "Ben" }]);
  const eve = await addMember("Eve");
  await changeRows(member, { id: eve.id }, { suspendedAt: new Date() });
  expect(await blockMember(ada.id, eve.id)).toBe("Eve");
});

test("lists of the ended and the blocked call a deleted member a former one, and date an end by its day", async () => {
  await makeMatch(ada, ben);
  await blockMember(ada.id, ben.id);
  const endedAt = new Date().toISOString().slice(0, 10);
  expect(await endedOf(ada)).toMatchObject([{ firstName: "Ben", endedAt }]);
  await changeRows(member, { id: ben.id }, { deletedAt: new Date() });
  expect(await endedOf(ada)).toMatchObject([{ firstName: "Former member" }]);
  expect((await listBlocks(ada.id)).blocks).toMatchObject([{ firstName: "Former member", lastName: "" }]);
});

test("members who pause leave the likes of others, and stay with those who chat with them or whom they have asked", async () => {
  const [dan, eve] = [await addMember("Dan"), await addMember("Eve")];
  await like(ada, ben);
  const asked = await request(cleo, ben);
  const accepted = await request(dan, ben);
  await acceptRequest(ben.id, accepted);
  await request(ben, eve);
  await setPaused(ben.id, true);
  const likes = async (who: Member) => (await listMatches(who)).matches.length;
  const sees = async (who: Member) => (await getMemberPage(who, ben.id)) !== undefined;
  expect([await likes(ada), await sees(ada)]).toEqual([0, false]);
  expect([await likes(cleo), await sees(cleo)]).toEqual([0, false]);
  expect([await likes(dan), await sees(dan)]).toEqual([1, true]);
  expect(await sees(eve)).toBe(true);
  await expect(startConversation(cleo.id, ben.id)).toBeRefused("absent");
  expect(await listed(ben)).toMatchObject([{ id: accepted }, { id: asked }, { accepted: false }]);
  expect(await startConversation(dan.id, ben.id)).toMatchObject({ id: accepted });
  await setPaused(ben.id, false);
  for (const who of [ada, cleo]) expect([await likes(who), await sees(who)]).toEqual([1, true]);
  expect(await startConversation(cleo.id, ben.id)).toMatchObject({ id: asked });
});

test.each(["suspend", "hide"] as const)(
  "an overturned decision to %s brings back what it ended, but nothing that a block ended since",
  async (kind) => {
    const [dan, eve] = [await addMember("Dan"), await addMember("Eve")];
    const { id } = await makeConversation(ada, ben);
    await addMessage(ada.id, id, { content: "Hello" });
    await makeMatch(cleo, ben);
    await makeMatch(dan, ben);
    const asked = await request(ben, eve);
    const likesOf = async (who: Member) =>
      (await listMatches(who)).matches.map(({ mutual, createdAt, id }) => ({ mutual, createdAt, id }));
    const before = [await likesOf(ada), await likesOf(cleo), await listed(ada), await listed(eve)];
    await decide(mia, await report(ada, ben), { kind, ...(kind === "suspend" ? { days: "3" } : {}) });
    await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
    for (const who of [ada, cleo, dan]) {
      expect([await likesOf(who), await listed(who)]).toEqual([[], []]);
      expect(await endedOf(who)).toHaveLength(1);
    }
    expect(await listed(eve)).toEqual([]);
    expect(await unmatch(dan.id, ben.id)).toBeUndefined();
    await blockMember(dan.id, ben.id);
    const [sanction] = await listSanctions(ben.id);
    expect(await listed(ben)).toEqual([{ id: asked, accepted: false }]);
    expect(sanction && consequenceOf(sanction)).toContain("Your matches and chats have ended.");
    await overturn(noa, ben);
    expect([await likesOf(ada), await likesOf(cleo), await listed(ada), await listed(eve)]).toEqual(before);
    expect((await listMessages(ada.id, id))?.length).toBe(1);
    expect((await listMessages(eve.id, asked))?.length).toBe(1);
    for (const who of [ada, cleo, eve]) expect(await endedOf(who)).toEqual([]);
    expect(await likesOf(dan)).toEqual([]);
    expect(await endedOf(dan)).toHaveLength(1);
  },
);

test("an overturned decision leaves a request ended whose two have talked since", async () => {
  const dan = await addMember("Dan");
  for (const who of [ada, cleo]) await request(ben, who);
  await decide(mia, await report(dan, ben), { kind: "suspend", days: "3" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  for (const who of [ada, cleo]) await like(who, ben);
  const { id } = await startConversation(ada.id, ben.id);
  await overturn(noa, ben, "suspend");
  expect(await listed(ada)).toEqual([{ id, accepted: true }]);
  // The request, which a match accepts.
  expect(await listed(cleo)).toMatchObject([{ accepted: true }]);
});

test("an overturned decision brings nothing back that a later one keeps ended, until that is overturned too", async () => {
  const { id } = await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "suspend", days: "3" });
  await decide(mia, await report(ada, ben), { kind: "hide" });
  await overturn(noa, ben, "suspend");
  expect([await listed(ada), await listed(ben)]).toEqual([[], []]);
  await overturn(noa, ben, "hide");
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id }], [{ id }]]);
});

test.each(["first", "second"])(
  "two who were both sanctioned have back what they shared once both decisions are overturned, the %s one last",
  async (last) => {
    const { id } = await makeConversation(ada, ben);
    const asked = await request(ada, cleo);
    await makeConversation(ben, cleo);
    await addGame(ada.id, { player2Id: ben.id });
    const collaboratorId = String(ben.id);
    const { id: playlistId } = await addPlaylist(
      ada.id,
      playlistInput.parse({ name: "Ours", collaboratorId }),
    );
    await decide(mia, await report(cleo, ada), { kind: "hide" });
    await decide(mia, await report(cleo, ben), { kind: "hide" });
    const [one, other] = last === "first" ? [ben, ada] : [ada, ben];
    await overturn(noa, one, "hide");
    expect(await getConversation(ada.id, id)).toBeUndefined();
    await overturn(noa, other, "hide");
    for (const who of [ada, ben]) {
      expect(await getConversation(who.id, id)).toMatchObject({ id, accepted: true });
      const { matches } = await listMatches(who, { mutual: true });
      expect(matches.map(({ targetUser }) => targetUser.firstName).sort()).toEqual(
        who === ada ? ["Ben"] : ["Ada", "Cleo"],
      );
      expect((await listGames(who.id)).games).toMatchObject([{ status: "waiting" }]);
      expect(await getPlaylist(who.id, playlistId)).toMatchObject({ collaboratorId });
    }
    expect(await listed(cleo)).toMatchObject([{ id: asked, accepted: false }, { accepted: true }]);
  },
);

test("what two shared is left to the decision that would have ended it, not to an earlier one that stands", async () => {
  await decide(mia, await report(cleo, ben), { kind: "hide" });
  await request(ben, ada);
  await acceptRequest(ada.id, (await listed(ada))[0]?.id ?? "");
  const [{ id } = { id: "" }] = await listed(ada);
  await decide(mia, await report(cleo, ada), { kind: "suspend", days: "3" });
  await decide(mia, await report(ada, ben), { kind: "suspend", days: "3" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  await overturn(noa, ada, "suspend");
  expect([await listed(ada), await listed(ben)]).toEqual([[], []]);
  await overturn(noa, ben, "suspend");
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id }], [{ id }]]);
});

test("an overturned decision brings back what stood beside an earlier one of the other's", async () => {
  await decide(mia, await report(cleo, ben), { kind: "hide" });
  const asked = await request(ben, ada);
  await acceptRequest(ada.id, asked);
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  await overturn(noa, ada, "hide");
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id: asked }], [{ id: asked }]]);
});

test("a request comes back once the decisions about its sender and its recipient are overturned", async () => {
  const asked = await request(ada, ben);
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  await decide(mia, await report(cleo, ben), { kind: "hide" });
  await overturn(noa, ada, "hide");
  expect(await listed(ada)).toEqual([]);
  await overturn(noa, ben, "hide");
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id: asked }], [{ id: asked }]]);
});

test("a challenge comes back to both", async () => {
  const { id } = await addGame(ben.id, { player2Id: ada.id });
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  expect((await listGames(ben.id)).games).toEqual([]);
  await overturn(noa, ada, "hide");
  for (const who of [ada, ben]) expect((await listGames(who.id)).games).toMatchObject([{ id }]);
});

test("a game that comes back can't be claimed for the days on which nobody could play it", async () => {
  await makeMatch(ada, ben);
  const { id } = await addGame(ada.id, { player2Id: ben.id });
  const [first] = (await getGame(ben.id, id))?.questions ?? [];
  await answerQuestion(ben.id, id, { questionId: first?.id ?? "", answer: first?.options[0] ?? "" });
  await decide(mia, await report(ben, ada), { kind: "suspend", days: "30" });
  const movedAt = new Date(Date.now() - 8 * DAY_MS);
  await changeRows(triviaGame, { id }, { movedAt });
  await overturn(noa, ada, "suspend");
  await expect(claimGame(ben.id, id)).toBeRefused("conflict");
  expect(await claimGame(ben.id, id, Date.now() + 8 * DAY_MS)).toMatchObject({ ending: "claimed" });
});

test("what a decision has left to a later one takes nothing else from it", async () => {
  const dan = await addMember("Dan");
  const { id: first } = await makeConversation(ada, ben);
  await decide(mia, await report(cleo, ada), { kind: "suspend", days: "3" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  await decide(mia, await report(cleo, dan), { kind: "hide" });
  const asked = await request(dan, ada);
  await acceptRequest(ada.id, asked);
  const { id: game } = await addGame(ada.id, { player2Id: dan.id });
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  await overturn(noa, ada, "suspend");
  await overturn(noa, ada, "hide");
  expect(new Set((await listed(ada)).map(({ id }) => id))).toEqual(new Set([first, asked]));
  expect((await listGames(ada.id)).games).toMatchObject([{ id: game, status: "waiting" }]);
});

/** Ends Ada's request to Ben by a suspension, after which the two match and talk; returns the new conversation's id. */
async function talkAfterSuspension({ mia, cleo, ada, ben }: Record<"mia" | "cleo" | "ada" | "ben", Member>) {
  await request(ada, ben);
  await decide(mia, await report(cleo, ada), { kind: "suspend", days: "3" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  await like(ada, ben);
  await like(ben, ada);
  return (await startConversation(ben.id, ada.id)).id;
}

test("an old request neither displaces a later conversation of the two nor brings them together", async () => {
  const id = await talkAfterSuspension({ mia, cleo, ada, ben });
  await decide(mia, await report(cleo, ben), { kind: "hide" });
  await overturn(noa, ada, "suspend");
  expect([await listed(ada), await listed(ben)]).toEqual([[], []]);
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  await overturn(noa, ben, "hide");
  expect([await listed(ada), await listed(ben)]).toEqual([
    [{ id, accepted: true }],
    [{ id, accepted: true }],
  ]);
});

test("two overturned decisions that each ended a conversation of the same two bring back the later one", async () => {
  const id = await talkAfterSuspension({ mia, cleo, ada, ben });
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  await overturn(noa, ada, "suspend");
  await overturn(noa, ada, "hide");
  expect([await listed(ada), await listed(ben)]).toEqual([
    [{ id, accepted: true }],
    [{ id, accepted: true }],
  ]);
});

test("an overturned decision brings nothing back after a block and an unblock", async () => {
  await makeConversation(ada, ben);
  const asked = await request(ben, cleo);
  await decide(mia, await report(ada, ben), { kind: "hide" });
  await blockMember(ada.id, ben.id);
  await unblockMember(ada.id, ben.id);
  await overturn(noa, ben, "hide");
  expect([await listed(ada), await listed(cleo)]).toMatchObject([[], [{ id: asked }]]);
});

test("a match after an unblock comes back like any other, whatever was decided before it", async () => {
  await decide(mia, await report(cleo, ada), { kind: "suspend", days: "3" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  await blockMember(ben.id, ada.id);
  await unblockMember(ben.id, ada.id);
  const { id } = await makeConversation(ada, ben);
  await decide(mia, await report(cleo, ada), { kind: "hide" });
  await overturn(noa, ada, "suspend");
  await overturn(noa, ada, "hide");
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id }], [{ id }]]);
});

test.each<[string, (ada: Member, ben: Member) => Promise<unknown>]>([
  ["unmatched", (ada, ben) => unmatch(ada.id, ben.id)],
  ["passed on", pass],
])(
  "an overturned decision brings back nothing with a member who has %s the sanctioned one since",
  async (_, refuse) => {
    const dan = await addMember("Dan");
    await makeConversation(ada, ben);
    await makeMatch(ben, cleo);
    const asked = await request(ben, dan);
    await decide(mia, await report(cleo, ben), { kind: "suspend" });
    await refuse(ada, ben);
    // A pass on a request that has come back later is none of its sender's business.
    await pass(dan, ben);
    await overturn(noa, ben, "suspend");
    expect([await listed(ada), await listed(ben)]).toMatchObject([[], [{ id: asked }]]);
    const matches = async (who: Member) => (await listMatches(who, { mutual: true })).matches.length;
    expect([await matches(ada), await matches(ben), await matches(cleo)]).toEqual([0, 1, 1]);
  },
);

test("an appeal that waits keeps what the decision has hidden, and a decision that stands doesn't", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Hello" });
  await decide(mia, await report(ada, ben), { kind: "hide" });
  const appeal = await appealOf(ben);
  await deleteEndedConversations(Date.now() + 91 * DAY_MS);
  await decideAppeal(noa.id, appeal, { outcome: "overturned", statement: "So it was." });
  expect((await listMessages(ada.id, id))?.length).toBe(1);
  await decide(mia, await report(ada, ben), { kind: "hide" });
  await deleteEndedConversations(Date.now() + 91 * DAY_MS);
  expect(await countRows(conversation, { id })).toBe(0);
});

test.each<[string, (ada: Member, ben: Member, mia: Member) => Promise<unknown>, number]>([
  ["", async () => undefined, 1],
  [" who has unmatched meanwhile", (ada, ben) => unmatch(ada.id, ben.id), 0],
  [
    " who was suspended too",
    async (ada, _, mia) => decide(mia, await report(await addMember("Dan"), ada), { kind: "ban" }),
    0,
  ],
])(
  "an overturned decision brings back the conversation with a member who was erased meanwhile%s",
  async (_, end, expected) => {
    const { id } = await makeConversation(ada, ben);
    await addMessage(ada.id, id, { content: "Hello" });
    await decide(mia, await report(await addMember("Cleo"), ben), { kind: "hide" });
    await end(ada, ben, mia);
    await deleteAccount(ada.id);
    await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
    expect(await listed(ben)).toEqual([]);
    await overturn(noa, ben, "hide");
    expect(await listed(ben)).toHaveLength(expected);
    expect((await listMessages(ben.id, id))?.length).toBe(expected || undefined);
  },
);

test("an overturned decision restores connections with a deleted member who returns", async () => {
  const { id } = await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "hide" });
  await deleteAccount(ada.id);
  await overturn(noa, ben, "hide");
  await restoreAccount(ada.id);
  expect([await listed(ada), await listed(ben)]).toMatchObject([[{ id }], [{ id }]]);
});

test("a sanctioned member can't bring back a request that the decision has ended", async () => {
  const id = await request(ben, ada);
  await decide(mia, await report(ada, ben), { kind: "hide" });
  expect(await startConversation(ben.id, ada.id)).toMatchObject({ id });
  expect([await listed(ben), await listed(ada)]).toMatchObject([[{ id }], []]);
  await overturn(noa, ben, "hide");
  expect(await listed(ada)).toMatchObject([{ id }]);
});

test("a member whose match alone comes back after an overturned decision has their open pages reloaded", async () => {
  await makeMatch(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "hide" });
  const before = await countEvents(ada);
  await overturn(noa, ben, "hide");
  const kinds = (await rowsOf(outbox, { recipientId: ada.id })).map(({ kind }) => kind);
  expect(kinds.slice(before)).toContain("reset");
});

test("an overturned decision brings playlists back, unless there is another collaborator by then", async () => {
  const dan = await addMember("Dan");
  for (const who of [ada, cleo, dan]) await makeMatch(who, ben);
  const share = async (owner: Member, collaborator: Member, name: string) =>
    (await addPlaylist(owner.id, playlistInput.parse({ name, collaboratorId: String(collaborator.id) }))).id;
  const [own, theirs] = [await share(ben, ada, "Mine"), await share(ada, ben, "Yours")];
  const [replaced, ofSanctioned] = [await share(ada, ben, "Replaced"), await share(cleo, ben, "Sanctioned")];
  const owners = new Map(
    [own, theirs, replaced, ofSanctioned].map((id, at) => [id, [ben, ada, ada, cleo][at]]),
  );
  const collaborators = async () => {
    const shown = [...owners].map(async ([id, owner]) => {
      const found = await getPlaylist(owner?.id ?? 0, id);
      return [id, Number(found?.collaboratorId) || null] as const;
    });
    return new Map(await Promise.all(shown));
  };
  await decide(mia, await report(ada, ben), { kind: "hide" });
  expect(new Set((await collaborators()).values())).toEqual(new Set([null]));
  await makeMatch(ada, dan);
  await changeRows(playlist, { id: replaced }, { collaboratorId: dan.id });
  await decide(mia, await report(ada, cleo), { kind: "hide" });
  await overturn(noa, ben);
  expect(await collaborators()).toEqual(
    new Map([
      [own, ada.id],
      [theirs, ben.id],
      [replaced, dan.id],
      [ofSanctioned, null],
    ]),
  );
});
