// Quotes: which message a reply can quote, what it shows of it as time goes by, and what becomes of it elsewhere.
import { db } from "db/client.server";
import { message } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { getChat, listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { QUOTE_GONE, quoteOf } from "~/models/conversation/quote/quote";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { fileReport } from "~/models/safety/report.server";
import { listExportParts } from "~/operations/export-content.server";
import { addMember, makeConversation } from "../../cast";
import { evidenceBy } from "../safety/cases";

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
  const gone = { code: "invalid", message: QUOTE_GONE, fields: { quotedId: QUOTE_GONE } };
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
  await expect(addMessage(ben.id, id, { ...input, quotedId: undefined })).rejects.toMatchObject({
    code: "conflict",
  });
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
  await fileReport(ben.id, {
    about: { subject: "message", id: reply.id },
    reason: "harassment",
    words: "",
    alsoBlock: false,
  });
  const { messages } = await evidenceBy(ben);
  expect(messages.find((each) => each.id === reply.id)).toMatchObject({ quotedId });
  expect(messages.find((each) => each.id === quotedId)?.earlier).toMatchObject([{ content: "Rude words" }]);
});

test("an export says which message a reply quotes", async () => {
  const { ben, id, quotedId } = await couple();
  await addMessage(ben.id, id, { content: "Which record?", quotedId });
  const createdAt = (
    await db.select().from(message).where(eq(message.id, quotedId))
  )[0]?.createdAt.toISOString();
  let text = "";
  for (const part of await listExportParts(ben))
    if (part.file.startsWith("conversations/"))
      for await (const piece of (await part.read()) ?? []) text += piece;
  expect(JSON.parse(text).messages).toMatchObject([
    { text: "I love Low", quotes: null },
    { text: "Which record?", quotes: { from: "them", createdAt } },
  ]);
});
