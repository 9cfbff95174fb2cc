// The progress bar of slow navigations.
import { expect, type Page } from "@playwright/test";
import { signUp } from "../members";
import { holdRequests, test, visit } from "../pages";

const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading page" });

/** A member on Matches with a stopped clock, whose navigation to Records is held. */
async function leaveForRecords(page: Page) {
  await page.clock.install();
  await visit(page, "/matches");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const held = await holdRequests(page, "**/records.data*");
  const link = page.getByRole("link", { name: "Records" }).first();
  await link.click();
  await held.requested;
  // The request is sent before the page shows the navigation and measures its time.
  await expect(link).toHaveClass(/pending/);
  return held;
}

for (const width of [360, 1280]) {
  test(`a navigation that takes longer than 150 ms shows a progress bar, at ${width} px`, async ({
    browser,
    javaScriptEnabled,
  }) => {
    test.skip(javaScriptEnabled === false, "without scripts the browser shows its own");
    const { page } = await signUp(browser, "Ada", true);
    await page.setViewportSize({ width, height: 640 });
    const { release } = await leaveForRecords(page);
    const places = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll("header, h1"), (element) => element.getBoundingClientRect().y),
      );
    const before = await places();
    await page.clock.runFor(140);
    await expect(bar(page)).toHaveCount(0);
    await page.clock.runFor(20);
    await expect(bar(page)).toBeVisible();
    const box = await bar(page).boundingBox();
    expect([box?.x, box?.y]).toEqual([0, 0]);
    expect(await places()).toEqual(before);
    await page.clock.resume();
    release();
    await expect(page.getByRole("heading", { name: "My Record Collection" })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });
}

test("the progress bar does not move with reduced motion", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "without scripts the browser shows its own");
  const { page } = await signUp(browser, "Ada", true);
  const { release } = await leaveForRecords(page);
  await page.clock.runFor(160);
  await expect(bar(page)).toBeVisible();
  const motion = () => bar(page).evaluate((element) => element.getAnimations().length);
  expect(await motion()).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await motion()).toBe(0);
  const { width } = (await bar(page).boundingBox()) ?? { width: 0 };
  expect(width).toBe(page.viewportSize()?.width);
  release();
});
