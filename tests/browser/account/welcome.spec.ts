// The first run: four short steps from the sign-up to the first like.
import { expect, type Locator, type Page } from "@playwright/test";
import { photo } from "../../fakes/picture-files";
import { sendJson, signUp } from "../members";
import { startSite } from "../own-site";
import { collectErrors, expectUsable } from "../page-checks";
import {
  dragRow,
  favoriteNames,
  holdRequests,
  openContext,
  openPage,
  test,
  visit,
  waitForHydration,
} from "../pages";

const MAX_ACTIONS = 12;
let newcomers = 0;

/** Counts what a newcomer does: every press, and every field filled in. */
function actionsOn(page: Page) {
  let count = 0;
  let presses = 0;
  return {
    count: () => count,
    presses: () => presses,
    async tap(target: Locator) {
      count++;
      presses++;
      await target.click();
    },
    async fill(label: string, value: string) {
      count++;
      await page.getByLabel(label).fill(value);
    },
  };
}

/** From the landing page to the first step. */
async function signUpFromLanding(page: Page, act: ReturnType<typeof actionsOn>, origin = "") {
  await visit(page, `${origin}/`);
  await act.tap(page.getByRole("link", { name: "Get Started" }));
  await act.fill("First name", "Ada");
  await act.fill("Last name", "Lovelace");
  await act.fill("Email", `newcomer-${test.info().workerIndex}-${++newcomers}@example.org`);
  await act.fill("Password", "a long enough password");
  await act.tap(page.getByLabel("I'm 18 or older"));
  await act.tap(page.getByRole("button", { name: "Create account" }));
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
}

async function skipTo(page: Page, act: ReturnType<typeof actionsOn>) {
  await act.tap(page.getByRole("link", { name: "Skip for now" }));
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await act.tap(page.getByRole("link", { name: "Skip for now" }));
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await act.tap(page.getByRole("link", { name: "Skip for now" }));
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
}

test("from the landing page to the first like it takes at most 12 actions", async ({
  browser,
  javaScriptEnabled,
}) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled !== false));
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const act = actionsOn(page);
  await signUpFromLanding(page, act);
  await skipTo(page, act);
  await expect(page.getByRole("heading", { name: "Here are your first five" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(page.getByText("0%")).toHaveCount(0);
  await act.tap(page.getByRole("button", { name: /^Like / }).first());
  await expect(page.getByText(/^Match recorded$|^It's mutual!/).first()).toBeVisible();
  expect(act.count()).toBeLessThanOrEqual(MAX_ACTIONS);
  expect(errors).toEqual([]);
});

test("with three artists it takes at most 12 presses", async ({ browser, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  const page = await openPage(await openContext(browser, hasScripts));
  await page.setViewportSize({ width: 360, height: 740 });
  const act = actionsOn(page);
  await signUpFromLanding(page, act);
  await act.tap(page.getByRole("checkbox", { name: "Jazz", exact: true }));
  if (!hasScripts) await act.tap(page.getByRole("button", { name: "Suggest Artists" }));
  const sleeves = page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  for (const index of [0, 1, 2]) await act.tap(sleeves.nth(index));
  await act.tap(page.getByRole("button", { name: hasScripts ? "Continue (3 artists)" : "Continue" }));
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await act.tap(page.getByRole("link", { name: "Skip for now" }));
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await act.tap(page.getByRole("link", { name: "Skip for now" }));
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await act.tap(page.getByRole("button", { name: /^Like / }).first());
  await expect(page.getByText(/^Match recorded$|^It's mutual!/).first()).toBeVisible();
  expect(act.presses()).toBeLessThanOrEqual(MAX_ACTIONS);
});

test("a genre ticked before the scripts run brings its artists once they do", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "there are no scripts to wait for");
  const { page } = await signUp(browser, "Ada", true);
  const { release } = await holdRequests(page, "**/build/**/*.js", "GET");
  await page.goto("/welcome/music", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  release();
  await waitForHydration(page);
  await expect(page.getByRole("checkbox", { name: "Jazz", exact: true })).toBeChecked();
  const sleeves = page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  await expect(sleeves).toHaveCount(24);
});

test("in an empty community the first run ends with a friendly sentence and an invitation", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { origin, stop } = await startSite();
  try {
    const page = await openPage(await openContext(browser, javaScriptEnabled !== false));
    await page.setViewportSize({ width: 360, height: 740 });
    const act = actionsOn(page);
    await signUpFromLanding(page, act, origin);
    await skipTo(page, act);
    await expect(page.getByRole("heading", { name: "No one else is here yet" })).toBeVisible();
    await expect(page.getByLabel("Invite a friend with this link")).toHaveValue(origin);
    await expectUsable(page, javaScriptEnabled !== false);
    await page.getByRole("link", { name: "Go to Home" }).click();
    await expect(page.getByRole("link", { name: "Finish setting up" })).toBeVisible();
    await page.context().close();
  } finally {
    await stop();
  }
});

test("buttons pressed faster than the server answers all count", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "a page load follows each button");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/welcome/music");
  const { release } = await holdRequests(page, "**/welcome/music*", "POST");
  const field = page.getByLabel("Another artist");
  for (const artist of ["Can", "Faust", "Neu!", "Broadcast"]) {
    await field.fill(artist);
    await field.press("Enter");
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
  }
  // A genre asks the server for suggestions, and its answer comes last.
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  await page.getByRole("button", { name: "Remove Can" }).click();
  await page.getByRole("button", { name: "Remove Faust" }).click();
  await page.getByRole("button", { name: "Move Broadcast up" }).click();
  const list = favoriteNames(page, "Your artists, favorites first");
  await expect(list).toHaveText(["1. Broadcast", "2. Neu!"]);
  release();
  await expect(page.getByRole("group", { name: "Choose the ones you love" })).toBeVisible();
  await expect(list).toHaveText(["1. Broadcast", "2. Neu!"]);
});

test("the buttons of the list leave a half typed name alone, and the page stays where they are", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await page.setViewportSize({ width: 360, height: 500 });
  await visit(page, "/welcome/music");
  const field = page.getByLabel("Another artist");
  for (const artist of ["Can", "Faust", "Pram"]) {
    await field.fill(artist);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(`. ${artist}`)).toBeVisible();
    await expect(field).toBeInViewport();
  }
  await field.fill("Broad");
  const up = page.getByRole("button", { name: "Move Pram up" });
  await up.click();
  const list = favoriteNames(page, "Your artists, favorites first");
  await expect(list).toHaveText(["1. Can", "2. Pram", "3. Faust"]);
  await expect(up).toBeFocused();
  await expect(up).toBeInViewport();
  await expect(field).toHaveValue("Broad");
  await page.getByRole("button", { name: "Remove Can" }).click();
  await expect(list).toHaveText(["1. Pram", "2. Faust"]);
  await expect(field).toHaveValue("Broad");
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});

test("an artist is dragged to the top of the first run's list", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are the buttons");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/welcome/music");
  const field = page.getByLabel("Another artist");
  const names = favoriteNames(page, "Your artists, favorites first");
  for (const artist of ["Can", "Faust", "Pram"]) {
    await field.fill(artist);
    await field.press("Enter");
    await expect(names.filter({ hasText: artist })).toBeVisible();
  }
  const rows = page.getByRole("list", { name: "Your artists, favorites first" }).getByRole("listitem");
  // Near the window's edge the page would scroll along.
  await rows.nth(1).evaluate((row) => row.scrollIntoView({ block: "center" }));
  await dragRow(page, rows, 2, 0);
  await expect(names).toHaveText(["1. Pram", "2. Can", "3. Faust"]);
  await page.getByRole("button", { name: "Remove Faust" }).click();
  await expect(names).toHaveText(["1. Pram", "2. Can"]);
});

test("the list and what is typed stay when the server can't be reached", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "a browser without scripts shows its own error page");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/welcome/music");
  const field = page.getByLabel("Another artist");
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  await expect(page.getByRole("group", { name: "Choose the ones you love" })).toBeVisible();
  await page.context().setOffline(true);
  for (const artist of ["Can", "Faust"]) {
    await field.fill(artist);
    await field.press("Enter");
    await expect(page.getByText(`. ${artist}`)).toBeVisible();
  }
  await field.fill("Neu!");
  await page.getByRole("button", { name: "Continue (2 artists)" }).click();
  await expect(page.getByText("We couldn't reach B-Side. Check your connection.")).toBeVisible();
  for (const place of ["1. Can", "2. Faust", "3. Neu!"]) await expect(page.getByText(place)).toBeVisible();

  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Continue (3 artists)" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
});

test("a newcomer picks genres and artists, puts them in order, says where they live, and gets five people", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const ada = await signUp(browser, "Ada", hasScripts);
  const { page } = ada;
  await visit(page, "/welcome");
  await expect(page).toHaveURL(/\/welcome\/music$/);
  await expectUsable(page, hasScripts);

  // What is being typed is not added yet.
  await page.getByLabel("Another artist").fill("Broad");
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  if (!hasScripts) await page.getByRole("button", { name: "Suggest Artists" }).click();
  const suggestions = page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  await expect(suggestions).toHaveCount(24);
  await waitForHydration(page);
  await expect(page.getByLabel("Another artist")).toHaveValue("Broad");
  const names = await suggestions.evaluateAll((inputs) =>
    inputs.slice(0, 2).map((input) => (input as HTMLInputElement).value),
  );
  const list = favoriteNames(page, "Your artists, favorites first");
  for (const name of names) await page.getByRole("checkbox", { name, exact: true }).check();
  if (hasScripts) {
    // A tick is a choice, and the sleeve stays where it is.
    await expect(list).toHaveText(names.map((name, index) => `${index + 1}. ${name}`));
    await expect(suggestions).toHaveCount(24);
    await page.getByRole("checkbox", { name: names[1], exact: true }).uncheck();
    await expect(page.getByRole("button", { name: "Continue (1 artist)" })).toBeInViewport();
    await page.getByRole("checkbox", { name: names[1], exact: true }).check();
  }
  await page.getByLabel("Another artist").fill("Broadcast");
  await page.getByLabel("Another artist").press("Enter");
  await expect(list).toHaveText([...names, "Broadcast"].map((name, index) => `${index + 1}. ${name}`));
  await expect(page.getByLabel("Another artist")).toHaveValue("");
  if (hasScripts) await expect(page.getByLabel("Another artist")).toBeFocused();
  await page.getByLabel("Another artist").fill("broadcast");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Broadcast is already on your list").first()).toBeVisible();
  await page.getByLabel("Another artist").fill("");
  await page.getByRole("button", { name: "Move Broadcast up" }).click();
  await expect(list.nth(1)).toHaveText("2. Broadcast");
  await page.getByRole("button", { name: `Remove ${names[0]}` }).click();
  await expect(list).toHaveText(["1. Broadcast", `2. ${names[1]}`]);
  if (hasScripts) {
    await expect(page.getByLabel("Another artist")).toBeFocused();
    await expect(page.getByRole("checkbox", { name: names[0], exact: true })).not.toBeChecked();
  }
  await expectUsable(page, hasScripts);
  await page.getByRole("button", { name: hasScripts ? "Continue (2 artists)" : "Continue" }).click();

  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await expectUsable(page, hasScripts);
  await page.getByLabel("Photo", { exact: true }).setInputFiles({
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(),
  });
  await page.getByRole("button", { name: "Upload" }).click();

  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  const saved = await sendJson(ada, "GET", "/api/music-preferences", undefined);
  expect(saved).toMatchObject({ topArtists: ["Broadcast", names[1]], favoriteGenres: ["Jazz"] });
  await waitForHydration(page);
  const age = page.getByRole("spinbutton", { name: "Age" });
  await expect(age).toHaveValue("");
  await page.getByLabel("Location").fill("Portland, Oregon");
  await page.getByRole("button", { name: "Save and Continue" }).click();
  await expect(page.getByRole("link", { name: "Invalid age" })).toBeVisible();
  await expectUsable(page, hasScripts);
  await age.fill("30");
  await page.getByRole("radio", { name: "Friends", exact: true }).check();
  await page.getByRole("button", { name: "Save and Continue" }).click();

  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(5);
  await expectUsable(page, hasScripts);
  const user = await sendJson(ada, "GET", "/api/auth/user", undefined);
  expect(user).toMatchObject({ age: 30, location: "Portland, Oregon", bio: "" });
  expect(user.profileImageUrl).toMatch(/^\/pictures\//);
  await visit(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Finish setting up" })).toHaveCount(0);
});

test("the first run is taken up again where it was left", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled !== false);
  const { page } = ada;
  await visit(page, "/");
  await page.getByRole("link", { name: "Finish setting up" }).click();
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await waitForHydration(page);
  await page.getByRole("spinbutton", { name: "Age" }).fill("30");
  await page.getByLabel("Location").fill("Portland, Oregon");
  await page.getByRole("button", { name: "Save and Continue" }).click();
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await visit(page, "/");
  await page.getByRole("link", { name: "Finish setting up" }).click();
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await sendJson(ada, "POST", "/api/music-preferences", {
    topArtists: ["Can"],
    favoriteGenres: ["Rock"],
    totalScrobbles: 0,
    concertsAttended: 0,
  });
  await visit(page, "/welcome");
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
});
