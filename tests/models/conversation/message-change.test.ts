// Second thoughts: who may edit and delete, for how long, who hears of it, and what a report still shows.
import { db } from "db/client.server";
import { conversation, jointPlay, message, messageVersion, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { listEvents } from "~/http/live/live-events.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { startJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import {
  deleteMessage,
  editMessage,
  eraseDeletedMessages,
  listVersions,
} from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { react } from "~/models/conversation/reaction.server";
import { declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { fileReport } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";
import { addMember, makeConversation } from "../../cast";
import { evidenceBy } from "../safety/cases";

env.heldWords.push("viagra");

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

afterEach(() => vi.useRealTimers());

async function couple(content = "I love Low") {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await addMessage(ada.id, id, { content });
  return { ada, ben, id, messageId };
}

const shown = async (memberId: number, id: string) => (await listMessages(memberId, id))?.[0];
const told = (memberId: number) =>
  db
    .select({ reference: outbox.reference })
    .from(outbox)
    .where(and(eq(outbox.recipientId, memberId), eq(outbox.kind, "message-change")));
const kept = (messageId: string) =>
  db.select().from(messageVersion).where(eq(messageVersion.messageId, messageId));

test("an edited message says so, and both can read what it said before", async () => {
  const { ada, ben, id, messageId } = await couple();
  await editMessage(ada.id, messageId, { content: "I love Love" });
  await editMessage(ada.id, messageId, { content: "I love Low and Love" });
  for (const memberId of [ada.id, ben.id]) {
    expect(await shown(memberId, id)).toMatchObject({
      content: "I love Low and Love",
      editedAt: expect.any(String),
    });
    const versions = await listVersions(memberId, messageId);
    expect(versions?.map(({ content }) => content)).toEqual(["I love Low", "I love Love"]);
    expect(await told(memberId)).toHaveLength(2);
  }
  expect((await listEvents(ben.id, 0)).at(-1)).toMatchObject({
    name: "message-change",
    data: { conversationId: id, message: { id: messageId, content: "I love Low and Love" } },
  });
});

test.each<[string, (ben: Member, ada: Member, id: string) => Promise<unknown>]>([
  ["declined", (ben, _, id) => declineRequest(ben.id, id)],
  ["passed on", (ben, ada) => decideOn(ben.id, { targetUserId: ada.id, liked: false })],
])(
  "whoever has %s the sender of a request hears nothing of what becomes of its message",
  async (_, refuse) => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    await decideOn(ada.id, { targetUserId: ben.id, liked: true });
    const { id } = await startConversation(ada.id, ben.id);
    const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
    await refuse(ben, ada, id);
    const before = await db.$count(outbox, eq(outbox.recipientId, ben.id));
    await editMessage(ada.id, messageId, { content: "Hello!" });
    await deleteMessage(ada.id, messageId);
    expect(await db.$count(outbox, eq(outbox.recipientId, ben.id))).toBe(before);
    expect(await told(ada.id)).toHaveLength(2);
  },
);

test("the same text changes nothing", async () => {
  const { ada, ben, id, messageId } = await couple();
  await editMessage(ada.id, messageId, { content: "I love Low" });
  expect((await shown(ben.id, id))?.editedAt).toBeUndefined();
  expect(await kept(messageId)).toEqual([]);
  expect(await told(ben.id)).toEqual([]);
});

test("members edit for 15 minutes, and delete at any time", async () => {
  const { ada, ben, id, messageId } = await couple();
  vi.useFakeTimers({ now: Date.now() + 14 * MINUTE, toFake: ["Date"] });
  await editMessage(ada.id, messageId, { content: "Just in time" });
  vi.setSystemTime(Date.now() + 2 * MINUTE);
  await expect(editMessage(ada.id, messageId, { content: "Too late" })).rejects.toMatchObject({
    code: "forbidden",
    message: "You can edit a message for 15 minutes.",
  });
  expect((await shown(ben.id, id))?.content).toBe("Just in time");
  vi.setSystemTime(Date.now() + 300 * DAY);
  await deleteMessage(ada.id, messageId);
  expect((await shown(ben.id, id))?.content).toBe("");
});

test("a message is edited 10 times, and the same text doesn't count", async () => {
  const { ada, ben, id, messageId } = await couple("Draft 0");
  for (let draft = 1; draft <= 10; draft++)
    for (let again = 0; again < 2; again++)
      await editMessage(ada.id, messageId, { content: `Draft ${draft}` });
  await editMessage(ada.id, messageId, { content: "Draft 10" });
  await expect(editMessage(ada.id, messageId, { content: "Draft 11" })).rejects.toMatchObject({
    code: "forbidden",
    message: "You can edit a message 10 times.",
  });
  expect((await shown(ben.id, id))?.content).toBe("Draft 10");
  expect(await kept(messageId)).toHaveLength(10);
});

test("a first message is edited twice until the other replies", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  for (const content of ["Hello, Ben", "Hi, Ben", "Hi, Ben"])
    await editMessage(ada.id, messageId, { content });
  await expect(editMessage(ada.id, messageId, { content: "Are you there?" })).rejects.toMatchObject({
    code: "forbidden",
    message: "You can edit a first message twice until they reply.",
  });
  expect((await shown(ben.id, id))?.content).toBe("Hi, Ben");
  await addMessage(ben.id, id, { content: "Hi, Ada" });
  await editMessage(ada.id, messageId, { content: "Hi there, Ben" });
  expect(await kept(messageId)).toHaveLength(3);
});

test("a deleted message is gone for both, with its share, its reactions and what is played", async () => {
  const { ada, ben, id } = await couple();
  const share = {
    messageType: "youtube_link",
    content: "This one",
    metadata: { url: "https://youtu.be/dQw4w9WgXcQ" },
  };
  const { id: messageId } = await addMessage(ada.id, id, messageInput.parse(share));
  await react(ben.id, messageId, "heart");
  await startJointPlay(ada.id, id, { messageId });
  await deleteMessage(ada.id, messageId);
  await deleteMessage(ada.id, messageId);
  for (const memberId of [ada.id, ben.id]) {
    expect(await shown(memberId, id)).toMatchObject({
      content: "",
      messageType: null,
      metadata: null,
      deletedAt: expect.any(String),
    });
    expect((await shown(memberId, id))?.reactions).toBeUndefined();
    expect(await listVersions(memberId, messageId)).toEqual([]);
    expect(await told(memberId)).toHaveLength(1);
    const [talk] = (await listConversations(memberId)).conversations;
    expect(talk?.lastMessage).toMatchObject({ excerpt: "Message deleted", isDeleted: true, song: null });
  }
  expect(await db.select().from(jointPlay)).toEqual([]);
  await expect(editMessage(ada.id, messageId, { content: "Back" })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("nobody changes what another has written, or what they may not see", async () => {
  const { ada, ben, id, messageId } = await couple();
  const cleo = await addMember("Cleo");
  for (const memberId of [ben.id, cleo.id]) {
    await expect(editMessage(memberId, messageId, { content: "No" })).rejects.toMatchObject({
      code: "absent",
    });
    await expect(deleteMessage(memberId, messageId)).rejects.toMatchObject({ code: "absent" });
  }
  expect(await listVersions(cleo.id, messageId)).toBeUndefined();
  await blockMember(ben.id, ada.id);
  await expect(editMessage(ada.id, messageId, { content: "No" })).rejects.toMatchObject({ code: "absent" });
  await expect(deleteMessage(ada.id, messageId)).rejects.toMatchObject({ code: "absent" });
  expect(await listVersions(ada.id, messageId)).toBeUndefined();
  const [row] = await db.select().from(message).where(eq(message.conversationId, id));
  expect(row?.content).toBe("I love Low");
});

test("a closed conversation is not edited, but one's own words can be taken out of it", async () => {
  const { ada, ben, id, messageId } = await couple();
  await sayGoodbye(ben.id, id, { content: "Take care" });
  await expect(editMessage(ada.id, messageId, { content: "Wait" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await deleteMessage(ada.id, messageId);
  const first = (await listMessages(ben.id, id))?.at(-1);
  expect(first).toMatchObject({ id: messageId, content: "" });
});

test("a first message can't be edited into one with a held word", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await expect(editMessage(ada.id, messageId, { content: "Buy viagra" })).rejects.toMatchObject({
    code: "invalid",
    fields: { content: expect.stringContaining("can't include") },
  });
  await editMessage(ada.id, messageId, { content: "Hello, Ben" });
  await deleteMessage(ada.id, messageId);
  // Deleting it doesn't make room for another.
  await expect(addMessage(ada.id, id, { content: "Hello again" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const [talk] = await db.select().from(conversation).where(eq(conversation.id, id));
  expect(talk?.acceptedAt).toBeNull();
});

test("a message with contact details or held words is flagged when it is written, and stays so when it is edited", async () => {
  const { ada, ben, id } = await couple();
  const flagged = async (messageId: string) => {
    const [row] = await db.select().from(message).where(eq(message.id, messageId));
    return [row?.isFlagged, ...(await kept(messageId)).map((version) => version.isFlagged)];
  };
  const lure = await addMessage(ada.id, id, { content: "See evil.example.com" });
  expect(await flagged(lure.id)).toEqual([true]);
  await editMessage(ada.id, lure.id, { content: "Nice day" });
  await deleteMessage(ada.id, lure.id);
  expect(await flagged(lure.id)).toEqual([true, true, true]);
  const greeting = await addMessage(ada.id, id, { content: "Hello" });
  expect(await flagged(greeting.id)).toEqual([false]);
  await editMessage(ada.id, greeting.id, { content: "Buy viagra" });
  expect(await flagged(greeting.id)).toEqual([true, false]);
  await sayGoodbye(ben.id, id, { content: "Write to ben@example.org" });
  const [last] = (await listMessages(ada.id, id)) ?? [];
  expect(await flagged(last?.id ?? "")).toEqual([true]);
});

test("a report shows what a message said before it was edited and deleted, for 90 days", async () => {
  const { ada, ben, messageId } = await couple("Something cruel");
  await editMessage(ada.id, messageId, { content: "Something kind" });
  await deleteMessage(ada.id, messageId);
  const about = `message:${messageId}`;
  await fileReport(ben.id, reportInput.parse({ about, reason: "harassment", words: "", alsoBlock: false }));
  const [reported] = (await evidenceBy(ben)).messages;
  expect(reported).toMatchObject({
    isReported: true,
    content: "",
    earlier: [{ content: "Something cruel" }, { content: "Something kind" }],
  });
  await eraseDeletedMessages(Date.now() + 89 * DAY);
  expect(await kept(messageId)).toHaveLength(2);
  await eraseDeletedMessages(Date.now() + 91 * DAY);
  expect(await kept(messageId)).toEqual([]);
});

test("what an edited message said stays as long as the message", async () => {
  const { ada, ben, messageId } = await couple();
  await editMessage(ada.id, messageId, { content: "I love Love" });
  await eraseDeletedMessages(Date.now() + 365 * DAY);
  expect(await kept(messageId)).toHaveLength(1);
  await unmatch(ben.id, ada.id);
  await expect(deleteMessage(ada.id, messageId)).rejects.toMatchObject({ code: "absent" });
});
