// Without a connection: what was read is there, and gone with the session; what is written waits.
import { type BrowserContext, expect, type Page, request } from "@playwright/test";
import {
  addMember,
  conversationWithMember,
  type Member,
  makeConversation,
  type Person,
  sendJson,
  sendMessage,
  signUp,
} from "./members";
import { collectErrors, expectUsable } from "./page-checks";
import { holdRequests, test, visit, waitForFrames } from "./pages";

test.use({ serviceWorkers: "allow" });

const BANNER = "You're offline. This is what you last saw.";
/** Where messages go that have waited. */
const SENT_TO = "**/api/conversations/*/messages";

/** The paths of the pages that are kept in the browser, and the names of everything else that is. */
function listKept(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const pages = names.find((name) => name.startsWith("pages "));
    const kept = pages ? await (await caches.open(pages)).keys() : [];
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return {
      names,
      databases,
      paths: kept.map(({ url }) => url.slice(location.origin.length)),
      copies: Object.keys(sessionStorage).concat(Object.keys(localStorage)),
    };
  });
}

/** Resolves once these pages are kept. */
async function waitForKept(page: Page, ...paths: string[]) {
  await expect.poll(async () => (await listKept(page)).paths).toEqual(expect.arrayContaining(paths));
}

/** Waits until nothing of a member is on the device; it takes a page of the site to look. */
async function expectNothingKept(page: Page) {
  await expect
    .poll(async () => {
      const { names, databases } = await listKept(page);
      return [...names, ...databases];
    })
    .toEqual([]);
}

async function addThings(person: Member) {
  const playlist = crypto.randomUUID();
  await sendJson(person, "POST", "/api/record-collections", { artist: "Pram", album: "Helium", year: 1994 });
  await sendJson(person, "POST", "/api/playlists", { id: playlist, name: "Mondays" });
  return `/playlists/${playlist}`;
}

/** Writes messages in an open chat. */
async function write(page: Page, ...texts: string[]) {
  for (const text of texts) {
    await page.getByPlaceholder("Type a message...").fill(text);
    await page.keyboard.press("Enter");
  }
}

const log = (page: Page) => page.getByRole("log");
const textsIn = (page: Page) => log(page).locator(".message-text").allTextContents();
const waiting = (page: Page) => log(page).getByText("Waiting for a connection");

/** The messages of a conversation as the server has them, the oldest first. */
async function savedTexts(person: Member, conversationId: string): Promise<string[]> {
  const list: { content: string }[] = await sendJson(
    person,
    "GET",
    `/api/conversations/${conversationId}/messages`,
    undefined,
  );
  return list.map(({ content }) => content).reverse();
}

/** Goes on with another member's session in the same browser, without a sign-out that it would see. */
async function takeSession(context: BrowserContext, { request }: Member) {
  await context.clearCookies();
  await context.addCookies((await request.storageState()).cookies);
}

/** Ada's chat with a new Ben, with one message that came live, while there is no connection. */
async function chatOffline(ada: Person) {
  // A page of the site would show the match.
  await ada.page.goto("about:blank");
  const ben = await addMember("Ben");
  const conversationId = await makeConversation(ada, ben);
  const chat = `/messages/${conversationId}`;
  const stream = ada.page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(ada.page, chat);
  await stream;
  await waitForKept(ada.page, chat);
  await sendMessage(ben, conversationId, "Are you there?");
  await waitForKept(ada.page, `${chat}/said`);
  await expect(log(ada.page).getByText("Are you there?")).toBeVisible();
  await ada.context.setOffline(true);
  return { ben, conversationId };
}

/** The texts of all messages that wait in the browser, whoever wrote them. */
function listWaiting(page: Page) {
  return page.evaluate(async () => {
    const kept = await caches.match("/outbox");
    const messages: { content: string }[] = (await kept?.json()) ?? [];
    return messages.map(({ content }) => content);
  });
}

test("what was read last is there without a connection, and becomes the page of now once it is back", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  const { page, context } = ada;
  const errors = collectErrors(page);
  const [chat, playlist] = [`/messages/${conversationId}`, await addThings(ada)];
  await sendMessage(ben, conversationId, "Have you heard this?");
  await visit(page, chat);
  await waitForKept(page, chat);
  // Opened by the router, which fetches their data only.
  for (const name of ["Records", "Playlists", "Messages"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await waitForKept(page, `/${name.toLowerCase()}`);
  }
  await visit(page, playlist);
  await waitForKept(page, playlist, "/records", "/playlists", "/messages", chat);

  await context.setOffline(true);
  await page.goto("/records");
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(page.getByText("Helium").first()).toBeVisible();
  await expectUsable(page, true);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click();
  await expect(page.getByText("Have you heard this?").first()).toBeVisible();
  await page.getByRole("link", { name: /^Ben/ }).first().click();
  await expect(page).toHaveURL(chat);
  await expect(page.getByRole("log").getByText("Have you heard this?")).toBeVisible();
  await expect(page.getByText(BANNER)).toBeVisible();
  await page.goto(playlist);
  await expect(page.getByRole("heading", { name: "Mondays", level: 1 })).toBeVisible();
  await page.goto("/discover?ageMax=65");
  await expect(page.getByRole("heading", { name: "You're offline", level: 1 })).toBeVisible();
  await expectUsable(page, true);
  await page.getByRole("link", { name: "Records" }).click();
  await expect(page.getByText("Helium").first()).toBeVisible();
  await page.goBack();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/discover?ageMax=65");
  await expect(page.getByRole("heading", { name: "Discover", level: 1 })).toBeVisible();
  await page.goto("/records");
  await expect(page.getByText(BANNER)).toBeHidden();

  // A copy that is open changes by itself. The test's own requests need no connection of the browser's.
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: "Hey What", year: 2021 });
  await context.setOffline(false);
  await expect(page.getByText("Hey What").first()).toBeVisible();
  await expect(page.getByText(BANNER)).toBeHidden();

  // Twenty conversations are kept at most, those that were opened last.
  await visit(page, chat);
  await page.evaluate(async () => {
    const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("pages "));
    const pages = await caches.open(name);
    for (let i = 0; i < 25; i++) await pages.put(`/messages/old-${i}`, new Response("old"));
  });
  await page.reload();
  const keptChats = async () =>
    (await listKept(page)).paths.filter((path) => /^\/messages\/[^/]+$/.test(path));
  await expect.poll(async () => (await keptChats()).length).toBe(20);
  expect(await keptChats()).toEqual(expect.arrayContaining([chat, "/messages/old-6"]));
  expect(await keptChats()).not.toContain("/messages/old-5");
  expect(errors.filter((each) => !/Failed to fetch|NetworkError/.test(each))).toEqual([]);

  // The app can be installed, with icons, shortcuts and screenshots.
  const session = await context.newCDPSession(page);
  const { errors: faults, url, data } = await session.send("Page.getAppManifest");
  expect([faults, new URL(url).pathname]).toEqual([[], "/manifest.webmanifest"]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Private windows, which tests run in, can't install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  expect(manifest.screenshots).toHaveLength(2);
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    const { "content-type": sent } = (await context.request.get(src)).headers();
    expect([src, size, sent]).toEqual([src, sizes, type]);
  }
  for (const { url: shortcut } of manifest.shortcuts)
    expect((await context.request.get(shortcut)).status()).toBe(200);
});

test("whatever ends a session leaves nothing on the device, and the next member finds nothing @all", async ({
  browser,
}) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await addMember("Ben")];
  const { page, context } = ada;
  const playlist = await addThings(ada);
  const keep = async () => {
    await visit(page, playlist);
    await waitForKept(page, playlist);
  };
  const session = await context.cookies();

  // Another member's session.
  await keep();
  await takeSession(context, ben);
  await visit(page, "/records");
  await waitForKept(page, "/records");
  expect((await listKept(page)).paths).toEqual(["/records"]);
  await context.setOffline(true);
  await page.goto(playlist);
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await page.goto("/records");
  await expect(page.getByText("No Records Yet")).toBeVisible();
  // The copy would load itself anew, which would cut the next navigation short.
  await page.goto("about:blank");
  await context.setOffline(false);
  await context.clearCookies();
  await context.addCookies(session);

  // A session that is ended elsewhere.
  await keep();
  const elsewhere = await request.newContext({ storageState: { cookies: session, origins: [] } });
  await elsewhere.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expectNothingKept(page);

  // Signing out, also with scripts that were switched off since.
  for (const way of ["button", "without scripts"]) {
    const cleo = await addMember("Cleo");
    const list = await addThings(cleo);
    await takeSession(context, cleo);
    await visit(page, list);
    await waitForKept(page, list);
    if (way === "without scripts") {
      const devTools = await context.newCDPSession(page);
      await devTools.send("Emulation.setScriptExecutionDisabled", { value: true });
      await page.goto("/profile");
      await page.getByRole("link", { name: "Logout" }).first().click();
      await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
      // No page of the app, whose scripts would do it.
      await page.goto("/favicon.ico");
    } else {
      await visit(page, "/profile");
      await page.getByRole("button", { name: "Sign Out" }).first().click();
      await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
    }
    await expectNothingKept(page);
    await context.setOffline(true);
    await page.goto(list).catch(() => undefined);
    await expect(page.getByText("Mondays")).toHaveCount(0);
    // What is shown would load itself anew.
    await page.goto("about:blank");
    await context.setOffline(false);
  }

  // What waits is never sent in the name of another member, who signs in on the same browser.
  const dan = await addMember("Dan");
  await takeSession(context, dan);
  const { ben: other, conversationId } = await chatOffline({ ...ada, ...dan });
  await write(page, "From Dan");
  await expect(waiting(page)).toHaveCount(1);
  // A page that is left has its connection back before it is gone, so the session changes first.
  await takeSession(context, other);
  // Dan's page would load itself anew meanwhile.
  await page.goto("about:blank");
  await context.setOffline(false);
  await visit(page, `/messages/${conversationId}`);
  await waitForKept(page, `/messages/${conversationId}`);
  await expect(waiting(page)).toHaveCount(0);
  expect(await listWaiting(page)).toEqual([]);
  expect(await savedTexts(other, conversationId)).toEqual(["Are you there?"]);

  // Signing out takes it along.
  await context.setOffline(true);
  await write(page, "From Ben");
  await expect(waiting(page)).toHaveCount(1);
  // The page may not send it before.
  await page.route(SENT_TO, (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/api/logout");
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await expectNothingKept(page);
});

test("what is written offline waits, survives a reload, and arrives once and in order", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { ben, conversationId } = await chatOffline(ada);
  const { page, context } = ada;
  // A reply keeps what it quotes.
  await log(page).locator(".message-menu summary").click();
  await log(page).getByRole("link", { name: "Reply", exact: true }).click();
  await write(page, "One");
  const quote = log(page).getByRole("link", { name: "In reply to Ben Are you there?" });
  await expect(quote).toBeVisible();
  await expect(waiting(page)).toHaveCount(1);
  await expect.poll(() => listWaiting(page)).toEqual(["One"]);

  // One that is on its way keeps its place before the next one, whatever another tab says meanwhile.
  /** Says what waits, as every tab does: it can be older than what was written since. */
  const hear = (...contents: string[]) =>
    page.evaluate((data) => new BroadcastChannel("/outbox").postMessage(data), {
      member: ada.id,
      waiting: contents.map((content) => ({ id: content, content, chat: conversationId })),
    });
  await hear();
  await expect(waiting(page)).toHaveCount(0);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const posts = `**/messages/${conversationId}.data*`;
  const started = new Promise<void>((resolve) =>
    page.route(posts, async (route) => {
      resolve();
      await failed;
      await route.abort("internetdisconnected");
    }),
  );
  await write(page, "Two");
  await started;
  await hear("One");
  await expect(waiting(page)).toHaveCount(1);
  await write(page, "Three");
  fail();
  await expect(waiting(page)).toHaveCount(3);
  expect((await textsIn(page)).slice(1)).toEqual(["One", "Two", "Three"]);
  await page.unroute(posts);

  await expect.poll(() => listWaiting(page)).toEqual(["One", "Two", "Three"]);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(waiting(page)).toHaveCount(3);
  await expect(page.getByText("Your message wasn't sent")).toHaveCount(0);
  await expect(quote).toBeVisible();
  await write(page, "Four");
  await expect(waiting(page)).toHaveCount(4);
  // Two tabs have it, and one sends it.
  const tab = await context.newPage();
  await tab.goto(`/messages/${conversationId}`);
  await expect(waiting(tab)).toHaveCount(4);
  const sent: string[] = [];
  context.on("response", (response) => {
    const request = response.request();
    if (/\/api\/conversations\/.*\/messages$/.test(request.url())) sent.push(request.postDataJSON().content);
  });
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(waiting(tab)).toHaveCount(0);
  expect(sent).toEqual(["One", "Two", "Three", "Four"]);
  await tab.close();
  await expect(page.getByText(BANNER)).toBeHidden();
  await write(page, "Five");
  const all = ["Are you there?", "One", "Two", "Three", "Four", "Five"];
  await expect.poll(() => savedTexts(ben, conversationId)).toEqual(all);
  await expect.poll(() => textsIn(page)).toEqual(all);
  await page.reload();
  await expect.poll(() => textsIn(page)).toEqual(all);
  await expect(log(page).getByText("Sending...")).toHaveCount(0);
  await expect(quote).toBeVisible();

  // It is sent when the app is opened next, whichever page that is.
  await context.setOffline(true);
  await write(page, "Six");
  await expect(log(page).getByText("Waiting for a connection. Sends when B-Side is open.")).toHaveCount(1);
  await expect.poll(() => listWaiting(page)).toEqual(["Six"]);
  await page.goto("about:blank");
  await context.setOffline(false);
  await visit(page, "/records");
  await expect.poll(() => savedTexts(ben, conversationId)).toEqual([...all, "Six"]);
  await expect.poll(() => listWaiting(page)).toEqual([]);
});

test("what is refused, or can't be sent any more, says so, and can be copied and deleted @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { ben, conversationId } = await chatOffline(ada);
  const { page, context, id: member } = ada;
  const chat = `/messages/${conversationId}`;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);

  // A chat that failed leaves out what still waits.
  await write(page, "One");
  await expect(waiting(page)).toHaveCount(1);
  await expect.poll(() => listWaiting(page)).toEqual(["One"]);
  // Neither this page nor the next ones may send it yet, also while they are left: then they have their connection back.
  await page.route(SENT_TO, (route) => route.abort());
  await context.setOffline(false);
  await visit(page, `${chat}?before=nothing`);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(await listWaiting(page)).toEqual(["One"]);
  await waitForFrames(page);
  expect(await page.getByText("Your message wasn't sent").count()).toBe(0);
  await context.setOffline(true);

  // What is refused can be copied and deleted, and leaves the focus near.
  await page.goto(chat);
  await expect(waiting(page)).toHaveCount(1);
  await page.unroute(SENT_TO);
  await write(page, "Two");
  await expect(waiting(page)).toHaveCount(2);
  await sendJson(ben, "POST", `/api/conversations/${conversationId}/goodbye`, { content: "Take care" });
  await context.setOffline(false);
  await expect(log(page).getByText("Not sent.")).toHaveCount(2);
  await expectUsable(page, true);
  await page.reload();
  await expect(log(page).getByText("Not sent.")).toHaveCount(2);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByText("Message copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("One");
  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect(log(page).getByText("Not sent.")).toHaveCount(1);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not allowed", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Couldn't copy the message", { exact: true })).toBeVisible();
  await page.reload();
  await expect(log(page).getByText("Not sent.")).toHaveCount(1);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("status").filter({ hasText: "said goodbye" })).toBeFocused();

  // Text that can't be sent any more can still be copied where the chat is gone.
  const second = await chatOffline(ada);
  await write(page, "Still mine");
  await expect(waiting(page)).toHaveCount(1);
  await sendJson(second.ben, "POST", "/api/blocks", { targetUserId: member });
  await page.route(SENT_TO, (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByRole("blockquote")).toHaveText("Still mine");
  // Deleted while it is on its way, it stays deleted when the server refuses it.
  const { requested, release } = await holdRequests(page, SENT_TO, "POST");
  await requested;
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("blockquote")).toHaveCount(0);
  const refused = page.waitForResponse(SENT_TO);
  release();
  expect((await refused).ok()).toBe(false);
  await waitForFrames(page);
  expect(await listWaiting(page)).toEqual([]);
  await expect(page.getByRole("blockquote")).toHaveCount(0);
});
