// Links by mail: signing up, a forgotten password, a change of address. On a server of its own, which has a mail server.
import { type Browser, expect, type Page } from "@playwright/test";
import { type MailServer, startMailServer } from "../../fakes/mail-server";
import { startSite } from "../own-site";
import { expectAccessible, expectNoHorizontalScroll, expectSignedOut } from "../page-checks";
import { test as base, openContext, openPage, visit } from "../pages";

const PASSWORD = "a long enough password";
const NEW = "another long password";

type Site = { origin: string; mail: MailServer };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the library reads the names of fixtures from it
    async ({}, use) => {
      const mail = await startMailServer();
      const site = await startSite({ SMTP_URL: mail.url, MAIL_FROM: "B-Side <hello@b-side.example>" });
      await use({ origin: site.origin, mail });
      await site.stop();
      mail.close();
    },
    { scope: "worker" },
  ],
});

let people = 0;
const newAddress = () => `ada-${++people}-${Date.now()}@example.org`;

async function openVisitor(browser: Browser, hasScripts: boolean): Promise<Page> {
  return openPage(await openContext(browser, hasScripts));
}

/** Opens the link of the latest mail with this subject. */
async function openLink(page: Page, { mail }: Site, email: string, subject: string) {
  const isIt = (each: { subject: string }) => each.subject === subject;
  await expect.poll(() => mail.mails.filter(({ to }) => to === email).some(isIt)).toBe(true);
  const found = mail.mails
    .filter(({ to }) => to === email)
    .filter(isIt)
    .at(-1);
  await visit(page, found?.text.match(/http\S+token=\S+/)?.[0] ?? "");
}

async function requestAccount(page: Page, site: Site, email: string) {
  await visit(page, `${site.origin}/api/login`);
  await page.getByRole("link", { name: "Create Account" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("I'm 18 or older").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
}

/** Signs up by mail; the page is the first step of the first run afterwards. */
async function signUp(page: Page, site: Site, email: string) {
  await requestAccount(page, site, email);
  await openLink(page, site, email, "Finish signing up for B-Side");
  await page.getByRole("button", { name: "Create My Account" }).click();
  await expect(page).toHaveURL(`${site.origin}/welcome/music`);
}

/** Signs in on the page that is open. */
async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function checkPage(page: Page, hasScripts: boolean) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  if (hasScripts) await expectAccessible(page);
  if (size) await page.setViewportSize(size);
}

test("a newcomer signs up with the link from the mail", async ({ browser, site, javaScriptEnabled }) => {
  const page = await openVisitor(browser, javaScriptEnabled);
  const email = newAddress();
  await signUp(page, site, email);
  await visit(page, `${site.origin}/settings`);
  await expect(page.getByText(email)).toBeVisible();
});

test("in another browser the link asks for name and password", async ({
  browser,
  site,
  javaScriptEnabled,
}) => {
  const page = await openVisitor(browser, javaScriptEnabled);
  const email = newAddress();
  await requestAccount(page, site, email);
  const other = await openVisitor(browser, javaScriptEnabled);
  await openLink(other, site, email, "Finish signing up for B-Side");
  await checkPage(other, javaScriptEnabled);
  await other.getByLabel("First name").fill("Ada");
  await other.getByLabel("Last name").fill("Byron");
  await other.getByLabel("Password").fill("short");
  await other.getByLabel("I'm 18 or older").check();
  await other.getByRole("button", { name: "Create Account" }).click();
  await expect(other.getByText("Use at least 8 characters").first()).toBeVisible();
  await expect(other.getByLabel("Last name")).toHaveValue("Byron");
  await other.getByLabel("Password").fill(NEW);
  await other.getByRole("button", { name: "Create Account" }).click();
  await expect(other.getByRole("heading", { name: "Your Account Is Ready" })).toBeVisible();
  await other.getByRole("link", { name: "Sign In" }).last().click();
  await signIn(other, email, NEW);
  await expect(other).toHaveURL(`${site.origin}/welcome/music`);
});

test("a member forgets the password and chooses a new one by mail", async ({
  browser,
  site,
  javaScriptEnabled,
}) => {
  const ada = await openVisitor(browser, javaScriptEnabled);
  const email = newAddress();
  await signUp(ada, site, email);
  const page = await openVisitor(browser, javaScriptEnabled);
  await visit(page, `${site.origin}/api/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("link", { name: "Use a recovery code" })).toBeVisible();
  await checkPage(page, javaScriptEnabled);
  await page.getByLabel("Email").fill("ada");
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText("Enter an email address").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
  await checkPage(page, javaScriptEnabled);
  const dark = page.getByRole("button", { name: "Dark", exact: true });
  if (javaScriptEnabled) {
    await dark.click();
    await expect(page.locator("html")).toHaveClass("dark");
  } else await expect(dark).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
  await openLink(page, site, email, "Choose a new password for B-Side");
  await checkPage(page, javaScriptEnabled);
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("heading", { name: "Password Changed" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in with your new password" }).click();
  await signIn(page, email, NEW);
  await expect(page).toHaveURL(`${site.origin}/`);
  await visit(page, `${site.origin}/settings`);
  await page.getByRole("link", { name: "Account Activity" }).click();
  await expect(page.getByText("Chose a new password")).toBeVisible();
  await checkPage(page, javaScriptEnabled);
  await expectSignedOut(ada, javaScriptEnabled);
});

test("a member undoes new recovery codes from the mail about them", async ({
  browser,
  site,
  javaScriptEnabled,
}) => {
  const page = await openVisitor(browser, javaScriptEnabled);
  const email = newAddress();
  await signUp(page, site, email);
  await visit(page, `${site.origin}/settings/recovery-codes`);
  await page.getByRole("button", { name: /Codes/ }).first().click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
  const owner = await openVisitor(browser, javaScriptEnabled);
  await openLink(owner, site, email, "New recovery codes for your B-Side account");
  await expect(owner.getByText("will be as they were on")).toBeVisible();
  await checkPage(owner, javaScriptEnabled);
  await owner.getByLabel("New password").fill(NEW);
  await owner.getByRole("button", { name: "Change Password" }).click();
  await expect(owner.getByRole("heading", { name: "Password Changed" })).toBeVisible();
  await expectSignedOut(page, javaScriptEnabled);
});

test("a member changes the address, and its former owner takes the account back", async ({
  browser,
  site,
  javaScriptEnabled,
}) => {
  const page = await openVisitor(browser, javaScriptEnabled);
  const [email, fresh] = [newAddress(), newAddress()];
  await signUp(page, site, email);
  await visit(page, `${site.origin}/settings`);
  await page.getByRole("link", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Change Email" })).toBeVisible();
  await checkPage(page, javaScriptEnabled);
  await page.getByLabel("New email").fill(fresh);
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText(`We've sent an email to ${fresh}.`)).toBeVisible();
  await openLink(page, site, fresh, "Confirm your new email address for B-Side");
  await checkPage(page, javaScriptEnabled);
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByRole("heading", { name: "Email Confirmed" })).toBeVisible();
  await visit(page, `${site.origin}/settings`);
  await expect(page.getByText(fresh)).toBeVisible();

  const owner = await openVisitor(browser, javaScriptEnabled);
  await openLink(owner, site, email, "Your B-Side email address was changed");
  await checkPage(owner, javaScriptEnabled);
  await owner.getByLabel("New password").fill(NEW);
  await owner.getByRole("button", { name: "Change Password" }).click();
  await expect(owner.getByRole("heading", { name: "Password Changed" })).toBeVisible();
  await visit(owner, `${site.origin}/api/login`);
  await signIn(owner, email, NEW);
  await expect(owner).toHaveURL(`${site.origin}/`);
  await visit(owner, `${site.origin}/settings`);
  await expect(owner.getByText(email)).toBeVisible();
  await expectSignedOut(page, javaScriptEnabled);
});
