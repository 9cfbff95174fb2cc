// The theme switch: visitors have it in the footer, members in the settings.
import { expect, type Page } from "@playwright/test";
import { signUp } from "../members";
import { operate } from "../operator";
import { openContext, openPage, test, visit } from "../pages";

/** Waits until the theme is saved; the page shows it before that. */
const themeSaved = (page: Page) =>
  page.waitForFunction(() =>
    [...window.__remixRouter.state.fetchers.values()].every(({ state }) => state === "idle"),
  );

test("a theme chosen during sign-in leaves the form where it is", async ({ browser, javaScriptEnabled }) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  await visit(page, "/api/login");
  const address = page.url();
  expect(address).toContain("/oidc/interaction/");
  if (javaScriptEnabled) await page.getByLabel("Email").fill("ada@example.org");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel("Email")).toHaveValue(javaScriptEnabled ? "ada@example.org" : "");
});

test("a theme chosen on a page with a mailed link returns to it with its token", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { email } = await signUp(browser, "Ada", false);
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  const [link = ""] = (await operate("account", "reset", email)).match(/http\S+/) ?? [];
  await visit(page, link);
  const password = page.getByLabel("New password");
  await password.fill("a fine new password");
  // The page is dark before the theme is saved.
  const saved = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/theme"));
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await saved;
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(page.getByRole("button", { name: "Dark", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page).toHaveURL(link);
  // Without scripts a page load can't keep what was typed.
  await expect(password).toHaveValue(javaScriptEnabled ? "a fine new password" : "");
  await page.reload();
  await expect(page.locator("html")).toHaveClass("dark");
});

test("a member chooses the theme in the settings, which the other pages leave it to", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings");
  const dark = page.getByRole("button", { name: "Dark", exact: true });
  // The page is dark before the theme is saved.
  const saved = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/theme"));
  await dark.click();
  await saved;
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("main")).toContainText("Place data © GeoNames");
  await visit(page, "/records");
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(dark).toHaveCount(0);
});

test("the theme stays when another can't be saved, and follows the one chosen in another tab", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "every page has the saved theme");
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/settings");
  const choose = (theme: string) => page.getByRole("button", { name: theme, exact: true }).click();
  await choose("Dark");
  await expect(page.locator("html")).toHaveClass("dark");
  // The next choice would cancel this one.
  await themeSaved(page);
  await page.route("**/theme*", (route) => route.abort());
  await choose("Light");
  await expect(page.getByText("We couldn't reach B-Side.").first()).toBeVisible();
  await expect(page.locator("html")).toHaveClass("dark");
  const other = await context.newPage();
  await visit(other, "/settings");
  await other.getByRole("button", { name: "Light", exact: true }).click();
  await expect(other.locator("html")).toHaveClass("light");
  await themeSaved(other);
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(page).toHaveTitle("Records · B-Side");
  await expect(page.locator("html")).toHaveClass("light");
});
