// The theme switch in the footer.
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
  const { page, email } = await signUp(browser, "Ada", javaScriptEnabled);
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

test("a theme does not take away new recovery codes", async ({ browser, javaScriptEnabled }) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings/recovery-codes");
  await page.getByRole("button", { name: "Create New Codes" }).click();
  const codes = page.getByRole("main").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  const dark = page.getByRole("button", { name: "Dark", exact: true });
  if (!javaScriptEnabled) {
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(dark).toHaveCount(0);
    return;
  }
  // Not even once the session has ended, which the live stream would report.
  for (const path of ["/api/live*", "/counts"]) await page.route(`**${path}`, (route) => route.abort());
  await context.clearCookies({ name: "session" });
  await dark.click();
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "System", exact: true }).click();
  await expect(page.locator("html")).not.toHaveClass("dark");
  expect(await codes.allInnerTexts()).toEqual(shown);
});

test("the theme stays when another can't be saved, and follows the one chosen in another tab", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "every page has the saved theme");
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/help");
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
  await visit(other, "/help");
  await other.getByRole("button", { name: "Light", exact: true }).click();
  await expect(other.locator("html")).toHaveClass("light");
  await themeSaved(other);
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(page).toHaveTitle("Records · B-Side");
  await expect(page.locator("html")).toHaveClass("light");
});
