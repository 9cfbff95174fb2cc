// Settings and the pages around an account, as a member without scripts uses them. There is a mail server.
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createExport } from "../api/exports";
import { NEW_PASSWORD as NEW, PASSWORD, query, shareMailApp } from "../api/mail";
import { makeMatch, setConfirmed } from "../api/people";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { app, mail, visitor, signUp, newAddress, readLinkOf } = await shareMailApp();

const newcomer = () => openVisitor(visitor());

/** The main content of a page, without its header. */
function inMain(page: Page): Page {
  const [main] = page.all("main");
  if (!main) throw new Error("The page has no main content");
  return main;
}

async function member(firstName = "Ada") {
  const person = await signUp(firstName);
  return { person, ...openVisitor(person) };
}

test("a newcomer signs up with the link from the mail, in the same browser or in another one", async () => {
  const form = async (browser: ReturnType<typeof newcomer>, email: string) => {
    const page = await (await browser.visit("/api/login")).follow("Create Account");
    page.fill("First name", "Ada").fill("Last name", "Lovelace").fill("Email", email);
    const asked = await page.fill("Password", PASSWORD).check("I'm 18 or older").press("Create Account");
    asked.heading("Check Your Email");
    return readLinkOf(email, "Finish signing up for B-Side");
  };
  const [browser, email] = [newcomer(), newAddress()];
  const made = await (await browser.visit(await form(browser, email))).press("Create My Account");
  expect(made.address).toBe("/welcome/music");
  expect((await browser.visit("/settings")).text).toContain(email);

  const [other, address] = [newcomer(), newAddress()];
  let page = await other.visit(await form(newcomer(), address));
  page.fill("First name", "Ada").fill("Last name", "Byron").fill("Password", "short");
  page = await page.check("I'm 18 or older").press("Create Account");
  expect(page.errorOf("Password")).toBe("Use at least 8 characters");
  expect(page.value("Last name")).toBe("Byron");
  page = await page.fill("Password", NEW).press("Create Account");
  page.heading("Your Account Is Ready");
  page = await inMain(page).follow("Sign In");
  page = await page.fill("Email", address).fill("Password", NEW).press("Sign In");
  expect(page.address).toBe("/welcome/music");
});

test("a forgotten password is set with a mailed link, or with a recovery code", async () => {
  const { person, visit } = await member();
  const browser = newcomer();
  let page = await (await browser.visit("/api/login")).follow("Forgot your password?");
  page = await page.fill("Email", "ada").press("Send Link");
  expect(page.errorOf("Email")).toContain("Enter an email address");
  page = await page.fill("Email", person.email).press("Send Link");
  page.heading("Check Your Email");
  page = await browser.visit(await readLinkOf(person.email, "Choose a new password for B-Side"));
  page = await page.fill("New password", NEW).press("Change Password");
  page.heading("Password Changed");
  page = await page.follow("Sign In with Your New Password");
  page = await page.fill("Email", person.email).fill("Password", NEW).press("Sign In");
  expect(page.address).toBe("/");
  expect((await visit("/settings")).text).toContain("Sign in to see this page");
  expect((await (await browser.visit("/settings")).follow("Account Activity")).text).toContain(
    "Chose a new password",
  );

  page = await (await browser.visit("/settings")).follow("Recovery Codes");
  page = await page.press("Create New Codes");
  const codes = page.all("listitem").flatMap(({ text }) => text.match(/^[a-z\d]{5}-[a-z\d]{5}$/) ?? []);
  expect(codes).toHaveLength(10);
  const again = await browser.visit("/settings/recovery-codes");
  expect(again.text).toContain("You have 10 recovery codes left.");
  expect(again.text).not.toContain(codes[0]);
  const other = newcomer();
  page = await (await other.visit("/forgot-password")).follow("Use a recovery code");
  page.fill("Email", person.email).fill("Recovery code", codes[0] ?? "");
  page = await page.fill("New password", "password").press("Change Password");
  expect(page.errorOf("New password")).toContain("too easy to guess");
  expect(page.value("Email")).toBe(person.email);
  page = await page
    .fill("Recovery code", codes[0] ?? "")
    .fill("New password", PASSWORD)
    .press("Change Password");
  page.heading("Password Changed");
});

test("a member changes the address, and the password", async () => {
  const { person, visit } = await member();
  const fresh = newAddress();
  let page = await (await visit("/settings")).follow("Change Email");
  page = await page.fill("New email", fresh).press("Send Link");
  expect(page.text).toContain(`We've sent an email to ${fresh}.`);
  page = await visit(await readLinkOf(fresh, "Confirm your new email address for B-Side"));
  page = await page.press("Confirm Email");
  page.heading("Email Confirmed");
  page = await visit("/settings");
  expect(page.text).toContain(fresh);

  page = await page.follow("Change Password");
  page = await page.fill("Current password", PASSWORD).fill("New password", NEW).press("Change Password");
  expect([page.address, page.text]).toEqual([
    "/settings",
    expect.stringContaining("Your other browsers are signed out."),
  ]);

  // The former owner of the address takes the account back.
  const owner = newcomer();
  page = await owner.visit(await readLinkOf(person.email, "Your B-Side email address was changed"));
  page = await page.fill("New password", PASSWORD).press("Change Password");
  page.heading("Password Changed");
  expect((await visit("/settings")).text).toContain("Sign in to see this page");
});

test("a member sets up an authenticator app, signs in with it and turns it off", async () => {
  const { person, visit } = await member();
  // Tests can't wait half a minute for the next code.
  const forgetUse = () => query("update authenticator set last_step = null");
  let page = await (await visit("/settings")).follow("Authenticator App");
  page = await page.press("Set Up");
  const key = page.element.querySelector("code")?.textContent?.replaceAll(" ", "") ?? "";
  const code = () => new TOTP({ secret: Secret.fromBase32(key) }).generate();
  page = await page.fill("Code", "000000").press("Turn On");
  expect(page.errorOf("Code")).toContain("That code is wrong");
  page = await page.fill("Code", code()).pressEnter("Code");
  await forgetUse();

  const other = newcomer();
  let sign = await other.visit("/api/login?to=/matches");
  sign = await sign.fill("Email", person.email).fill("Password", PASSWORD).press("Sign In");
  sign.heading("Enter Your Code");
  sign = await sign
    .open("Lost your device? Use a recovery code")
    .fill("Recovery code", "00000-00000")
    .press("Sign In");
  expect(sign.text).toContain("That recovery code is wrong");
  sign = await sign.fill("Authenticator code", code()).press("Sign In");
  expect(sign.address).toBe("/matches");

  await setConfirmed(app(), Date.now() - 600_000);
  page = await page.press("Turn Off");
  page.heading("Confirm It's You");
  await forgetUse();
  page = await page.fill("Your password", "wrong").fill("Authenticator code", code()).press("Confirm");
  expect(page.text).toContain("That isn't your password.");
  page = await page.fill("Your password", PASSWORD).fill("Authenticator code", code()).press("Confirm");
  expect(page.address).toBe("/settings/authenticator");
  page = await page.press("Turn Off");
  expect(page.text).toContain("Your password alone signs you in again.");
});

test("a member searches the settings, pauses the account and resumes it", async () => {
  const { visit } = await member();
  const search = async (query: string) =>
    inMain(await (await visit("/settings")).fill("Search settings", query).press("Search"));
  expect((await search("2FA")).links).toEqual(["Authenticator App"]);
  const services = await search("scrobbles");
  expect(services.addressOf("Music Services")).toBe("/music-connections");
  expect((await search("turntable")).text).toContain("No settings match “turntable”.");
  const asked = await visit("/settings?q=blocked");
  expect(asked.value("Search settings")).toBe("blocked");
  asked.addressOf("Blocked Members");

  const paused = await (await visit("/settings")).press("Pause Account");
  expect(paused.text).toContain("You won't appear in Discover.");
  const PAUSED = "Your account is paused, so you're not in Discover.";
  for (const path of ["/discover", "/matches", "/messages", "/"])
    expect((await visit(path)).element.textContent).toContain(PAUSED);
  const resumed = await (await visit("/matches")).press("Resume");
  expect(resumed.element.textContent).toContain("You're in Discover again.");
  expect(resumed.element.textContent).not.toContain(PAUSED);
});

test("a member chooses what is shared with others and what they are told about", async () => {
  const { visit } = await member();
  let page = await (await visit("/settings")).follow("Privacy");
  expect(page.title).toBe("Privacy · Settings · B-Side");
  expect(page.isChecked(/^Show when I've seen messages/)).toBe(true);
  page = await page.uncheck(/^Show when I've seen messages/).press("Save");
  expect(page.text).toContain("Privacy settings saved");
  expect((await visit("/settings/privacy")).isChecked(/^Show when I've seen messages/)).toBe(false);

  page = await visit("/settings/notifications");
  expect(page.title).toBe("Notifications · Settings · B-Side");
  expect(page.text).toContain("open this page in a browser that supports them");
  page.within("Trivia", "group").uncheck("On B-Side");
  page.choose("Quiet hours from", "10 PM").check("Show names on my lock screen");
  page = await page.choose("Time zone", "Europe/Berlin").press("Save");
  expect(page.text).toContain("Notification settings saved");
  page = await visit("/settings/notifications");
  expect(page.within("Trivia", "group").isChecked("On B-Side")).toBe(false);
  expect([page.value("Quiet hours from"), page.value("Until"), page.value("Time zone")]).toEqual([
    "10 PM",
    "8 AM",
    "Europe/Berlin",
  ]);
});

test("a member takes the data along, deletes the account and comes back", async () => {
  const { person, visit } = await member();
  const { person: ben } = await member("Ben");
  await makeMatch(person, ben);
  let page = await (await visit("/settings")).follow("Download Your Data");
  page = await page.press("Create Export");
  for (const text of ["Putting your export together", "Export started"]) expect(page.text).toContain(text);
  page.addressOf("Check progress");
  await createExport(person);
  expect((await visit("/settings/export")).addressOf(/^Download \(\d+ KB\)$/)).toMatch(/\.zip$/);

  page = await (await visit("/settings")).follow("Delete Account");
  page = await page.press("Delete My Account");
  page.heading("Account Deleted");
  page = await visit("/api/login");
  page = await page.fill("Email", person.email).fill("Password", PASSWORD).press("Sign In");
  page.heading("Come back, Ada?");
  expect((await visit("/discover")).address).toBe("/come-back");
  page = await page.press("Restore My Account");
  expect(page.element.textContent).toContain("Everything is as you left it.");
  expect(mail.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)).toContain(
    "Your B-Side account was deleted",
  );
});

test("a page of a session that has ended changes nothing, and says so", async () => {
  const { person, visit } = await member();
  const [deletion, profile] = [await visit("/settings/delete"), await visit("/profile?tab=profile")];
  person.cookies.splice(0);
  const refused = await profile.press("Save Profile");
  expect(refused.title).toBe("Signed out · B-Side");
  expect(refused.text).toContain("Nothing was changed or saved. Sign in again to continue.");
  expect(inMain(refused).addressOf("Sign In")).toMatch(/^\/api\/login\?to=%2Fprofile/);

  const { person: ben } = await member("Ben");
  person.cookies.push(...ben.cookies);
  const said = "You're signed in as Ben Lovelace now.";
  expect((await deletion.press("Delete My Account")).text).toContain(said);
  const other = await profile.fill("Bio", "About Ada").press("Save Profile");
  expect([other.text, other.value("Bio")]).toEqual([expect.stringContaining(said), ""]);
});
