// Dialogs that are addresses, come to directly: with scripts they stand above their page from the first moment on,
// without they are a part of it.
import { expect } from "@playwright/test";
import { test } from "./pages";
import { signUp } from "./people";

const DIALOGS = [
  ["/records/new", "Add Record"],
  ["/records/import", "Import CSV"],
  ["/playlists/new", "Create Playlist"],
  ["/trivia/new", "Challenge Someone to Trivia!"],
  ["/profile/photo", "Profile Photo"],
  ["/profile/cover", "Cover Photo"],
] as const;

test("a dialog's own address moves nothing while it comes to life", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts nothing comes to life");
  const { page } = await signUp(browser, "Ada", true);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [address, title] of DIALOGS) {
      await page.goto(address);
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            const look = new PerformanceObserver((seen) => {
              for (const shift of seen.getEntries())
                sum += (shift as PerformanceEntry & { value: number }).value;
            });
            look.observe({ type: "layout-shift", buffered: true });
            // What has been seen is told after the next frame.
            requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
          }),
      );
      // On a slow machine a page is drawn in pieces and moves by up to 0.03; a dialog that leaves it moved it by 0.66.
      expect(moved, `${address} at ${width} px`).toBeLessThan(0.1);
    }
  }
});

test("without scripts a dialog is a part of its page", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled, "with scripts it stands above it");
  const { page } = await signUp(browser, "Ada", false);
  for (const [address, title] of DIALOGS) {
    await page.goto(address);
    const section = page.getByRole("region", { name: title });
    expect(
      await section.evaluate((element) => getComputedStyle(element.parentElement ?? element).position),
    ).toBe("static");
    // Nothing lies above the page.
    await page.getByRole("link", { name: "B-Side, home" }).click({ trial: true });
    await section.getByRole("link", { name: "Close" }).click();
    await expect(section).toBeHidden();
  }
});
