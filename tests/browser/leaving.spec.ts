// After signing out nothing private is left in the browser.
import { expect, test } from "@playwright/test";
import { signUp } from "./people";

test("Back after a sign-out shows nothing private", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await page.goto("/matches");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await expect(page.locator('link[href="/left.css"]')).toBeAttached();
  for (const path of [/\/profile$/, /\/matches$/]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  }
  await page.goto("/");
  await expect(page.locator('link[href="/left.css"]')).not.toBeAttached();
});

test("a page that the browser kept whole is asked for anew", async ({ browser, javaScriptEnabled }) => {
  test.skip(
    javaScriptEnabled === false,
    "Without scripts it is the page after the sign-out that makes it forget.",
  );
  const { page, context } = await signUp(browser, "Ada", true);
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  // Browsers that tests drive keep no page, so this stands for one that comes back.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("who signs out in one tab is signed out in the other", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "Without scripts a page stays as it is until it is left.");
  const { page, context } = await signUp(browser, "Ada", true);
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/profile");
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(other.getByRole("link", { name: "Join Now" })).toBeVisible();
  await page.bringToFront();
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign In" });
  await expect(signIn).toHaveAttribute("href", "/api/login?to=%2Fmatches", { timeout: 15_000 });
});
