// The live stream.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { decide, makeConversation, makeMatch, type Person } from "../people";
import { type LiveEvent, type LiveStream, openStream } from "../stream";

const { app, visitor, signUp, addMember } = shareApp();

const streams: LiveStream[] = [];
afterEach(() => {
  for (const reader of streams.splice(0)) reader.disconnect();
});
async function subscribe(person: Person, from?: string, path?: string) {
  const reader = await openStream(person, { from, path });
  streams.push(reader);
  return reader;
}
const write = (one: Person, conversationId: string, content: string, id = randomUUID()) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, { content, id });
const wordsOf = (events: LiveEvent[]) =>
  events
    .filter(({ event }) => event === "message")
    .map(({ data }) => (data as { message: { content: string } }).message.content);

async function couple() {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

test("a stream delivers a match, a conversation and messages once each, in order", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const [hers, his] = [await subscribe(ada), await subscribe(ben)];
  expect(hers.status).toBe(200);
  expect(hers.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(hers.headers["cache-control"]).toBe("private, no-store, no-transform");
  expect(hers.headers["content-encoding"]).toBeUndefined();
  expect(hers.retryMs()).toBeGreaterThanOrEqual(2000);
  expect(hers.lastEventId()).toMatch(/^[\w-]{54}$/);

  await makeMatch(ada, ben);
  for (const reader of [hers, his]) await reader.waitFor((events) => events.length === 1);
  const [match] = (await (await ada.get("/api/matches/mutual")).json()) as { id: string }[];
  const conversationId = await makeConversation(ada, ben);
  const sent = await (await write(ada, conversationId, "Hello")).json();
  await write(ben, conversationId, "Hi");
  for (const [reader, news] of [
    [hers, { memberId: ben.id }],
    // He has seen it in the answer to his like.
    [his, {}],
  ] as const) {
    await reader.waitFor((events) => events.length === 4);
    expect(reader.events.map(({ event, data }) => [event, data])).toEqual([
      ["match", { matchId: match?.id, ...news }],
      ["conversation", { conversationId }],
      ["message", { conversationId, message: sent }],
      ["message", { conversationId, message: expect.objectContaining({ content: "Hi" }) }],
    ]);
    expect(new Set(reader.events.map(({ id }) => id)).size).toBe(4);
  }
});

test("a stream resumes where the previous one broke off", async () => {
  const { ada, ben, conversationId } = await couple();
  const empty = await subscribe(ben);
  await empty.waitFor(() => empty.lastEventId() !== "");
  empty.disconnect();
  await write(ada, conversationId, "one");
  const first = await subscribe(ben, empty.lastEventId());
  await first.waitFor((events) => events.length === 1);
  expect(wordsOf(first.events)).toEqual(["one"]);
  first.disconnect();
  await write(ada, conversationId, "two");
  await write(ada, conversationId, "three");
  const second = await subscribe(ben, first.lastEventId());
  await write(ada, conversationId, "four");
  await second.waitFor((events) => events.length === 3);
  expect(wordsOf(second.events)).toEqual(["two", "three", "four"]);
  const byAddress = await subscribe(ben, undefined, `/api/live?after=${first.lastEventId()}`);
  await byAddress.waitFor((events) => events.length === 3);
});

test("an unknown cursor starts with a reset", async () => {
  const { ada, ben, conversationId } = await couple();
  const reader = await subscribe(ben, "not a place");
  await reader.waitFor((events) => events.length === 1);
  await write(ada, conversationId, "after that");
  await reader.waitFor((events) => events.length === 2);
  expect(reader.events.map(({ event }) => event)).toEqual(["reset", "message"]);
  expect(reader.events[0]?.id).toMatch(/^[\w-]{54}$/);
});

test("members receive only their own events", async () => {
  const { ada, ben, conversationId } = await couple();
  const cleo = await addMember("Cleo");
  const reader = await subscribe(cleo);
  await write(ada, conversationId, "between us");
  await decide(cleo, ada, true);
  await makeMatch(cleo, ben);
  await reader.waitFor((events) => events.length > 0);
  expect(reader.events.map(({ event }) => event)).toEqual(["match"]);
});

test("a resumed stream omits what is no longer visible, and requests without a message", async () => {
  const { ada, ben, conversationId } = await couple();
  const first = await subscribe(ben);
  await first.waitFor(() => first.lastEventId() !== "");
  first.disconnect();
  await write(ada, conversationId, "gone in a moment");
  await decide(ben, ada, false);
  const cleo = await addMember("Cleo");
  await decide(cleo, ben, true);
  const begun = await cleo.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  const second = await subscribe(ben, first.lastEventId());
  await write(cleo, id, "May I?");
  await second.waitFor((events) => wordsOf(events).length > 0);
  // The first conversation is gone, and so are its messages: its end is a reset alone.
  expect(second.events.map(({ event, data }) => [event, data])).toMatchObject([
    ["reset", {}],
    ["message", { message: { conversationId: id, content: "May I?" } }],
  ]);
});

test("visitors get 401, and methods other than GET 405", async () => {
  expect((await openStream(visitor())).status).toBe(401);
  const ada = await signUp("Ada");
  const answer = await ada.json("POST", "/api/live", {});
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
});

test("signing out ends this session's streams only", async () => {
  const ada = await signUp("Ada");
  const elsewhere = await signUp("Ben");
  const [reader, other] = [await subscribe(ada), await subscribe(elsewhere)];
  await ada.json("POST", "/api/auth/logout", {});
  await reader.ended;
  expect(other.isOpen()).toBe(true);
  expect((await openStream(ada)).status).toBe(401);
});

test("the thirteenth stream ends the first, which is told not to reconnect", async () => {
  const ada = await signUp("Ada");
  const readers: LiveStream[] = [];
  for (let i = 0; i < 13; i++) readers.push(await subscribe(ada));
  await readers[0]?.ended;
  expect(readers[0]?.events).toMatchObject([
    { event: "enough", data: { message: expect.stringContaining("open in more than 12 tabs") } },
  ]);
});

test("a member holds twelve connections with streams, however many are opened and left", async () => {
  const ada = await signUp("Ada");
  const cookie = ada.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { port, origin } = app();
  const request = `GET /api/live HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nCookie: ${cookie}\r\n\r\n`;
  const sockets = Array.from({ length: 30 }, () => connect(port, "127.0.0.1"));
  const told = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on("data", (part) => String(part).includes("event: match") && resolve());
      }),
  );
  const closed = sockets.map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.write(request);
  let count = 0;
  await new Promise<void>((resolve) => {
    for (const each of closed) each.then(() => ++count === 18 && resolve());
  });
  const ben = await signUp("Ben");
  const left = sockets.filter((socket) => !socket.destroyed);
  expect(left).toHaveLength(12);
  await makeMatch(ada, ben);
  await Promise.all(told.filter((_, index) => !sockets[index]?.destroyed));
  for (const socket of left) socket.destroy();
});

test("events written by another process arrive too", async () => {
  const { ada, ben, conversationId } = await couple();
  const reader = await subscribe(ben);
  const database = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  await database.batch([
    {
      sql: "insert into message (id, conversation_id, sender_id, content, created_at) values (?, ?, ?, ?, ?)",
      args: ["from-elsewhere-1", conversationId, ada.id, "From another machine", Date.now()],
    },
    {
      sql: "insert into outbox (recipient_id, kind, reference, created_at) values (?, 'message', ?, ?)",
      args: [ben.id, "from-elsewhere-1", Date.now()],
    },
  ]);
  database.close();
  await reader.waitFor((events) => events.length === 1);
  expect(wordsOf(reader.events)).toEqual(["From another machine"]);
});
