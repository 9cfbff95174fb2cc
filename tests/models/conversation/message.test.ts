// Messages: changed, deleted, linked, and as the last of a conversation.

import { db } from "db/client.server";
import { conversation, jointPlay, message, messageVersion, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { listEvents } from "~/http/live/live-events.server";
import { inLanguage } from "~/language/language.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { startJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { type MessageDto, mergeMessages } from "~/models/conversation/message";
import { addMessage } from "~/models/conversation/message.server";
import {
  deleteMessage,
  editMessage,
  eraseDeletedMessages,
  listVersions,
} from "~/models/conversation/message-change.server";
import { splitLinks } from "~/models/conversation/message-links";
import { listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { react } from "~/models/conversation/reaction.server";
import { declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";
import { countRows, rowsOf } from "../../rows";
import { evidenceBy, report } from "../safety/cases";

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
const kept = (messageId: string) => rowsOf(messageVersion, { messageId });

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
    const before = await countRows(outbox, { recipientId: ben.id });
    await editMessage(ada.id, messageId, { content: "Hello!" });
    await deleteMessage(ada.id, messageId);
    expect(await countRows(outbox, { recipientId: ben.id })).toBe(before);
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
  await expect(editMessage(ada.id, messageId, { content: "Too late" })).toBeRefused(
    "forbidden",
    "You can edit a message for 15 minutes.",
  );
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
  await expect(editMessage(ada.id, messageId, { content: "Draft 11" })).toBeRefused(
    "forbidden",
    "You can edit a message 10 times.",
  );
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
  await expect(editMessage(ada.id, messageId, { content: "Are you there?" })).toBeRefused(
    "forbidden",
    "You can edit a first message twice until they reply.",
  );
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
  const [inGerman] = (await inLanguage("de", () => listConversations(ben.id))).conversations;
  expect(inGerman?.lastMessage?.excerpt).toBe("Nachricht gelöscht");
  expect(await db.select().from(jointPlay)).toEqual([]);
  await expect(editMessage(ada.id, messageId, { content: "Back" })).toBeRefused("forbidden");
});

test("nobody changes what another has written, or what they may not see", async () => {
  const { ada, ben, id, messageId } = await couple();
  const cleo = await addMember("Cleo");
  for (const memberId of [ben.id, cleo.id]) {
    await expect(editMessage(memberId, messageId, { content: "No" })).toBeRefused("absent");
    await expect(deleteMessage(memberId, messageId)).toBeRefused("absent");
  }
  expect(await listVersions(cleo.id, messageId)).toBeUndefined();
  await blockMember(ben.id, ada.id);
  await expect(editMessage(ada.id, messageId, { content: "No" })).toBeRefused("absent");
  await expect(deleteMessage(ada.id, messageId)).toBeRefused("absent");
  expect(await listVersions(ada.id, messageId)).toBeUndefined();
  const [row] = await rowsOf(message, { conversationId: id });
  expect(row?.content).toBe("I love Low");
});

test("a closed conversation is not edited, but one's own words can be taken out of it", async () => {
  const { ada, ben, id, messageId } = await couple();
  await sayGoodbye(ben.id, id, { content: "Take care" });
  await expect(editMessage(ada.id, messageId, { content: "Wait" })).toBeRefused("forbidden");
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
  await expect(addMessage(ada.id, id, { content: "Hello again" })).toBeRefused("forbidden");
  const [talk] = await rowsOf(conversation, { id });
  expect(talk?.acceptedAt).toBeNull();
});

test("a message with contact details or held words is flagged when it is written, and stays so when it is edited", async () => {
  const { ada, ben, id } = await couple();
  const flagged = async (messageId: string) => {
    const [row] = await rowsOf(message, { id: messageId });
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
  await report(ben, ada, { about: `message:${messageId}` });
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
  await expect(deleteMessage(ada.id, messageId)).toBeRefused("absent");
});

test("merged messages are unique and in the server's order", () => {
  const merged = mergeMessages(list(3, 5), list(5, 4, 1));
  expect(merged.map((message) => message.sequence)).toEqual([1, 3, 4, 5]);
});

test("merging known messages changes nothing", () => {
  const kept = list(1, 2);
  expect(mergeMessages(kept, list(2))).toBe(kept);
});

function list(...sequences: number[]): MessageDto[] {
  return sequences.map((sequence) => ({
    id: `message ${sequence}`,
    conversationId: "talk",
    sequence,
    senderId: "1",
    content: "Hello",
    messageType: null,
    metadata: null,
    createdAt: "2027-03-01T12:00:00.000Z",
  }));
}

const links = (text: string) => splitLinks(text).filter(({ href }) => href !== undefined);
const hrefs = (text: string) => links(text).map(({ href }) => href);

test.each([
  ["See https://b-side.example/a?b=c#d, it's good", "https://b-side.example/a?b=c#d"],
  ["(https://b-side.example/a)", "https://b-side.example/a"],
  ["https://en.example.org/wiki/Can_(band).", "https://en.example.org/wiki/Can_(band)"],
  ["“https://b-side.example/a”!", "https://b-side.example/a"],
  ["<https://b-side.example/a>…", "https://b-side.example/a"],
  ["*https://b-side.example/a*", "https://b-side.example/a"],
  ["HTTP://B-Side.Example:8080/a_b-c~d", "http://b-side.example:8080/a_b-c~d"],
  ["https://b-side.example/caf%C3%A9/é", "https://b-side.example/caf%C3%A9/%C3%A9"],
  ["https://b-side.example/a/", "https://b-side.example/a/"],
  ["https://b-side.example/a\\@evil.example", "https://b-side.example/a"],
  ["https://b-side.example/a\u202emoc.live", "https://b-side.example/a"],
])("%s holds one address without its punctuation", (text, href) => {
  expect(hrefs(text)).toEqual([href]);
});

test("what is around the addresses stays as it was written", () => {
  const text = "One:\nhttps://a.example/1, two: http://b.example/2\n\nBye";
  expect(splitLinks(text)).toEqual([
    { text: "One:\n" },
    { text: "https://a.example/1", href: "https://a.example/1" },
    { text: ", two: " },
    { text: "http://b.example/2", href: "http://b.example/2" },
    { text: "\n\nBye" },
  ]);
  for (const plain of ["Hello", "  \n"]) expect(splitLinks(plain)).toEqual([{ text: plain }]);
  expect(splitLinks("")).toEqual([]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,https",
  "ftp://b-side.example",
  "b-side.example/a",
  "https://",
  "https://localhost/a",
  "https://google.example@evil.example/",
  "https://user:secret@evil.example/",
  "https://ex%00ample.org/",
])("%s is no link", (text) => {
  expect(splitLinks(text)).toEqual([{ text }]);
});

test.each([
  ["https://münchen.example/a", "https://münchen.example/a"],
  ["https://пример.рф/a", "https://пример.рф/a"],
  ["https://例え.テスト/a", "https://例え.テスト/a"],
  // A Cyrillic a, a Cyrillic name under a Latin end, a dotless i, and full-width letters.
  ["https://pаypal.example/a", "https://xn--pypal-4ve.example/a"],
  ["https://аррӏе.com", "https://xn--80ak6aa92e.com"],
  ["https://paypaı.example", "https://xn--paypa-r4a.example"],
  ["https://ｅｖｉｌ.example/a", "https://evil.example/a"],
  ["https://%65vil.example/a", "https://evil.example/a"],
])("%s says where it leads", (typed, said) => {
  expect(links(typed).map(({ text }) => text)).toEqual([said]);
});

test("a message of addresses and nothing else is split in one pass", () => {
  const text = "https://a.example/ ".repeat(105);
  expect(links(text)).toHaveLength(105);
  expect(hrefs(`https://a.example/${"(".repeat(900)}${")".repeat(1000)}`)).toHaveLength(1);
});

const rowOf = async (member: Member) => {
  const [first] = (await listConversations(member.id)).conversations;
  return first && toConversationRow(first, member.id);
};

test("a row says what was said last, and by whom", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id, lastMessage } = await makeConversation(ada, ben);
  expect(lastMessage).toBeNull();
  expect((await rowOf(ada))?.lastMessage).toBeNull();
  await addMessage(ada.id, id, { content: "Which B-side?" });
  await addMessage(ben.id, id, { content: "Hey Bulldog" });
  expect([(await rowOf(ada))?.lastMessage, (await rowOf(ben))?.lastMessage]).toEqual([
    "Hey Bulldog",
    "You: Hey Bulldog",
  ]);
  const [conversation] = (await listConversations(ada.id)).conversations;
  expect(conversation?.lastMessage).toEqual({
    senderId: String(ben.id),
    messageType: null,
    excerpt: "Hey Bulldog",
    song: null,
    show: null,
  });
});

test("a row has the song that was shared last, until something else is said", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const song = { artist: "Can", title: "Vitamin C" };
  const share = { messageType: "music_share", metadata: { ...song, album: "Ege Bamyası" }, content: "" };
  await addMessage(ada.id, id, messageInput.parse(share));
  expect([(await rowOf(ada))?.song, (await rowOf(ben))?.song]).toEqual([song, song]);
  const [conversation] = (await listConversations(ada.id)).conversations;
  expect(conversation?.lastMessage?.song).toEqual(song);
  for (const next of [
    { messageType: "spotify_link", metadata: { url: "https://open.spotify.com/album/1" }, content: "" },
    { content: "Nothing else" },
  ]) {
    await addMessage(ada.id, id, messageInput.parse(next));
    expect((await rowOf(ben))?.song).toBeNull();
  }
});

test.each([
  [{ messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } }, "a song"],
  [{ messageType: "spotify_link", metadata: { url: "https://open.spotify.com/album/1" } }, "a Spotify link"],
  [{ messageType: "youtube_link", metadata: { url: "https://youtu.be/dQw4w9WgXcQ" } }, "a YouTube link"],
  [{ messageType: "youtube_video", metadata: { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" } }, "a video"],
])("a share is named by its kind: %j", async (share, name) => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, messageInput.parse({ ...share, content: "Hear this" }));
  expect([(await rowOf(ada))?.lastMessage, (await rowOf(ben))?.lastMessage]).toEqual([
    `You sent ${name}`,
    `Sent ${name}`,
  ]);
});

test("of a long message there is an excerpt that splits no character", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "💿".repeat(900) });
  expect((await rowOf(ben))?.lastMessage).toBe("💿".repeat(200));
});

test("a request with contact details carries a warning until it is accepted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Write to ada@example.org" });
  expect([(await rowOf(ada))?.hasWarning, (await rowOf(ben))?.hasWarning]).toEqual([false, true]);
  await addMessage(ben.id, id, { content: "No, to ben@example.org" });
  await addMessage(ada.id, id, { content: "Or call +1 503 555 0100" });
  expect((await rowOf(ben))?.hasWarning).toBe(false);
});

test("a page of the list is one statement, which seeks the last message of each of its rows", async () => {
  const ada = await addNewcomer("Ada");
  for (const name of ["Ben", "Cleo", "Dan"]) {
    const { id } = await makeConversation(ada, await addNewcomer(name));
    for (const content of ["One", "Two", "Three"]) await addMessage(ada.id, id, { content });
  }
  const plan = await plansOf(() => listConversations(ada.id, { limit: 2 }));
  const last = plan.filter((step) => /last_message/.test(step));
  expect(last).toEqual(["SEARCH last_message USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"]);
  expect(plan.filter((step) => /^SCAN (?!page|unread|VIRTUAL)/.test(step))).toEqual([]);
  // The page is complete before its messages are sought.
  expect(plan.indexOf("SCAN page")).toBeGreaterThan(-1);
  expect(plan.indexOf("SCAN page")).toBeLessThan(plan.indexOf(last[0] ?? ""));
  const sides = plan.filter((step) => /INDEX conversation_(low|high)_order/.test(step));
  expect(sides).toEqual([
    "SEARCH conversation USING INDEX conversation_low_order (low_id=? AND ended_at=? AND closed_at=?)",
    "SEARCH conversation USING INDEX conversation_high_order (high_id=? AND ended_at=? AND closed_at=?)",
  ]);
});
