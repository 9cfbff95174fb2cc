// Blocks, and who sees whom.

import { block, conversation as conversationTable, match, member, outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { isContact } from "~/models/contact.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { declineRequest, restoreRequest, startConversation } from "~/models/conversation/request.server";
import { endEverything } from "~/models/match/connection-end.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { blockMember, listBlocks, unblockMember } from "~/models/safety/block.server";
import { propagateVisibility } from "~/models/safety/visibility.server";
import { addGame } from "~/models/trivia/new-game.server";
import { acceptGame, resignGame } from "~/models/trivia/play.server";
import { ada, addMember, ben, freshCast, makeConversation } from "../../cast";
import { countRows, rowsOf } from "../../rows";

freshCast("ada", "ben");

/** Where the viewer can see the other member. */
async function sees(viewer: Member, other: Member, conversationId?: string) {
  const { members } = await discover(viewer.id, {});
  const { matches } = await listMatches(viewer);
  const { conversations } = await listConversations(viewer.id);
  const otherId = String(other.id);
  return {
    discover: members.some(({ id }) => id === otherId),
    matches: matches.some(({ targetUser }) => targetUser.id === otherId),
    conversations: conversations.some(({ user1Id, user2Id }) => [user1Id, user2Id].includes(otherId)),
    messages: conversationId !== undefined && (await listMessages(viewer.id, conversationId)) !== undefined,
    page: (await getMemberPage(viewer, other.id)) !== undefined,
    contact: await isContact(viewer.id, other.id),
  };
}
const NOTHING = {
  discover: false,
  matches: false,
  conversations: false,
  messages: false,
  page: false,
  contact: false,
};

test("a block hides both members from each other everywhere at once", async () => {
  const conversation = await makeConversation(ada, ben);
  await addMessage(ada.id, conversation.id, { content: "Hello" });
  expect(await sees(ada, ben, conversation.id)).toEqual({
    discover: false,
    matches: true,
    conversations: true,
    messages: true,
    page: true,
    contact: true,
  });
  await blockMember(ben.id, ada.id);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await sees(one, other, conversation.id)).toEqual(NOTHING);
    expect(await getCounts(one.id)).toMatchObject({ mutualMatches: 0, conversations: 0, unread: 0 });
    expect(await getConversation(one.id, conversation.id)).toBeUndefined();
    const absent = { code: "absent", message: "There is nothing here." };
    await expect(addMessage(one.id, conversation.id, { content: "Hello?" })).rejects.toMatchObject(absent);
    await expect(startConversation(one.id, other.id)).toBeRefused("absent");
    await expect(decideOn(one.id, { targetUserId: other.id, liked: true })).rejects.toMatchObject(absent);
    expect(await countRows(outbox, { recipientId: one.id, kind: "reset" })).toBe(1);
  }
  expect(await rowsOf(match, { lowId: Math.min(ada.id, ben.id) })).toEqual([]);
});

test("a block removes both members from each other's Discover", async () => {
  expect([(await sees(ada, ben)).discover, (await sees(ben, ada)).discover]).toEqual([true, true]);
  await blockMember(ada.id, ben.id);
  expect([await sees(ada, ben), await sees(ben, ada)]).toEqual([NOTHING, NOTHING]);
});

test("blocking twice changes nothing, and members can't block themselves or missing members", async () => {
  await blockMember(ada.id, ben.id);
  await blockMember(ada.id, ben.id);
  expect(await rowsOf(block, { memberId: ada.id })).toHaveLength(1);
  for (const [one, other] of [
    [ada.id, ada.id],
    [ada.id, 7],
  ] as const) {
    await expect(blockMember(one, other)).toBeRefused("absent");
  }
});

test("an unblocked member is no longer listed, and nothing the block ended comes back", async () => {
  const conversation = await makeConversation(ada, ben);
  await blockMember(ada.id, ben.id);
  expect((await listBlocks(ada.id)).blocks).toMatchObject([{ userId: String(ben.id), firstName: "Ben" }]);
  expect((await listBlocks(ben.id)).blocks).toEqual([]);
  await expect(unblockMember(ben.id, ada.id)).toBeRefused("absent");
  await unblockMember(ada.id, ben.id);
  expect((await listBlocks(ada.id)).blocks).toEqual([]);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await sees(one, other, conversation.id)).toEqual(NOTHING);
  }
});

test("a blocked member sees the same as an unmatched one", async () => {
  const found = [];
  for (const end of [blockMember, unmatch]) {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    await makeConversation(ada, ben);
    await end(ada.id, ben.id);
    const { matches } = await listMatches(ben);
    const [ended] = await rowsOf(conversationTable, { lowId: Math.min(ada.id, ben.id) });
    found.push({
      matches,
      isEnded: ended?.endedAt !== null,
      counts: (await getCounts(ben.id)).conversations,
    });
  }
  expect(found[0]).toEqual(found[1]);
});

test("the news of a game with a stranger goes with a block, and comes back, on open pages too", async () => {
  const { id } = await addGame(ada.id, { player2Id: ben.id });
  await acceptGame(ben.id, id);
  await resignGame(ada.id, id);
  const bens = async () => ({
    news: (await getCounts(ben.id)).notifications,
    reloads: await countRows(outbox, { recipientId: ben.id, kind: "reset" }),
  });
  expect(await bens()).toEqual({ news: 1, reloads: 0 });
  await blockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 0, reloads: 1 });
  await unblockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 1, reloads: 2 });
});

async function change(who: Member, columns: Partial<typeof member.$inferInsert>) {
  await transaction(async (tx) => {
    await tx.update(member).set(columns).where(eq(member.id, who.id));
    await propagateVisibility(tx, who.id);
  });
}

/** Sends a request with a message; returns its id. */
async function request(from: Member, to: Member): Promise<string> {
  await decideOn(from.id, { targetUserId: to.id, liked: true });
  const { id } = await startConversation(from.id, to.id);
  await addMessage(from.id, id, { content: "You like Broadcast too!" });
  return id;
}

/** How often a member's open pages were reloaded. */
const resets = (who: Member) => countRows(outbox, { recipientId: who.id, kind: "reset" });

/** What the recipient of a request does about its sender. */
type Act = (ben: Member, ada: Member, id: string) => Promise<unknown>;

async function isInDiscover(viewer: Member, other: Member) {
  const { members } = await discover(viewer.id, {});
  return members.some(({ id }) => id === String(other.id));
}

test("a suspended member disappears for everyone else, and returns with everything afterward", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await makeConversation(ada, ben);
  expect(await isInDiscover(cleo, ben)).toBe(true);
  await change(ben, { suspendedAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getConversation(ada.id, id)).toBeUndefined();
  expect((await listMatches(ada)).matches).toEqual([]);
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  await change(ben, { suspendedAt: null });
  expect(await isInDiscover(cleo, ben)).toBe(true);
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
  expect((await listMatches(ada)).matches).toHaveLength(1);
});

test("a hidden member leaves Discover and keeps matches and conversations", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await makeConversation(ada, ben);
  await change(ben, { hiddenAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  expect(await getMemberPage(ada, ben.id)).toMatchObject({ mutual: true });
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
});

test("everyone who shares something with a suspended member has their pages reloaded", async () => {
  const cleo = await addMember("Cleo");
  await makeConversation(ada, ben);
  // A request without a message, which Cleo doesn't see.
  await decideOn(ben.id, { targetUserId: cleo.id, liked: true });
  await startConversation(ben.id, cleo.id);
  await change(ben, { suspendedAt: new Date() });
  expect([await resets(ada), await resets(ben), await resets(cleo)]).toEqual([1, 1, 0]);
});

test("whoever blocked a stranger after challenging them tells them nothing more", async () => {
  const cleo = await addMember("Cleo");
  await addGame(ben.id, { player2Id: cleo.id });
  await blockMember(ben.id, cleo.id);
  const before = await resets(cleo);
  await change(ben, { deletedAt: new Date() });
  expect(await resets(cleo)).toBe(before);
});

test.each<[string, number, Act, Act]>([
  ["a decline", 0, (ben, _, id) => declineRequest(ben.id, id), (ben, _, id) => restoreRequest(ben.id, id)],
  ["a block", 1, (ben, ada) => blockMember(ben.id, ada.id), (ben, ada) => unblockMember(ben.id, ada.id)],
  ["a pause", 1, (ben) => setPaused(ben.id, true), (ben) => setPaused(ben.id, false)],
])(
  "after %s and its end, whoever has asked has their pages reloaded %i times each",
  async (_, times, act, undo) => {
    const id = await request(ada, ben);
    await act(ben, ada, id);
    expect(await resets(ada)).toBe(times);
    await undo(ben, ada, id);
    expect(await resets(ada)).toBe(2 * times);
  },
);

test("whoever declined a request is told nothing more of its sender", async () => {
  const id = await request(ada, ben);
  await declineRequest(ben.id, id);
  const before = await resets(ben);
  await change(ada, { pausedAt: new Date() });
  expect(await resets(ben)).toBe(before);
});

test("the sender of a request to a paused member is not told that the account is gone", async () => {
  await request(ada, ben);
  await setPaused(ben.id, true);
  const before = await resets(ada);
  await change(ben, { deletedAt: new Date() });
  await change(ben, { deletedAt: null });
  expect(await resets(ada)).toBe(before);
});

test("whoever no longer sees the request of a former member is not told of its end", async () => {
  await request(ada, ben);
  await change(ada, { deletedAt: new Date() });
  const before = await resets(ben);
  await transaction((tx) => endEverything(tx, { memberId: ada.id, otherId: ben.id }));
  expect(await resets(ben)).toBe(before);
});
