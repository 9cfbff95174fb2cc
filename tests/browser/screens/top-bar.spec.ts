// The top bar: settings and, for moderators, the cases that wait are one press away, in one row.
import { expect } from "@playwright/test";
import { sendJson, signUp } from "../members";
import { operate } from "../operator";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("settings and moderation are one press away, and the bar stays in one row", async ({
  browser,
  javaScriptEnabled,
}) => {
  const mona = await signUp(browser, "Mona", javaScriptEnabled);
  const ben = await signUp(browser, "Ben", false);
  await sendJson(ben, "POST", "/api/reports", {
    about: `member:${mona.id}`,
    reason: "harassment",
    alsoBlock: false,
  });
  await operate("moderator", "add", mona.email);
  const { page } = mona;
  for (const width of [320, 360, 999, 1000, 1024, 1200, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, "/records");
    await expectNoHorizontalScroll(page);
    const bar = page.locator(".top-bar");
    expect((await bar.boundingBox())?.height, `${width} px`).toBe(65);
    const moderation = bar.getByRole("link", { name: /^Moderation\s*\d+ open$/ });
    await expect(moderation).toBeInViewport({ ratio: 1 });
    await moderation.click({ trial: true });
    if (width >= 1000) await bar.getByRole("link", { name: "Settings", exact: true }).click();
    else {
      await bar.locator("summary", { hasText: "Menu" }).click();
      await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Settings" }).click();
    }
    await expect(page).toHaveURL("/settings");
  }
  await expect(page).toHaveTitle(/^Settings/);
  if (javaScriptEnabled) await expectAccessible(page);
  await page
    .locator(".top-bar")
    .getByRole("link", { name: /^Moderation/ })
    .click();
  await expect(page).toHaveURL("/moderation");
  await visit(ben.page, "/records");
  await expect(ben.page.getByRole("link", { name: /^Moderation/ })).toHaveCount(0);
});
