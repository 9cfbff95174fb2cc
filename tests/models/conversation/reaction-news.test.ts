// News of reactions: when a message's author is told that somebody has reacted, and what takes that back.
import { db } from "db/client.server";
import { notification, reaction } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { markNotificationsRead } from "~/live/notification-rows.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage } from "~/models/conversation/message-change.server";
import { react } from "~/models/conversation/reaction.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { defaultSettings } from "~/models/notification/notification-settings";
import { saveSettings } from "~/models/notification/notification-settings.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeConversation } from "../../cast";

/** Two members who talk, and the ids of three messages of the first. */
async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const write = async (content: string) => (await addMessage(ada.id, id, { content })).id;
  const sent = [await write("Hello"), await write("Do you dance?"), await write("To what?")] as const;
  for (const each of [ada, ben]) await markNotificationsRead(each.id, "all");
  return { ada, ben, id, sent };
}

/** The texts of a member's news of reactions, with a star if unread. */
async function news({ id }: Member) {
  const { notifications } = await listNotifications(id);
  return notifications
    .filter(({ kind }) => kind === "reaction")
    .map(({ text, isRead }) => (isRead ? text : `* ${text}`));
}

test("a reaction is one line of news for the message's author, and leads to the chat", async () => {
  const { ada, ben, id, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
  expect((await listNotifications(ada.id)).notifications[0]).toMatchObject({ url: `/messages/${id}` });
  await react(ben.id, sent[1], "wow");
  await react(ben.id, sent[2], "wow");
  expect(await news(ada)).toEqual(["* Ben reacted to 3 of your messages"]);
  expect(await countUnreadNotifications(ada.id)).toBe(1);
  expect(await news(ben)).toEqual([]);
});

test("reacting to one's own message is no news to anybody", async () => {
  const { ada, ben, sent } = await couple();
  await react(ada.id, sent[0], "laugh");
  for (const each of [ada, ben]) expect(await news(each)).toEqual([]);
});

test("the chat reads the news of the reactions that it shows", async () => {
  const { ada, ben, id, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  await react(ben.id, sent[2], "heart");
  await markRead(ada.id, id, 1);
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
  await markRead(ada.id, id, 3);
  expect(await news(ada)).toEqual(["Reactions from Ben"]);
  await markRead(ben.id, id, 3);
  await react(ben.id, sent[1], "tear");
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
});

test("a changed reaction is the same news, and new again once it was seen", async () => {
  const { ada, ben, id, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  await react(ben.id, sent[0], "dancer");
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
  await markRead(ada.id, id, 3);
  await react(ben.id, sent[0], "dancer");
  expect(await news(ada)).toEqual(["Reactions from Ben"]);
  await react(ben.id, sent[0], "heart");
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
});

test("a reaction that is taken back takes its news back", async () => {
  const { ada, ben, id, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  await react(ben.id, sent[1], "heart");
  await react(ben.id, sent[1], null);
  expect(await news(ada)).toEqual(["* Ben reacted to your message"]);
  await markRead(ada.id, id, 3);
  await react(ben.id, sent[2], "heart");
  await react(ben.id, sent[2], null);
  expect(await news(ada)).toEqual(["Reactions from Ben"]);
  await react(ben.id, sent[0], null);
  expect(await news(ada)).toEqual([]);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
});

test("members who want no messages on the page get no reactions there either", async () => {
  const { ada, ben, sent } = await couple();
  await saveSettings(ada.id, { ...defaultSettings, messagePage: false });
  await react(ben.id, sent[0], "heart");
  expect(await news(ada)).toEqual([]);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
});

test("an end takes the news with it, and a purge what is left of the reaction", async () => {
  for (const end of [blockMember, unmatch]) {
    const { ada, ben, sent } = await couple();
    await react(ben.id, sent[0], "heart");
    await end(ben.id, ada.id);
    expect(await news(ada)).toEqual([]);
    expect(await countUnreadNotifications(ada.id)).toBe(0);
  }
  const { ada, ben, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  await deleteAccount(ben.id);
  expect(await news(ada)).toEqual(["* Former member reacted to your message"]);
  await purgeDeletedMembers(Date.now() + 15 * 24 * 60 * 60 * 1000);
  expect(await news(ada)).toEqual([]);
  expect(await db.select().from(reaction).where(eq(reaction.messageId, sent[0]))).toEqual([]);
});

test("who has sent a request hears of a reaction to it, also after a decline, and of nothing after a block", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await react(ben.id, messageId, "laugh");
  // What she does with her own message is told to nobody.
  await react(ada.id, messageId, "heart");
  for (const [end, heard] of [
    [() => declineRequest(ben.id, id), ["* Ben reacted to your message"]],
    [() => blockMember(ben.id, ada.id), []],
  ] as const) {
    await end();
    expect(await news(ada)).toEqual(heard);
    await expect(react(ben.id, messageId, null)).rejects.toMatchObject({ code: "absent" });
    await expect(acceptRequest(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  }
  expect(await news(ben)).toEqual([]);
  const isHis = and(eq(notification.memberId, ben.id), eq(notification.kind, "reaction"));
  expect(await db.select().from(notification).where(isHis)).toEqual([]);
});

test("a deleted message takes its reactions and their news with it, and gets no others", async () => {
  const { ada, ben, id, sent } = await couple();
  await react(ben.id, sent[0], "heart");
  await markRead(ada.id, id, 3);
  await react(ben.id, sent[1], "wow");
  await deleteMessage(ada.id, sent[1]);
  expect(await news(ada)).toEqual(["Reactions from Ben"]);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
  for (const { id: memberId } of [ada, ben])
    await expect(react(memberId, sent[1], "wow")).rejects.toMatchObject({ code: "forbidden" });
  expect(await db.select().from(reaction).where(eq(reaction.messageId, sent[1]))).toEqual([]);
});
