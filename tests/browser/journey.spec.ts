// The whole journey: two strangers sign up, add their taste, find and like each other, match, and chat. Ada has scripts and
// Ben does not.
import { type Browser, expect, type Page } from "@playwright/test";
import { openContext, openPage, test, visit } from "./pages";

let strangers = 0;

/** Signs up from the landing page, through the sign-up form. */
async function signUp(browser: Browser, firstName: string, hasScripts: boolean): Promise<Page> {
  const page = await openPage(await openContext(browser, hasScripts));
  await visit(page, "/");
  await page.getByRole("link", { name: "Join Now" }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill(`stranger-${test.info().workerIndex}-${++strangers}@example.org`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByLabel("I'm 18 or older").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await visit(page, "/");
  await expect(page.getByRole("heading", { name: `Welcome, ${firstName}!` })).toBeVisible();
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
    await page.getByRole("checkbox", { name: genre, exact: true }).check();
  }
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(page.getByText("Music preferences updated").first()).toBeVisible();

  await page.getByRole("link", { name: "Profile Settings" }).click();
  await page.getByLabel("Bio").fill("Crate digger.");
  await page.getByLabel("Age", { exact: true }).fill("29");
  await page.getByLabel("Location").fill("Tromsø, Norway");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated").first()).toBeVisible();
}

test("two strangers match over rare artists and chat", async ({ browser }) => {
  // Artists unique to this pair, and a town without demo members.
  const rare = ["Aurora Choir", "Polar Tape Loop", "Ishavet"].map(
    (name) => `${name} ${test.info().workerIndex}`,
  );
  const ada = await signUp(browser, "Ada", true);
  const ben = await signUp(browser, "Ben", false);
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
  await expect(ada).toHaveURL(/\/messages\/[0-9a-f-]{36}#write$/);
  await expect(ada.getByText(/\d+% music compatibility/)).toBeVisible();
  const conversationId = new URL(ada.url()).pathname;

  const adasLog = ada.getByRole("log");
  const bensLog = ben.frameLocator('iframe[title="Messages"]').getByRole("log");
  await ada.getByPlaceholder("Type a message...").fill("You know Polar Tape Loop?!");
  await ada.getByRole("button", { name: "Send", exact: true }).click();
  await expect(adasLog).toContainText("You know Polar Tape Loop?!");

  await visit(ben, conversationId);
  await expect(bensLog).toContainText("You know Polar Tape Loop?!");
  await ben.getByPlaceholder("Type a message...").fill("Side two only.");
  await ben.getByRole("button", { name: "Send", exact: true }).click();
  await expect(bensLog).toContainText("Side two only.");
  await expect(adasLog).toContainText("Side two only.");
});
