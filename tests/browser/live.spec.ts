// Events show on a member's open pages at once, even after breaks and without a live stream.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, type Page } from "@playwright/test";
import {
  conversingPair,
  like,
  matchedPair,
  type Person,
  sendJson,
  sendMessage,
  signUp,
  signUpPair,
  startConversation,
} from "./members";
import { expectAccessible, expectNoHorizontalScroll } from "./page-checks";
import { holdRequests, openContext, openPage, test, visit, waitForFrames } from "./pages";

const lines = (page: Page, text = "") =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: text });
const badge = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/** Resolves once the page has its live stream. */
async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(page, path);
  expect((await stream).status()).toBe(200);
}

/** Sends a page's live stream through a proxy. Returns the function that cuts it: going offline keeps an open stream. */
async function proxyStream(page: Page): Promise<() => void> {
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(page.url()).port), "localhost");
    for (const end of [socket, upstream]) end.on("error", () => {});
    sockets.push(socket.pipe(upstream).pipe(socket), upstream);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  await page.route("**/api/live*", (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: `http://localhost:${port}${pathname}${search}` });
  });
  page.on("close", () => proxy.close());
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Another browser of the same member. */
async function elsewhere(person: Person, javaScriptEnabled: boolean): Promise<Page> {
  const browser = person.context.browser();
  if (!browser) throw new Error("The browser is gone");
  const context = await openContext(browser, javaScriptEnabled);
  await context.addCookies(await person.context.cookies());
  return openPage(context);
}

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "opens both kinds of browsers itself");
});

test("messages arrive once and in order, by the stream or without JavaScript in the frame", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const plain = await elsewhere(ben, false);
  for (const { page } of [ada, ben]) await page.clock.install();
  await Promise.all([
    openLive(ada.page, `/messages/${conversationId}`),
    openLive(ben.page, `/messages/${conversationId}`),
    visit(plain, `/messages/${conversationId}`),
  ]);
  const frame = plain.frameLocator('iframe[title="Messages"]');
  await plain.getByPlaceholder("Type a message...").fill("Half a sent");
  for (const [from, to, text] of [
    [ada, ben, "One"],
    [ben, ada, "Two"],
    [ada, ben, "Three"],
  ] as const) {
    await sendMessage(from, conversationId, text);
    const began = Date.now();
    await expect(lines(to.page, text)).toHaveCount(1);
    test.info().annotations.push({ type: "seen after ms", description: String(Date.now() - began) });
    await expect(lines(from.page, text)).toHaveCount(1);
  }
  await expect(frame.getByRole("listitem").filter({ hasText: "Three" })).toBeVisible();
  await expect(plain.getByPlaceholder("Type a message...")).toHaveValue("Half a sent");
  for (const page of [ada.page, ben.page]) {
    // A page that also polls would show a message twice by now.
    await page.clock.runFor(10_000);
    await waitForFrames(page);
    expect(await lines(page).locator(".message-text").allTextContents()).toEqual(["One", "Two", "Three"]);
  }
  // By the stream, not by polling.
  await ben.page.route("**/more?*", (route) => route.abort());
  await sendMessage(ada, conversationId, "Four");
  await expect(lines(ben.page, "Four")).toHaveCount(1);
});

const sheet = (page: Page) => page.getByRole("dialog", { name: "You and Ben L." });

test("who liked first sees the match at once, over the page that is open", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/records");
  await visit(ben.page, `/members/${ada.id}`);
  await ben.page.getByRole("button", { name: "Like" }).click();
  await expect(ben.page.getByRole("heading", { name: "You and Ada L." })).toBeVisible();
  await expect(sheet(ada.page)).toContainText("It's mutual! You two like each other.");
  await expectAccessible(ada.page);
  await ada.page.goBack();
  await expect(sheet(ada.page)).toHaveCount(0);
  await expect(ada.page).toHaveURL("/records");
  await expect(ada.page.getByRole("heading", { name: "My Record Collection" })).toBeVisible();
  await visit(ada.page, "/notifications");
  await ada.page.getByRole("link", { name: "You and Ben are a match." }).click();
  await expect(ada.page.getByRole("heading", { name: "You and Ben L." })).toBeVisible();
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(ada.page);
});

test("a press that was meant for the page below doesn't act on the match", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  await ada.page.clock.install();
  await openLive(ada.page, "/records");
  await ada.page.clock.pauseAt(new Date(Date.now() + 60_000));
  await like(ben, ada);
  await expect(sheet(ada.page)).toBeVisible();
  await ada.page.keyboard.press("Enter");
  await sheet(ada.page).getByRole("button", { name: "Keep Looking" }).click();
  await expect(sheet(ada.page)).toBeVisible();
  await ada.page.clock.runFor(600);
  await sheet(ada.page).getByRole("button", { name: "Say Hello to Ben" }).click();
  await expect(ada.page).toHaveURL(/\/messages\/[0-9a-f-]{36}#write$/);
});

test("a match doesn't open over something being typed or over another dialog", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  const [cleo, dan] = [await signUp(browser, "Cleo", true), await signUp(browser, "Dan", true)];
  for (const other of [ben, cleo, dan]) await like(ada, other);
  const { page } = ada;
  await openLive(page, "/profile");
  // From now on the page has the sheet's scripts, and opens it before the badge changes.
  await like(dan, ada);
  await expect(page.getByRole("dialog", { name: "You and Dan L." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(badge(page, "Matches")).toContainText("1");

  const bio = page.getByLabel("Bio");
  await bio.fill("Half a sent");
  await bio.blur();
  await like(ben, ada);
  await expect(badge(page, "Matches")).toContainText("2");
  expect(page.url()).not.toContain("#match-");
  await expect(bio).toHaveValue("Half a sent");

  await bio.fill("");
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await page.getByRole("link", { name: "Add Your First Record" }).click();
  await expect(page.getByRole("dialog", { name: "Add Record" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).focus();
  const counts = page.waitForResponse("**/counts");
  await like(cleo, ada);
  await counts;
  expect(page.url()).not.toContain("#match-");
  await expect(page.getByRole("dialog", { name: "Add Record" })).toBeVisible();
});

test("the sheet of a match that has ended closes", async ({ browser }) => {
  const { ada, ben } = await matchedPair(browser, true);
  await sendJson(ben, "POST", "/api/blocks", { targetUserId: ada.id });
  await visit(ada.page, `/records#match-${ben.id}`);
  await expect(ada.page).toHaveURL("/records");
  await expect(ada.page.getByRole("heading", { name: "My Record Collection" })).toBeVisible();
});

test("a match appears in the badges and in Matches without a reload", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/matches");
  await like(ben, ada);
  await expect(sheet(ada.page)).toBeVisible();
  await ada.page.keyboard.press("Escape");
  await expect(badge(ada.page, "Matches")).toContainText("1");
  await expect(ada.page.getByText("Ben").first()).toBeVisible();
  await sendJson(ben, "POST", "/api/conversations", { targetUserId: ada.id });
  await expect(badge(ada.page, "Messages")).toContainText("1");
});

test("a change shows although the request for the counts was lost, and the stream stayed open", async ({
  browser,
}) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/matches");
  let lost = 0;
  await ada.page.route("**/counts", (route) =>
    lost++ < 1 ? route.abort("internetdisconnected") : route.continue(),
  );
  await like(ben, ada);
  await expect(sheet(ada.page)).toBeVisible();
  await ada.page.keyboard.press("Escape");
  await expect(badge(ada.page, "Matches")).toContainText("1");
  expect(lost).toBeGreaterThan(1);
});

test("the redirect of a button is followed, although news arrives as it is pressed", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "Hello Ben");
  const { page } = ben;
  await page.addInitScript(() => {
    const { fetch } = window;
    // From the press on, the counts arrive before React has shown that something is being sent.
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (request[0] !== "/counts") return response;
      const counts = await response.json();
      document.documentElement.dataset.held = "yes";
      await new Promise((resolve) => window.addEventListener("pressed", resolve));
      return { status: 200, ok: true, json: async () => counts } as Response;
    };
  });
  await openLive(page, `/messages/${conversationId}`);
  const cleo = await signUp(browser, "Cleo", true);
  await like(cleo, ben);
  const other = await startConversation(cleo, ben);
  await sendMessage(cleo, other, "Hello Ben");
  await expect(page.locator("html")).toHaveAttribute("data-held");
  await page.getByRole("button", { name: "Decline" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    window.dispatchEvent(new Event("pressed"));
  });
  await expect(page).toHaveURL("/messages");
});

test("a page stays open and retries while its revalidation fails", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/matches");
  let lost = 0;
  await ada.page.route(/\.data(\?|$)/, (route) =>
    lost++ < 2 ? route.abort("internetdisconnected") : route.continue(),
  );
  await like(ben, ada);
  await expect(sheet(ada.page)).toBeVisible();
  await ada.page.keyboard.press("Escape");
  await expect(ada.page.getByRole("button", { name: "Start Conversation" })).toBeVisible();
  expect(lost).toBeGreaterThan(2);
});

test("messages missed while offline arrive after the reconnect, once and in order", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const cut = await proxyStream(ada.page);
  await openLive(ada.page, `/messages/${conversationId}`);
  await sendMessage(ben, conversationId, "Before");
  await expect(lines(ada.page, "Before")).toBeVisible();
  await ada.page.context().setOffline(true);
  cut();
  for (const text of ["Missed one", "Missed two"]) await sendMessage(ben, conversationId, text);
  expect(await lines(ada.page).locator(".message-text").allTextContents()).toEqual(["Before"]);
  await ada.page.context().setOffline(false);
  await expect(lines(ada.page, "Missed two")).toBeVisible();
  await sendMessage(ben, conversationId, "After");
  await expect(lines(ada.page, "After")).toBeVisible();
  expect(await lines(ada.page).locator(".message-text").allTextContents()).toEqual([
    "Before",
    "Missed one",
    "Missed two",
    "After",
  ]);
});

test("a browser polls if streams are unsupported or refused", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await ada.page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  await ben.page.route("**/api/live*", (route) => route.fulfill({ status: 503, body: "Later" }));
  await Promise.all([
    visit(ada.page, `/messages/${conversationId}`),
    visit(ben.page, `/messages/${conversationId}`),
  ]);
  await sendMessage(ada, conversationId, "Slow but sure");
  await sendMessage(ben, conversationId, "And back");
  for (const { page } of [ada, ben]) {
    await expect(lines(page, "Slow but sure")).toHaveCount(1);
    await expect(lines(page, "And back")).toHaveCount(1);
  }
});

test("new messages are counted until shown in a visible tab, with and without JavaScript", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const plain = await elsewhere(ada, false);
  await openLive(ada.page, "/messages");
  const row = (page: Page) => page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  for (const text of ["One", "Two", "Three"]) await sendMessage(ben, conversationId, text);
  await expect(row(ada.page)).toContainText("3 new");
  await expect(badge(ada.page, "Messages")).toContainText("3 new");
  await visit(plain, "/messages");
  await expect(row(plain)).toContainText("3 new");
  await row(ada.page).click();
  await expect(lines(ada.page, "Three")).toBeVisible();
  await expect(badge(ada.page, "Messages")).not.toContainText("new");
  await expect(row(ada.page)).not.toContainText("new");

  await openLive(ada.page, "/messages");
  await sendMessage(ben, conversationId, "Four");
  await expect(row(ada.page)).toContainText("1 new");
  await visit(plain, `/messages/${conversationId}`);
  await expect(plain.frameLocator("iframe").getByText("Four")).toBeVisible();
  await expect(row(ada.page)).not.toContainText("new");
  await visit(plain, "/messages");
  await expect(row(plain)).not.toContainText("new");
});

test("a screen that an event loads again stays where its member has scrolled to", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 240 });
  await openLive(page, "/messages");
  const held = await holdRequests(page, "**/messages.data*");
  await sendMessage(ben, conversationId, "One");
  await held.requested;
  await page.evaluate(() => window.scrollTo(0, 100));
  held.release();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("1 new");
  await waitForFrames(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(100);
});
