import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type ConversationCursor, conversationPage } from "~/models/conversation";
import {
  countConversations,
  getConversation,
  listConversations,
  startConversation,
} from "~/models/conversation.server";
import { decideOn } from "~/models/decision.server";
import { addMessage, getChat, listMessages } from "~/models/message.server";
import { cast, matchUp, talkUp } from "../cast";

test("six simultaneous starts by both of a pair make one conversation", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await matchUp(ada, ben);
  const talks = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      i % 2 ? startConversation(ada.id, ben.id) : startConversation(ben.id, ada.id),
    ),
  );
  expect(new Set(talks.map((talk) => talk.id)).size).toBe(1);
  expect(await countConversations(ada.id)).toBe(1);
  expect(await countConversations(ben.id)).toBe(1);
});

test("one cannot write to who was not liked, and a stranger sees nothing", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  await expect(startConversation(ada.id, ben.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(startConversation(ada.id, 7)).rejects.toMatchObject({ code: "absent" });
  const talk = await talkUp(ada, ben);
  expect(await getConversation(cleo.id, talk.id)).toBeUndefined();
  expect(await listMessages(cleo.id, talk.id)).toBeUndefined();
  await expect(addMessage(cleo.id, talk.id, { content: "Hello" })).rejects.toMatchObject({ code: "absent" });
});

test("messages keep the server's order and count once, however often they are sent", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  const id = randomUUID();
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => addMessage(ada.id, talk.id, { id, content: "Once" })),
  );
  expect(new Set(sent.map((message) => message.sequence)).size).toBe(1);
  await addMessage(ben.id, talk.id, { content: "Twice" });
  const messages = (await listMessages(ben.id, talk.id)) ?? [];
  expect(messages.map((message) => message.content)).toEqual(["Twice", "Once"]);
  const told = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipientId, ben.id), eq(outbox.reference, id)));
  expect(told).toHaveLength(1);
  expect((await listConversations(ada.id)).talks[0]?.lastMessageAt).toBe(messages[0]?.createdAt);
});

test("an id that another member has used is refused", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  const { id } = await addMessage(ada.id, talk.id, { content: "Mine" });
  await expect(addMessage(ben.id, talk.id, { id, content: "Yours" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("an id that was used for other words is refused, so that none are lost", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  const { id } = await addMessage(ada.id, talk.id, { content: "First" });
  await expect(addMessage(ada.id, talk.id, { id, content: "Second" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await listMessages(ben.id, talk.id)).toHaveLength(1);
});

test("older messages follow page by page", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  for (let i = 1; i <= 120; i++) await addMessage(ada.id, talk.id, { content: `Message ${i}` });
  const newest = (await listMessages(ben.id, talk.id)) ?? [];
  const before = (await listMessages(ben.id, talk.id, { before: newest.at(-1)?.id })) ?? [];
  expect([newest[0]?.content, newest.at(-1)?.content]).toEqual(["Message 120", "Message 71"]);
  expect([before[0]?.content, before.length]).toEqual(["Message 70", 50]);
});

test("what followed a message comes without a gap, however much it is", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  for (let i = 1; i <= 103; i++) await addMessage(i % 2 ? ada.id : ben.id, talk.id, { content: `${i}` });
  const [first] = (await listMessages(ben.id, talk.id, { before: await idOf(ben.id, talk.id, "2") })) ?? [];
  const read: string[] = [];
  for (let after = first?.id; after; ) {
    const page = (await getChat(ben.id, talk.id, { after }))?.messages ?? [];
    read.push(...page.map((message) => message.content));
    after = page.at(-1)?.id;
  }
  expect(read).toEqual(Array.from({ length: 102 }, (_, i) => `${i + 2}`));
});

test("another conversation's message is no place to read on from", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const [talk, elsewhere] = [await talkUp(ada, ben), await talkUp(ada, cleo)];
  await addMessage(ada.id, talk.id, { content: "Hello Ben" });
  const { id } = await addMessage(cleo.id, elsewhere.id, { content: "Hello Ada" });
  expect(await listMessages(ben.id, talk.id, { before: id })).toEqual([]);
  expect(await listMessages(ben.id, talk.id, { after: id })).toEqual([]);
});

test("a chat is what its member sees: the other, how it stands, the newest last", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello Ben" });
  expect(await getChat(ada.id, id)).toMatchObject({ standing: "sent", partner: { firstName: "Ben" } });
  expect(await getChat(ben.id, id)).toMatchObject({ standing: "received", partner: { firstName: "Ada" } });
  await addMessage(ben.id, id, { content: "Hello Ada" });
  const chat = await getChat(ada.id, id);
  expect(chat).toMatchObject({ standing: "open", hasEarlier: false });
  expect(chat?.messages.map((message) => message.content)).toEqual(["Hello Ben", "Hello Ada"]);
  expect(await getChat((await cast("Cleo")).id, id)).toBeUndefined();
});

test("the list goes on page by page, the last written in first, each once", async () => {
  const ada = await cast("Ada");
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) ids.unshift((await talkUp(ada, await cast("Ben"))).id);
  await addMessage(ada.id, ids[6] ?? "", { content: "You first" });
  const read: string[] = [];
  let after: ConversationCursor | undefined;
  do {
    const { talks, next } = await listConversations(ada.id, { after, limit: 3 });
    read.push(...talks.map((talk) => talk.id));
    after = next && conversationPage.parse(next).cursor;
  } while (after);
  expect(read[0]).toBe(ids[6]);
  expect([...read].sort()).toEqual([...ids].sort());
});

test("a request takes one message until it is answered", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const talk = await startConversation(ada.id, ben.id);
  expect(talk.accepted).toBe(false);
  expect(await countConversations(ben.id)).toBe(0);
  await addMessage(ada.id, talk.id, { content: "Hello, you like Broadcast too!" });
  await expect(addMessage(ada.id, talk.id, { content: "Hello?" })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await countConversations(ben.id)).toBe(1);
  await addMessage(ben.id, talk.id, { content: "Hello yourself" });
  await addMessage(ada.id, talk.id, { content: "There you are" });
  expect(await getConversation(ada.id, talk.id)).toMatchObject({ accepted: true });
});

test("liking back accepts a request", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const talk = await startConversation(ada.id, ben.id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect(await getConversation(ben.id, talk.id)).toMatchObject({ accepted: true });
});

test("a pass closes the conversation to both, and a new match opens the same one", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  await addMessage(ada.id, talk.id, { content: "Still here" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await getConversation(ada.id, talk.id)).toBeUndefined();
  await expect(addMessage(ada.id, talk.id, { content: "Hello?" })).rejects.toMatchObject({ code: "absent" });
  await matchUp(ada, ben);
  expect(await startConversation(ben.id, ada.id)).toMatchObject({ id: talk.id });
  expect(await db.select().from(conversation).where(eq(conversation.id, talk.id))).toHaveLength(1);
});

async function idOf(memberId: number, talkId: string, content: string): Promise<string | undefined> {
  for (let before: string | undefined; ; ) {
    const page = (await listMessages(memberId, talkId, { before })) ?? [];
    const found = page.find((message) => message.content === content);
    if (found || !page.length) return found?.id;
    before = page.at(-1)?.id;
  }
}
