// The tooltips of icon buttons.
import { expect } from "@playwright/test";
import { sendJson, signUp } from "../members";
import { expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("an icon button's name shows after a moment's hovering, at once for the next one, and on focus", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are none");
  const ada = await signUp(browser, "Ada", true);
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const { page } = ada;
  const tooltip = page.locator(".tooltip");
  const [edit, remove] = ["Edit Hey What", "Delete Hey What"].map((name) => page.getByRole("link", { name }));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.clock.install();
    await visit(page, "/records");
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await edit?.hover();
    await page.clock.runFor(600);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(tooltip).toHaveText("Edit Hey What");
    await expect(tooltip).toBeInViewport({ ratio: 1 });
    await expectNoHorizontalScroll(page);
    await remove?.hover();
    await page.clock.runFor(50);
    await expect(tooltip).toHaveText("Delete Hey What");
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);

    await page.mouse.move(0, 0);
    await edit?.focus();
    await page.keyboard.press("Tab");
    await expect(remove ?? tooltip).toBeFocused();
    await expect(tooltip).toHaveText("Delete Hey What");
    await page.keyboard.press("Shift+Tab");
    await expect(tooltip).toHaveText("Edit Hey What");
  }
});
