// A member edits profile and music preferences, with and without scripts.
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { type Person, sendJson, setPreferences, signUp } from "./members";
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoHorizontalScroll,
} from "./page-checks";
import { dragRow, favoriteNames, test, visit } from "./pages";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'&lt;b&gt;{{7*7}}`;
const SETTINGS = "/profile?tab=profile";
const MUSIC = "/profile?tab=music";
const GENRES = ["Rock", "Pop", "Jazz", "Electronic", "Hip-Hop", "R&B", "Country", "Folk"];

let ada: Person;
let page: Page;
let failure: string[];

test.beforeEach(async ({ browser, javaScriptEnabled }) => {
  ada = await signUp(browser, "Ada", javaScriptEnabled);
  page = ada.page;
  failure = collectErrors(page);
});

test.afterEach(async () => {
  expect(failure).toEqual([]);
});

/** The notice of an action: a toast with scripts, inline without. */
function notice(words: string): Locator {
  return page.locator(".notice, .toast").filter({ hasText: words }).first();
}

function summary(): Locator {
  return page.getByRole("alert").filter({ hasText: "Please fix the following" });
}

async function savedProfile() {
  const { bio, age, location } = await (await ada.context.request.get("/api/auth/user")).json();
  return { bio, age, location };
}

async function savedPreferences() {
  return (await ada.context.request.get("/api/music-preferences")).json();
}

function artistField(): Locator {
  return page.getByLabel("Artist", { exact: true });
}

/** Adds an artist, and without scripts waits for the next page. */
async function addArtist(name: string, way: "Enter" | "button" = "Enter") {
  await artistField().fill(name);
  if (way === "Enter") await artistField().press("Enter");
  else await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  await page.waitForLoadState("load");
}

async function choose(genre: string) {
  await page.getByRole("checkbox", { name: genre, exact: true }).check();
}

test("a newcomer fills in the profile and sees what is still missing", async () => {
  await visit(page, "/profile");
  await expect(page).toHaveTitle("Profile · B-Side");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Lovelace");
  await expect(page.getByText("Age not set")).toBeVisible();
  await expect(page.getByText("Location not set")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add your age to appear in Discover" })).toBeVisible();
  await expect(page.getByLabel("Age", { exact: true })).toHaveValue("");

  await page.getByLabel("Bio").fill("Crate digger.\nMostly on Sundays.");
  await page.getByLabel("Age", { exact: true }).fill("36");
  await page.getByLabel("Location").fill("Portland, Oregon");
  await page.getByRole("button", { name: "Save Profile" }).click();

  await expect(notice("Profile updated")).toBeVisible();
  await expect(page.getByText("36 years old")).toBeVisible();
  await expect(page.getByText("Portland, Oregon, US", { exact: true })).toBeVisible();
  await expect(page.getByText("Add your age to appear in Discover")).toHaveCount(0);
  await expect(page.getByLabel("Bio")).toHaveValue("Crate digger.\nMostly on Sundays.");
  await expect(page).toHaveURL(SETTINGS);
  expect(await savedProfile()).toEqual({
    bio: "Crate digger.\nMostly on Sundays.",
    age: 36,
    location: "Portland, Oregon",
  });
});

test("each tab has a URL, and its page omits the other tab's content", async () => {
  await visit(page, "/profile");
  const tabs = page.getByRole("navigation", { name: "Profile" });
  await expect(tabs.getByRole("link", { name: "Profile Settings" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Top Artists" })).toHaveCount(0);

  await tabs.getByRole("link", { name: "Music Preferences" }).click();
  await expect(page).toHaveURL(MUSIC);
  await expect(page).toHaveTitle("Music Preferences · Profile · B-Side");
  await expect(page.getByRole("heading", { name: "Top Artists" })).toBeVisible();
  await expect(page.getByText("No artists added yet. Add your favorite artists")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(25);
  await expect(page.getByRole("heading", { name: "Edit Profile" })).toHaveCount(0);

  await visit(page, "/profile?tab=elsewhere");
  await expect(page.getByRole("heading", { name: "Edit Profile" })).toBeVisible();
});

for (const [what, field, typed, message] of [
  ["a bio of 501 characters", "Bio", "a".repeat(501), "Bio must be less than 500 characters"],
  ["an age of 17", "Age", "17", "Must be at least 18"],
  ["an age of 101", "Age", "101", "Invalid age"],
  ["no age", "Age", "", "Invalid age"],
  ["half a year", "Age", "30.5", "Invalid age"],
  ["no location", "Location", "   ", "Location is required"],
] as const) {
  test(`refused at its field, with the input kept: ${what}`, async () => {
    await visit(page, SETTINGS);
    await page.getByLabel("Bio").fill("Kept.");
    await page.getByLabel("Age", { exact: true }).fill("44");
    await page.getByLabel("Location").fill("Oslo");
    await page.getByLabel(field, { exact: true }).fill(typed);
    await page.getByRole("button", { name: "Save Profile" }).click();

    await expect(summary().getByRole("link", { name: message })).toBeVisible();
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed);
    for (const [other, value] of [
      ["Bio", "Kept."],
      ["Age", "44"],
      ["Location", "Oslo"],
    ] as const) {
      if (other !== field) await expect(page.getByLabel(other, { exact: true })).toHaveValue(value);
    }
    expect(await savedProfile()).toEqual({ bio: "", age: null, location: "" });
  });
}

test("an unknown town is kept and reported as unknown", async () => {
  await visit(page, SETTINGS);
  await page.getByLabel("Age", { exact: true }).fill("36");
  await page.getByLabel("Location").fill("Nowhere Under the Hill");
  await page.getByRole("button", { name: "Save Profile" }).click();
  const message = "We couldn't find this town, so others see your distance as unknown.";
  await expect(notice(message)).toBeVisible();
  await expect(page.getByLabel("Location")).toHaveAccessibleDescription(message);
  await expect(page.getByLabel("Location")).toHaveValue("Nowhere Under the Hill");
  await expect(page.getByText("Nowhere Under the Hill", { exact: true })).toBeVisible();
});

test("another town of the same name can be picked without losing other input", async () => {
  await visit(page, SETTINGS);
  await page.getByLabel("Age", { exact: true }).fill("36");
  await page.getByLabel("Location").fill("Springfield");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(notice("We matched Springfield to Springfield, Missouri, US.")).toBeVisible();
  await page.getByLabel("Bio").fill("Back east.");
  await page.getByRole("button", { name: "Springfield, Illinois, US" }).click();
  await expect(page.getByText("Springfield, Illinois, US", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Location")).toHaveValue("Springfield, Illinois, US");
  expect(await savedProfile()).toMatchObject({ bio: "Back east.", location: "Springfield, Illinois, US" });
});

test("the location field suggests towns", async ({ javaScriptEnabled }) => {
  await visit(page, SETTINGS);
  const offered = page.locator("datalist option");
  await expect(offered.first()).toHaveAttribute("value", "Amsterdam, North Holland, Netherlands");
  if (javaScriptEnabled) {
    await page.getByLabel("Location").pressSequentially("reykja");
    await expect(page.locator('datalist option[value="Reykjavík, Capital Region, Iceland"]')).toHaveCount(1);
  } else {
    await page.getByLabel("Age", { exact: true }).fill("36");
    await page.getByLabel("Location").fill("Reykja");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(offered.first()).toHaveAttribute("value", /^Reykjavík/);
  }
});

test("artists are added by Enter or the button, removed, and saved with genres and numbers", async ({
  javaScriptEnabled,
}) => {
  await visit(page, MUSIC);
  const rows = favoriteNames(page, "Your top artists");
  await page.getByLabel("Total Scrobbles").fill("1200");
  await choose("Rock");
  await choose("Jazz");
  await addArtist("Radiohead");
  await expect(artistField()).toHaveValue("");
  await expect(artistField()).toBeFocused();
  await addArtist("Björk & Friends", "button");
  await addArtist("Muse");
  await expect(rows).toHaveText(["1. Radiohead", "2. Björk & Friends", "3. Muse"]);

  await page.getByRole("button", { name: "Remove Björk & Friends" }).click();
  await expect(rows).toHaveText(["1. Radiohead", "2. Muse"]);
  await page.waitForLoadState("load");
  await expect(artistField()).toBeFocused();
  await expect(page.getByLabel("Total Scrobbles")).toHaveValue("1200");
  await expect(page.getByRole("checkbox", { name: "Jazz" })).toBeChecked();
  await expect(page.getByText("Selected: 2/8 genres")).toBeVisible();
  await expect(page.getByText("40%")).toBeVisible();
  expect(await savedPreferences()).toBeNull();

  await page.getByLabel("Concerts Attended").fill("7");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(notice("Music preferences updated")).toBeVisible();
  await expect(page).toHaveURL(MUSIC);
  if (!javaScriptEnabled) await expect(page.getByText("Selected: 2/8 genres")).toBeVisible();
  expect(await savedPreferences()).toEqual({
    topArtists: ["Radiohead", "Muse"],
    favoriteGenres: ["Rock", "Jazz"],
    totalScrobbles: 1200,
    concertsAttended: 7,
  });

  await visit(page, SETTINGS);
  const card = page.locator("section", { hasText: "Music Statistics" });
  await expect(card).toContainText("1,200");
  await expect(card.getByRole("listitem")).toHaveText(["Rock", "Jazz"]);
});

test("artists are moved up and down with the keyboard, and saved in that order", async () => {
  const topArtists = ["Can", "Neu!", "Faust"];
  const some = { favoriteGenres: ["Rock"], totalScrobbles: 0, concertsAttended: 0 };
  await sendJson(ada, "POST", "/api/music-preferences", { topArtists, ...some });
  await visit(page, MUSIC);
  const rows = favoriteNames(page, "Your top artists");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(button("Move Can up")).toBeDisabled();
  await expect(button("Move Faust down")).toBeDisabled();

  await button("Move Faust up").press("Enter");
  await expect(rows).toHaveText(["1. Can", "2. Faust", "3. Neu!"]);
  await expect(button("Move Faust up")).toBeFocused();
  await page.waitForLoadState("load");
  await button("Move Faust up").press("Enter");
  await expect(rows).toHaveText(["1. Faust", "2. Can", "3. Neu!"]);
  await expect(button("Move Faust down")).toBeFocused();
  await page.waitForLoadState("load");
  await button("Move Can down").press("Enter");
  await expect(rows).toHaveText(["1. Faust", "2. Neu!", "3. Can"]);
  await expect(button("Move Can up")).toBeFocused();
  expect(await savedPreferences()).toMatchObject({ topArtists });

  await page.waitForLoadState("load");
  await button("Save Music Preferences").click();
  await expect(notice("Music preferences updated")).toBeVisible();
  expect(await savedPreferences()).toMatchObject({ topArtists: ["Faust", "Neu!", "Can"] });
});

test("an artist is dragged to the top, and saved there", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are the buttons");
  await setPreferences(ada, ["Can", "Low", "Neu!"], ["Rock"]);
  await visit(page, MUSIC);
  const names = favoriteNames(page, "Your top artists");
  const rows = page.getByRole("list", { name: "Your top artists" }).getByRole("listitem");
  await rows.nth(2).scrollIntoViewIfNeeded();
  await dragRow(page, rows, 2, 0);
  await expect(names).toHaveText(["1. Neu!", "2. Can", "3. Low"]);
  await dragRow(page, rows, 1, 2);
  await expect(names).toHaveText(["1. Neu!", "2. Low", "3. Can"]);
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(notice("Music preferences updated")).toBeVisible();
  await page.reload();
  await expect(names).toHaveText(["1. Neu!", "2. Low", "3. Can"]);
});

test("Enter in a number field saves the form", async () => {
  await visit(page, MUSIC);
  await addArtist("Can");
  await choose("Rock");
  await page.getByLabel("Concerts Attended").fill("3");
  await page.getByLabel("Concerts Attended").press("Enter");
  await expect(notice("Music preferences updated")).toBeVisible();
  expect(await savedPreferences()).toMatchObject({ topArtists: ["Can"], concertsAttended: 3 });
});

test("a name typed but not added is saved too", async () => {
  await visit(page, MUSIC);
  await choose("Rock");
  await artistField().fill("Neu!");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(notice("Music preferences updated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Neu!" })).toBeVisible();
  await expect(artistField()).toHaveValue("");
  expect(await savedPreferences()).toMatchObject({ topArtists: ["Neu!"] });
});

test("blank, duplicate and more than fifty artists are not added", async ({ javaScriptEnabled }) => {
  const topArtists = Array.from({ length: 49 }, (_, place) => `Artist ${place}`);
  const some = { favoriteGenres: ["Rock"], totalScrobbles: 0, concertsAttended: 0 };
  await sendJson(ada, "POST", "/api/music-preferences", { topArtists, ...some });
  await visit(page, MUSIC);
  const artist = artistField();
  const add = page.getByRole("button", { name: "Add", exact: true });
  const rows = page.getByRole("button", { name: /^Remove / });

  if (javaScriptEnabled) await expect(add).toBeDisabled();
  else await add.click();
  await page.waitForLoadState("load");
  if (!javaScriptEnabled) await expect(artist).toHaveAccessibleDescription(/Enter an artist's name first/);

  await artist.fill("the artist 7!");
  if (javaScriptEnabled) await expect(add).toBeDisabled();
  else await add.click();
  await expect(artist).toHaveAccessibleDescription(/Artist 7 is already on your list/);
  await expect(artist).toHaveValue("the artist 7!");
  await choose("Rock");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(summary().getByRole("link", { name: "Artist 7 is already on your list" })).toBeVisible();
  await expect(artist).toHaveValue("the artist 7!");

  await page.waitForLoadState("load");
  await addArtist("The fiftieth");
  await expect(rows).toHaveCount(50);
  await artist.fill("One more");
  if (javaScriptEnabled) await expect(add).toBeDisabled();
  else await add.click();
  await expect(artist).toHaveAccessibleDescription(/Maximum 50 artists/);
  await expect(rows).toHaveCount(50);
});

test("a ninth genre cannot be chosen", async ({ javaScriptEnabled }) => {
  await visit(page, MUSIC);
  await artistField().fill("Can");
  for (const genre of GENRES) await choose(genre);
  const ninth = page.getByRole("checkbox", { name: "Gospel" });
  if (javaScriptEnabled) {
    await expect(page.getByText("Selected: 8/8 genres")).toBeVisible();
    await expect(ninth).toBeDisabled();
    await page.getByRole("checkbox", { name: "Rock" }).uncheck();
    await expect(ninth).toBeEnabled();
  } else {
    await choose("Gospel");
    await page.getByRole("button", { name: "Save Music Preferences" }).click();
    await expect(summary().getByRole("link", { name: "Maximum 8 genres" })).toBeVisible();
    await expect(ninth).toBeChecked();
    await expect(page.getByRole("button", { name: "Remove Can" })).toBeVisible();
  }
});

test("invalid preferences get a message at each field", async () => {
  await visit(page, MUSIC);
  await page.getByLabel("Total Scrobbles").fill("-1");
  await page.getByLabel("Concerts Attended").fill("-2");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(summary().getByRole("link")).toHaveText([
    "Add at least one artist",
    "Select at least one genre",
    "Must be a positive number",
    "Must be a positive number",
  ]);
  await expect(page.getByLabel("Total Scrobbles")).toHaveAccessibleDescription("Must be a positive number");
  await expect(page.getByLabel("Total Scrobbles")).toHaveValue("-1");
  await expect(artistField()).toHaveAccessibleDescription(/Add at least one artist/);
  await expect(page.getByRole("group", { name: "What you listen to" })).toHaveAccessibleDescription(
    /Select at least one genre/,
  );
  expect(await savedPreferences()).toBeNull();
});

test("signing out leaves the profile page", async () => {
  await visit(page, "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  expect((await ada.context.request.get("/api/auth/user")).status()).toBe(401);
});

for (const [what, answer, reason] of [
  [
    "without a connection",
    (route: Route) => route.abort(),
    "We couldn't reach B-Side. Check your connection.",
  ],
  [
    "answered by a 500",
    (route: Route) => route.fulfill({ status: 500, body: "Bug" }),
    "Something went wrong.",
  ],
] as const) {
  test(`saving ${what} shows a toast and keeps the form and its input`, async ({ javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, "without scripts the browser shows its own error");
    await visit(page, SETTINGS);
    await page.getByLabel("Bio").fill("Kept.");
    await page.getByLabel("Age", { exact: true }).fill("44");
    await page.getByLabel("Location").fill("Oslo");
    await page.route("**/profile.data*", answer);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(notice(reason)).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Kept.");
    await expect(page.getByLabel("Age", { exact: true })).toHaveValue("44");
    await expect(page.getByLabel("Location")).toHaveValue("Oslo");
    await page.unroute("**/profile.data*");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect.poll(savedProfile).toEqual({ bio: "Kept.", age: 44, location: "Oslo" });

    await visit(page, MUSIC);
    await artistField().fill("Can");
    await artistField().press("Enter");
    await choose("Rock");
    await page.getByLabel("Total Scrobbles").fill("7");
    await artistField().fill("Neu!");
    await page.route("**/profile.data*", answer);
    await page.getByRole("button", { name: "Save Music Preferences" }).click();
    await expect(notice(reason)).toBeVisible();
    await expect(artistField()).toHaveValue("Neu!");
    await expect(page.getByRole("list", { name: "Your top artists" })).toContainText("Can");
    await expect(page.getByRole("checkbox", { name: "Rock", exact: true })).toBeChecked();
    await expect(page.getByLabel("Total Scrobbles")).toHaveValue("7");
    await page.unroute("**/profile.data*");
    await page.getByRole("button", { name: "Save Music Preferences" }).click();
    await expect
      .poll(savedPreferences)
      .toMatchObject({ topArtists: ["Can", "Neu!"], favoriteGenres: ["Rock"], totalScrobbles: 7 });
  });
}

test("a failed logout is reported, and the page stays", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows its own error");
  await visit(page, "/profile");
  await page.route("**/api/auth/logout", (route) => route.abort());
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(notice("Failed to logout. Please try again.")).toBeVisible();
  await page.unroute("**/api/auth/logout");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
});

test("a refusal is shown in a toast and in the form, without a page load", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "scripts would have to allow it");
  await visit(page, SETTINGS);
  await page.route("**/profile.data?tab=profile", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: route.request().postData()?.replace("age=36", "age=17") })
      : route.continue(),
  );
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByLabel("Age", { exact: true }).fill("36");
  await page.getByLabel("Location").fill("Oslo");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.locator(".toast")).toContainText("Error");
  await expect(page.locator(".toast")).toContainText("Must be at least 18");
  await expect(summary().getByRole("link", { name: "Must be at least 18" })).toBeVisible();
  await expect(page.getByLabel("Age", { exact: true })).toHaveValue("36");
  expect(await page.evaluate(() => "stays" in window)).toBe(true);

  await page.route("**/profile.data?tab=music", (route) =>
    route.request().method() === "POST"
      ? route.continue({
          postData: route.request().postData()?.replace("totalScrobbles=5", "totalScrobbles=-5"),
        })
      : route.continue(),
  );
  await page.getByRole("link", { name: "Music Preferences" }).click();
  await page.getByLabel("Total Scrobbles").fill("5");
  await choose("Rock");
  await addArtist("Can");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(summary()).toBeFocused();
  await expect(page.locator(".toast")).toContainText("Must be a positive number");
  await expect(page.getByLabel("Total Scrobbles")).toHaveAccessibleDescription("Must be a positive number");
  await page.getByLabel("Total Scrobbles").fill("6");
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  // The error of the last attempt gives way to the success.
  await expect(notice("Music preferences updated")).toBeVisible();
  await expect(page.locator(".toast")).not.toContainText("Must be a positive number");
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
});

test("the error summary leaves the focus in a field being corrected", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts nothing moves");
  await visit(page, SETTINGS);
  const age = page.getByLabel("Age", { exact: true });
  await age.fill("3");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(summary()).toBeFocused();
  await summary().getByRole("link", { name: "Must be at least 18" }).click();
  await expect(age).toBeFocused();
  await age.pressSequentially("0");
  await expect(summary().getByRole("link")).toHaveText(["Location is required"]);
  await expect(age).toBeFocused();
  await age.press("Backspace");
  await expect(summary().getByRole("link")).toHaveCount(2);
  await expect(age).toBeFocused();
});

test("typing during hydration neither stops it nor gets lost", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "hydration needs scripts");
  const browser = await ada.context.newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let attempt = 0; attempt < 4; attempt++) {
    await page.goto(SETTINGS, { waitUntil: "commit" });
    await page.getByLabel("Bio").pressSequentially("Typed early, and quickly, and on.");
    await expect(page.getByText("33 of 500 characters")).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Typed early, and quickly, and on.");
  }
});

test("the forms can be used by keyboard alone", async ({ javaScriptEnabled }) => {
  await visit(page, SETTINGS);
  await page.getByLabel("Bio").focus();
  await page.keyboard.type("Typed.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("41");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Oslo");
  await page.keyboard.press("Enter");
  await expect(notice("Profile updated")).toBeVisible();
  expect(await savedProfile()).toEqual({ bio: "Typed.", age: 41, location: "Oslo" });

  await page.getByRole("link", { name: "Music Preferences" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(MUSIC);
  await page.waitForLoadState("load");
  await artistField().focus();
  await page.keyboard.type("Can");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Can" })).toBeVisible();
  await page.waitForLoadState("load");
  // Tab skips the Add button while it is disabled.
  for (let tabs = javaScriptEnabled ? 2 : 3; tabs > 0; tabs--) await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Rock", exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: "Rock", exact: true })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(notice("Music preferences updated")).toBeVisible();
  expect(await savedPreferences()).toMatchObject({ topArtists: ["Can"], favoriteGenres: ["Rock"] });
});

test("hostile text is escaped", async () => {
  await sendJson(ada, "PATCH", "/api/profile", { bio: HOSTILE, age: 30, location: HOSTILE.slice(0, 100) });
  const preferences = { favoriteGenres: ["Rock"], totalScrobbles: 0, concertsAttended: 0 };
  await sendJson(ada, "POST", "/api/music-preferences", {
    topArtists: [HOSTILE.slice(0, 100), "\u202egnirts"],
    ...preferences,
  });
  await visit(page, SETTINGS);
  await expect(page.getByLabel("Bio")).toHaveValue(HOSTILE);
  await expect(page.getByRole("paragraph").filter({ hasText: HOSTILE })).toBeVisible();
  await visit(page, MUSIC);
  await expect(page.getByRole("button", { name: `Remove ${HOSTILE.slice(0, 100)}` })).toBeVisible();
  await addArtist(HOSTILE.slice(20));
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(notice("Music preferences updated")).toBeVisible();
});

test("a refused form is accessible", async ({ javaScriptEnabled }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const [address, button] of [
    [SETTINGS, "Save Profile"],
    [MUSIC, "Save Music Preferences"],
  ] as const) {
    await visit(page, address);
    await page.getByRole("button", { name: button }).click();
    await expect(summary()).toBeVisible();
    if (javaScriptEnabled) await expect(summary()).toBeFocused();
    await expectNoHorizontalScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
  }
});

test("axe finds no violations, and nothing scrolls horizontally", async ({ javaScriptEnabled }) => {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  await sendJson(ada, "PATCH", "/api/profile", { bio: `${long} ${long}`, age: 30, location: "Portland" });
  const preferences = { favoriteGenres: GENRES, totalScrobbles: 1_000_000, concertsAttended: 7 };
  await sendJson(ada, "POST", "/api/music-preferences", { topArtists: [long, "Can"], ...preferences });
  for (const address of [SETTINGS, MUSIC]) {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await visit(page, address);
      await expectNoHorizontalScroll(page);
    }
    if (javaScriptEnabled) await expectAccessibleInBothSchemes(page);
  }
});

test("a form that another tab has overtaken saves nothing until it has been looked at", async ({
  javaScriptEnabled,
}) => {
  await sendJson(ada, "PATCH", "/api/profile", { bio: "Once", age: 30, location: "Portland, Oregon" });
  await visit(page, SETTINGS);
  await page.getByLabel("Bio").fill("Typed in the second tab");
  await sendJson(ada, "PATCH", "/api/profile", {
    bio: "From the first tab",
    age: 30,
    location: "Portland, Oregon",
  });
  const save = page.getByRole("button", { name: "Save Profile" });
  await save.click();
  await expect(page.locator("#bio-error")).toHaveText(
    "This changed meanwhile. Saved now: From the first tab",
  );
  await expect(page.getByLabel("Bio")).toHaveValue("Typed in the second tab");
  expect((await savedProfile()).bio).toBe("From the first tab");
  if (javaScriptEnabled) await expectAccessible(page);
  await save.click();
  await expect(notice("Profile updated")).toBeVisible();
  expect((await savedProfile()).bio).toBe("Typed in the second tab");

  // The next save of the same page is none of a stale tab's.
  await page.waitForLoadState("load");
  await page.getByLabel("Bio").fill("And again");
  await save.click();
  await expect.poll(async () => (await savedProfile()).bio).toBe("And again");

  await visit(page, MUSIC);
  await addArtist("Low");
  await choose("Jazz");
  await sendJson(ada, "POST", "/api/music-preferences", { topArtists: ["Can"], favoriteGenres: ["Rock"] });
  const saveMusic = page.getByRole("button", { name: "Save Music Preferences" });
  await saveMusic.click();
  await expect(summary()).toContainText("This changed meanwhile. Saved now: Can");
  await expect(page.getByRole("button", { name: "Remove Low" })).toBeVisible();
  expect((await savedPreferences()).topArtists).toEqual(["Can"]);
  await saveMusic.click();
  await expect.poll(async () => (await savedPreferences()).topArtists).toEqual(["Low"]);
});
