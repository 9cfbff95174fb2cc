// The live stream, and the frame of a chat without scripts: a page that stays open, and what it falls back to.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import type { Browser } from "../client";
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

type OpenPage = {
  status: number;
  headers: IncomingMessage["headers"];
  html: () => string;
  /** Resolves once the page has this text. */
  waitFor: (text: string) => Promise<void>;
  ended: Promise<void>;
  isOpen: () => boolean;
  disconnect: () => void;
};

const pages: OpenPage[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.disconnect();
});

/** Opens the streamed page with a browser's cookies; confirms that it has arrived unless `isSilent`. */
async function open(browser: Browser, conversationId: string, { isSilent = false } = {}): Promise<OpenPage> {
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const outgoing = request(`${browser.server.address}/messages/${conversationId}/frame?live`, {
    agent: new Agent({ keepAlive: false }),
    headers: {
      Host: new URL(browser.server.origin).host,
      "Accept-Encoding": "gzip, br",
      ...(cookie ? { Cookie: cookie } : {}),
    },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  outgoing.on("error", () => {});
  answer.on("error", () => {});
  let html = "";
  answer.setEncoding("utf8").on("data", (part: string) => {
    html += part;
  });
  let isOpen = true;
  const ended = new Promise<void>((resolve) => {
    answer.on("close", () => {
      isOpen = false;
      resolve();
    });
  });
  const page: OpenPage = {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    html: () => html,
    waitFor: (text) => expect.poll(() => html).toContain(text),
    ended,
    isOpen: () => isOpen,
    disconnect: () => outgoing.destroy(),
  };
  pages.push(page);
  if (page.status !== 200 || isSilent) return page;
  await page.waitFor('role="log"');
  expect((await browser.get(shownUrl(page))).status).toBe(204);
  return page;
}

/** The image that the page asks for. */
function shownUrl(page: OpenPage): string {
  return (/<img src="([^"]+)"/.exec(page.html())?.[1] ?? "").replaceAll("&amp;", "&");
}

const count = (html: string, part: string) => html.split(part).length - 1;
const countItems = (html: string) => html.match(/<li [^>]*class="message/g)?.length;

test("the page shows what was said, and stays open for what is said next", async () => {
  const { ada, ben, conversationId } = await couple();
  await write(ben, conversationId, "Before");
  const page = await open(ada, conversationId);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store, no-transform",
    "x-accel-buffering": "no",
  });
  expect(page.headers["content-encoding"]).toBeUndefined();
  expect(page.headers["content-security-policy"]).toContain("script-src");
  expect(page.html()).toContain("Before");
  expect(page.html()).toContain('http-equiv="refresh" content="3"');
  await write(ben, conversationId, "<script>alert(1)</script></ol>");
  await page.waitFor("&lt;script&gt;alert(1)&lt;/script&gt;&lt;/ol&gt;");
  await write(ada, conversationId, "My own");
  await page.waitFor("My own");
  const html = page.html();
  expect([count(html, "<ol"), count(html, "</ol>"), countItems(html)]).toEqual([1, 0, 4]);
  expect(html.lastIndexOf("message-own")).toBeLessThan(html.indexOf("My own"));
  expect(page.isOpen()).toBe(true);
  // What the open page has shown is read.
  await expect.poll(async () => (await (await ada.get("/api/conversations")).json())[0].unreadCount).toBe(0);
});

test("the first message of a conversation begins the list", async () => {
  const { ada, ben, conversationId } = await couple();
  const page = await open(ada, conversationId);
  expect(count(page.html(), "<ol")).toBe(0);
  await write(ben, conversationId, "First");
  await page.waitFor("First");
  await write(ben, conversationId, "Second");
  await page.waitFor("Second");
  expect([count(page.html(), "<ol"), countItems(page.html())]).toEqual([1, 3]);
});

test("what the other has read is marked as seen, once and under the last message", async () => {
  const { ada, ben, conversationId } = await couple();
  const readsUpTo = (sequence: number) => ben.json("POST", `/messages/${conversationId}/read`, { sequence });
  await write(ada, conversationId, "One");
  await readsUpTo(1);
  const page = await open(ada, conversationId);
  expect(page.html()).toMatch(/One.*<li id="seen" class="message-seen small-print">Seen<\/li>/s);
  await write(ada, conversationId, "Two");
  await page.waitFor("Two");
  await readsUpTo(2);
  await page.waitFor('<li id="seen-2"');
  const [, nonce] = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"])) ?? [];
  expect(page.html()).toContain(`<style nonce="${nonce}">#seen{display:none}</style>Seen</li>`);
  await write(ada, conversationId, "Three");
  await page.waitFor("Three");
  await readsUpTo(3);
  await page.waitFor(`<style nonce="${nonce}">#seen-2{display:none}</style>Seen</li>`);
});

test("an earlier message is not marked as seen in the wrong place", async () => {
  const { ada, ben, conversationId } = await couple();
  const page = await open(ada, conversationId);
  await write(ada, conversationId, "One");
  await write(ada, conversationId, "Two");
  await ben.json("POST", `/messages/${conversationId}/read`, { sequence: 1 });
  await write(ben, conversationId, "Three");
  await page.waitFor("Three");
  expect(page.html()).not.toContain("message-seen");
  const reloaded = await open(ada, conversationId);
  expect(reloaded.html()).toMatch(/One.*message-seen.*Two/s);
});

test("messages of other conversations stay out", async () => {
  const { ada, ben, conversationId } = await couple();
  const cleo = await signUp("Cleo");
  const other = await makeConversation(ada, cleo);
  const page = await open(ada, conversationId);
  await write(cleo, other, "Somewhere else");
  await write(ben, conversationId, "Right here");
  await page.waitFor("Right here");
  expect(page.html()).not.toContain("Somewhere else");
});

test("the end of the conversation ends the page, which then shows that there is nothing", async () => {
  const { ada, ben, conversationId } = await couple();
  const page = await open(ben, conversationId);
  await ada.json("POST", "/api/blocks", { targetUserId: ben.id });
  await page.ended;
  expect((await open(ben, conversationId)).status).toBe(404);
});

test("strangers and visitors get what the frame's route answers", async () => {
  const { conversationId } = await couple();
  const eve = await signUp("Eve");
  for (const browser of [eve, visitor()]) {
    const page = await open(browser, conversationId);
    expect(page.status).toBe(404);
  }
});

test("a page whose arrival nobody confirms ends, and one that came late makes the frames refresh", async () => {
  const { ada, ben, conversationId } = await couple();
  const confirmed = await open(ada, conversationId);
  const silent = await open(ada, conversationId, { isSilent: true });
  await silent.ended;
  expect(confirmed.isOpen()).toBe(true);
  expect(silent.html()).toContain('http-equiv="refresh" content="3"');

  const before = await (await ada.get(`/messages/${conversationId}/frame`)).text();
  expect(before).toContain(`content="1;url=/messages/${conversationId}/frame?live"`);
  await ada.get(shownUrl(silent));
  expect(ada.cookies.find(({ name }) => name === "held-back")).toMatchObject({ path: "/messages" });
  await write(ben, conversationId, "By refreshing");
  for (const query of ["", "?live"]) {
    const after = await (await ada.get(`/messages/${conversationId}/frame${query}`)).text();
    expect(after).toContain('http-equiv="refresh" content="3"');
    expect(after).toContain("By refreshing");
  }
});

test("a request's links stay inert in the open page until it is accepted", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await decide(ada, ben, true);
  const { id } = await (await ada.json("POST", "/api/conversations", { targetUserId: ben.id })).json();
  await write(ada, id, "See https://example.org/ada");
  const page = await open(ben, id);
  expect(page.html()).toContain("Take care with links");
  await makeMatch(ada, ben);
  await ben.form(`/messages/${id}/accept`, {});
  await write(ada, id, "And https://example.org/more");
  await page.waitFor("example.org/more");
  expect(count(page.html(), "Take care with links")).toBe(1);
});

test("who has something to accept or to read first is sent there", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const id = await makeConversation(ada, ben);
  for (const [due, path] of [
    [{ hasAgreementDue: true, hasUnreadSanction: false }, "/agreement"],
    [{ hasAgreementDue: false, hasUnreadSanction: true }, "/account-status"],
  ] as const) {
    await db
      .update(member)
      .set(due)
      .where(eq(member.id, Number(ada.id)));
    const page = await open(ada, id);
    expect([page.status, page.headers.location]).toEqual([303, path]);
  }
});
