// Search in messages, the marker of what is read, and who is typing.

import { client, db } from "db/client.server";
import { conversation, member, message, typing, unindexedMessage } from "db/schema";
import { seededRandom } from "db/seed/seeded-random";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { decodeCursor } from "~/live/cursor.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { countTotals } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { getChat } from "~/models/conversation/message-list.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { acceptRequest, startConversation } from "~/models/conversation/request.server";
import { makeExcerpt, messageSearchQuery } from "~/models/conversation/search/message-search";
import { indexMessages, searchMessages } from "~/models/conversation/search/message-search.server";
import { indexedWords } from "~/models/conversation/search/message-words";
import { listTyping, showTyping } from "~/models/conversation/typing.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import type { Member } from "~/models/member/member.server";
import { savePrompts } from "~/models/member/prompt.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, deleteRows, rowsOf } from "../../rows";

const textOf = (parts: { text: string }[]) => parts.map(({ text }) => text).join("");

/** What a member finds, which is the same before and after the index has the newest messages. */
async function find(member: Member, q: string): Promise<string[]> {
  const search = async () =>
    (await searchMessages(member.id, { q })).found.map(({ excerpt }) => textOf(excerpt));
  const before = await search();
  await indexAll();
  const found = await search();
  expect(found).toEqual(before);
  return found;
}

async function indexAll() {
  while (await indexMessages());
}

async function makeTalk(...contents: string[]) {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const { id } = await makeConversation(ada, ben);
  for (const content of contents) await addMessage(ada.id, id, { content });
  return { ada, ben, id };
}

/** Everything that the index has in the database: its terms, and all columns of its tables with blobs as text. */
async function readIndex(): Promise<string> {
  await client.batch(
    [
      "create virtual table if not exists temp.terms using fts5vocab(main, message_words, 'row')",
      "insert into message_words (message_words) values ('integrity-check')",
    ],
    "write",
  );
  const texts: string[] = [];
  const { rows: tables } = await client.execute(
    "select name from pragma_table_list where name like 'message_words_%' union select 'temp.terms'",
  );
  for (const { name } of tables) {
    const { rows } = await client.execute(`select * from ${name}`);
    const toText = (value: unknown) =>
      value instanceof ArrayBuffer ? Buffer.from(value).toString("latin1") : String(value);
    texts.push(...rows.flatMap((row) => Object.values(row).map(toText)));
  }
  return texts.join("\n");
}

test("both members find a message by its words, whatever their case and accents, the newest first", async () => {
  const { ada, ben } = await makeTalk("Sigur Rós, Ágætis byrjun", "Nothing", "ROS without an accent");
  for (const member of [ada, ben])
    expect(await find(member, "rós")).toEqual(["ROS without an accent", "Sigur Rós, Ágætis byrjun"]);
  expect(await find(ada, "agætis SIGUR")).toEqual(["Sigur Rós, Ágætis byrjun"]);
});

test("all words must be there, and the last may be the start of one", async () => {
  const { ada } = await makeTalk("Ege Bamyasi on vinyl");
  expect(await find(ada, "vinyl bam")).toHaveLength(1);
  expect(await find(ada, "bam vinyl")).toEqual([]);
  expect(await find(ada, "v")).toEqual([]);
});

test.each([
  '"',
  "vinyl OR nothing*",
  "content:vinyl",
  "members:m1",
  "(vinyl",
  "vinyl NEAR(",
  "-vinyl",
  "^vinyl",
  "'; --",
])("what looks like syntax is searched for as words: %s", async (q) => {
  const { ada } = await makeTalk("Only a record");
  const parsed = messageSearchQuery.safeParse({ q });
  if (parsed.success) expect(await find(ada, q)).toEqual([]);
  else expect(parsed.error.issues[0]?.message).toBe("Type a word to search for");
});

test("a query of a hundred words is answered", async () => {
  const { ada } = await makeTalk("a ".repeat(100));
  expect(await find(ada, "a ".repeat(100).trim())).toHaveLength(1);
});

test("nobody finds messages of others, or what a block, an end or a decline has taken out of sight", async () => {
  const { ada, ben, id } = await makeTalk("Sleeve notes");
  const cleo = await addNewcomer("Cleo");
  expect(await find(cleo, "sleeve")).toEqual([]);
  await decideOn(cleo.id, { targetUserId: ada.id, liked: true });
  const request = await startConversation(cleo.id, ada.id);
  await addMessage(cleo.id, request.id, { content: "Sleeve request" });
  expect(await find(ada, "sleeve")).toEqual(["Sleeve request", "Sleeve notes"]);
  await changeRows(conversation, { id: request.id }, { declinedAt: new Date() });
  expect([await find(ada, "sleeve"), await find(cleo, "sleeve")]).toEqual([
    ["Sleeve notes"],
    ["Sleeve request"],
  ]);
  await blockMember(ben.id, ada.id);
  expect([await find(ada, "sleeve"), await find(ben, "sleeve")]).toEqual([[], []]);
  expect(await rowsOf(message, { conversationId: id })).toHaveLength(1);
});

test("what was changed or deleted is gone from the index, also as bytes", async () => {
  const { ada, id } = await makeTalk("Quokkaquokka", "Wallabywallaby");
  await indexAll();
  expect(await readIndex()).toContain("quokkaquokka");
  await changeRows(message, { content: "Quokkaquokka" }, { content: "Something else" });
  expect(await readIndex()).not.toContain("quokka");
  expect([await find(ada, "quokkaquokka"), await find(ada, "something")]).toEqual([[], ["Something else"]]);
  await deleteRows(conversation, { id });
  const index = await readIndex();
  for (const gone of ["quokka", "wallaby", "something"]) expect(index).not.toContain(gone);
  expect(await find(ada, "wallabywallaby")).toEqual([]);
});

test("a message that its sender edits or deletes is not found by what it said", async () => {
  const { ada, ben } = await makeTalk("Quollquoll", "Numbatnumbat");
  await indexAll();
  const [first, second] = await rowsOf(message, { senderId: ada.id });
  await editMessage(ada.id, first?.id ?? "", { content: "Bilbybilby" });
  await deleteMessage(ada.id, second?.id ?? "");
  expect([await find(ben, "quollquoll"), await find(ben, "numbatnumbat")]).toEqual([[], []]);
  expect(await find(ben, "bilbybilby")).toEqual(["Bilbybilby"]);
  const index = await readIndex();
  for (const gone of ["quoll", "numbat"]) expect(index).not.toContain(gone);
});

test("of many messages, the erased ones leave no word in the index, and the others stay to be found", async () => {
  const { ada, ben, id } = await makeTalk();
  const random = seededRandom(3);
  const word = () => Array.from({ length: 20 }, () => "bcdfghjklm"[Math.floor(random() * 10)]).join("");
  const written = Array.from({ length: 600 }, (_, i) => ({
    id: `${id} ${i}`,
    words: [word(), word(), "common"],
  }));
  for (let from = 0; from < written.length; from += 30) {
    await db.insert(message).values(
      written.slice(from, from + 30).map((each) => ({
        ...{ id: each.id, conversationId: id, senderId: ada.id },
        content: each.words.join(" "),
        createdAt: new Date(),
      })),
    );
    await indexAll();
  }
  const erased = written.filter((_, i) => i % 3);
  for (let from = 0; from < erased.length; from += 7)
    await db.delete(message).where(
      inArray(
        message.id,
        erased.slice(from, from + 7).map((each) => each.id),
      ),
    );
  const index = await readIndex();
  // The first letters of a word may stand with the word before it.
  const left = erased
    .flatMap(({ words }) => words.slice(0, 2))
    .filter((each) => index.includes(each.slice(3)));
  expect(left).toEqual([]);
  const kept = written.filter((_, i) => i % 3 === 0);
  for (const { words } of kept.slice(0, 20))
    expect(await find(ben, words[0] ?? "")).toEqual([words.join(" ")]);
  expect((await searchMessages(ben.id, { q: "common" })).found).toHaveLength(20);
});

test("words are compared without variants of their letters, and with no syntax of the index", async () => {
  const { ada } = await makeTalk("ＦＵＬＬ width", "İstanbul", "x ﷺ y", "Ⅻ chairs", "日本語のレコード");
  expect(await find(ada, "full")).toHaveLength(1);
  expect(await find(ada, "istanbul")).toHaveLength(1);
  expect(await find(ada, "ﷺ")).toHaveLength(1);
  expect(await find(ada, "xii")).toHaveLength(1);
  expect(await find(ada, "日本")).toHaveLength(1);
});

test("a thousand messages are indexed in batches, and a search finds the newest meanwhile", async () => {
  const { ada, id } = await makeTalk();
  await indexAll();
  await client.batch(
    Array.from({ length: 1000 }, (_, i) => ({
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, 1)",
      args: [`${id} ${i}`, id, ada.id, `Track ${i}`],
    })),
    "write",
  );
  expect(await db.$count(unindexedMessage)).toBe(1000);
  expect((await searchMessages(ada.id, { q: "999" })).found).toHaveLength(1);
  expect(await indexMessages()).toBe(true);
  expect(await db.$count(unindexedMessage)).toBe(900);
  // Two machines at the same moment.
  await Promise.all([indexAll(), indexAll()]);
  expect(await db.$count(unindexedMessage)).toBe(0);
  for (const q of ["999", "500", "0"]) expect(await find(ada, q)).toHaveLength(1);
});

test("others get their turn while long messages that aren't indexed are searched", async () => {
  const { ada, id } = await makeTalk();
  await indexAll();
  await client.batch(
    Array.from({ length: 500 }, (_, i) => ({
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, 1)",
      args: [`${id} ${i}`, id, ada.id, "a b ".repeat(500)],
    })),
    "write",
  );
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  expect((await searchMessages(ada.id, { q: "b" })).found).toHaveLength(20);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(15);
  await indexAll();
});

test("long messages are indexed a few at a time, with no sign that makes a sentence unfolded", async () => {
  const { ada, id } = await makeTalk();
  await indexAll();
  await client.batch(
    Array.from({ length: 25 }, (_, i) => ({
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, 1)",
      args: [`${id} ${i}`, id, ada.id, "ﷺ".repeat(2000)],
    })),
    "write",
  );
  for (const left of [15, 5, 0]) {
    expect(await indexMessages()).toBe(left > 0);
    expect(await db.$count(unindexedMessage)).toBe(left);
  }
  expect(indexedWords("ﷺ".repeat(2000), [1]).length).toBeLessThan(2100);
});

test("twenty make a page, and its cursor leads to the rest", async () => {
  const { ada, id } = await makeTalk();
  await client.batch(
    Array.from({ length: 25 }, (_, i) => ({
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, 1)",
      args: [`${id} ${i}`, id, ada.id, `Track ${i}`],
    })),
    "write",
  );
  const first = await searchMessages(ada.id, { q: "track" });
  expect(first.found).toHaveLength(20);
  const rest = messageSearchQuery.parse({ q: "track", ...first.next });
  const second = await searchMessages(ada.id, rest);
  expect(second.found.map(({ excerpt }) => textOf(excerpt))).toEqual(
    [4, 3, 2, 1, 0].map((i) => `Track ${i}`),
  );
  expect(second.next).toBeUndefined();
});

test("the search reads the index and finds the messages by their keys", async () => {
  const { ada } = await makeTalk("Sleeve");
  const plan = await plansOf(() => searchMessages(ada.id, { q: "sleeve" }));
  expect(plan.some((step) => step.includes("message_words VIRTUAL TABLE INDEX"))).toBe(true);
  expect(plan.filter((step) => /SCAN (message|conversation|member)\b/.test(step))).toEqual([]);
});

test("a chat opens around a message, with those before and after it", async () => {
  const { ada, id } = await makeTalk();
  await client.batch(
    Array.from({ length: 90 }, (_, i) => ({
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, 'Track', 1)",
      args: [`${id} ${i + 1}`, id, ada.id],
    })),
    "write",
  );
  const pageAround = async (number: number) => {
    const chat = await getChat(ada.id, id, { around: `${id} ${number}` });
    return [chat?.messages.at(0)?.sequence, chat?.messages.at(-1)?.sequence, chat?.hasEarlier];
  };
  expect(await pageAround(40)).toEqual([16, 65, true]);
  expect(await pageAround(3)).toEqual([1, 50, false]);
  expect(await pageAround(90)).toEqual([66, 90, true]);
  expect((await getChat(ada.id, id, { around: "none" }))?.messages).toEqual([]);
});

test("an excerpt begins near the first match, marks each, and ends after 160 characters", () => {
  expect(makeExcerpt("Rós, and <b>ros</b>", "ros")).toEqual([
    { text: "Rós", isMatch: true },
    { text: ", and <b>", isMatch: false },
    { text: "ros", isMatch: true },
    { text: "</b>", isMatch: false },
  ]);
  const long = textOf(makeExcerpt(`${"word ".repeat(60)}match ${"🎵".repeat(200)}`, "match"));
  expect(long).toMatch(/^…word .*match 🎵+…$/u);
  expect(long.length).toBeLessThanOrEqual(163);
});

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
  await expect(read(cleo.id, conversation.id, { sequence: 1 })).toBeRefused("absent");
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect((await countTotals(ada.id)).unread).toBe(0);
  await expect(read(ada.id, conversation.id, { sequence: 1 })).toBeRefused("absent");
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

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id };
}

/** The members who are shown a sign of typing in a conversation that `run` gives. */
async function shownDuring(id: string, run: () => Promise<unknown>) {
  const { last } = await listTyping(0);
  await run();
  const { signs } = await listTyping(last);
  return signs.filter(({ conversationId }) => conversationId === id).map(({ memberId }) => memberId);
}

const set = (id: number, values: Partial<typeof member.$inferInsert>) => changeRows(member, { id }, values);

test("the other member is shown a sign once, and the next only after a pause", async () => {
  const { ada, ben, id } = await couple();
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([ada.id]);
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([]);
  await changeRows(typing, { memberId: ben.id }, { at: new Date(Date.now() - 5000) });
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([ada.id]);
  expect(await shownDuring(id, () => showTyping(ada.id, id))).toEqual([ben.id]);
});

test.each<[string, (one: Member, other: Member, id: string) => Promise<unknown>]>([
  ["message", ({ id: senderId }, _, id) => addMessage(senderId, id, { content: "Hello" })],
  [
    "note about the other's profile",
    async ({ id: senderId }, { id: otherId }) => {
      await savePrompts(otherId, { prompts: [{ prompt: "b_side", answer: "Pearly*" }] });
      const quote = { type: "prompt", prompt: "b_side" } as const;
      await likeWithNote(senderId, { targetUserId: otherId, content: "Hello", quote });
    },
  ],
])("a %s ends its sender's typing", async (_, write) => {
  const { ada, ben, id } = await couple();
  const shown = await shownDuring(id, async () => {
    await showTyping(ada.id, id);
    await showTyping(ben.id, id);
    await write(ben, ada, id);
  });
  expect(shown).toEqual([ben.id]);
});

test("somebody else's sign removes those of more than a minute ago", async () => {
  const [one, other] = [await couple(), await couple()];
  await showTyping(one.ben.id, one.id);
  await changeRows(typing, { memberId: one.ben.id }, { at: new Date(Date.now() - 70_000) });
  await showTyping(other.ben.id, other.id);
  const kept = await db.select({ memberId: typing.memberId }).from(typing);
  expect(kept.map(({ memberId }) => memberId)).toContain(other.ben.id);
  expect(kept.map(({ memberId }) => memberId)).not.toContain(one.ben.id);
});

test("nobody is shown typing in a request before it is accepted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const both = async () => {
    await showTyping(ada.id, id);
    await showTyping(ben.id, id);
  };
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await shownDuring(id, both)).toEqual([]);
  await acceptRequest(ben.id, id);
  expect(await shownDuring(id, both)).toEqual([ben.id, ada.id]);
});

test.each<[string, (one: Member, other: Member) => Promise<unknown>]>([
  ["turning it off", ({ id }) => savePrivacy(id, { showsSeen: true, showsTyping: false })],
  ["a pause", ({ id }) => setPaused(id, true)],
  ["hiding", ({ id }) => set(id, { hiddenAt: new Date() })],
  ["a suspension", ({ id }) => set(id, { suspendedAt: new Date() })],
  ["a deletion", ({ id }) => set(id, { deletedAt: new Date() })],
  ["a block", ({ id }, other) => blockMember(id, other.id)],
  ["an unmatch", ({ id }, other) => unmatch(id, other.id)],
])("%s of either ends it for both", async (_, leave) => {
  const { ada, ben, id } = await couple();
  const shown = await shownDuring(id, async () => {
    await showTyping(ben.id, id);
    await leave(ben, ada);
    await showTyping(ada.id, id).catch(() => undefined);
  });
  expect(shown).toEqual([]);
  const rows = await rowsOf(typing, { conversationId: id });
  expect(rows.filter(({ memberId }) => memberId === ada.id)).toEqual([]);
});

test("strangers can show nothing", async () => {
  const { id } = await couple();
  const cleo = await addMember("Cleo");
  await expect(showTyping(cleo.id, id)).toBeRefused("absent");
});
