// The tooltips of icon buttons.
import { expect } from "@playwright/test";
import { setPreferences, signUp } from "../members";
import { expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("an icon button's name shows after a moment's hovering, at once for the next one, and on focus", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are none");
  const ada = await signUp(browser, "Ada", true);
  await setPreferences(ada, ["Can", "Low", "Broadcast"], ["Rock"]);
  const { page } = ada;
  const tooltip = page.locator(".tooltip");
  const [up, down] = ["Move Low up", "Move Low down"].map((name) => page.getByRole("button", { name }));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.clock.install();
    await visit(page, "/profile?tab=music");
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await up?.hover();
    await page.clock.runFor(600);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(tooltip).toHaveText("Move Low up");
    await expect(tooltip).toBeInViewport({ ratio: 1 });
    await expectNoHorizontalScroll(page);
    await down?.hover();
    await page.clock.runFor(50);
    await expect(tooltip).toHaveText("Move Low down");
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);

    await page.mouse.move(0, 0);
    await up?.focus();
    await page.keyboard.press("Tab");
    await expect(down ?? tooltip).toBeFocused();
    await expect(tooltip).toHaveText("Move Low down");
    await page.keyboard.press("Shift+Tab");
    await expect(tooltip).toHaveText("Move Low up");
  }
});
