// A member's page shows the first of their records, and leads to the rest.
import { expect } from "@playwright/test";
import { sendJson, signUp } from "../members";
import { test, visit } from "../pages";

test("a member's page leads to all records that it counts", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const ben = await signUp(browser, "Ben", false);
  for (const album of ["One", "Two", "Three", "Four", "Five"])
    await sendJson(ben, "POST", "/api/record-collections", { artist: "Low", album });
  await visit(ben.page, "/settings");
  await ben.page.getByRole("button", { name: "Show on My Page" }).click();
  await sendJson(ada, "POST", "/api/matches", { targetUserId: ben.id, liked: true });
  const { page } = ada;
  await visit(page, `/members/${ben.id}`);
  const sleeves = page.locator(".grid li");
  await expect(sleeves).toHaveCount(3);
  await page.getByRole("link", { name: "Show 2 more records" }).focus();
  await page.keyboard.press("Enter");
  await expect(sleeves).toHaveCount(5);
  await expect(page.getByRole("link", { name: /^Show \d+ more/ })).toHaveCount(0);
  if (javaScriptEnabled) await expect(page.locator("#records")).toBeFocused();
});

test("the list whose last records were asked for takes the focus, not another that shows all as well", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "Without scripts the page loads again");
  const [ada, ben] = [await signUp(browser, "Ada", true), await signUp(browser, "Ben", false)];
  for (const album of Array.from({ length: 13 }, (_, index) => `Album ${index}`))
    for (const who of [ada, ben])
      await sendJson(who, "POST", "/api/record-collections", { artist: "Low", album });
  await visit(ben.page, "/settings");
  await ben.page.getByRole("button", { name: "Show on My Page" }).click();
  await sendJson(ada, "POST", "/api/matches", { targetUserId: ben.id, liked: true });
  await sendJson(ben, "POST", "/api/matches", { targetUserId: ada.id, liked: true });
  const { page } = ada;
  await visit(page, `/members/${ben.id}`);
  await expect(page.locator("#records-in-common li")).toHaveCount(12);
  await page.getByRole("link", { name: /^Show 10 more records/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /^Show \d+ more/ })).toHaveCount(0);
  await expect(page.locator("#records-in-common li")).toHaveCount(13);
  await expect(page.locator("#records")).toBeFocused();
});
