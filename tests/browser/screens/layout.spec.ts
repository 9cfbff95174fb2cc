// Large letters, low windows and widths between phone and desktop: nothing overlaps or is out of reach.
import { expect, type Locator, type Page } from "@playwright/test";
import {
  addMember,
  conversationWithMember,
  conversingPair,
  type Member,
  makeConversation,
  sendJson,
  sendMessage,
  signUp,
} from "../members";
import { operate } from "../operator";
import { test, visit } from "../pages";

type Box = { x: number; y: number; width: number; height: number };

const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not there`);
  return box;
}

const boxesOf = async (locator: Locator) => Promise.all((await locator.all()).map(boxOf));

/** The overlap of two boxes, in square pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(right(one), right(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

async function setLetters(page: Page, size: string) {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** Expects five links of the bottom bar in one row, each with its name in its fifth, and the page's end above them. */
async function expectBottomBar(page: Page, width: number, letters: string) {
  const where = `${width} px at ${letters}`;
  const bar = page.getByRole("navigation", { name: "Shortcuts" });
  const names = ["Home", "Discover", "Matches", "Messages", "Records"];
  await expect(bar.getByRole("link")).toContainText(names);
  const [first, ...others] = await boxesOf(bar.getByRole("link"));
  for (const { y } of others) expect(y, where).toBe(first?.y);
  for (const name of names) {
    const label = bar.getByText(name, { exact: true });
    const [own, fifth] = [await boxOf(label), await boxOf(label.locator("xpath=ancestor::li"))];
    expect(own.x, where).toBeGreaterThanOrEqual(fifth.x);
    expect(right(own), where).toBeLessThanOrEqual(right(fifth));
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const footer = await boxOf(page.getByRole("contentinfo").locator("> div"));
  expect(bottom(footer), where).toBeLessThanOrEqual((await boxOf(page.locator(".bottom-bar"))).y);
}

/** Expects that a chat shows three lines of messages and its composer in a window 256 px high. */
async function expectLowChat(page: Page, chat: string, messages: Locator) {
  for (const width of [360, 640, 1280]) {
    await page.setViewportSize({ width, height: 256 });
    await visit(page, chat);
    const field = page.getByPlaceholder("Type a message...");
    await field.evaluate((element) => element.scrollIntoView({ block: "end" }));
    const log = await boxOf(messages);
    const bars = await page
      .locator(".bottom-bar")
      .evaluateAll((all) =>
        all.filter((bar) => getComputedStyle(bar).position !== "static").map((bar) => bar.clientHeight),
      );
    const end = 256 - bars.reduce((sum, each) => sum + each, 0);
    expect(Math.min(bottom(log), end) - Math.max(log.y, 0), `${width} px`).toBeGreaterThanOrEqual(144);
    expect(bottom(await boxOf(field)), `${width} px`).toBeLessThanOrEqual(end);
  }
}

/** A conversation of four messages, which Ada has read: new ones would load the page again, and scroll it. */
async function talk(ada: Member, ben: Member, conversationId: string) {
  for (const text of ["One", "Two", "Three", "Four"]) await sendMessage(ben, conversationId, text);
  await sendJson(ada, "POST", `/messages/${conversationId}/read`, { sequence: 4 });
  return `/messages/${conversationId}`;
}

test("bars stay in one row and controls apart, at any width and size of letters", { tag: "@all" }, async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  const { page, context } = ada;
  const mona = await signUp(browser, "Mona", true);
  await operate("moderator", "add", mona.email);
  const [jo, kit] = [await addMember("Jo"), await addMember("Kit")];
  await sendJson(ben, "POST", "/api/reports", {
    about: `member:${jo.id}`,
    reason: "harassment",
    alsoBlock: false,
  });
  for (const person of [ada, jo, kit])
    await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Ísafjörður" });

  await visit(page, "/settings");
  for (const [width, letters] of [
    [320, "100%"],
    [320, "200%"],
    [360, "200%"],
    [720, "200%"],
    [999, "100%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await setLetters(page, letters);
    await expectBottomBar(page, width, letters);
  }
  // A conversation's row shows two lines of its last message.
  await page.setViewportSize({ width: 360, height: 800 });
  await sendMessage(ben, conversationId, "Which pressing? ".repeat(50));
  await visit(page, "/messages");
  const excerpt = page.getByRole("navigation", { name: "Conversations" }).getByText("Which pressing?");
  const lineHeight = await excerpt.evaluate((row) => Number.parseFloat(getComputedStyle(row).lineHeight));
  expect((await boxOf(excerpt)).height).toBeCloseTo(2 * lineHeight, 0);

  // The bell's count hides less than a third of it.
  await page.setViewportSize({ width: 360, height: 800 });
  await setLetters(page, "200%");
  const bell = page.getByRole("link", { name: /^Notifications/ });
  const icon = await boxOf(bell.locator("svg"));
  const hidden = overlap(icon, await boxOf(bell.locator(".count-badge")));
  expect(hidden).toBeLessThan((icon.width * icon.height) / 3);

  // The top bar of a moderator with unread counts is in one row, too.
  await sendMessage(ben, await makeConversation(ben, mona), "Hello");
  await visit(mona.page, "/records");
  for (const width of [320, 360, 999, 1000, 1024, 1280, 1920]) {
    await mona.page.setViewportSize({ width, height: 800 });
    const bar = mona.page.locator(".top-bar");
    expect((await boxOf(bar)).height, `${width} px`).toBe(65);
    const moderation = bar.getByRole("link", { name: /^Moderation\s*\d+ open$/ });
    await expect(moderation).toBeInViewport({ ratio: 1 });
    await moderation.click({ trial: true });
    await bar
      .locator("summary", { hasText: "Menu" })
      .or(bar.getByRole("link", { name: "Settings" }))
      .first()
      .click({ trial: true });
  }

  await expectLowChat(
    page,
    await talk(ada, ben, conversationId),
    page.getByRole("log", { name: "Messages" }),
  );

  await visit(page, "/profile?tab=profile");
  for (const [width, letters] of [
    [320, "100%"],
    [360, "200%"],
    [720, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await setLetters(page, letters);
    const photo = await boxOf(page.getByRole("link", { name: "Change profile photo" }));
    const main = page.getByRole("main");
    for (const control of [
      main.getByRole("link", { name: "Settings", exact: true }),
      main.getByRole("button", { name: "Sign Out" }),
    ])
      expect(overlap(photo, await boxOf(control)), `${width} px`).toBe(0);
  }

  // A card's buttons stay within its padding, and a flash message is small.
  await context.request.post("/discover/decide", {
    form: { targetUserId: kit.id, liked: "false" },
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
    maxRedirects: 0,
  });
  await visit(page, "/matches");
  for (const [width, highest] of [
    [320, 128],
    [360, 96],
    [1280, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    expect((await boxOf(page.locator(".flash"))).height, `${width} px`).toBeLessThanOrEqual(highest);
  }
  await page.locator(".flash").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".flash")).toBeHidden();
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  for (const width of [308, 480, 719, 720, 999, 1000, 1050, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const like = page.getByRole("button", { name: /^Like/ }).first();
    const card = await boxOf(page.getByRole("article").filter({ has: like }).first());
    expect(right(card) - right(await boxOf(like)), `${width} px`).toBeGreaterThanOrEqual(16);
  }
});

test("without scripts dialogs are part of their page, and small windows show all of it", {
  tag: "@all",
}, async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, false, false);
  const { page } = ada;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [address, title] of [
    ["/records/new", "Add Record"],
    ["/records/import", "Import CSV"],
    ["/playlists/new", "Create Playlist"],
    ["/trivia/new", "Challenge Someone to Trivia!"],
    ["/profile/photo", "Profile Photo"],
    ["/profile/cover", "Cover Photo"],
  ] as const) {
    await page.goto(address);
    const section = page.getByRole("region", { name: title });
    const position = await section.evaluate((each) => getComputedStyle(each.parentElement ?? each).position);
    expect(position, address).toBe("static");
    // Nothing covers the page.
    await page.getByRole("link", { name: "B-Side, home" }).click({ trial: true });
    await section.getByRole("link", { name: "Close" }).click();
    await expect(section).toBeHidden();
  }

  for (const width of [320, 999]) {
    await page.setViewportSize({ width, height: 640 });
    await visit(page, "/settings");
    await expectBottomBar(page, width, "100%");
    const bar = await boxOf(page.locator(".bottom-bar"));
    expect(bottom(bar)).toBe(640);
  }
  await expectLowChat(page, await talk(ada, ben, conversationId), page.locator("iframe[name=messages]"));
});
