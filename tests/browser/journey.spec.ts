// The whole of it: two strangers sign up, say what they love, find, like and match each other, and talk. One of them
// has scripts and the other none; the projects change who.
import { type Browser, expect, type Page } from "@playwright/test";
import { openBrowser, openPage, test, visit } from "./pages";

let strangers = 0;

/** Signs up from the landing page, through the sign-up form. */
async function signUp(browser: Browser, firstName: string, hasScripts: boolean): Promise<Page> {
  const page = await openPage(await openBrowser(browser, hasScripts));
  await visit(page, "/");
  await page.getByRole("link", { name: "Join Now" }).click();
  await page.getByRole("link", { name: "Make an account" }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("E-mail").fill(`stranger-${test.info().workerIndex}-${++strangers}@example.org`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByLabel("I am 18 or over").check();
  await page.getByRole("button", { name: "Make an account" }).click();
  await expect(page.getByRole("heading", { name: `Welcome back, ${firstName}!` })).toBeVisible();
  return page;
}

/** Follows the prompt to the profile and fills in both tabs. */
async function settle(page: Page, artists: string[]) {
  await expect(page.getByText("Complete Your Music Profile")).toBeVisible();
  await visit(page, "/profile?tab=music");
  for (const artist of artists) {
    await page.getByLabel("Artist", { exact: true }).fill(artist);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("button", { name: `Remove ${artist}` })).toBeVisible();
    await page.waitForLoadState("load");
  }
  for (const genre of ["Electronic", "Jazz"]) {
    await page.getByRole("checkbox", { name: genre, exact: true }).check({ force: true });
  }
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(page.getByText("Music preferences updated").first()).toBeVisible();

  await page.getByRole("link", { name: "Profile Settings" }).click();
  await page.getByLabel("Bio").fill("Crate digger.");
  await page.getByLabel("Age").fill("29");
  await page.getByLabel("Location").fill("Tromsø, Norway");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated").first()).toBeVisible();
}

test("two strangers meet over rare records and talk", async ({ browser, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  // Nobody but these two knows them, nor do those of the other project, and they live where no demo member does.
  const rare = ["Aurora Choir", "Polar Tape Loop", "Ishavet"].map(
    (name) => `${name} ${test.info().workerIndex}`,
  );
  const ada = await signUp(browser, "Ada", hasScripts);
  const ben = await signUp(browser, "Ben", !hasScripts);
  await settle(ada, [...rare, "Kraftwerk"]);
  await settle(ben, [...rare, "Björk"]);

  await visit(ada, "/discover");
  await ada.getByRole("button", { name: "Like Ben L." }).first().click();
  await expect(ada.getByText("Match recorded").first()).toBeVisible();
  await visit(ben, "/discover");
  await ben.getByRole("button", { name: "Like Ada L." }).first().click();
  await expect(ben.getByText(/It's mutual!/).first()).toBeVisible();

  await visit(ada, "/matches");
  await expect(ada.getByText("1 Mutual", { exact: true })).toBeVisible();
  await ada.getByRole("button", { name: "Start Conversation with Ben L." }).click();
  await expect(ada).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  await expect(ada.getByText(/\d+% music compatibility/)).toBeVisible();
  const talk = new URL(ada.url()).pathname;

  const seenBy = (page: Page, scripts: boolean) =>
    (scripts ? page : page.frameLocator('iframe[title="Messages"]')).getByRole("log");
  await ada.getByPlaceholder("Type a message...").fill("You know Polar Tape Loop?!");
  await ada.getByPlaceholder("Type a message...").press("Enter");
  await expect(seenBy(ada, hasScripts)).toContainText("You know Polar Tape Loop?!");

  await visit(ben, talk);
  await expect(seenBy(ben, !hasScripts)).toContainText("You know Polar Tape Loop?!");
  await ben.getByPlaceholder("Type a message...").fill("Side two only.");
  await ben.getByPlaceholder("Type a message...").press("Enter");
  await expect(seenBy(ben, !hasScripts)).toContainText("Side two only.");
  await expect(seenBy(ada, hasScripts)).toContainText("Side two only.");
});
