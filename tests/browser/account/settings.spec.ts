// Settings: the search, a member's sessions and signing out another browser, and pausing.
import { expect } from "@playwright/test";
import { signUp } from "../members";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("a member signs another browser out", async ({ browser, javaScriptEnabled }) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  // A separate sign-in, with the provider's session cookie.
  const known = (await context.cookies()).filter(({ name }) => name.startsWith("provider"));
  const otherContext = await browser.newContext({
    javaScriptEnabled,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await otherContext.addCookies(known);
  const other = await otherContext.newPage();
  await other.goto("/api/login?to=/matches");
  await expect(other).toHaveURL("/matches");

  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page).toHaveTitle("Settings · B-Side");
  await expect(page.getByRole("listitem").filter({ hasText: "This browser" })).toContainText(
    "Chrome on Linux",
  );
  const firefox = page.getByRole("listitem").filter({ hasText: "Firefox on Linux" });
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);

  await firefox.getByRole("button", { name: "Sign Out" }).click();
  await expect(firefox).toHaveCount(0);
  await expect(page.getByText("That browser is signed out.").first()).toBeVisible();
  await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible();
  // With scripts it notices by itself.
  if (!javaScriptEnabled) await other.goto("/matches");
  await expect(other.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("a member pauses the account, every page says so, and resumes it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings");
  await page.getByRole("button", { name: "Pause Account" }).click();
  await expect(page.getByText("You won't appear in Discover.").first()).toBeVisible();
  for (const path of ["/", "/discover", "/matches", "/messages"]) {
    await visit(page, path);
    await expect(page.getByText("Your account is paused, so you're not in Discover.")).toBeVisible();
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("You're in Discover again.").first()).toBeVisible();
  await expect(page.getByText("Your account is paused, so you're not in Discover.")).toHaveCount(0);
  if (javaScriptEnabled) await expect(page.locator("#main")).toBeFocused();
});

test("the search leaves the settings that fit what is typed", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/settings");
  const main = page.getByRole("main");
  const search = page.getByRole("searchbox", { name: "Search settings" });
  const ask = async (query: string) => {
    await search.fill(query);
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
  };
  await expect(page.getByRole("button", { name: "Search" })).toHaveCount(javaScriptEnabled ? 0 : 1);
  await ask("dark");
  await expect(main.getByRole("button", { name: "Dark", exact: true })).toBeVisible();
  await expect(main.getByRole("link")).toHaveCount(0);
  await expect(main.getByText("Where You're Signed In")).toHaveCount(0);
  await ask("2FA");
  await expect(main.getByRole("link")).toHaveText(["Authenticator App"]);
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await ask("turntable");
  await expect(main.getByText("No settings match “turntable”.")).toBeVisible();
  await ask("");
  await expect(main.getByRole("link", { name: "Delete Account" })).toBeVisible();

  // A press anywhere in a row leads to its page.
  const row = main.getByRole("listitem").filter({ hasText: "Unblock or report someone you've blocked." });
  await row.click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL("/settings/blocked");
  await visit(page, "/settings?q=blocked");
  await expect(search).toHaveValue("blocked");
  await expect(main.getByRole("link").first()).toHaveText("Blocked Members");
});
