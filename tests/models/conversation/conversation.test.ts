import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, message, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getConversation } from "~/models/conversation/conversation.server";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { getChat, listMessages } from "~/models/conversation/message-list.server";
import type { MessageInput } from "~/models/conversation/message-schema";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, undoDecision } from "~/models/match/decision.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { addMember, makeConversation, makeMatch } from "../../cast";

test("simultaneous starts by both members make one conversation", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const conversations = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      i % 2 ? startConversation(ada.id, ben.id) : startConversation(ben.id, ada.id),
    ),
  );
  expect(new Set(conversations.map((conversation) => conversation.id)).size).toBe(1);
  expect(await countConversations(ada.id)).toBe(1);
  expect(await countConversations(ben.id)).toBe(1);
});

test("a member can't message someone they haven't liked, and strangers see nothing", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await expect(startConversation(ada.id, ben.id)).rejects.toMatchObject({
    code: "forbidden",
    message: "Like this member before you message them.",
  });
  for (const id of [7, ada.id])
    await expect(startConversation(ada.id, id)).rejects.toMatchObject({ code: "absent" });
  const conversation = await makeConversation(ada, ben);
  expect(await getConversation(cleo.id, conversation.id)).toBeUndefined();
  expect(await listMessages(cleo.id, conversation.id)).toBeUndefined();
  await expect(addMessage(cleo.id, conversation.id, { content: "Hello" })).rejects.toMatchObject({
    code: "absent",
  });
});

test("both read whom somebody without a photo loves first, as on the member's page, until the account is deleted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await db.update(member).set({ portraitUrl: "/portraits/1.svg" }).where(eq(member.id, ada.id));
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  for (const reader of [ada, ben]) {
    const { conversations } = await listConversations(reader.id);
    expect(conversations).toMatchObject([
      {
        user1: { firstName: "Ada", firstArtist: null },
        user2: { firstName: "Ben", firstArtist: "Broadcast" },
      },
    ]);
  }
  expect((await getMemberPage(ada, ben.id))?.card.musicPreferences?.topArtists[0]).toBe("Broadcast");
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  await db.update(member).set({ deletedAt: new Date() }).where(eq(member.id, ben.id));
  expect(await getConversation(ada.id, id)).toMatchObject({
    user2: { firstName: "Former member", firstArtist: null },
  });
});

test("messages keep the server's order, and repeated sends count once", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversation = await makeConversation(ada, ben);
  const id = randomUUID();
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => addMessage(ada.id, conversation.id, { id, content: "Once" })),
  );
  expect(new Set(sent.map((message) => message.sequence)).size).toBe(1);
  await addMessage(ben.id, conversation.id, { content: "Twice" });
  const messages = (await listMessages(ben.id, conversation.id)) ?? [];
  expect(messages.map((message) => message.content)).toEqual(["Twice", "Once"]);
  const notified = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipientId, ben.id), eq(outbox.reference, id)));
  expect(notified).toHaveLength(1);
  expect((await listConversations(ada.id)).conversations[0]?.lastMessageAt).toBe(messages[0]?.createdAt);
});

test("messages sent at once are numbered without gaps, and the answer to each is what is stored", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const song: MessageInput = {
    content: "Listen to this",
    messageType: "music_share",
    metadata: { type: "song", artist: "Can", title: "Vitamin C" },
  };
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      addMessage(i % 3 ? ada.id : ben.id, id, i % 4 ? { content: `Message ${i}` } : song),
    ),
  );
  sent.sort((a, b) => a.sequence - b.sequence);
  expect(sent.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect((await listMessages(ben.id, id))?.reverse()).toEqual(sent);
});

test("an id is used for one text of one member, and strangers are not told of it", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const conversation = await makeConversation(ada, ben);
  const own = await makeConversation(cleo, ben);
  const { id } = await addMessage(ada.id, conversation.id, { content: "First" });
  const repeat = (one: number, to: { id: string }, content: string) =>
    addMessage(one, to.id, { id, content });
  await expect(repeat(ada.id, conversation, "Second")).rejects.toMatchObject({ code: "conflict" });
  await expect(repeat(ben.id, conversation, "First")).rejects.toMatchObject({ code: "conflict" });
  await expect(repeat(cleo.id, own, "First")).rejects.toMatchObject({
    code: "conflict",
    message: expect.not.stringContaining("First"),
  });
  await expect(repeat(cleo.id, conversation, "First")).rejects.toMatchObject({ code: "absent" });
  expect(await listMessages(ben.id, conversation.id)).toHaveLength(1);
  expect(await listMessages(cleo.id, own.id)).toEqual([]);
});

test("messages before and after a given one are listed page by page, without gaps", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  for (let i = 1; i <= 103; i++) await addMessage(i % 2 ? ada.id : ben.id, id, { content: `${i}` });
  const all = Array.from({ length: 103 }, (_, i) => `${i + 1}`);
  const earlier: string[] = [];
  const sizes: number[] = [];
  let first: string | undefined;
  for (let before: string | undefined; ; before = first) {
    const page = (await listMessages(ben.id, id, { before })) ?? [];
    sizes.push(page.length);
    if (!page.length) break;
    earlier.push(...page.map(({ content }) => content));
    first = page.at(-1)?.id;
  }
  expect([sizes, earlier.reverse()]).toEqual([[50, 50, 3, 0], all]);
  const later: string[] = [];
  for (let after = first; after; ) {
    const page = (await getChat(ben.id, id, { after }))?.messages ?? [];
    later.push(...page.map(({ content }) => content));
    after = page.at(-1)?.id;
  }
  expect(later).toEqual(all.slice(1));
});

test("a message of another conversation is no cursor", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const [conversation, elsewhere] = [await makeConversation(ada, ben), await makeConversation(ada, cleo)];
  await addMessage(ada.id, conversation.id, { content: "Hello Ben" });
  const { id } = await addMessage(cleo.id, elsewhere.id, { content: "Hello Ada" });
  expect(await listMessages(ben.id, conversation.id, { before: id })).toEqual([]);
  expect(await listMessages(ben.id, conversation.id, { after: id })).toEqual([]);
});

test("a chat shows the partner, its status and the newest message last", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello Ben" });
  expect(await getChat(ada.id, id)).toMatchObject({ status: "sent", partner: { firstName: "Ben" } });
  expect(await getChat(ben.id, id)).toMatchObject({ status: "received", partner: { firstName: "Ada" } });
  await addMessage(ben.id, id, { content: "Hello Ada" });
  const chat = await getChat(ada.id, id);
  expect(chat).toMatchObject({ status: "open", hasEarlier: false });
  expect(chat?.messages.map((message) => message.content)).toEqual(["Hello Ben", "Hello Ada"]);
  expect(await getChat((await addMember("Cleo")).id, id)).toBeUndefined();
});

test("conversations are listed page by page, latest first, each once", async () => {
  const ada = await addMember("Ada");
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) ids.unshift((await makeConversation(ada, await addMember("Ben"))).id);
  await addMessage(ada.id, ids[6] ?? "", { content: "You first" });
  const read: string[] = [];
  let after: ConversationCursor | undefined;
  do {
    const { conversations, next } = await listConversations(ada.id, { after, limit: 3 });
    read.push(...conversations.map((conversation) => conversation.id));
    after = next && conversationPage.parse(next).cursor;
  } while (after);
  expect(read[0]).toBe(ids[6]);
  expect([...read].sort()).toEqual([...ids].sort());
});

test("a request takes one message until the recipient replies", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const conversation = await startConversation(ada.id, ben.id);
  expect(conversation.accepted).toBe(false);
  expect(await countConversations(ben.id)).toBe(0);
  const attempts = [1, 2, 3].map((n) => addMessage(ada.id, conversation.id, { content: `Hello ${n}` }));
  const sent = await Promise.allSettled(attempts);
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(addMessage(ada.id, conversation.id, { content: "Hello?" })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await countConversations(ben.id)).toBe(1);
  await addMessage(ben.id, conversation.id, { content: "Hello yourself" });
  await addMessage(ada.id, conversation.id, { content: "There you are" });
  expect(await getConversation(ada.id, conversation.id)).toMatchObject({ accepted: true });
});

test("liking back accepts a request", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const conversation = await startConversation(ada.id, ben.id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect(await getConversation(ben.id, conversation.id)).toMatchObject({ accepted: true });
});

test("a pass ends the conversation for both members, for good", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Still here" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await getConversation(ada.id, id)).toBeUndefined();
  await expect(addMessage(ada.id, id, { content: "Hello?" })).rejects.toMatchObject({
    code: "absent",
  });
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await undoDecision(one.id, other.id);
    const like = decideOn(one.id, { targetUserId: other.id, liked: true });
    await expect(like).rejects.toMatchObject({ code: "absent" });
    await expect(startConversation(one.id, other.id)).rejects.toMatchObject({ code: "absent" });
  }
  expect(await db.select().from(message).where(eq(message.conversationId, id))).toHaveLength(1);
});
