// Large text, low windows and widths between phone and desktop: nothing overlaps or is cut off.
import { expect, type Locator, type Page } from "@playwright/test";
import { conversingPair, sendJson, sendMessage, signUp } from "../members";
import { expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not there`);
  return box;
}

/** The overlap of two boxes, in square pixels. */
function overlap(one: Box, other: Box): number {
  const side = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
  return side(one.x, one.width, other.x, other.width) * side(one.y, one.height, other.y, other.height);
}

async function setLetters(page: Page, size: string) {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

test("the navigation bars stay readable at a text size of 200 %", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled, javaScriptEnabled);
  await sendMessage(ben, conversationId, "Hello");
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ["/", "/matches", "/notifications"]) {
    await visit(page, path);
    await setLetters(page, "200%");
    await expectNoHorizontalScroll(page);
    const labels = await Promise.all((await page.locator(".bottom-bar .nav-label").all()).map(boxOf));
    expect(labels).toHaveLength(5);
    for (const [place, label] of labels.entries())
      for (const other of labels.slice(place + 1)) expect(overlap(label, other)).toBe(0);
    const bell = page.getByRole("link", { name: /^Notifications/ });
    const icon = await boxOf(bell.locator("svg"));
    const hidden = overlap(icon, await boxOf(bell.locator(".count-badge")));
    expect(hidden).toBeLessThan((icon.width * icon.height) / 3);
  }
});

test("the bottom bar stays in one row, with all its names, at any text size", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  for (const [width, letters] of [
    [320, "100%"],
    [320, "200%"],
    [360, "200%"],
    [720, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, "/settings");
    await setLetters(page, letters);
    await expectNoHorizontalScroll(page);
    const links = page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link");
    await expect(links).toHaveText(["Home", "Discover", "Matches", "Messages", "Records"]);
    const boxes = await Promise.all((await links.all()).map(boxOf));
    for (const { y } of boxes) expect(y, `${width} px at ${letters}`).toBe(boxes[0]?.y);
    for (const label of await page.locator(".bottom-bar .nav-label").all()) {
      const { x, width: length } = await boxOf(label);
      const fifth = await boxOf(label.locator("xpath=ancestor::li"));
      expect(x, `${width} px at ${letters}`).toBeGreaterThanOrEqual(fifth.x);
      expect(x + length, `${width} px at ${letters}`).toBeLessThanOrEqual(fifth.x + fifth.width);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const bar = await boxOf(page.locator(".bottom-bar"));
    const footer = await boxOf(page.locator(".footer-row"));
    expect(footer.y + footer.height).toBeLessThanOrEqual(bar.y);
  }
});

test("the bottom bar leaves the end of the page free", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  for (const size of [
    { width: 320, height: 640 },
    { width: 360, height: 740 },
    { width: 999, height: 600 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/settings");
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const bar = await boxOf(page.locator(".bottom-bar"));
    expect(bar.y + bar.height).toBe(size.height);
    const footer = await boxOf(page.locator(".footer-row"));
    expect(footer.y + footer.height).toBeLessThanOrEqual(bar.y);
  }
});

test("a chat can be used in a window 256 px high", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled, false);
  for (const text of ["One", "Two", "Three", "Four"]) await sendMessage(ben, conversationId, text);
  // What is new loads the page again when it has been read, and Remix then scrolls to where it was before.
  await sendJson(ada, "POST", `/messages/${conversationId}/read`, { sequence: 4 });
  const { page } = ada;
  for (const width of [360, 640, 1280]) {
    await page.setViewportSize({ width, height: 256 });
    await visit(page, `/messages/${conversationId}`);
    const field = page.getByPlaceholder("Type a message...");
    await field.evaluate((element) => element.scrollIntoView({ block: "end" }));
    const log = javaScriptEnabled
      ? page.getByRole("log", { name: "Messages" })
      : page.locator("iframe[name=messages], iframe.chat-frame");
    const { y, height } = await boxOf(log);
    const bars = await page
      .locator(".bottom-bar")
      .evaluateAll((all) =>
        all.filter((bar) => getComputedStyle(bar).position !== "static").map((bar) => bar.clientHeight),
      );
    const bottom = 256 - bars.reduce((sum, each) => sum + each, 0);
    expect(Math.min(y + height, bottom) - Math.max(y, 0), `${width} px`).toBeGreaterThanOrEqual(144);
    const composer = await boxOf(field);
    expect(composer.y + composer.height, `${width} px`).toBeLessThanOrEqual(bottom);
  }
});

test("the buttons of a profile do not overlap", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  for (const [width, letters] of [
    [320, "100%"],
    [360, "200%"],
    [720, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, "/profile");
    await setLetters(page, letters);
    const photo = await boxOf(page.getByRole("link", { name: "Change profile photo" }));
    const settings = await boxOf(page.getByRole("link", { name: "Settings", exact: true }));
    const signOut = await boxOf(page.getByRole("main").getByRole("button", { name: "Sign Out" }));
    expect(overlap(photo, settings), `${width} px`).toBe(0);
    expect(overlap(photo, signOut), `${width} px`).toBe(0);
  }
});

test("the buttons of a card stay within its padding", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const jo = await signUp(browser, "Jo", false);
  for (const person of [ada, jo])
    await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Ísafjörður" });
  const { page } = ada;
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  for (const width of [308, 360, 480, 719, 720, 999, 1000, 1024, 1050, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const like = page.getByRole("button", { name: /^Like/ }).first();
    const card = await boxOf(page.getByRole("article").filter({ has: like }).first());
    const button = await boxOf(like);
    expect(card.x + card.width - (button.x + button.width), `${width} px`).toBeGreaterThanOrEqual(16);
  }
});
