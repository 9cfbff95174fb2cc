import { db } from "db/client.server";
import { block, conversation as conversationTable, match, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { isContact } from "~/models/contact.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { blockMember, listBlocks, unblockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { acceptGame, resignGame } from "~/models/trivia/play.server";
import { addMember, makeConversation } from "../../cast";

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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
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
    await expect(startConversation(one.id, other.id)).rejects.toMatchObject({ code: "absent" });
    await expect(decideOn(one.id, { targetUserId: other.id, liked: true })).rejects.toMatchObject(absent);
    expect(await db.$count(outbox, and(eq(outbox.recipientId, one.id), eq(outbox.kind, "reset")))).toBe(1);
  }
  expect(
    await db
      .select()
      .from(match)
      .where(eq(match.lowId, Math.min(ada.id, ben.id))),
  ).toEqual([]);
});

test("a block removes both members from each other's Discover", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect([(await sees(ada, ben)).discover, (await sees(ben, ada)).discover]).toEqual([true, true]);
  await blockMember(ada.id, ben.id);
  expect([await sees(ada, ben), await sees(ben, ada)]).toEqual([NOTHING, NOTHING]);
});

test("blocking twice changes nothing, and members can't block themselves or missing members", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await blockMember(ada.id, ben.id);
  await blockMember(ada.id, ben.id);
  expect(await db.select().from(block).where(eq(block.memberId, ada.id))).toHaveLength(1);
  for (const [one, other] of [
    [ada.id, ada.id],
    [ada.id, 7],
  ] as const) {
    await expect(blockMember(one, other)).rejects.toMatchObject({ code: "absent" });
  }
});

test("an unblocked member is no longer listed, and nothing the block ended comes back", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversation = await makeConversation(ada, ben);
  await blockMember(ada.id, ben.id);
  expect((await listBlocks(ada.id)).blocks).toMatchObject([{ userId: String(ben.id), firstName: "Ben" }]);
  expect((await listBlocks(ben.id)).blocks).toEqual([]);
  await expect(unblockMember(ben.id, ada.id)).rejects.toMatchObject({ code: "absent" });
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
    const [ended] = await db
      .select()
      .from(conversationTable)
      .where(eq(conversationTable.lowId, Math.min(ada.id, ben.id)));
    found.push({
      matches,
      isEnded: ended?.endedAt !== null,
      counts: (await getCounts(ben.id)).conversations,
    });
  }
  expect(found[0]).toEqual(found[1]);
});

test("the news of a game with a stranger goes with a block, and comes back, on open pages too", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await addGame(ada.id, { player2Id: ben.id });
  await acceptGame(ben.id, id);
  await resignGame(ada.id, id);
  const bens = async () => ({
    news: (await getCounts(ben.id)).notifications,
    reloads: await db.$count(outbox, and(eq(outbox.recipientId, ben.id), eq(outbox.kind, "reset"))),
  });
  expect(await bens()).toEqual({ news: 1, reloads: 0 });
  await blockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 0, reloads: 1 });
  await unblockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 1, reloads: 2 });
});
