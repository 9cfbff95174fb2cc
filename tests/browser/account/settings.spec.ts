// What scripts add to the settings: a search while typing, a browser that notices its end, and a focus that is kept.
import { expect } from "@playwright/test";
import { signUp } from "../members";
import { expectFocusInMain } from "../page-checks";
import { openPage, test, visit } from "../pages";

test("settings are found while typing, another browser notices its sign-out, and a pause keeps the focus", {
  tag: "@all",
}, async ({ browser }) => {
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/settings");
  const main = page.getByRole("main");
  const search = page.getByRole("searchbox", { name: "Search settings" });
  await expect(page.getByRole("button", { name: "Search" })).toHaveCount(0);
  await search.fill("dark");
  await expect(main.getByRole("button", { name: "Dark", exact: true })).toBeVisible();
  await expect(main.getByRole("link")).toHaveCount(0);
  await search.fill("2FA");
  await expect(main.getByRole("link")).toHaveText(["Authenticator App"]);
  await search.fill("turntable");
  await expect(main.getByText("No settings match “turntable”.")).toBeVisible();
  await search.fill("");

  // A separate sign-in, with the provider's session cookie.
  const known = (await context.cookies()).filter(({ name }) => name.startsWith("provider"));
  const otherContext = await browser.newContext({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await otherContext.addCookies(known);
  const other = await openPage(otherContext);
  await other.goto("/api/login?to=/matches");
  await expect(other).toHaveURL("/matches");
  await visit(page, "/settings");
  await expect(main.getByRole("listitem").filter({ hasText: "This browser" })).toContainText(
    "Chrome on Linux",
  );
  const firefox = main.getByRole("listitem").filter({ hasText: "Firefox on Linux" });
  await firefox.getByRole("button", { name: "Sign Out" }).click();
  await expect(firefox).toHaveCount(0);
  await expect(page.getByText("That browser is signed out.").first()).toBeVisible();
  await expect(other.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();

  await page.getByRole("button", { name: "Pause Account" }).click();
  await expect(page.getByText("You won't appear in Discover.").first()).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).first().click();
  await expect(page.getByText("You're in Discover again.").first()).toBeVisible();
  await expectFocusInMain(page);

  // A press anywhere in a row leads to its page.
  const row = main.getByRole("listitem").filter({ hasText: "Unblock or report someone you've blocked." });
  await row.click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL("/settings/blocked");
});
