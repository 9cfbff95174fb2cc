// Without a connection: what was read is there, and gone with the session; what is written waits.
import { type Browser, expect, type Page } from "@playwright/test";
import { conversingPair, type Person, sendJson, sendMessage, signUp } from "./members";
import { collectErrors, expectUsable } from "./page-checks";
import { openContext, test, visit, waitForFrames, waitForHydration } from "./pages";

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "a service worker is a script");
});

const BANNER = "You're offline. This is what you last saw.";

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

async function addThings(person: Person) {
  const playlist = crypto.randomUUID();
  await sendJson(person, "POST", "/api/record-collections", { artist: "Pram", album: "Helium", year: 1994 });
  await sendJson(person, "POST", "/api/playlists", { id: playlist, name: "Mondays" });
  return `/playlists/${playlist}`;
}

test("every page can be installed, with icons, shortcuts and screenshots", async ({ browser }) => {
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/");
  const session = await context.newCDPSession(page);
  const { errors, url, data } = await session.send("Page.getAppManifest");
  expect([errors, new URL(url).pathname]).toEqual([[], "/manifest.webmanifest"]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Private windows, which tests run in, can't install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  const pictures = [...manifest.icons, ...manifest.screenshots];
  expect(manifest.screenshots).toHaveLength(2);
  for (const { src, sizes, type } of pictures) {
    const size = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect([src, size, (await context.request.get(src)).headers()["content-type"]]).toEqual([
      src,
      sizes,
      type,
    ]);
  }
  for (const { url: shortcut } of manifest.shortcuts)
    expect((await context.request.get(shortcut)).status()).toBe(200);
});

test("what was read last is there without a connection, and a page that says so in place of all else", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true, false);
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
  expect(errors.filter((each) => !/Failed to fetch|NetworkError/.test(each))).toEqual([]);
});

test("a copy becomes the page of now once the connection is back", async ({ browser }) => {
  const { page, context, ...ada } = await signUp(browser, "Ada", true);
  const person = { page, context, ...ada };
  await addThings(person);
  await visit(page, "/records");
  await waitForKept(page, "/records");
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  // The test's own requests need no connection of the browser's.
  await sendJson(person, "POST", "/api/record-collections", { artist: "Low", album: "Hey What", year: 2021 });
  await context.setOffline(false);
  await expect(page.getByText("Hey What").first()).toBeVisible();
  await expect(page.getByText(BANNER)).toBeHidden();
});

test("a browser keeps the conversations opened last, twenty at most", async ({ browser }) => {
  const { ada, conversationId } = await conversingPair(browser, true, false);
  const { page } = ada;
  await visit(page, `/messages/${conversationId}`);
  await waitForKept(page, `/messages/${conversationId}`);
  await page.evaluate(async () => {
    const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("pages "));
    const pages = await caches.open(name);
    for (let i = 0; i < 25; i++) await pages.put(`/messages/old-${i}`, new Response("old"));
  });
  await page.reload();
  await expect
    .poll(async () => (await listKept(page)).paths.filter((path) => !path.endsWith("/said")).length)
    .toBe(20);
  const { paths } = await listKept(page);
  expect(paths).toContain(`/messages/${conversationId}`);
  expect(paths).not.toContain("/messages/old-5");
  expect(paths).toContain("/messages/old-6");
});

test("signing out leaves nothing on the device", async ({ browser }) => {
  for (const name of ["Sign Out", "Logout"]) {
    const ada = await signUp(browser, "Ada", true);
    const { page, context } = ada;
    const playlist = await addThings(ada);
    await visit(page, playlist);
    await waitForKept(page, playlist);
    await visit(page, "/profile");
    await page
      .getByRole(name === "Logout" ? "link" : "button", { name })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
    await expectNothingKept(page);
    await context.setOffline(true);
    await page.goto(playlist).catch(() => undefined);
    await expect(page.getByText("Mondays")).toHaveCount(0);
  }
});

test("signing out after scripts were switched off leaves nothing either", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page, context } = ada;
  const playlist = await addThings(ada);
  await visit(page, playlist);
  await waitForKept(page, playlist);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: true });
  await page.goto("/profile");
  await page.getByRole("link", { name: "Logout" }).first().click();
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
  // No page of the app, whose scripts would do it.
  await page.goto("/favicon.ico");
  await expectNothingKept(page);
});

test("the next member of a browser finds nothing of the first", async ({ browser }) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await signUp(browser, "Ben", false)];
  const { page, context } = ada;
  const playlist = await addThings(ada);
  await visit(page, playlist);
  await waitForKept(page, playlist);
  // Without a sign-out that the browser would see.
  await context.addCookies(await ben.context.cookies());
  await visit(page, "/records");
  await waitForKept(page, "/records");
  expect((await listKept(page)).paths).toEqual(["/records"]);
  await context.setOffline(true);
  await page.goto(playlist);
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await page.goto("/records");
  await expect(page.getByText("No Records Yet")).toBeVisible();
});

test("a session that is ended elsewhere takes along what its browser has kept", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page, context } = ada;
  const playlist = await addThings(ada);
  await visit(page, playlist);
  await waitForKept(page, playlist);
  const elsewhere = await openContext(browser, true);
  const cookies = await context.cookies();
  await elsewhere.addCookies(cookies);
  await elsewhere.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expectNothingKept(page);
});

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
async function savedTexts(person: Person, conversationId: string): Promise<string[]> {
  const list: { content: string }[] = await sendJson(
    person,
    "GET",
    `/api/conversations/${conversationId}/messages`,
    undefined,
  );
  return list.map(({ content }) => content).reverse();
}

/** Ada's chat with Ben, with one message that came live, while there is no connection. */
async function chatOffline(browser: Browser) {
  const { ada, ben, conversationId } = await conversingPair(browser, true, false);
  const chat = `/messages/${conversationId}`;
  const stream = ada.page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(ada.page, chat);
  await stream;
  await waitForKept(ada.page, chat);
  await sendMessage(ben, conversationId, "Are you there?");
  await waitForKept(ada.page, `${chat}/said`);
  await expect(log(ada.page).getByText("Are you there?")).toBeVisible();
  await ada.context.setOffline(true);
  return { ada, ben, conversationId };
}

test("what is written offline waits, survives a reload, and arrives once and in order", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  const { page, context } = ada;
  await write(page, "One", "Two", "Three");
  await expect(waiting(page)).toHaveCount(3);
  await expect(page.getByText("Your message wasn't sent")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(waiting(page)).toHaveCount(3);
  await expect.poll(() => textsIn(page)).toEqual(["Are you there?", "One", "Two", "Three"]);
  await write(page, "Four");
  await expect(waiting(page)).toHaveCount(4);
  await expectUsable(page, true);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByText(BANNER)).toBeHidden();
  await write(page, "Five");
  const all = ["Are you there?", "One", "Two", "Three", "Four", "Five"];
  await expect.poll(() => savedTexts(ben, conversationId)).toEqual(all);
  await expect.poll(() => textsIn(page)).toEqual(all);
  await page.reload();
  await expect.poll(() => textsIn(page)).toEqual(all);
  await expect(log(page).getByText("Sending...")).toHaveCount(0);
});

test("a reply that is written offline keeps what it quotes until it is sent", async ({ browser }) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  const { page, context } = ada;
  await log(page).locator(".message-menu summary").click();
  await log(page).getByRole("link", { name: "Reply", exact: true }).click();
  await write(page, "I am");
  await expect(waiting(page)).toHaveCount(1);
  const quote = log(page).getByRole("link", { name: "In reply to Ben Are you there?" });
  await expect(quote).toBeVisible();
  await page.reload();
  await expect(waiting(page)).toHaveCount(1);
  await expect(quote).toBeVisible();
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(quote).toBeVisible();
  const [reply] = await sendJson(ben, "GET", `/api/conversations/${conversationId}/messages`, undefined);
  expect(reply).toMatchObject({ content: "I am", quote: { senderId: ben.id, text: "Are you there?" } });
});

test("a message that is on its way keeps its place before the next one", async ({ browser }) => {
  const { ada, conversationId } = await chatOffline(browser);
  const { page } = ada;
  const saying = page.evaluate(
    () =>
      new Promise<unknown>((resolve) =>
        navigator.serviceWorker.addEventListener("message", ({ data }) => {
          if (data.waiting?.[0]?.place !== undefined) resolve(data.waiting[0]);
        }),
      ),
  );
  await write(page, "One");
  await expect(waiting(page)).toHaveCount(1);
  // Once the worker has said so itself, it says nothing more of its own accord.
  const one = await saying;
  /** Has the worker say what waits, as it does whenever it is asked: an answer can be older than what was written since. */
  const hear = (...messages: unknown[]) =>
    page.evaluate((data) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data })), {
      chat: conversationId,
      waiting: messages,
    });
  await hear();
  await expect(waiting(page)).toHaveCount(0);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const started = new Promise<void>((resolve) =>
    page.route(`**/messages/${conversationId}.data*`, async (route) => {
      resolve();
      await failed;
      await route.abort("internetdisconnected");
    }),
  );
  await write(page, "Two");
  await started;
  await hear(one);
  await expect(waiting(page)).toHaveCount(1);
  await write(page, "Three");
  fail();
  await expect(waiting(page)).toHaveCount(3);
  expect((await textsIn(page)).slice(1)).toEqual(["One", "Two", "Three"]);
});

test("what was written offline goes out from any page", async ({ browser }) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  await write(ada.page, "One", "Two");
  await expect(waiting(ada.page)).toHaveCount(2);
  await expect.poll(async () => (await listWaiting(ada.page)).length).toBe(2);
  await ada.page.goto("/discover");
  await expect(ada.page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await ada.context.setOffline(false);
  await visit(ada.page, "/records");
  await expect.poll(() => savedTexts(ben, conversationId)).toEqual(["Are you there?", "One", "Two"]);
});

test("what is refused says so, and its text can be copied and deleted", async ({ browser }) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  const { page, context } = ada;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await write(page, "One", "Two");
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
  await expect(page.getByPlaceholder("Type a message...")).toBeFocused();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not allowed", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Couldn't copy the message", { exact: true })).toBeVisible();

  await sendJson(ben, "POST", "/api/blocks", { targetUserId: ada.id });
  await page.reload();
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByRole("blockquote")).toHaveText("Two");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("blockquote")).toHaveCount(0);
});

test("the line that says why takes the focus from the last refused message", async ({ browser }) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  const { page, context } = ada;
  await write(page, "One");
  await expect(waiting(page)).toHaveCount(1);
  await sendJson(ben, "POST", `/api/conversations/${conversationId}/goodbye`, { content: "Take care" });
  await context.setOffline(false);
  await expect(log(page).getByText("Not sent.")).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByText("Not sent.")).toHaveCount(1);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("status").filter({ hasText: "said goodbye" })).toBeFocused();
});

test("a failed chat leaves out what still waits to be sent", async ({ browser }) => {
  const { ada, conversationId } = await chatOffline(browser);
  const { page, context, id: member } = ada;
  await write(page, "One");
  await expect(waiting(page)).toHaveCount(1);
  await expect.poll(async () => (await listWaiting(page)).length).toBe(1);
  // Nothing else may send it before.
  await page.goto("about:blank");
  // Nothing tells the worker that there is a connection again.
  await page.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message: { online?: boolean }) {
      if (!message.online) postMessage.call(this, message);
    };
  });
  await context.setOffline(false);
  await visit(page, `/messages/${conversationId}?before=nothing`);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  const told = await page.evaluate(
    (question) =>
      new Promise<{ content: string }[]>((resolve) => {
        const { serviceWorker } = navigator;
        serviceWorker.addEventListener("message", ({ data }) => resolve(data.waiting));
        serviceWorker.controller?.postMessage(question);
      }),
    { member, chat: conversationId },
  );
  expect(told.map(({ content }) => content)).toEqual(["One"]);
  await waitForFrames(page);
  expect(await page.getByText("Your message wasn't sent").count()).toBe(0);
});

test("what waits is gone with the session, and never sent in another's name", async ({ browser }) => {
  const { ada, ben, conversationId } = await chatOffline(browser);
  const { page, context } = ada;
  await write(page, "From Ada");
  await expect(waiting(page)).toHaveCount(1);
  // Ben signs in on the same browser, in a conversation that is his as well. Ada's page would load itself anew meanwhile.
  await page.goto("about:blank");
  await context.clearCookies();
  await context.addCookies(await ben.context.cookies());
  await context.setOffline(false);
  await visit(page, `/messages/${conversationId}`);
  // The first page isn't kept if Ada's copies go while it loads, because the worker tries to send what she wrote.
  await visit(page, `/messages/${conversationId}`);
  await waitForKept(page, `/messages/${conversationId}`);
  await expect(waiting(page)).toHaveCount(0);
  expect(await listWaiting(page)).toEqual([]);
  expect(await savedTexts(ben, conversationId)).toEqual(["Are you there?"]);
});

test("signing out takes along what waits", async ({ browser }) => {
  const { ada } = await chatOffline(browser);
  await write(ada.page, "One");
  await expect(waiting(ada.page)).toHaveCount(1);
  // Nothing else may send it before.
  await ada.page.route("**/api/live*", (route) => route.abort());
  await ada.context.setOffline(false);
  await ada.page.goto("/api/logout");
  await expect(ada.page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await expectNothingKept(ada.page);
});

/** All that waits in the browser, whoever wrote it. */
function listWaiting(page: Page) {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open("outbox");
        opening.onsuccess = () => {
          const { result: database } = opening;
          const request = database.transaction("messages").objectStore("messages").getAll();
          request.onsuccess = () => {
            database.close();
            resolve(request.result);
          };
        };
      }),
  );
}

/** Answers as a server with another build would, from now on. */
async function deploy(page: Page) {
  await page.context().route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), build: "NEXT" } });
  });
}

test("a page of an older build loads the next page, with what is typed, and only once", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversingPair(browser, true, false);
  const { page } = ada;
  const chat = `/messages/${conversationId}`;
  await visit(page, chat);
  await waitForKept(page, chat);
  await deploy(page);
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loaded.push(new URL(request.url()).pathname);
  });
  await page.getByPlaceholder("Type a message...").fill("Half a sentence");
  await page.getByRole("link", { name: "Share Music" }).click();
  // Until then, the old page shows the dialog's frame, under its own address.
  await expect.poll(() => loaded).toEqual([`${chat}/share`]);
  await expect(page).toHaveURL(`${chat}/share`);
  await waitForHydration(page);
  await expect(page.getByRole("dialog", { name: "Share Music" })).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
  expect(loaded).toEqual([`${chat}/share`]);
  expect((await listKept(page)).copies.filter((key) => key === "drafts")).toEqual([]);
  // Nothing reloads by itself, whatever the server says.
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(chat);
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
  expect(loaded).toEqual([`${chat}/share`, chat]);
});
