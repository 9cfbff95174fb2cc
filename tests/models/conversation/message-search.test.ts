import { client, db } from "db/client.server";
import { conversation, message, unindexedMessage } from "db/schema";
import { seededRandom } from "db/seed/seeded-random";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { getChat } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { indexMessages } from "~/models/conversation/search/message-index.server";
import { makeExcerpt, messageSearchQuery } from "~/models/conversation/search/message-search";
import { searchMessages } from "~/models/conversation/search/message-search.server";
import { indexedWords } from "~/models/conversation/search/message-words";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";

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
  await db.update(conversation).set({ declinedAt: new Date() }).where(eq(conversation.id, request.id));
  expect([await find(ada, "sleeve"), await find(cleo, "sleeve")]).toEqual([
    ["Sleeve notes"],
    ["Sleeve request"],
  ]);
  await blockMember(ben.id, ada.id);
  expect([await find(ada, "sleeve"), await find(ben, "sleeve")]).toEqual([[], []]);
  expect(await db.select().from(message).where(eq(message.conversationId, id))).toHaveLength(1);
});

test("what was changed or deleted is gone from the index, also as bytes", async () => {
  const { ada, id } = await makeTalk("Quokkaquokka", "Wallabywallaby");
  await indexAll();
  expect(await readIndex()).toContain("quokkaquokka");
  await db.update(message).set({ content: "Something else" }).where(eq(message.content, "Quokkaquokka"));
  expect(await readIndex()).not.toContain("quokka");
  expect([await find(ada, "quokkaquokka"), await find(ada, "something")]).toEqual([[], ["Something else"]]);
  await db.delete(conversation).where(eq(conversation.id, id));
  const index = await readIndex();
  for (const gone of ["quokka", "wallaby", "something"]) expect(index).not.toContain(gone);
  expect(await find(ada, "wallabywallaby")).toEqual([]);
});

test("a message that its sender edits or deletes is not found by what it said", async () => {
  const { ada, ben } = await makeTalk("Quollquoll", "Numbatnumbat");
  await indexAll();
  const [first, second] = await db.select().from(message).where(eq(message.senderId, ada.id));
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
