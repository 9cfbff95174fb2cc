// Scripts replace the screen without loading a page: the focus goes to its heading, so that screen readers say where one is.
import { expect, type Page } from "@playwright/test";
import { conversingPair, sendJson, signUp } from "../members";
import { test, visit, waitForHydration } from "../pages";

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser announces each page");
});

const focused = (page: Page) => page.locator(":focus");

async function expectFocusOn(page: Page, heading: string) {
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

/** Follows a link with the keyboard, and expects the heading of its screen to have the focus at the top of the page. */
async function follow(page: Page, link: string, heading: string) {
  const control = page.getByRole("link", { name: link }).first();
  await control.focus();
  await page.keyboard.press("Enter");
  await expectFocusOn(page, heading);
}

test("a new screen's heading has the focus, going back and forward too", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 1280, height: 500 });
  await visit(page, "/settings");
  await expect(focused(page)).toHaveCount(0);
  await follow(page, "Discover", "Discover");
  await page.evaluate(() => window.scrollTo(0, 200));
  await follow(page, "Playlists", "Collaborative Playlists");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expectFocusOn(page, "Discover");
  await page.goForward();
  await expectFocusOn(page, "Collaborative Playlists");
  await page.keyboard.press("Tab");
  await expect(focused(page)).toHaveText("Create Playlist");
  await page.goto("/no/such/page");
  await waitForHydration(page);
  const home = page.getByRole("main").getByRole("link", { name: "Home" });
  await home.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("an opened conversation's heading has the focus, and the list's after it", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true, false);
  const { page } = ada;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await visit(page, "/messages");
    await follow(page, ben.firstName, ben.firstName);
    await expect(page).toHaveURL(`/messages/${conversationId}`);
    if (width === 360) await follow(page, "All conversations", "Messages");
  }
});

test("another tab, page of a list or filter leaves the focus where it is", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/profile");
  for (const [tab, search] of [
    ["Who to Meet", "?tab=meet"],
    ["Profile Settings", "?tab=profile"],
  ] as const) {
    const link = page.getByRole("link", { name: tab });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/profile${search}`);
    await expect(link).toBeFocused();
  }
});

test("a dialog has the focus, and its opener afterwards", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const { page } = ada;
  await visit(page, "/records");
  const edit = page.getByRole("link", { name: "Edit Hey What" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Artist")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/records");
  await expect(edit).toBeFocused();
});
