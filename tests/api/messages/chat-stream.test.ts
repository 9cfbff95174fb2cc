// The frame of a chat without scripts: a page that stays open, and what it falls back to.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import type { Browser } from "../client";
import { decide, makeConversation, makeMatch, type Person } from "../people";

const { visitor, signUp } = shareApp();

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

async function couple() {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

const say = (one: Person, conversationId: string, content: string) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, { content });

const count = (html: string, part: string) => html.split(part).length - 1;
const countItems = (html: string) => html.match(/<li [^>]*class="message/g)?.length;

test("the page shows what was said, and stays open for what is said next", async () => {
  const { ada, ben, conversationId } = await couple();
  await say(ben, conversationId, "Before");
  const page = await open(ada, conversationId);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "x-accel-buffering": "no",
  });
  expect(page.headers["content-encoding"]).toBeUndefined();
  expect(page.headers["content-security-policy"]).toContain("script-src");
  expect(page.html()).toContain("Before");
  expect(page.html()).toContain('http-equiv="refresh" content="3"');
  await say(ben, conversationId, "<script>alert(1)</script></ol>");
  await page.waitFor("&lt;script&gt;alert(1)&lt;/script&gt;&lt;/ol&gt;");
  await say(ada, conversationId, "My own");
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
  await say(ben, conversationId, "First");
  await page.waitFor("First");
  await say(ben, conversationId, "Second");
  await page.waitFor("Second");
  expect([count(page.html(), "<ol"), countItems(page.html())]).toEqual([1, 3]);
});

test("what the other has read is marked as seen, once and under the last message", async () => {
  const { ada, ben, conversationId } = await couple();
  const readsUpTo = (sequence: number) => ben.json("POST", `/messages/${conversationId}/read`, { sequence });
  await say(ada, conversationId, "One");
  await readsUpTo(1);
  const page = await open(ada, conversationId);
  expect(page.html()).toMatch(/One.*<li id="seen" class="message-seen small-print">Seen<\/li>/s);
  await say(ada, conversationId, "Two");
  await page.waitFor("Two");
  await readsUpTo(2);
  await page.waitFor('<li id="seen-2"');
  const [, nonce] = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"])) ?? [];
  expect(page.html()).toContain(`<style nonce="${nonce}">#seen{display:none}</style>Seen</li>`);
  await say(ada, conversationId, "Three");
  await page.waitFor("Three");
  await readsUpTo(3);
  await page.waitFor(`<style nonce="${nonce}">#seen-2{display:none}</style>Seen</li>`);
});

test("an earlier message is not marked as seen in the wrong place", async () => {
  const { ada, ben, conversationId } = await couple();
  const page = await open(ada, conversationId);
  await say(ada, conversationId, "One");
  await say(ada, conversationId, "Two");
  await ben.json("POST", `/messages/${conversationId}/read`, { sequence: 1 });
  await say(ben, conversationId, "Three");
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
  await say(cleo, other, "Somewhere else");
  await say(ben, conversationId, "Right here");
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
  await say(ben, conversationId, "By refreshing");
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
  await say(ada, id, "See https://example.org/ada");
  const page = await open(ben, id);
  expect(page.html()).toContain("Take care with links");
  await makeMatch(ada, ben);
  await ben.form(`/messages/${id}/accept`, {});
  await say(ada, id, "And https://example.org/more");
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
