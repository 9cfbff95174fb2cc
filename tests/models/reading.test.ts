import { expect, test } from "vitest";
import { getConversation, listConversations } from "~/models/conversation.server";
import { getCounts } from "~/models/counts.server";
import { decideOn } from "~/models/decision.server";
import { addMessage } from "~/models/message.server";
import { countUnread, readUpTo } from "~/models/reading.server";
import { cast, matchUp, talkUp } from "../cast";

const read = (memberId: number, talkId: string, { sequence }: { sequence: number }) =>
  readUpTo(memberId, talkId, sequence);

test("the other's messages are new until they are read, one's own never are", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const [talk, other] = [await talkUp(ada, ben), await talkUp(ada, cleo)];
  expect(talk.unreadCount).toBe(0);
  const first = await addMessage(ben.id, talk.id, { content: "One" });
  const second = await addMessage(ben.id, talk.id, { content: "Two" });
  await addMessage(cleo.id, other.id, { content: "Elsewhere" });
  await addMessage(ada.id, talk.id, { content: "My own" });
  const third = await addMessage(ben.id, talk.id, { content: "Three" });
  const unread = async () =>
    Object.fromEntries(
      (await listConversations(ada.id)).talks.map(({ id, unreadCount }) => [id, unreadCount]),
    );
  expect(await unread()).toEqual({ [talk.id]: 3, [other.id]: 1 });
  expect(await countUnread(ada.id)).toBe(4);

  await read(ada.id, talk.id, second);
  await read(ada.id, talk.id, first);
  expect(await unread()).toEqual({ [talk.id]: 1, [other.id]: 1 });
  await read(ada.id, talk.id, third);
  expect(await unread()).toEqual({ [talk.id]: 0, [other.id]: 1 });
  expect(await countUnread(ada.id)).toBe(1);
  expect((await getConversation(ben.id, talk.id))?.unreadCount).toBe(1);
});

test("nothing is read ahead, nor in others' conversations", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const talk = await talkUp(ada, ben);
  await read(ada.id, talk.id, { sequence: Number.MAX_SAFE_INTEGER });
  await addMessage(ben.id, talk.id, { content: "Later" });
  expect(await countUnread(ada.id)).toBe(1);
  await read(ada.id, talk.id, { sequence: Number.MAX_SAFE_INTEGER });
  await addMessage(ben.id, talk.id, { content: "Later still" });
  expect(await countUnread(ada.id)).toBe(1);
  await expect(read(cleo.id, talk.id, { sequence: 1 })).rejects.toMatchObject({ code: "absent" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await countUnread(ada.id)).toBe(0);
  await expect(read(ada.id, talk.id, { sequence: 1 })).rejects.toMatchObject({ code: "absent" });
});

test("reading is told to the member's other pages once, and the place to go on from is named", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await matchUp(ada, ben);
  const talk = await talkUp(ada, ben);
  const message = await addMessage(ben.id, talk.id, { content: "One" });
  const [before, his] = [await getCounts(ada.id), await getCounts(ben.id)];
  expect([before.unread, before.mutualMatches, before.conversations]).toEqual([1, 1, 1]);
  await read(ada.id, talk.id, message);
  const after = await getCounts(ada.id);
  expect(after.unread).toBe(0);
  expect(after.newest).toBeGreaterThan(before.newest);
  expect(Number(after.place)).toBeGreaterThanOrEqual(after.newest);
  await read(ada.id, talk.id, message);
  expect((await getCounts(ada.id)).newest).toBe(after.newest);
  expect((await getCounts(ben.id)).newest).toBe(his.newest);
});
