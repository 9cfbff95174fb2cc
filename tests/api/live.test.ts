import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { afterEach, expect, test } from "vitest";
import { decide, matchUp, type Person, serveThisFile, talkUp } from "./server";
import { openStream, type Reader, type Told } from "./stream";

const { running, visitor, signUp, settle } = serveThisFile();

const open: Reader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.drop();
});
async function listen(person: Person, from?: string, path?: string) {
  const reader = await openStream(person, { from, path });
  open.push(reader);
  return reader;
}
const write = (one: Person, talk: string, content: string, id = randomUUID()) =>
  one.json("POST", `/api/conversations/${talk}/messages`, { content, id });
const wordsOf = (told: Told[]) =>
  told
    .filter(({ event }) => event === "message")
    .map(({ data }) => (data as { message: { content: string } }).message.content);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function couple() {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  return { ada, ben, talk: await talkUp(ada, ben) };
}

test("a stream tells of a match, a conversation and messages, once each and in order", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  const [hers, his] = [await listen(ada), await listen(ben)];
  expect(hers.status).toBe(200);
  expect(hers.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(hers.headers["cache-control"]).toBe("private, no-store");
  expect(hers.headers["content-encoding"]).toBeUndefined();
  expect(hers.retryMs()).toBeGreaterThanOrEqual(2000);
  expect(hers.place()).toMatch(/^\d+$/);

  await matchUp(ada, ben);
  const [match] = (await (await ada.get("/api/matches/mutual")).json()) as { id: string }[];
  const talk = await talkUp(ada, ben);
  const sent = await (await write(ada, talk, "Hello")).json();
  await write(ben, talk, "Hi");
  for (const reader of [hers, his]) {
    await reader.until((told) => told.length === 4);
    expect(reader.told.map(({ event, data }) => [event, data])).toEqual([
      ["match", { matchId: match?.id }],
      ["conversation", { conversationId: talk }],
      ["message", { conversationId: talk, message: sent }],
      ["message", { conversationId: talk, message: expect.objectContaining({ content: "Hi" }) }],
    ]);
    const ids = reader.told.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(4);
  }
});

test("a stream goes on where the one before it broke", async () => {
  const { ada, ben, talk } = await couple();
  const first = await listen(ben);
  await write(ada, talk, "one");
  await first.until((told) => told.length === 1);
  first.drop();
  await write(ada, talk, "two");
  await write(ada, talk, "three");
  const second = await listen(ben, first.place());
  await write(ada, talk, "four");
  await second.until((told) => told.length === 3);
  expect(wordsOf(second.told)).toEqual(["two", "three", "four"]);
  const byAddress = await listen(ben, undefined, `/api/live?after=${first.place()}`);
  await byAddress.until((told) => told.length === 3);
});

test("a stream that was told nothing goes on without a gap too", async () => {
  const { ada, ben, talk } = await couple();
  const first = await listen(ben);
  await first.until(() => first.place() !== "");
  first.drop();
  await write(ada, talk, "meanwhile");
  const second = await listen(ben, first.place());
  await second.until((told) => told.length === 1);
  expect(wordsOf(second.told)).toEqual(["meanwhile"]);
});

test.each(["not a place", "-4", "999999999", "1e3"])(
  "a place that is not ours begins anew: %s",
  async (from) => {
    const { ada, ben, talk } = await couple();
    const reader = await listen(ben, from);
    await reader.until((told) => told.length === 1);
    await write(ada, talk, "after that");
    await reader.until((told) => told.length === 2);
    expect(reader.told.map(({ event }) => event)).toEqual(["reset", "message"]);
    expect(Number(reader.told[0]?.id)).toBeGreaterThan(0);
  },
);

test("a message that looks like an event forges none", async () => {
  const { ada, ben, talk } = await couple();
  const reader = await listen(ben);
  const words = 'x\n\nid: 1\nevent: match\ndata: {"matchId":"forged"}\n\n\r\rdata: {}\r\r';
  await write(ada, talk, words);
  await write(ada, talk, "end");
  await reader.until((told) => told.length === 2);
  expect(reader.told.map(({ event }) => event)).toEqual(["message", "message"]);
  expect(wordsOf(reader.told)[0]).toContain("forged");
});

test("nobody hears what is others'", async () => {
  const { ada, ben, talk } = await couple();
  const cleo = await settle("Cleo");
  const reader = await listen(cleo);
  await write(ada, talk, "between us");
  await decide(cleo, ada, true);
  await matchUp(cleo, ben);
  await reader.until((told) => told.length > 0);
  expect(reader.told.map(({ event }) => event)).toEqual(["match"]);
});

test("what has become invisible is not told on coming back, and a request is only once it has words", async () => {
  const { ada, ben, talk } = await couple();
  const first = await listen(ben);
  await first.until(() => first.place() !== "");
  first.drop();
  await write(ada, talk, "gone in a moment");
  await decide(ben, ada, false);
  const cleo = await settle("Cleo");
  await decide(cleo, ben, true);
  const begun = await cleo.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  const second = await listen(ben, first.place());
  await second.until((told) => told.length === 1);
  await pause(300);
  // That the conversation is gone, and not what was written in it.
  expect(second.told.map(({ event, data }) => [event, data])).toEqual([
    ["conversation", { conversationId: talk }],
  ]);
  await write(cleo, id, "May I?");
  await second.until((told) => told.length > 1 && wordsOf(told).length > 0);
  expect(wordsOf(second.told)).toEqual(["May I?"]);
});

test("a visitor gets 401, and only GET is answered", async () => {
  expect((await openStream(visitor())).status).toBe(401);
  const ada = await signUp("Ada");
  const answer = await ada.json("POST", "/api/live", {});
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
});

test("signing out ends the session's streams within two seconds, and no other", async () => {
  const ada = await signUp("Ada");
  const elsewhere = await signUp("Ben");
  const [reader, other] = [await listen(ada), await listen(elsewhere)];
  await ada.json("POST", "/api/auth/logout", {});
  const began = Date.now();
  await reader.ended;
  expect(Date.now() - began).toBeLessThan(2000);
  expect(other.isOpen()).toBe(true);
  expect((await openStream(ada)).status).toBe(401);
});

test("the sixth stream ends the first, which is told not to come back", async () => {
  const ada = await signUp("Ada");
  const readers: Reader[] = [];
  for (let i = 0; i < 6; i++) readers.push(await listen(ada));
  await readers[0]?.ended;
  expect(readers[0]?.told.map(({ event }) => event)).toEqual(["enough"]);
  await pause(100);
  expect(readers.slice(1).every((reader) => reader.isOpen())).toBe(true);
});

test("what another process writes arrives too", async () => {
  const { ada, ben, talk } = await couple();
  const reader = await listen(ben);
  const database = createClient({ url: `file:${running().dataDir}/b-side.sqlite`, timeout: 5000 });
  await database.batch([
    {
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, ?)",
      args: ["from-elsewhere-1", talk, ada.id, "From another machine", Date.now()],
    },
    {
      sql: "insert into outbox (recipient_id, kind, reference, created_at) values (?, 'message', ?, ?)",
      args: [ben.id, "from-elsewhere-1", Date.now()],
    },
  ]);
  database.close();
  await reader.until((told) => told.length === 1);
  expect(wordsOf(reader.told)).toEqual(["From another machine"]);
});

test("streams dropped at random, while two write: every message once, in order", async () => {
  const all = 300;
  const { ada, ben, talk } = await couple();
  const begin = async (person: Person) => {
    const reader = await listen(person);
    await reader.until(() => reader.place() !== "");
    return reader.place();
  };
  const follow = async (person: Person, place: string, kept: Told[]) => {
    const isDone = () => kept.length >= all;
    while (!isDone()) {
      const reader = await openStream(person, { from: place });
      const until = Date.now() + Math.random() * 400;
      while (Date.now() < until && !isDone()) await pause(20);
      reader.drop();
      kept.push(...reader.told);
      place = reader.place();
    }
  };
  const [mine, his]: [Told[], Told[]] = [[], []];
  const following = [follow(ada, await begin(ada), mine), follow(ben, await begin(ben), his)];
  const writeAll = async (one: Person, name: string) => {
    for (let i = 0; i < all / 2; i++) {
      expect((await write(one, talk, `${name} ${i}`)).status).toBe(201);
    }
  };
  await Promise.all([writeAll(ada, "Ada"), writeAll(ben, "Ben")]);
  await Promise.all(following);
  for (const kept of [mine, his]) {
    const sequences = kept.map(({ data }) => (data as { message: { sequence: number } }).message.sequence);
    expect(sequences).toHaveLength(all);
    expect(new Set(sequences).size).toBe(all);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  }
}, 120_000);
