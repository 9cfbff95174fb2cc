// A member says whom they would like to meet, with and without scripts.
import { expect, type Page } from "@playwright/test";
import { type Person, sendJson, signUpPair } from "./members";
import { collectErrors, expectUsable } from "./page-checks";
import { test, visit } from "./pages";

const MEET = "/profile?tab=meet";
const EVERYBODY = "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=";

function notice(page: Page, words: string) {
  return page.locator(".notice, .toast").filter({ hasText: words }).first();
}

/** Two members of a town that has no others. */
async function signUpNeighbors(...[browser, hasScripts]: Parameters<typeof signUpPair>) {
  const { ada, ben } = await signUpPair(browser, hasScripts, false);
  for (const person of [ada, ben])
    await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Akranes" });
  return { ada, ben };
}

async function findCard(viewer: Person, other: Person) {
  await visit(viewer.page, EVERYBODY);
  return viewer.page.locator(`#member-${other.id}`);
}

test("a member says whom they would like to meet, and only those who fit see each other", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpNeighbors(browser, javaScriptEnabled, false);
  const { page } = ada;
  const failure = collectErrors(page);
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Who to Meet" }).click();
  await expect(page).toHaveURL(MEET);
  await expect(page).toHaveTitle("Who to Meet · Profile · B-Side");
  const main = page.getByRole("main");
  await expect(main.getByText("no one sees your answers unless you show them")).toBeVisible();
  await expect(main.getByRole("radio", { name: "I'd rather not say" }).first()).toBeChecked();

  await main.getByRole("radio", { name: "Woman", exact: true }).check();
  await main.getByRole("checkbox", { name: "Women", exact: true }).check();
  await main.getByRole("checkbox", { name: "Non-binary people" }).check();
  await main.getByLabel("From").fill("25");
  await main.getByLabel("To", { exact: true }).fill("35");
  await main.getByRole("radio", { name: "Dating", exact: true }).check();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notice(page, "Discover now follows your choices.")).toBeVisible();
  await expect(page).toHaveURL(MEET);

  await expect(await findCard(ben, ada)).toHaveCount(0);
  await expect(await findCard(ada, ben)).toHaveCount(0);
  await sendJson(ben, "PUT", "/api/profile/wishes", { gender: "nonbinary" });
  await expect(await findCard(ada, ben)).toBeVisible();
  const card = await findCard(ben, ada);
  await expect(card).toBeVisible();
  await expect(card).not.toContainText(/woman|looking for|dating/i);

  await visit(page, MEET);
  await expect(main.getByRole("radio", { name: "Woman", exact: true })).toBeChecked();
  await expect(main.getByRole("checkbox", { name: "Women", exact: true })).toBeChecked();
  await expect(main.getByLabel("To", { exact: true })).toHaveValue("35");
  await main.getByRole("checkbox", { name: "Show this on my profile" }).check();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notice(page, "Saved")).toBeVisible();

  const shown = await findCard(ben, ada);
  await expect(shown).toContainText("Woman · 5 miles away");
  await expect(shown).toContainText("Dating · Women, Non-binary people · Ages 25–35");
  await expectUsable(ben.page, false);
  await visit(ben.page, `/members/${ada.id}`);
  await expect(ben.page.getByText("30 · Woman · Akranes")).toBeVisible();
  await expect(ben.page.getByText("Dating · Women, Non-binary people · Ages 25–35")).toBeVisible();
  expect(failure).toEqual([]);
});

test("the form is usable from a keyboard, on narrow screens and with large letters", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada } = await signUpNeighbors(browser, javaScriptEnabled, false);
  const { page } = ada;
  await sendJson(ada, "PUT", "/api/profile/wishes", {
    gender: "own",
    genderWords: "W".repeat(40),
    showsWishes: true,
  });
  await visit(page, MEET);
  await expectUsable(page, javaScriptEnabled);

  const main = page.getByRole("main");
  await main.getByRole("radio", { name: "In my own words" }).focus();
  await page.keyboard.press("Tab");
  await expect(main.getByLabel("Your own words")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowUp");
  await expect(main.getByRole("radio", { name: "Non-binary", exact: true })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(main.getByRole("checkbox", { name: "Women", exact: true })).toBeChecked();
  await main.getByLabel("From").focus();
  await page.keyboard.press("Enter");
  await expect(notice(page, "Saved")).toBeVisible();
  expect(await (await ada.context.request.get("/api/profile/wishes")).json()).toMatchObject({
    gender: "nonbinary",
    genderWords: null,
    meets: ["woman"],
  });
});
