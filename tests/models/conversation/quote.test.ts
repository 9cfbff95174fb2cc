// Quotes and reactions: what they show as time goes by, and what is told of them.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, message, notification, outbox, reaction } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { t } from "~/language/text";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { getChat, listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { QUOTE_GONE, quoteOf } from "~/models/conversation/quote/quote";
import { listRecentReactions, react } from "~/models/conversation/reaction.server";
import { markRead } from "~/models/conversation/read-marker.server";
import {
  acceptRequest,
  declineRequest,
  restoreRequest,
  startConversation,
} from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { defaultSettings } from "~/models/notification/notification-settings";
import { saveSettings } from "~/models/notification/notification-settings.server";
import { blockMember } from "~/models/safety/block.server";
import { listExportParts } from "~/operations/export-content.server";
import { addMember, addModerator, makeConversation } from "../../cast";
import { deleteRows, rowsOf } from "../../rows";
import { decide, evidenceBy, report } from "../safety/cases";

async function couple(content = "I love Low") {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: quotedId } = await addMessage(ada.id, id, { content });
  return { ada, ben, id, quotedId };
}

const newest = async (memberId: number, id: string) => (await listMessages(memberId, id))?.[0];

test("a reply shows both members what it quotes", async () => {
  const { ada, ben, id, quotedId } = await couple();
  const reply = await addMessage(ben.id, id, { content: "Which record?", quotedId });
  const quote = { id: quotedId, senderId: String(ada.id), text: "I love Low" };
  expect(reply).toMatchObject({ quotedId, quote });
  for (const memberId of [ada.id, ben.id]) expect(await newest(memberId, id)).toMatchObject({ quote });
  expect((await getChat(ada.id, id, { after: quotedId }))?.messages[0]).toMatchObject({ quote });
});

test("a message that quotes nothing says nothing of a quote", async () => {
  const { ada, id } = await couple();
  const said = await newest(ada.id, id);
  expect(Object.keys(said ?? {}).filter((key) => key.startsWith("quote"))).toEqual([]);
});

test("a quote shows what an edited message says now, and that a deleted one was deleted", async () => {
  const { ada, ben, id, quotedId } = await couple();
  await addMessage(ben.id, id, { content: "Which record?", quotedId });
  await editMessage(ada.id, quotedId, { content: "I love Love" });
  expect((await newest(ben.id, id))?.quote).toMatchObject({ text: "I love Love" });
  await deleteMessage(ada.id, quotedId);
  const quote = { id: quotedId, senderId: String(ada.id), text: "", isDeleted: true };
  expect((await newest(ben.id, id))?.quote).toEqual(quote);
});

test("streams tell what a reply quotes", async () => {
  const { ada, ben, id, quotedId } = await couple();
  const reply = await addMessage(ben.id, id, { content: "Which record?", quotedId });
  expect((await listEvents(ada.id, 0)).at(-1)).toMatchObject({ data: { message: reply } });
});

test("a reply accepts a request", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: quotedId } = await addMessage(ada.id, id, { content: "Hi" });
  await addMessage(ben.id, id, { content: "Hi yourself", quotedId });
  expect(await getChat(ada.id, id)).toMatchObject({ status: "open" });
});

test("neither a message of another conversation nor a deleted one can be quoted, and nothing is added", async () => {
  const { ada, ben, id, quotedId } = await couple();
  const elsewhere = await couple("In private");
  const gone = { code: "invalid", message: t(QUOTE_GONE), fields: { quotedId: t(QUOTE_GONE) } };
  await deleteMessage(ada.id, quotedId);
  for (const unseen of [elsewhere.quotedId, quotedId, crypto.randomUUID()])
    await expect(addMessage(ben.id, id, { content: "Which?", quotedId: unseen })).rejects.toMatchObject(gone);
  expect(await listMessages(ben.id, id)).toHaveLength(1);
});

test("a repeat with the same quote is the same message, even once what it quotes was deleted", async () => {
  const { ada, ben, id, quotedId } = await couple();
  const input = { id: crypto.randomUUID(), content: "Which record?", quotedId };
  const first = await addMessage(ben.id, id, input);
  await deleteMessage(ada.id, quotedId);
  expect(await addMessage(ben.id, id, input)).toMatchObject({ id: first.id, sequence: first.sequence });
  await expect(addMessage(ben.id, id, { ...input, quotedId: undefined })).toBeRefused("conflict");
  expect(await listMessages(ben.id, id)).toHaveLength(2);
});

test("every type of message can quote, and a blank field quotes nothing", () => {
  const quotedId = crypto.randomUUID();
  const song = { messageType: "music_share", content: "", metadata: { artist: "Low", title: "Sunflower" } };
  expect(messageInput.parse({ ...song, quotedId })).toMatchObject({ quotedId });
  expect(messageInput.parse({ content: "Hi", quotedId: "" }).quotedId).toBeUndefined();
  expect(messageInput.safeParse({ content: "Hi", quotedId: "no id" }).success).toBe(false);
});

test.each([
  [
    "music_share",
    { artist: "Broadcast", title: "Pendulum" },
    "Check it",
    "Shared a song: Broadcast – Pendulum",
  ],
  ["youtube_video", { videoTitle: "Live in 1998" }, "Live in 1998", "Shared a video: Live in 1998"],
  ["spotify_link", {}, "Listen to this on Spotify!", "Shared a Spotify link"],
  ["youtube_link", {}, "Check out this music video!", "Shared a YouTube link"],
  ["voice_note", {}, "", "Voice note"],
  ["photo", {}, "My shelf", "My shelf"],
])("a quote says what a %s is", (messageType, metadata, content, text) => {
  const quoted = { id: "1", senderId: 7, content, messageType, metadata, deletedAt: null };
  expect(quoteOf(quoted)).toEqual({ id: "1", senderId: "7", text });
});

test("a quote is cut after 200 characters, not within one", () => {
  const quoted = { id: "1", senderId: 7, content: "🎷".repeat(300), messageType: null, metadata: null };
  expect(quoteOf(quoted).text).toBe("🎷".repeat(200));
});

test("a report of a reply keeps what it quotes, as it was before it was deleted", async () => {
  const { ada, ben, id } = await couple();
  const said = { conversationId: id, senderId: ben.id, content: "…", createdAt: new Date() };
  const others = Array.from({ length: 240 }, () => ({ ...said, id: crypto.randomUUID() }));
  await db.insert(message).values(others);
  const { id: quotedId } = await addMessage(ada.id, id, { content: "Rude words" });
  await db.insert(message).values(others.map((each) => ({ ...each, id: crypto.randomUUID() })));
  const reply = await addMessage(ada.id, id, { content: "I mean it", quotedId });
  await deleteMessage(ada.id, quotedId);
  await report(ben, ada, { about: `message:${reply.id}` });
  const { messages } = await evidenceBy(ben);
  expect(messages.find((each) => each.id === reply.id)).toMatchObject({ quotedId });
  expect(messages.find((each) => each.id === quotedId)?.earlier).toMatchObject([{ content: "Rude words" }]);
});

test("an export says which message a reply quotes", async () => {
  const { ben, id, quotedId } = await couple();
  await addMessage(ben.id, id, { content: "Which record?", quotedId });
  const createdAt = (await rowsOf(message, { id: quotedId }))[0]?.createdAt.toISOString();
  let text = "";
  for (const part of await listExportParts(ben))
    if (part.file.startsWith("conversations/"))
      for await (const piece of (await part.read()) ?? []) text += piece;
  expect(JSON.parse(text).messages).toMatchObject([
    { text: "I love Low", quotes: null },
    { text: "Which record?", quotes: { from: "them", createdAt } },
  ]);
});

async function coupleWithMessage() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  return { ada, ben, id, messageId };
}

const shown = async (memberId: number, id: string) => (await listMessages(memberId, id))?.[0]?.reactions;
const told = (memberId: number) =>
  db
    .select({ reference: outbox.reference })
    .from(outbox)
    .where(and(eq(outbox.recipientId, memberId), eq(outbox.kind, "reaction")));

test("a member has one reaction to a message, which can be changed and taken back", async () => {
  const { ada, ben, id, messageId } = await coupleWithMessage();
  await react(ben.id, messageId, "heart");
  await react(ben.id, messageId, "dancer");
  await react(ada.id, messageId, "record");
  const hers = { memberId: String(ada.id), reaction: "record" };
  const his = { memberId: String(ben.id), reaction: "dancer" };
  for (const memberId of [ada.id, ben.id]) {
    const both = await shown(memberId, id);
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining([hers, his]));
  }
  await react(ben.id, messageId, null);
  expect(await shown(ada.id, id)).toEqual([hers]);
  await react(ada.id, messageId, null);
  expect(await shown(ada.id, id)).toBeUndefined();
});

test("both hear of a change, and nobody of what changes nothing", async () => {
  const { ada, ben, id, messageId } = await coupleWithMessage();
  await react(ben.id, messageId, null);
  await react(ben.id, messageId, "wow");
  await react(ben.id, messageId, "wow");
  for (const { id: memberId } of [ada, ben]) expect(await told(memberId)).toEqual([{ reference: messageId }]);
  expect((await listEvents(ada.id, 0)).at(-1)).toMatchObject({
    name: "reaction",
    data: { conversationId: id, messageId, reactions: [{ memberId: String(ben.id), reaction: "wow" }] },
  });
});

test("whoever reacts to a request's message has not accepted it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await react(ben.id, messageId, "laugh");
  const [row] = await rowsOf(conversation, { id });
  expect(row?.acceptedAt).toBeNull();
  await expect(addMessage(ada.id, id, { content: "And?" })).toBeRefused("forbidden");
});

test("strangers, and members whose conversation has ended or is closed, cannot react", async () => {
  const { ada, ben, id, messageId } = await coupleWithMessage();
  const stranger = await addMember("Cleo");
  await expect(react(stranger.id, messageId, "heart")).toBeRefused("absent");
  await expect(react(ben.id, randomUUID(), "heart")).toBeRefused("absent");
  await sayGoodbye(ada.id, id, { content: "Bye" });
  await expect(react(ben.id, messageId, "heart")).toBeRefused("forbidden");

  const blocked = await coupleWithMessage();
  await blockMember(blocked.ada.id, blocked.ben.id);
  for (const { id: memberId } of [blocked.ada, blocked.ben])
    await expect(react(memberId, blocked.messageId, "heart")).toBeRefused("absent");
  expect(await rowsOf(reaction, { messageId: blocked.messageId })).toEqual([]);

  const apart = await coupleWithMessage();
  await decideOn(apart.ada.id, { targetUserId: apart.ben.id, liked: true });
  await decideOn(apart.ben.id, { targetUserId: apart.ada.id, liked: true });
  await unmatch(apart.ada.id, apart.ben.id);
  await expect(react(apart.ben.id, apart.messageId, "heart")).toBeRefused("absent");
});

test("nobody reacts to a message of a former member, even one who leaves at that moment", async () => {
  const { ada, ben, messageId } = await coupleWithMessage();
  const leaves = deleteAccount(ada.id);
  await expect(react(ben.id, messageId, "tear")).toBeRefused("forbidden");
  await leaves;
  await expect(react(ben.id, messageId, null)).toBeRefused("forbidden");
  expect(await rowsOf(reaction, { messageId })).toEqual([]);
});

test("the reactions to the newest 200 messages are listed with the number of the first", async () => {
  const { ada, ben, id, messageId } = await coupleWithMessage();
  await react(ben.id, messageId, "heart");
  const hearts = [{ memberId: String(ben.id), reaction: "heart" }];
  expect(await listRecentReactions(id)).toEqual({ from: 1, reactions: { [messageId]: hearts } });
  const rows = Array.from({ length: 200 }, () => ({
    ...{ id: randomUUID(), conversationId: id, senderId: ada.id, content: "More", createdAt: new Date() },
  }));
  await db.insert(message).values(rows);
  const second = rows[0]?.id ?? "";
  await react(ben.id, second, "heart");
  expect(await listRecentReactions(id)).toEqual({ from: 2, reactions: { [second]: hearts } });
  expect(await listRecentReactions(randomUUID())).toEqual({ from: 1, reactions: {} });
});

test("nobody reacts in the conversation of a suspended member, or as one", async () => {
  const { ada, ben, messageId } = await coupleWithMessage();
  await react(ben.id, messageId, "heart");
  await decide(await addModerator("Mona"), await report(ada, ben), { kind: "suspend", days: "3" });
  for (const { id: memberId } of [ada, ben])
    for (const kind of ["wow", null] as const)
      await expect(react(memberId, messageId, kind)).toBeRefused("absent");
  const isThis = eq(reaction.messageId, messageId);
  expect(await db.select({ kind: reaction.kind }).from(reaction).where(isThis)).toEqual([{ kind: "heart" }]);
});

test("a request that is declined, restored and accepted keeps the reactions to it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await react(ben.id, messageId, "laugh");
  await declineRequest(ben.id, id);
  await expect(react(ben.id, messageId, "heart")).toBeRefused("absent");
  // Nothing of it shows to her, and nothing of what she does to him.
  await react(ada.id, messageId, "tear");
  expect(await shown(ada.id, id)).toHaveLength(2);
  const events = await listEvents(ben.id, 0);
  expect(events.filter((event) => "name" in event && event.name === "reaction")).toEqual([]);
  await restoreRequest(ben.id, id);
  await acceptRequest(ben.id, id);
  await react(ben.id, messageId, "heart");
  for (const memberId of [ada.id, ben.id])
    expect((await shown(memberId, id))?.map((each) => each.reaction).sort()).toEqual(["heart", "tear"]);
});

test("nobody reacts to a deleted message", async () => {
  const { ada, ben, messageId } = await coupleWithMessage();
  await deleteMessage(ada.id, messageId);
  await expect(react(ben.id, messageId, "heart")).toBeRefused("forbidden", "This message was deleted.");
});

test("a message that was deleted with its conversation is gone for reactions, too", async () => {
  const { ben, id, messageId } = await coupleWithMessage();
  await react(ben.id, messageId, "heart");
  await deleteRows(conversation, { id });
  await expect(react(ben.id, messageId, "wow")).toBeRefused("absent");
  expect(await rowsOf(reaction, { messageId })).toEqual([]);
});

/** Two members who talk, and the ids of three messages of the first. */
async function coupleWithMessages() {
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
  const { ada, ben, id, sent } = await coupleWithMessages();
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
  const { ada, ben, sent } = await coupleWithMessages();
  await react(ada.id, sent[0], "laugh");
  for (const each of [ada, ben]) expect(await news(each)).toEqual([]);
});

test("the chat reads the news of the reactions that it shows", async () => {
  const { ada, ben, id, sent } = await coupleWithMessages();
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
  const { ada, ben, id, sent } = await coupleWithMessages();
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
  const { ada, ben, id, sent } = await coupleWithMessages();
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
  const { ada, ben, sent } = await coupleWithMessages();
  await saveSettings(ada.id, { ...defaultSettings, messagePage: false });
  await react(ben.id, sent[0], "heart");
  expect(await news(ada)).toEqual([]);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
});

test("an end takes the news with it, and a purge what is left of the reaction", async () => {
  for (const end of [blockMember, unmatch]) {
    const { ada, ben, sent } = await coupleWithMessages();
    await react(ben.id, sent[0], "heart");
    await end(ben.id, ada.id);
    expect(await news(ada)).toEqual([]);
    expect(await countUnreadNotifications(ada.id)).toBe(0);
  }
  const { ada, ben, sent } = await coupleWithMessages();
  await react(ben.id, sent[0], "heart");
  await deleteAccount(ben.id);
  expect(await news(ada)).toEqual(["* Former member reacted to your message"]);
  await purgeDeletedMembers(Date.now() + 15 * 24 * 60 * 60 * 1000);
  expect(await news(ada)).toEqual([]);
  expect(await rowsOf(reaction, { messageId: sent[0] })).toEqual([]);
});

test("a request's sender hears of a reaction to it, even after a decline, and of nothing after a block", async () => {
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
    await expect(react(ben.id, messageId, null)).toBeRefused("absent");
    await expect(acceptRequest(ben.id, id)).toBeRefused("absent");
  }
  expect(await news(ben)).toEqual([]);
  const isHis = and(eq(notification.memberId, ben.id), eq(notification.kind, "reaction"));
  expect(await db.select().from(notification).where(isHis)).toEqual([]);
});

test("a deleted message takes its reactions and their news with it, and gets no others", async () => {
  const { ada, ben, id, sent } = await coupleWithMessages();
  await react(ben.id, sent[0], "heart");
  await markRead(ada.id, id, 3);
  await react(ben.id, sent[1], "wow");
  await deleteMessage(ada.id, sent[1]);
  expect(await news(ada)).toEqual(["Reactions from Ben"]);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
  for (const { id: memberId } of [ada, ben])
    await expect(react(memberId, sent[1], "wow")).toBeRefused("forbidden");
  expect(await rowsOf(reaction, { messageId: sent[1] })).toEqual([]);
});
