// Scripts replace the screen without loading a page: the heading has the focus, and what is slow shows that it is under way.
import { expect, type Page } from "@playwright/test";
import {
  addMember,
  type Member,
  makeMatch,
  sendJson,
  setPreferences,
  signUp,
  startConversation,
} from "../members";
import { holdRequests, test, visit, waitForHydration } from "../pages";

const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading page" });
const placeholders = (page: Page) => page.locator("main .placeholder:visible");

/** Completes a member's profile, in a town without other members. */
async function settle<Kind extends Member>(person: Kind): Promise<Kind> {
  await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Longyearbyen" });
  await setPreferences(person, ["The Unheard", "Attic Tapes"], ["Jazz"]);
  return person;
}

/** The link to a main screen, whose name may go on with a count. */
const linkTo = (page: Page, name: string) =>
  page.getByRole("link", { name: new RegExp(`^${name}\\b`) }).first();

async function expectFocusOn(page: Page, heading: string) {
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

/** Follows a link with the keyboard, and expects the heading of its screen to have the focus. */
async function follow(page: Page, link: string, heading: string) {
  await page.getByRole("link", { name: link }).first().focus();
  await page.keyboard.press("Enter");
  await expectFocusOn(page, heading);
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(`main ${selector} >> visible=true`).first().boundingBox();
  return [box?.x, box?.y, box?.width, box?.height].map((length) => Math.round(length ?? 0));
}

/** Begins a navigation that is held, on a page with a stopped clock. */
async function hold(page: Page, name: string) {
  // By the page's own clock, which is ahead after the first time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  const held = await holdRequests(page, `**/${name.toLowerCase()}.data*`);
  const link = linkTo(page, name);
  await link.click();
  await held.requested;
  // The request is sent before the page shows the navigation and measures its time.
  await expect(link).toHaveClass(/pending/);
  return held;
}

test("a new screen's heading has the focus, and a slow one shows where its parts will be", async ({
  browser,
}) => {
  const [ada, ben] = [await settle(await signUp(browser, "Ada", true)), await settle(await addMember("Ben"))];
  await settle(await addMember("Cleo"));
  await makeMatch(ada, ben);
  const conversationId = await startConversation(ada, ben);
  const { page } = ada;

  // The heading has the focus at the top of the page, going back and forward too.
  await page.setViewportSize({ width: 1280, height: 500 });
  await visit(page, "/settings");
  await expect(page.locator(":focus")).toHaveCount(0);
  await follow(page, "Discover", "Discover");
  await page.evaluate(() => window.scrollTo(0, 200));
  await follow(page, "Playlists", "Collaborative Playlists");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expectFocusOn(page, "Discover");
  await page.goForward();
  await expectFocusOn(page, "Collaborative Playlists");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Create Playlist");
  await page.goto("/no/such/page");
  await waitForHydration(page);
  await page.getByRole("main").getByRole("link", { name: "Home" }).press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await visit(page, "/messages");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await follow(page, "Ben", "Ben");
    await expect(page).toHaveURL(`/messages/${conversationId}`);
    if (width === 360) await follow(page, "All conversations", "Messages");
  }
  // Another tab leaves it where it is.
  await visit(page, "/profile?tab=profile");
  const tab = page.getByRole("link", { name: "Who to Meet" });
  await tab.press("Enter");
  await expect(page).toHaveURL("/profile?tab=meet");
  await expect(tab).toBeFocused();

  // Placeholders stand where the cards will be, and go when the navigation is given up, which loses nothing.
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { name, count, item } of [
      { name: "Discover", count: 4, item: ".discover-grid > li > article" },
      { name: "Matches", count: 6, item: ".match-grid > li > article" },
      { name: "Messages", count: 3, item: ".conversation-row" },
    ]) {
      await page.getByRole("link", { name: "B-Side, home" }).click();
      await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
      const loading = await holdRequests(page, `**/${name.toLowerCase()}.data*`);
      await page
        .getByRole("link", { name: new RegExp(`^${name}\\b`) })
        .last()
        .click();
      await expect(placeholders(page)).toHaveCount(count);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
      const before = await boxOf(page, ".placeholder");
      loading.release();
      await expect(placeholders(page)).toHaveCount(0);
      const [height = 0, ...place] = (await boxOf(page, item)).reverse();
      const [reserved = 0, ...expected] = before.reverse();
      expect(place, name).toEqual(expected);
      // A card is higher with more to say, or another font.
      expect(height, name).toBeGreaterThanOrEqual(reserved);
    }
  }
  await visit(page, "/question");
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await page.getByLabel("Your answer").fill("Likes records.");
  const abandoned = await holdRequests(page, "**/matches.data*");
  page.once("dialog", (question) => question.accept());
  await linkTo(page, "Matches").click();
  await expect(placeholders(page)).toHaveCount(6);
  await page.goBack();
  await expect(placeholders(page)).toHaveCount(0);
  await expect(page.getByLabel("Your answer")).toHaveValue("Likes records.");
  abandoned.release();

  // A fast navigation shows neither placeholders nor a progress bar; a slow one moves nothing.
  await page.clock.install();
  await visit(page, "/settings");
  const matches = await hold(page, "Matches");
  await page.clock.runFor(140);
  await expect(placeholders(page)).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(placeholders(page)).toHaveCount(6);
  await page.clock.resume();
  matches.release();
  await expect(page.getByRole("heading", { name: "Ben L." })).toBeVisible();
  const places = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll("header, h1"), (element) => element.getBoundingClientRect().y),
    );
  const records = await hold(page, "Records");
  const before = await places();
  await page.clock.runFor(140);
  await expect(bar(page)).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(bar(page)).toBeVisible();
  const box = await bar(page).boundingBox();
  expect([box?.x, box?.y]).toEqual([0, 0]);
  expect(await places()).toEqual(before);
  const motion = () => bar(page).evaluate((element) => element.getAnimations().length);
  expect(await motion()).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await motion()).toBe(0);
  expect((await bar(page).boundingBox())?.width).toBe(page.viewportSize()?.width);
  await page.clock.resume();
  records.release();
  await expect(page.getByRole("heading", { name: "My Record Collection" })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});
