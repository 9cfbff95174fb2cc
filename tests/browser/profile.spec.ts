// What scripts add to a member's profile: checks and suggestions while typing, toasts, and a list that is sorted at once.
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { sendJson, setPreferences, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { dragRow, favoriteNames, holdRequests, pressComposing, test, visit } from "./pages";

const SETTINGS = "/profile?tab=profile";
const MUSIC = "/profile?tab=music";

const toast = (page: Page) => page.locator(".toast");
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "Please fix the following" });
const artistField = (page: Page) => page.getByLabel("Artist", { exact: true });

const OFFLINE = (route: Route) => route.abort();
const FAILING = (route: Route) => route.fulfill({ status: 500, body: "Bug" });

/** Presses a button whose form is answered in place of the server, and then once more. */
async function pressWhile(
  page: Page,
  button: Locator,
  answer: (route: Route) => Promise<void>,
  reason: string,
) {
  await page.route("**/profile.data*", answer);
  await button.click();
  await expect(toast(page)).toContainText(reason);
  await page.unroute("**/profile.data*");
}

test("a profile is checked while it is typed, saved without a page load, and not lost when saving fails", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await visit(page, SETTINGS);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const age = page.getByLabel("Age", { exact: true });
  const save = page.getByRole("button", { name: "Save Profile" });
  const saved = async () => (await ada.context.request.get("/api/auth/user")).json();
  /** Waits until the page has been loaded again after a save: another one before that would be a stale tab's. */
  const expectShown = (bio: string) =>
    expect(page.getByRole("paragraph").filter({ hasText: bio })).toBeVisible();

  // The summary takes the focus, and then leaves it in the field that is corrected. The link puts a fragment in the address.
  await age.fill("3");
  await save.click();
  await expect(summary(page)).toBeFocused();
  await summary(page).getByRole("link", { name: "Must be at least 18" }).click();
  await expect(age).toBeFocused();
  await age.pressSequentially("0");
  await expect(summary(page).getByRole("link")).toHaveText(["Location is required"]);
  await age.press("Backspace");
  await expect(summary(page).getByRole("link")).toHaveCount(2);
  await expect(age).toBeFocused();

  // Towns are suggested while typing.
  await age.fill("36");
  await page.getByLabel("Bio").fill("Crate digger.");
  await page.getByLabel("Location").pressSequentially("reykja");
  await expect(page.locator('datalist option[value="Reykjavík, Capital Region, Iceland"]')).toHaveCount(1);
  await page.getByLabel("Location").fill("Oslo");
  await save.click();
  await expect(toast(page)).toContainText("Profile updated");
  await expect(page.getByText("36 years old")).toBeVisible();

  // The server's refusal is shown in the form.
  await page.route("**/profile.data?tab=profile", (route) =>
    route.continue({ postData: route.request().postData()?.replace("age=40", "age=17") }),
  );
  await age.fill("40");
  await save.click();
  await expect(summary(page).getByRole("link", { name: "Must be at least 18" })).toBeVisible();
  await expect(age).toHaveValue("40");
  await page.unroute("**/profile.data?tab=profile");

  await page.getByLabel("Bio").fill("Kept.");
  await pressWhile(page, save, OFFLINE, "We couldn't reach B-Side. Check your connection.");
  await pressWhile(page, save, FAILING, "Something went wrong.");
  await expect(page.getByLabel("Bio")).toHaveValue("Kept.");
  await save.click();
  await expectShown("Kept.");
  expect(await saved()).toMatchObject({ bio: "Kept.", age: 40, location: "Oslo" });

  // Another tab has saved meanwhile.
  await page.getByLabel("Bio").fill("Typed in this tab");
  await sendJson(ada, "PATCH", "/api/profile", { bio: "From the other tab", age: 40, location: "Oslo" });
  await save.click();
  await expect(page.locator("#bio-error")).toHaveText(
    "This changed meanwhile. Saved now: From the other tab",
  );
  await expect(page.getByLabel("Bio")).toHaveValue("Typed in this tab");
  await save.click();
  await expectShown("Typed in this tab");
  // The next save of the same page is none of a stale tab's.
  await page.getByLabel("Bio").fill("And again");
  await save.click();
  await expect.poll(async () => (await saved()).bio).toBe("And again");
  expect(await page.evaluate(() => "stays" in window)).toBe(true);

  // The first answers with consent are shown again, and what is erased leaves the form.
  await visit(page, "/profile?tab=meet");
  const own = page.getByRole("radio", { name: "In my own words" });
  const women = page.getByRole("checkbox", { name: "Women", exact: true });
  await own.check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".field-error")).toHaveText("Add your own words");
  await page.getByLabel("Your own words").fill("agender");
  await women.check();
  await page.getByLabel(/^I agree/).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("You agreed to this on")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await expect(own).toBeChecked();
  await expect(women).toBeChecked();
  await page.getByRole("button", { name: "Erase My Answers" }).click();
  await expect(page.getByLabel(/^I agree/)).not.toBeChecked();
  await expect(own).not.toBeChecked();
  await expect(women).not.toBeChecked();
  await expect(page.getByLabel("Your own words")).toBeHidden();

  await page.route("**/api/auth/logout", OFFLINE);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(toast(page)).toContainText("Failed to logout. Please try again.");
  await page.unroute("**/api/auth/logout");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  expect(errors).toEqual([]);
});

test("artists are added, sorted and dragged at once, and saved with genres @all", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await visit(page, MUSIC);
  const names = favoriteNames(page, "Your artists, favorites first");
  const rows = page.getByRole("list", { name: "Your artists, favorites first" }).getByRole("listitem");
  const artist = artistField(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const genre = (name: string) => page.getByRole("checkbox", { name, exact: true });
  const save = button("Save Music Preferences");
  const saved = async () => (await ada.context.request.get("/api/music-preferences")).json();

  await expect(button("Add")).toBeDisabled();
  for (const name of ["Can", "Low"]) {
    await artist.fill(name);
    await pressComposing(page, "Enter");
    await expect(artist).toHaveValue(name);
    await artist.press("Enter");
    await expect(artist).toHaveValue("");
    await expect(artist).toBeFocused();
  }
  await artist.fill("can!");
  await expect(artist).toHaveAccessibleDescription(/Can is already on your list/);
  await expect(button("Add")).toBeDisabled();
  await artist.fill("Neu!");
  await button("Add").click();
  await expect(names).toHaveText(["1. Can", "2. Low", "3. Neu!"]);

  // By keyboard, then by its handle.
  await button("Move Neu! up").press("Enter");
  await expect(button("Move Neu! up")).toBeFocused();
  await button("Move Neu! up").press("Enter");
  await expect(names).toHaveText(["1. Neu!", "2. Can", "3. Low"]);
  await expect(button("Move Neu! down")).toBeFocused();
  await rows.nth(2).scrollIntoViewIfNeeded();
  await dragRow(page, rows, 2, 0);
  await expect(names).toHaveText(["1. Low", "2. Neu!", "3. Can"]);
  await dragRow(page, rows, 1, 2);
  await expect(names).toHaveText(["1. Low", "2. Can", "3. Neu!"]);
  await button("Remove Can").click();
  await expect(names).toHaveText(["1. Low", "2. Neu!"]);
  await expect(artist).toBeFocused();

  for (const name of ["Rock", "Pop", "Jazz", "Electronic", "Hip-Hop", "R&B", "Country", "Folk"])
    await genre(name).check();
  await expect(page.getByText("Selected: 8/8 genres")).toBeVisible();
  await expect(genre("Gospel")).toBeDisabled();
  await genre("Rock").uncheck();
  await expect(genre("Gospel")).toBeEnabled();
  await page.getByLabel("Total Scrobbles").fill("-5");
  await save.click();
  await expect(summary(page)).toBeFocused();
  await expect(page.getByLabel("Total Scrobbles")).toHaveAccessibleDescription("Must be a positive number");
  await page.getByLabel("Total Scrobbles").fill("5");
  expect(await saved()).toBeNull();

  await artist.fill("Faust");
  await pressWhile(page, save, OFFLINE, "We couldn't reach B-Side. Check your connection.");
  await expect(artist).toHaveValue("Faust");
  await expect(genre("Jazz")).toBeChecked();
  await page.getByLabel("Total Scrobbles").press("Enter");
  await expect(toast(page)).toContainText("Music preferences updated");
  await expect(artist).toHaveValue("");
  expect(await saved()).toMatchObject({ topArtists: ["Low", "Neu!", "Faust"], totalScrobbles: 5 });

  await setPreferences(ada, ["Can"], ["Rock"]);
  await save.click();
  await expect(summary(page)).toContainText("This changed meanwhile. Saved now: Can");
  await save.click();
  await expect.poll(async () => (await saved()).topArtists).toEqual(["Low", "Neu!", "Faust"]);
  expect(errors).toEqual([]);
});

test("typing during hydration neither stops it nor gets lost", async ({ browser }) => {
  const { page, context } = await signUp(browser, "Ada", true);
  const errors = collectErrors(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let attempt = 0; attempt < 2; attempt++) {
    await page.goto(SETTINGS, { waitUntil: "commit" });
    await page.getByLabel("Bio").pressSequentially("Typed early, and quickly, and on.");
    await expect(page.getByText("33 of 500 characters")).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Typed early, and quickly, and on.");
  }
  expect(errors).toEqual([]);
});

test("a form works without its script, and keeps what is typed until it comes @all", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  const errors = collectErrors(page);
  const script = "**/profile-form-*.js";
  const bio = page.getByLabel("Bio");
  await page.route(script, OFFLINE);
  await visit(page, MUSIC);
  await page.getByRole("link", { name: "Profile Settings" }).click();
  await bio.fill("Typed anyway");
  await page.getByLabel("Age", { exact: true }).fill("31");
  await page.getByLabel("Location").fill("Portland, Oregon");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(bio).toHaveValue("Typed anyway");

  await page.unroute(script);
  const late = await holdRequests(page, script);
  await page.goto(SETTINGS);
  await late.requested;
  await bio.fill("Typed soon");
  await expect(page.getByText("Up to 500 characters")).toBeVisible();
  late.release();
  await expect(page.getByText("10 of 500 characters")).toBeVisible();
  await expect(bio).toHaveValue("Typed soon");
  expect(errors).toEqual([]);
});
