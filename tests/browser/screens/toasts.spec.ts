// Toasts cover no controls: all buttons and fields stay usable while one is shown.
import { type Browser, expect, type Page } from "@playwright/test";
import { makeConversation, matchedPair, type Person, sendJson, signUp } from "../members";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { keepToast, restAfterDecision, test, visit, waitForHydration } from "../pages";

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

const SCREENS = [
  "/",
  "/discover",
  "/matches",
  "/messages",
  "/records",
  "/records/new",
  "/playlists",
  "/trivia",
];
const OWN_SCREENS = ["/profile?tab=profile", "/profile?tab=music", "/music-connections", "/settings"];

const toast = (page: Page) => page.locator(".toast");

const CONTROLS = "a[href], button, input, select, textarea, summary";

/** Runs in the page. Lists the controls covered by a toast, each scrolled into view first if `isBrought`. */
function coveredControls({ of, isBrought }: { of: string; isBrought: boolean }): string[] {
  return Array.from(document.querySelectorAll<HTMLElement>(of)).flatMap((control) => {
    if (control.closest(".toasts") || !control.checkVisibility()) return [];
    if (isBrought) control.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].map((part) => [left + width / 2, top + height * part] as const);
    const isCovered = points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".toasts"));
    return isCovered ? [control.getAttribute("aria-label") ?? control.textContent ?? control.outerHTML] : [];
  });
}

/** Shows a toast by liking a member, and keeps it. */
async function showToast(page: Page, name: string) {
  await page.getByRole("button", { name: `Like ${name} Q.` }).click();
  await expect(toast(page)).toBeVisible();
  await keepToast(page);
}

/** Navigates without a page load, so that the toast stays. */
async function goTo(page: Page, path: string) {
  await page.evaluate((to) => window.__remixRouter.navigate(to), path);
  await waitForHydration(page);
}

/** Gives a member a place where only this file's members live: Discover shows twenty. */
async function settle(person: Person) {
  await sendJson(person, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Sisimiut" });
}

/** Signs up a member to decide on. Discover shows those without a place everywhere, so the surname is this file's own. */
async function meet(browser: Browser, firstName: string) {
  await settle(await signUp(browser, firstName, false, "Quist"));
}

test("a toast covers no control of any main screen", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  const { ada, ben } = await matchedPair(browser, true, false);
  const talk = await makeConversation(ada, ben);
  await settle(ada);
  await meet(browser, "Cleo");
  const record = { artist: "Pram", album: "Helium", year: 1994 };
  await sendJson(ada, "POST", "/api/record-collections", record);
  const { page } = ada;
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  await showToast(page, "Cleo");

  for (const path of [...SCREENS, `/messages/${talk}`, `/messages/${talk}/video`, ...OWN_SCREENS]) {
    await goTo(page, path);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await page.evaluate(() => {
        scrollTo(0, 0);
        document.querySelector(".dialog-overlay")?.scrollTo(0, 0);
      });
      const where = `${path} at ${size.width} × ${size.height}`;
      await expect(toast(page), where).toBeInViewport();
      const { width } = (await toast(page).boundingBox()) ?? { width: 0 };
      expect(width, where).toBeLessThanOrEqual(420);
      for (const isBrought of [false, true])
        expect(await page.evaluate(coveredControls, { of: CONTROLS, isBrought }), where).toEqual([]);
    }
  }
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test("a toast on a scrolled page covers nothing that was in view", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  for (const name of ["Gus", "Hal", "Ida"]) await meet(browser, name);
  for (const size of WINDOWS) {
    const { ada, ben } = await matchedPair(browser, true, false);
    await settle(ada);
    const { page } = ada;
    await page.setViewportSize(size);
    await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
    await page.getByRole("button", { name: "Like Ida Q." }).scrollIntoViewIfNeeded();
    const inSight = await page.evaluate(() => {
      const controls = Array.from(document.querySelectorAll<HTMLElement>("main a, main button, main input"));
      const whole = controls.filter((control) => control.getBoundingClientRect().top >= 0);
      for (const control of whole) control.dataset.inSight = "";
      return whole.length;
    });
    expect(inSight).toBeGreaterThan(2);
    // Nothing of the page changes with a challenge, apart from the toast.
    await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
    await expect(toast(page)).toBeVisible();
    await keepToast(page);
    const covered = await page.evaluate(coveredControls, { of: "[data-in-sight]", isBrought: false });
    expect(covered, `${size.width} × ${size.height}`).toEqual([]);
    await toast(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page)).toHaveCount(0);
    // The room made for it is gone too.
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingTop)).toBe("0px");
  }
});

test("the toast of a new conversation does not cover the composer", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  for (const size of WINDOWS) {
    const { ada } = await matchedPair(browser, true, false);
    const { page } = ada;
    await page.setViewportSize(size);
    await visit(page, "/matches");
    await page.getByRole("button", { name: /^Start Conversation/ }).click();
    await expect(toast(page)).toContainText("Conversation started");
    const field = page.getByPlaceholder("Type a message...");
    for (const control of [field, page.getByRole("button", { name: "Send", exact: true })]) {
      const isOnTop = await control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return element.contains(found);
      });
      expect(isOnTop, `${size.width} × ${size.height}`).toBe(true);
    }
    await page.context().close();
  }
});

test("a toast stays for five seconds, or ten with a button", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  const ada = await signUp(browser, "Ada", true);
  await settle(ada);
  await meet(browser, "Finn");
  const { page } = ada;
  await page.clock.install();
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  // Otherwise the clock would go on by itself too.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const expectFor = async (seconds: number) => {
    await page.mouse.move(0, 0);
    await page.clock.runFor((seconds - 1) * 1000);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(2000);
    await expect(toast(page)).toHaveCount(0);
  };
  const pass = page.getByRole("button", { name: "Pass on Finn Q." });
  await pass.click();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Pass undone");
  await expectFor(5);
  await pass.click();
  await expect(toast(page)).toContainText("Passed");
  await expectFor(10);
});

test("the toast of a request without a response gives way to a later success", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  const ada = await signUp(browser, "Ada", true);
  await settle(ada);
  await meet(browser, "Evangeline");
  const { page } = ada;
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  await page.route("**/discover/decide*", (route) => route.abort());
  await page.getByRole("button", { name: "Like Evangeline Q." }).click();
  await expect(toast(page)).toContainText("We couldn't reach B-Side. Check your connection.");
  await page.unroute("**/discover/decide*");
  await restAfterDecision(page);
  await page.getByRole("button", { name: "Like Evangeline Q." }).click();
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).not.toContainText("We couldn't reach B-Side. Check your connection.");
});

test("F8 reaches a toast, which waits while it has the focus; Escape and a swipe dismiss it", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are no toasts");
  const ada = await signUp(browser, "Ada", true);
  await settle(ada);
  for (const name of ["Gwen", "Hank"]) await meet(browser, name);
  const { page } = ada;
  await page.clock.install();
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("button", { name: "Pass on Gwen Q." }).click();
  await page.mouse.move(0, 700);
  await expect(toast(page)).toContainText("Passed");
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notices (F8)" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(toast(page)).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();

  await page.getByRole("button", { name: "Pass on Hank Q." }).click();
  await expect(toast(page)).toContainText("Passed");
  const words = await toast(page).locator(".notice-title").boundingBox();
  if (!words) throw new Error("the toast has no words");
  for (const [px, left] of [
    [40, 1],
    [60, 0],
  ] as const) {
    await page.mouse.move(words.x + 5, words.y + 5);
    await page.mouse.down();
    await page.mouse.move(words.x + 5 + px, words.y + 5, { steps: 4 });
    await page.mouse.up();
    await expect(toast(page)).toHaveCount(left);
  }
});
