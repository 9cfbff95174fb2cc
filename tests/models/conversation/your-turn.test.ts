import { client } from "db/client.server";
import { expect, test } from "vitest";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { addNewcomer, makeConversation } from "../../cast";
import { stepsOf } from "../../matching/steps";

/** The partners in a member's list, "!" after those whose message waits for an answer. */
async function listed(member: Member): Promise<string[]> {
  const { conversations } = await listConversations(member.id);
  return conversations
    .map((each) => toConversationRow(each, member.id))
    .map(({ partner, isYourTurn }) => partner.firstName + (isYourTurn ? "!" : ""));
}

/** Ada talks with each of them, who have written last if there is "!" after their name. */
async function talks(ada: Member, names: string[]) {
  const ids: string[] = [];
  for (const name of names) {
    const partner = await addNewcomer(name.replace("!", ""));
    const { id } = await makeConversation(ada, partner);
    await addMessage(name.endsWith("!") ? partner.id : ada.id, id, { content: "Which pressing?" });
    ids.push(id);
  }
  return ids;
}

test("what waits for an answer stands first, and no longer once it is answered", async () => {
  const ada = await addNewcomer("Ada");
  const [ben] = await talks(ada, ["Ben!", "Cleo", "Dan!", "Eve"]);
  expect(await listed(ada)).toEqual(["Dan!", "Ben!", "Eve", "Cleo"]);
  await addMessage(ada.id, ben ?? "", { content: "The first one." });
  expect(await listed(ada)).toEqual(["Dan!", "Ben", "Eve", "Cleo"]);
});

test("it is the turn of one of the two at most, and of nobody before the first message", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const { id, yourTurn } = await makeConversation(ada, ben);
  const turns = () =>
    Promise.all([ada, ben].map(async (each) => (await getConversation(each.id, id))?.yourTurn));
  expect([yourTurn, await turns()]).toEqual([false, [false, false]]);
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await turns()).toEqual([false, true]);
  await addMessage(ben.id, id, { content: "Hello yourself" });
  expect(await turns()).toEqual([true, false]);
});

test("a request is nobody's turn until it is accepted", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  expect([await listed(ada), await listed(ben)]).toEqual([["Ben"], ["Ada"]]);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect([await listed(ada), await listed(ben)]).toEqual([["Ben"], ["Ada!"]]);
});

test("nobody waits for an answer who has left, until they are back", async () => {
  const ada = await addNewcomer("Ada");
  const ben = await addNewcomer("Ben");
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Which pressing?" });
  const [, cleo] = await talks(ada, ["Dan", "Cleo"]);
  expect(cleo).toBeDefined();
  await deleteAccount(ben.id);
  expect(await listed(ada)).toEqual(["Cleo", "Dan", "Former member"]);
  await restoreAccount(ben.id);
  expect(await listed(ada)).toEqual(["Ben!", "Cleo", "Dan"]);
});

test("pages go from those that wait to the others, each once", async () => {
  const ada = await addNewcomer("Ada");
  const names = Array.from({ length: 9 }, (_, i) => (i % 2 ? `Ben${i}!` : `Ben${i}`));
  await talks(ada, names);
  // Of the same moment, so that only their ids order them.
  await client.execute("update conversation set last_message_at = 1000 where created_at > 0");
  for (const limit of [1, 2, 3, 4, 5]) {
    const read: string[] = [];
    let after: ConversationCursor | undefined;
    do {
      const { conversations, next } = await listConversations(ada.id, { after, limit });
      read.push(...conversations.map(({ yourTurn, id }) => `${yourTurn ? "a" : "b"} ${id}`));
      after = next && conversationPage.parse(next).cursor;
    } while (after);
    expect(read).toHaveLength(9);
    expect(read).toEqual([...new Set(read)].sort());
  }
});

test("a page after those that wait seeks its place", async () => {
  const ada = await addNewcomer("Ada");
  await talks(ada, ["Ben!", "Cleo", "Dan"]);
  const { next } = await listConversations(ada.id, { limit: 2 });
  const { cursor: after } = conversationPage.parse(next);
  const few = await stepsOf(() => listConversations(ada.id, { after, limit: 1 }));
  await talks(
    ada,
    Array.from({ length: 15 }, (_, i) => `Eve${i}!`),
  );
  expect(await stepsOf(() => listConversations(ada.id, { after, limit: 1 }))).toBeLessThan(1.1 * few);
});
