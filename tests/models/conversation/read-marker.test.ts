import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { decodeCursor } from "~/live/cursor.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { countTotals } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { decideOn } from "~/models/match/decision.server";
import { addMember, makeConversation, makeMatch } from "../../cast";

const read = (memberId: number, conversationId: string, { sequence }: { sequence: number }) =>
  markRead(memberId, conversationId, sequence);

test("messages from others are unread until read, the member's own never", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const [conversation, other] = [await makeConversation(ada, ben), await makeConversation(ada, cleo)];
  expect(conversation.unreadCount).toBe(0);
  const first = await addMessage(ben.id, conversation.id, { content: "One" });
  const second = await addMessage(ben.id, conversation.id, { content: "Two" });
  await addMessage(cleo.id, other.id, { content: "Elsewhere" });
  await addMessage(ada.id, conversation.id, { content: "My own" });
  const third = await addMessage(ben.id, conversation.id, { content: "Three" });
  const unread = async () =>
    Object.fromEntries(
      (await listConversations(ada.id)).conversations.map(({ id, unreadCount }) => [id, unreadCount]),
    );
  expect(await unread()).toEqual({ [conversation.id]: 3, [other.id]: 1 });
  expect((await countTotals(ada.id)).unread).toBe(4);

  await read(ada.id, conversation.id, second);
  await read(ada.id, conversation.id, first);
  expect(await unread()).toEqual({ [conversation.id]: 1, [other.id]: 1 });
  await read(ada.id, conversation.id, third);
  expect(await unread()).toEqual({ [conversation.id]: 0, [other.id]: 1 });
  expect((await countTotals(ada.id)).unread).toBe(1);
  expect((await getConversation(ben.id, conversation.id))?.unreadCount).toBe(1);
});

test("future messages and others' conversations can't be marked read", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const conversation = await makeConversation(ada, ben);
  await read(ada.id, conversation.id, { sequence: Number.MAX_SAFE_INTEGER });
  await addMessage(ben.id, conversation.id, { content: "Later" });
  expect((await countTotals(ada.id)).unread).toBe(1);
  await read(ada.id, conversation.id, { sequence: Number.MAX_SAFE_INTEGER });
  await addMessage(ben.id, conversation.id, { content: "Later still" });
  expect((await countTotals(ada.id)).unread).toBe(1);
  await expect(read(cleo.id, conversation.id, { sequence: 1 })).rejects.toMatchObject({ code: "absent" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect((await countTotals(ada.id)).unread).toBe(0);
  await expect(read(ada.id, conversation.id, { sequence: 1 })).rejects.toMatchObject({ code: "absent" });
});

test("marking as read sends one event to the member's other pages, and the counts include the last event's id", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const conversation = await makeConversation(ada, ben);
  const message = await addMessage(ben.id, conversation.id, { content: "One" });
  const before = await getCounts(ada.id);
  expect([before.unread, before.mutualMatches, before.conversations]).toEqual([1, 1, 1]);
  await read(ada.id, conversation.id, message);
  const after = await getCounts(ada.id);
  expect(after.unread).toBe(0);
  expect(after.newest).not.toBe(before.newest);
  const rowOf = ({ lastEventId }: { lastEventId: string }) => decodeCursor(ada.id, lastEventId)?.id ?? 0;
  expect(rowOf(after)).toBeGreaterThan(rowOf(before));
  await read(ada.id, conversation.id, message);
  expect((await getCounts(ada.id)).newest).toBe(after.newest);
});
