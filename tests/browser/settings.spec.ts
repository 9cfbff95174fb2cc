// Settings: where one is signed in, and the way out of another browser.
import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, test, visit } from "./pages";
import { signUp } from "./people";

test("a member signs another browser out", async ({ browser, javaScriptEnabled }) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  // A sign-in of its own, by the cookie that the provider knows the browser by.
  const known = (await context.cookies()).filter(({ name }) => name.startsWith("provider"));
  const elsewhere = await browser.newContext({
    javaScriptEnabled,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await elsewhere.addCookies(known);
  const other = await elsewhere.newPage();
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
  await expectNoSidewaysScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);

  await firefox.getByRole("button", { name: "Sign Out" }).click();
  await expect(firefox).toHaveCount(0);
  await expect(page.getByText("That browser is signed out.").first()).toBeVisible();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  await other.goto("/matches");
  await expect(other.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});
