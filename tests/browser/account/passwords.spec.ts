// Changing a password, and getting back in with a recovery code.
import { expect, type Page } from "@playwright/test";
import { signUp } from "../members";
import { operate } from "../operator";
import { expectAccessible, expectNoHorizontalScroll, expectSignedOut } from "../page-checks";
import { openContext, openPage, test, visit, waitForHydration } from "../pages";

const PASSWORD = "a long enough password";

/** Fills in the rest of a page that resets a password, and signs in with the new one. */
async function chooseNewPassword(page: Page, email: string) {
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("heading", { name: "Password Changed" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in with your new password" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("another long password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/");
}

test("a member keeps recovery codes, forgets the password and gets back in", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, email } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Recovery Codes" }).click();
  await page.getByRole("button", { name: "Create New Codes" }).click();
  const codes = page.getByRole("listitem").filter({ hasText: /^[a-z\d]{5}-[a-z\d]{5}$/ });
  await expect(codes).toHaveCount(10);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  const code = await codes.first().innerText();
  await visit(page, "/settings/recovery-codes");
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);

  const other = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await other.goto("/api/login");
  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(other.getByRole("heading", { name: "Forgot Your Password?" })).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(other);
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Recovery code").fill(code);
  await other.getByLabel("New password").fill("password");
  await other.getByRole("button", { name: "Change Password" }).click();
  await expect(other.getByText("too easy to guess").first()).toBeVisible();
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await other.getByLabel("Recovery code").fill(code);
  await chooseNewPassword(other, email);
  await expectSignedOut(page, javaScriptEnabled);
});

test("a member changes the password", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Change Password" }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  if (javaScriptEnabled) {
    await page.getByLabel("New password").fill("password1");
    await expect(page.getByText("Password strength: Weak")).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByLabel("New password").fill("another long password");
  await expect(page.getByText("Password strength: Strong")).toHaveCount(javaScriptEnabled ? 1 : 0);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByText("Your other browsers are signed out.").first()).toBeVisible();
});

test("a member who forgot the password gets back in with a link from whoever runs the site", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, email } = await signUp(browser, "Ada", javaScriptEnabled);
  const [link = ""] = (await operate("account", "reset", email)).match(/http\S+/) ?? [];
  const other = await openPage(await openContext(browser, javaScriptEnabled));
  await other.goto(link);
  await waitForHydration(other);
  await chooseNewPassword(other, email);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("a newcomer is shown recovery codes once, and then goes on", async ({ browser, javaScriptEnabled }) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  await page.goto("/api/login?to=/records");
  await page.getByRole("link", { name: "Create Account" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill(`newcomer-${test.info().project.name.replace(" ", "-")}@example.org`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("I'm 18 or older").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Save Your Recovery Codes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Skip for Now" })).toHaveAttribute("href", "/records");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Show My Codes" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: /^[a-z\d]{5}-[a-z\d]{5}$/ })).toHaveCount(10);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/records");
});
