// Toasts cover no controls: all buttons and fields stay usable while one is shown.
import { type Browser, expect, type Page } from "@playwright/test";
import { matchedPair, type Person, sendJson, signUp } from "../members";
import { keepToast, restAfterDecision, test, visit } from "../pages";

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

const DISCOVER = "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=";

const toast = (page: Page) => page.locator(".toast");

const CONTROLS = "a[href], button, input, select, textarea, summary";

/** Runs in the page. Lists the controls within reach that a toast covers, each scrolled into view first if `isBrought`. */
function coveredControls({ of, isBrought }: { of: string; isBrought: boolean }): string[] {
  return Array.from(document.querySelectorAll<HTMLElement>(of)).flatMap((control) => {
    if (control.closest(".toasts, [aria-hidden=true]") || !control.checkVisibility()) return [];
    if (isBrought) control.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].map((part) => [left + width / 2, top + height * part] as const);
    const isCovered = points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".toasts"));
    return isCovered ? [control.getAttribute("aria-label") ?? control.textContent ?? control.outerHTML] : [];
  });
}

/** Gives a member a place where only this file's members live: Discover shows twenty. */
async function settle(person: Person) {
  await sendJson(person, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Sisimiut" });
}

/** Signs up a member to decide on. Discover shows those without a place everywhere, so the surname is this file's own. */
async function meet(browser: Browser, firstName: string) {
  await settle(await signUp(browser, firstName, false, "Quist"));
}

/** Expects that a toast is whole in view, and covers no control, even one that is scrolled into view. */
async function expectNothingCovered(page: Page, where: string) {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.evaluate(() => {
      scrollTo(0, 0);
      document.querySelector(".dialog-overlay")?.scrollTo(0, 0);
    });
    const message = `${where} at ${size.width} × ${size.height}`;
    await expect(toast(page), message).toBeInViewport();
    expect((await toast(page).boundingBox())?.width, message).toBeLessThanOrEqual(420);
    for (const isBrought of [false, true])
      expect(await page.evaluate(coveredControls, { of: CONTROLS, isBrought }), message).toEqual([]);
  }
}

test("a toast covers nothing, and stays as long as it takes to read and reach it", async ({ browser }) => {
  const { ada, ben } = await matchedPair(browser, true, false);
  await settle(ada);
  for (const name of ["Cleo", "Gwen", "Hank"]) await meet(browser, name);
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Pram", album: "Helium", year: 1994 });
  const { page } = ada;

  // On a scrolled page it covers nothing that was in view, and the room made for it goes with it.
  for (const size of [WINDOWS[0], WINDOWS[3]]) {
    if (size) await page.setViewportSize(size);
    await visit(page, DISCOVER);
    await page.getByRole("button", { name: "Like Hank Q." }).scrollIntoViewIfNeeded();
    const inSight = await page.evaluate(() => {
      const controls = Array.from(document.querySelectorAll<HTMLElement>("main a, main button, main input"));
      const whole = controls.filter((control) => control.getBoundingClientRect().top >= 0);
      for (const control of whole) control.dataset.inSight = "";
      return whole.length;
    });
    expect(inSight).toBeGreaterThan(2);
    // Nothing of the page changes with a challenge, apart from the toast.
    const game = await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
    await expect(toast(page)).toBeVisible();
    await keepToast(page);
    expect(await page.evaluate(coveredControls, { of: "[data-in-sight]", isBrought: false })).toEqual([]);
    await toast(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page)).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingTop)).toBe("0px");
    // Two members have one open challenge at a time.
    const headers = { "Sec-Fetch-Site": "same-origin" };
    await ben.context.request.post(`/trivia/${game.id}/resign`, { headers, form: {} });
  }

  // That of a new conversation leaves the composer free.
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/matches");
  await page.getByRole("button", { name: /^Start Conversation/ }).click();
  await expect(toast(page)).toContainText("Conversation started");
  await page.getByPlaceholder("Type a message...").click({ trial: true });
  await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });

  // One that is kept covers no control of any screen, nor of a dialog.
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, DISCOVER);
  await page.getByRole("button", { name: "Like Cleo Q." }).click();
  await expect(toast(page)).toBeVisible();
  await keepToast(page);
  await expectNothingCovered(page, "Discover");
  for (const name of ["Matches", "Records", "Trivia", "Profile", "Messages"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    // The name may go on with a count.
    await page
      .getByRole("link", { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}`));
    await expectNothingCovered(page, name);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: /^Ben/ }).first().click();
  await page.getByRole("link", { name: "Share Video" }).click();
  await expect(page.getByRole("dialog").getByLabel("YouTube URL")).toBeVisible();
  await expectNothingCovered(page, "Share Video");

  // It stays for five seconds, or ten with a button.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await visit(page, DISCOVER);
  // Otherwise the clock would go on by itself too.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const expectFor = async (seconds: number) => {
    await page.mouse.move(0, 0);
    await page.clock.runFor((seconds - 1) * 1000);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(2000);
    await expect(toast(page)).toHaveCount(0);
  };
  const pass = (name: string) => page.getByRole("button", { name: `Pass on ${name} Q.` });
  await pass("Gwen").click();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Pass undone");
  await expectFor(5);
  await pass("Gwen").click();
  await expect(toast(page)).toContainText("Passed");
  await expectFor(10);

  // F8 reaches it, and it waits while it has the focus; Escape and a swipe dismiss it.
  await pass("Hank").click();
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
  await meet(browser, "Ida");
  await visit(page, DISCOVER);
  await pass("Ida").click();
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

  // That of a request without a response gives way to a later success.
  await meet(browser, "Evangeline");
  await page.clock.resume();
  await visit(page, DISCOVER);
  await page.route("**/discover/decide*", (route) => route.abort());
  const liking = page.getByRole("button", { name: "Like Evangeline Q." });
  await liking.click();
  await expect(toast(page)).toContainText("We couldn't reach B-Side. Check your connection.");
  await page.unroute("**/discover/decide*");
  await restAfterDecision(page);
  await liking.click();
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).not.toContainText("We couldn't reach B-Side. Check your connection.");
});
