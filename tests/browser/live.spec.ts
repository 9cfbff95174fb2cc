// What happens to a member shows on their open pages by itself, through breaks and without a live stream too.
import { expect, type Page } from "@playwright/test";
import { openBrowser, openPage, test, visit } from "./pages";
import { like, type Person, send, signUpTwo, talkingTwo, write } from "./people";

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

/** Another browser of the same member. */
async function elsewhere(person: Person, javaScriptEnabled: boolean): Promise<Page> {
  const browser = person.context.browser();
  if (!browser) throw new Error("The browser is gone");
  const context = await openBrowser(browser, javaScriptEnabled);
  await context.addCookies(await person.context.cookies());
  return openPage(context);
}

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "opens browsers of both kinds by itself");
});

test("messages arrive by the stream, once and in order; without scripts in the frame", async ({
  browser,
}) => {
  const { ada, ben, talk } = await talkingTwo(browser, true);
  const plain = await elsewhere(ben, false);
  await Promise.all([
    openLive(ada.page, `/messages/${talk}`),
    openLive(ben.page, `/messages/${talk}`),
    visit(plain, `/messages/${talk}`),
  ]);
  const frame = plain.frameLocator('iframe[title="Messages"]');
  await plain.getByPlaceholder("Type a message...").fill("Half a sent");
  for (const [from, to, text] of [
    [ada, ben, "One"],
    [ben, ada, "Two"],
    [ada, ben, "Three"],
  ] as const) {
    await write(from, talk, text);
    const began = Date.now();
    await expect(lines(to.page, text)).toHaveCount(1);
    test.info().annotations.push({ type: "seen after ms", description: String(Date.now() - began) });
    await expect(lines(from.page, text)).toHaveCount(1);
  }
  await expect(frame.getByRole("listitem").filter({ hasText: "Three" })).toBeVisible();
  await expect(plain.getByPlaceholder("Type a message...")).toHaveValue("Half a sent");
  await ada.page.waitForTimeout(3500);
  for (const page of [ada.page, ben.page]) {
    expect(await lines(page).locator(".line-text").allTextContents()).toEqual(["One", "Two", "Three"]);
  }
  // By the stream, and not because the page asks.
  await ben.page.route("**/more?*", (route) => route.abort());
  await write(ada, talk, "Four");
  await expect(lines(ben.page, "Four")).toHaveCount(1);
});

test("a match shows in the badges and in Matches without anything pressed", async ({ browser }) => {
  const { ada, ben } = await signUpTwo(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/matches");
  await like(ben, ada);
  await expect(badge(ada.page, "Matches")).toContainText("1");
  await expect(ada.page.getByText("Ben").first()).toBeVisible();
  await send(ben, "POST", "/api/conversations", { targetUserId: ada.id });
  await expect(badge(ada.page, "Messages")).toContainText("1");
});

test("a page keeps standing while what it asks for again is lost on the way", async ({ browser }) => {
  const { ada, ben } = await signUpTwo(browser, true, true);
  await like(ada, ben);
  await openLive(ada.page, "/matches");
  let lost = 0;
  await ada.page.route(/\.data(\?|$)/, (route) =>
    lost++ < 2 ? route.abort("internetdisconnected") : route.continue(),
  );
  await like(ben, ada);
  await expect(ada.page.getByRole("button", { name: "Start Conversation" })).toBeVisible();
  expect(lost).toBeGreaterThan(2);
});

test("what was missed while the connection was gone arrives when it is back", async ({ browser }) => {
  const { ada, ben, talk } = await talkingTwo(browser, true);
  await openLive(ada.page, `/messages/${talk}`);
  await write(ben, talk, "Before");
  await expect(lines(ada.page, "Before")).toBeVisible();
  await ada.page.context().setOffline(true);
  for (const text of ["Missed one", "Missed two"]) await write(ben, talk, text);
  await ada.page.waitForTimeout(500);
  await ada.page.context().setOffline(false);
  await expect(lines(ada.page, "Missed two")).toBeVisible();
  await write(ben, talk, "After");
  await expect(lines(ada.page, "After")).toBeVisible();
  expect(await lines(ada.page).locator(".line-text").allTextContents()).toEqual([
    "Before",
    "Missed one",
    "Missed two",
    "After",
  ]);
});

test("a browser without live streams asks, and so does one that is refused them", async ({ browser }) => {
  const { ada, ben, talk } = await talkingTwo(browser, true);
  await ada.page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  await ben.page.route("**/api/live*", (route) => route.fulfill({ status: 503, body: "Later" }));
  await Promise.all([visit(ada.page, `/messages/${talk}`), visit(ben.page, `/messages/${talk}`)]);
  await write(ada, talk, "Slow but sure");
  await write(ben, talk, "And back");
  for (const { page } of [ada, ben]) {
    await expect(lines(page, "Slow but sure")).toHaveCount(1);
    await expect(lines(page, "And back")).toHaveCount(1);
  }
});

test("new messages are counted until they are shown in a visible tab, with scripts and without", async ({
  browser,
}) => {
  const { ada, ben, talk } = await talkingTwo(browser, true);
  const plain = await elsewhere(ada, false);
  await openLive(ada.page, "/messages");
  const row = (page: Page) => page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  for (const text of ["One", "Two", "Three"]) await write(ben, talk, text);
  await expect(row(ada.page)).toContainText("3 new");
  await expect(badge(ada.page, "Messages")).toContainText("3 new");
  await visit(plain, "/messages");
  await expect(row(plain)).toContainText("3 new");
  await row(ada.page).click();
  await expect(lines(ada.page, "Three")).toBeVisible();
  await expect(badge(ada.page, "Messages")).not.toContainText("new");
  await expect(row(ada.page)).not.toContainText("new");

  await openLive(ada.page, "/messages");
  await write(ben, talk, "Four");
  await expect(row(ada.page)).toContainText("1 new");
  await visit(plain, `/messages/${talk}`);
  await expect(plain.frameLocator("iframe").getByText("Four")).toBeVisible();
  await expect(row(ada.page)).not.toContainText("new");
  await visit(plain, "/messages");
  await expect(row(plain)).not.toContainText("new");
});
