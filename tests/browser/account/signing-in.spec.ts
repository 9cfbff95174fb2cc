// What scripts add to the ways of signing in: passkeys, codes to copy, the strength of a password, and a focus that is kept.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { matchedPair, PASSWORD, signUp } from "../members";
import { collectErrors, expectFocusInMain, expectPressedOnce } from "../page-checks";
import { holdRequests, openContext, openPage, test, visit, waitForHydration } from "../pages";

/** Gives a page a device that verifies its owner and keeps passkeys. */
async function addDevice(page: Page, isVerified = true) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    countPasskeys: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

test("a member adds a passkey, signs in with it, and renames and removes it", async ({ browser }) => {
  // The button, which appears late, does not move the links.
  const visitor = await openPage(await openContext(browser, true));
  const scripts = await holdRequests(visitor, /\.js$/);
  await visitor.goto("/api/login", { waitUntil: "commit" });
  const links = visitor.getByRole("main").getByRole("link");
  await expect(links).toHaveText(["Create Account", "Forgot your password?"]);
  await visitor.waitForFunction(() => Array.from(document.styleSheets).some(({ href }) => href));
  await visitor.evaluate(async () => void (await document.fonts.ready));
  const places = () => links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().y));
  const before = await places();
  scripts.release();
  await expect(visitor.getByRole("button", { name: "Passkey" })).toBeVisible();
  expect(await places()).toEqual(before);

  const { page } = await signUp(browser, "Ada", true);
  const device = await addDevice(page);
  await visit(page, "/settings/passkeys");
  await expect(page.getByLabel("Name")).toHaveValue("Chrome on Linux");
  await page.getByLabel("Name").fill(" ");
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByText("Name is required").first()).toBeVisible();
  await expect(page.getByText("can't be read")).toHaveCount(0);
  expect(await device.countPasskeys()).toBe(0);
  await page.getByLabel("Name").fill("My laptop");
  await expect(page.getByText("Name is required")).toHaveCount(0);
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByText("You can now sign in with “My laptop”.").first()).toBeVisible();

  await device.setVerified(false);
  await page.goto("/api/logout");
  await page.goto("/api/login?to=/settings/passkeys");
  await waitForHydration(page);
  const button = page.getByRole("button", { name: "Sign In with a Passkey" });
  await button.click();
  await expect(page.getByText("No passkey was used. Try again, or use your password.")).toBeVisible();
  await device.setVerified(true);
  await button.press("Enter");
  await expect(page).toHaveURL("/settings/passkeys");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Rename" }).click();
  // The page that it leaves has a field of the same name.
  await expect(page.getByLabel("Name")).toHaveValue("My laptop");
  await page.getByLabel("Name").fill("Old laptop");
  await expectPressedOnce(page, "Save");
  await expect(page.getByText("The new name is saved.").first()).toBeVisible();
  const item = page.getByRole("listitem").filter({ hasText: "Old laptopAdded" });
  await item.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("It can't be used to sign in anymore.").first()).toBeVisible();
  await expect(item).toHaveCount(0);
  await expectFocusInMain(page);
});

test("a member copies recovery codes, turns on an authenticator app and sees how strong a password is", {
  tag: "@all",
}, async ({ browser }) => {
  const { ada } = await matchedPair(browser, true);
  const { page, email } = ada;
  const errors = collectErrors(page);
  await visit(page, "/settings/recovery-codes?to=%2F");
  await page.getByRole("button", { name: "Show My Codes" }).click();
  const shown = page.getByRole("listitem").filter({ hasText: /^[a-z\d]{5}-[a-z\d]{5}$/ });
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("b-side-recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toContain(codes.join("\n"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Codes copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  // Paper is light.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("banner")).toBeHidden();
  const colors = await page.evaluate(() => {
    const { color, backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
    return [color, backgroundColor, colorScheme];
  });
  expect(colors).toEqual(["rgb(27, 23, 20)", "rgb(255, 255, 255)", "light"]);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/");

  await visit(page, "/settings/authenticator");
  await page.getByRole("button", { name: "Set Up" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key below" })).toBeVisible();
  await expectFocusInMain(page);
  const secret = Secret.fromBase32((await page.locator("code").innerText()).replaceAll(" ", ""));
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "Code" }).fill(new TOTP({ secret }).generate());
  await page.getByRole("textbox", { name: "Code" }).press("Enter");
  await expect(page.getByRole("button", { name: "Turn Off" })).toBeVisible();
  await expectFocusInMain(page);

  await visit(page, "/settings/password");
  const strength = page.getByText("Password strength: ");
  await page.getByLabel("New password").fill("password1");
  await expect(strength).toHaveText("Password strength: Weak");
  await page.getByLabel("New password").fill("another long password");
  await expect(strength).toHaveText("Password strength: Strong");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByText("Your other browsers are signed out.").first()).toBeVisible();

  // A page that answers a form stays when the colors change.
  const other = await openPage(await openContext(browser, true));
  await visit(other, "/forgot-password");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Recovery code").fill(codes[0] ?? "");
  await other.getByLabel("New password").fill("password");
  await other.getByRole("button", { name: "Change Password" }).click();
  await expect(other.getByText("too easy to guess").first()).toBeVisible();
  await other.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(other.locator("html")).toHaveClass("dark");
  await expect(other.getByText("too easy to guess").first()).toBeVisible();
  await expect(other.getByLabel("Email")).toHaveValue(email);
  expect(errors).toEqual([]);
});
