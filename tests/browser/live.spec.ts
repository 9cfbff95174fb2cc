// Events show on a member's open pages at once, even after breaks and lost requests.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, type Page } from "@playwright/test";
import {
  addMember,
  conversationWithMember,
  like,
  sendJson,
  sendMessage,
  setPreferences,
  signUp,
  startConversation,
} from "./members";
import { holdRequests, test, visit, waitForFrames } from "./pages";

const lines = (page: Page, text = "") =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: text });
const badge = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const sheet = (page: Page, name = "Ben") => page.getByRole("dialog", { name: `You and ${name} L.` });

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

test("messages arrive once and in order by the stream, and are counted until they are shown", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  const { page } = ada;
  await page.clock.install();
  const cut = await proxyStream(page);
  await page.setViewportSize({ width: 360, height: 240 });
  await openLive(page, "/messages");

  // The list that an event loads again stays where its member has scrolled to.
  const row = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  const held = await holdRequests(page, "**/messages.data*");
  for (const text of ["One", "Two"]) await sendMessage(ben, conversationId, text);
  await held.requested;
  await page.evaluate(() => window.scrollTo(0, 100));
  held.release();
  await expect(row).toContainText("2 new");
  await expect(row).toContainText("Two");
  await waitForFrames(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(100);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(badge(page, "Messages")).toContainText("2 new");
  await row.click();
  await expect(lines(page, "Two")).toBeVisible();
  await expect(badge(page, "Messages")).not.toContainText("new");
  await expect(row).not.toContainText("new");

  // By the stream, not by polling; a page that also polls would show a message twice.
  await page.route("**/more?*", (route) => route.abort());
  await sendMessage(ben, conversationId, "Three");
  await sendMessage(ada, conversationId, "Four");
  await expect(lines(page, "Four")).toHaveCount(1);
  await page.clock.runFor(10_000);
  await page.unroute("**/more?*");

  await page.context().setOffline(true);
  cut();
  for (const text of ["Missed one", "Missed two"]) await sendMessage(ben, conversationId, text);
  await page.context().setOffline(false);
  await expect(lines(page, "Missed two")).toBeVisible();
  await sendMessage(ben, conversationId, "After");
  await expect(lines(page, "After")).toBeVisible();
  const texts = ["One", "Two", "Three", "Four", "Missed one", "Missed two", "After"];
  expect(await lines(page).locator(".message-text").allTextContents()).toEqual(texts);
});

test("a match opens over the page, and takes no press that was meant for the page below @all", async ({
  browser,
}) => {
  const [ada, ben, cleo] = [
    await signUp(browser, "Ada", true),
    await addMember("Ben"),
    await addMember("Cleo"),
  ];
  const { page } = ada;
  for (const other of [ben, cleo]) await like(ada, other);
  for (const lover of [ada, ben]) await setPreferences(lover, ["Low"], ["Electronic"]);
  await page.clock.install();
  await openLive(page, "/records");
  await like(ben, ada);
  await expect(sheet(page)).toContainText("It's mutual! You two like each other.");
  // Escape closes the menu in it alone.
  await page.clock.runFor(600);
  await sheet(page).getByRole("button", { name: "Listen to Low" }).click();
  await expect(page.locator(".listen-menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".listen-menu")).toHaveCount(0);
  await waitForFrames(page);
  await expect(sheet(page)).toBeVisible();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL("/records");
  await expect(badge(page, "Matches")).toContainText("1");

  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await like(cleo, ada);
  await expect(sheet(page, "Cleo")).toBeVisible();
  await page.keyboard.press("Enter");
  await sheet(page, "Cleo").getByRole("button", { name: "Keep Looking" }).click();
  await expect(sheet(page, "Cleo")).toBeVisible();
  await page.clock.runFor(600);
  await sheet(page, "Cleo").getByRole("button", { name: "Say Hello to Cleo" }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}#write$/);

  // The sheet of a match that has ended closes.
  await sendJson(ben, "POST", "/api/blocks", { targetUserId: ada.id });
  await visit(page, `/records#match-${ben.id}`);
  await expect(page).toHaveURL("/records");
});

test("a match waits for what its member is doing, and shows although requests are lost @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const [ben, cleo, dan, eve] = [
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
    await addMember("Eve"),
  ];
  for (const other of [ben, cleo, dan, eve]) await like(ada, other);
  const { page } = ada;
  await openLive(page, "/matches");
  const asked = { counts: 0, data: 0 };
  await page.route("**/counts", (route) =>
    asked.counts++ < 1 ? route.abort("internetdisconnected") : route.continue(),
  );
  await page.route(/\.data(\?|$)/, (route) =>
    asked.data++ < 2 ? route.abort("internetdisconnected") : route.continue(),
  );
  await like(dan, ada);
  // From now on the page has the sheet's scripts, and opens it before the badge changes.
  await expect(sheet(page, "Dan")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(badge(page, "Matches")).toContainText("1");
  await expect(page.getByRole("button", { name: "Start Conversation" })).toBeVisible();
  expect(asked.counts).toBeGreaterThan(1);
  expect(asked.data).toBeGreaterThan(2);
  await startConversation(dan, ada);
  await expect(badge(page, "Messages")).toContainText("1");

  await page.getByRole("link", { name: "Profile", exact: true }).filter({ visible: true }).first().click();
  await page.getByRole("link", { name: "Edit your bio" }).click();
  const bio = page.getByLabel("Bio");
  await bio.fill("Half a sent");
  await bio.blur();
  await like(ben, ada);
  await expect(badge(page, "Matches")).toContainText("2");
  expect(page.url()).not.toContain("#match-");
  await expect(bio).toHaveValue("Half a sent");

  await bio.fill("");
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  // Neither over a dialog that is still loading, nor when it has loaded.
  const held = await holdRequests(page, "**/records/new.data*");
  await page.getByRole("link", { name: "Add Your First Record" }).click();
  await held.requested;
  await expect(page.getByRole("dialog", { name: "Add Record" })).toBeVisible();
  const counts = page.waitForResponse("**/counts");
  await like(cleo, ada);
  await counts;
  held.release();
  await expect(page.getByRole("dialog").getByLabel("Album", { exact: true })).toBeVisible();
  await waitForFrames(page);
  expect(page.url()).not.toContain("#match-");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).focus();
  const countsAgain = page.waitForResponse("**/counts");
  await like(eve, ada);
  await countsAgain;
  expect(page.url()).not.toContain("#match-");
  await expect(page.getByRole("dialog", { name: "Add Record" })).toBeVisible();
});
