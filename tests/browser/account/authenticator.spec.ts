// Authenticator apps: set up, used to sign in, asked for again after ten minutes, and turned off.
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { type Person, signUp } from "../members";
import { execute } from "../operator";
import { expectAccessible, expectFocusInMain, expectNoHorizontalScroll } from "../page-checks";
import { openContext, openPage, test, visit } from "../pages";

const PASSWORD = "a long enough password";

const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate();

/** Makes codes unused again, since a test can't wait half a minute for the next one. */
const forgetUse = ({ email }: Person) =>
  execute(
    "update authenticator set last_step = null where account_id = (select id from account where email = ?)",
    email,
  );

/** Moves the sign-ins of a member back by ten minutes. */
const waitTenMinutes = ({ email }: Person) =>
  execute(
    "update session set confirmed_at = confirmed_at - 600000 where member_id = (select id from member where email = ?)",
    email,
  );

async function expectWellMade(page: Page, hasScripts: boolean) {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  if (hasScripts) await expectAccessible(page);
}

test("a member sets up an authenticator app, signs in with it and turns it off", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Authenticator App" }).click();
  await page.getByRole("button", { name: "Set Up" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key below" })).toBeVisible();
  if (javaScriptEnabled) await expectFocusInMain(page);
  const key = await page.locator("code").innerText();
  await expectWellMade(page, javaScriptEnabled);
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(key));
  await page.getByRole("textbox", { name: "Code" }).press("Enter");
  await expect(page.getByRole("button", { name: "Turn Off" })).toBeVisible();
  if (javaScriptEnabled) await expectFocusInMain(page);
  await forgetUse(ada);

  const other = await openPage(await openContext(browser, javaScriptEnabled));
  await other.goto("/api/login?to=/matches");
  await other.getByLabel("Email").fill(ada.email);
  await other.getByLabel("Password").fill(PASSWORD);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other.getByRole("heading", { name: "Enter Your Code" })).toBeVisible();
  await other.getByText("Lost your device? Use a recovery code").click();
  await other.getByLabel("Recovery code").fill("00000-00000");
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other.getByText("That recovery code is wrong").first()).toBeVisible();
  await expect(other.getByLabel("Recovery code")).toBeVisible();
  await expectWellMade(other, javaScriptEnabled);
  await other.getByLabel("Authenticator code").fill(codeOf(key));
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other).toHaveURL("/matches");

  await waitTenMinutes(ada);
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByRole("heading", { name: "Confirm It's You" })).toBeVisible();
  await expectWellMade(page, javaScriptEnabled);
  await forgetUse(ada);
  await page.getByLabel("Your password").fill("wrong");
  await page.getByLabel("Authenticator code").fill(codeOf(key));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That isn't your password.").first()).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("Authenticator code").fill(codeOf(key));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL("/settings/authenticator");
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText("Your password alone signs you in again.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Set Up" })).toBeVisible();
});
