// Passkeys: adding one, signing in and confirming with it, and managing them without scripts.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Person, signUp } from "../members";
import {
  expectAccessible,
  expectFocusInMain,
  expectNoHorizontalScroll,
  expectPressedOnce,
} from "../page-checks";
import { holdRequests, openContext, openPage, test, visit, waitForHydration } from "../pages";

const PASSWORD = "a long enough password";

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

async function addPasskey(page: Page, name = "My laptop") {
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Passkeys" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Chrome on Linux");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByText(`You can now sign in with “${name}”.`).first()).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${name}Added` })).toBeVisible();
}

async function signIn(context: BrowserContext, { email }: Person, to: string) {
  const page = await openPage(context);
  await page.goto(`/api/login?to=${encodeURIComponent(to)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(to);
  return page;
}

test("the button for passkeys, which appears late, does not move the links of the sign-in page", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without scripts there is no such button");
  const page = await openPage(await openContext(browser, true));
  const scripts = await holdRequests(page, /\.js$/);
  await page.goto("/api/login", { waitUntil: "commit" });
  const links = page.getByRole("main").getByRole("link");
  await expect(links).toHaveText(["Create Account", "Forgot your password?"]);
  await page.waitForFunction(() => Array.from(document.styleSheets).some(({ href }) => href));
  await page.evaluate(async () => void (await document.fonts.ready));
  const places = () => links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().y));
  const before = await places();
  scripts.release();
  await expect(page.getByRole("button", { name: "Passkey" })).toBeVisible();
  expect(await places()).toEqual(before);
});

test("a member adds a passkey and signs in with it, and elsewhere with the password", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const device = await addDevice(page);
  await visit(page, "/settings/passkeys");
  await page.getByLabel("Name").fill(" ");
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByText("Name is required").first()).toBeVisible();
  await expect(page.getByText("can't be read")).toHaveCount(0);
  expect(await device.countPasskeys()).toBe(0);
  await page.getByLabel("Name").fill("My");
  await expect(page.getByText("Name is required")).toHaveCount(0);
  await addPasskey(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await device.setVerified(false);
  await page.goto("/api/logout");
  await page.goto("/api/login?to=/matches");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Sign In with a Passkey" }).click();
  await expect(page.getByText("No passkey was used. Try again, or use your password.")).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await device.setVerified(true);
  await page.getByRole("button", { name: "Sign In with a Passkey" }).press("Enter");
  await expect(page).toHaveURL("/matches");

  const context = await openContext(browser, javaScriptEnabled);
  const other = await signIn(context, ada, "/settings/passkeys");
  await waitForHydration(other);
  await other.getByRole("link", { name: "Rename" }).click();
  await expect(other.getByRole("heading", { name: "Rename Passkey" })).toBeVisible();
  await other.getByLabel("Name").fill("Old laptop");
  if (javaScriptEnabled) await expectPressedOnce(other, "Save");
  else await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("The new name is saved.").first()).toBeVisible();
  if (!javaScriptEnabled) {
    await expect(other.getByText("open this page in a browser with JavaScript turned on")).toBeVisible();
    await expect(other.getByRole("button", { name: "Add a Passkey" })).toHaveCount(0);
  }
  const item = other.getByRole("listitem").filter({ hasText: "Old laptopAdded" });
  await expect(item).toBeVisible();
  await item.getByRole("button", { name: "Remove" }).click();
  await expect(other.getByText("It can't be used to sign in anymore.").first()).toBeVisible();
  await expect(item).toHaveCount(0);
  if (javaScriptEnabled) await expectFocusInMain(other);
});
