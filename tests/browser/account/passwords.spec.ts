// Changing a password, and getting back in with a recovery code.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { matchedPair, signUp } from "../members";
import { operate } from "../operator";
import { expectAccessible, expectNoHorizontalScroll, expectSignedOut, expectUsable } from "../page-checks";
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

test("a member saves recovery codes with the first match, and goes back to it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben } = await matchedPair(browser, hasScripts, false);
  const { page } = ada;
  const matchPage = `/members/${ben.id}/match`;
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, matchPage);
  await expectUsable(page, hasScripts);
  await page.getByRole("link", { name: "Save your recovery codes" }).click();
  await expect(page.getByRole("heading", { name: "Save Your Recovery Codes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Skip for Now" })).toHaveAttribute("href", matchPage);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Show My Codes" }).click();
  const shown = page.getByRole("listitem").filter({ hasText: /^[a-z\d]{5}-[a-z\d]{5}$/ });
  await expect(shown).toHaveCount(10);
  await expectUsable(page, hasScripts);
  const codes = await shown.allInnerTexts();

  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("b-side-recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toContain(codes.join("\n"));
  if (hasScripts) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Codes copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(matchPage);
  await expect(page.getByRole("link", { name: "Save your recovery codes" })).toHaveCount(0);
});
