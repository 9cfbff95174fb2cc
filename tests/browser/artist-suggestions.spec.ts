// Suggestions of artists while their names are typed, with and without scripts.
import { expect, type Page } from "@playwright/test";
import { conversingPair, sendJson, signUp } from "./members";
import { collectErrors, expectAccessible } from "./page-checks";
import { favoriteNames, test, visit } from "./pages";

function suggestion(page: Page, name = "") {
  return page.locator(`#artist-suggestions option${name && `[value="${name}"]`}`);
}

function artistField(page: Page) {
  return page.getByLabel("Artist", { exact: true });
}

/** Types the beginning of a name, which with scripts suggests it. */
async function expectSuggested(page: Page, hasScripts: boolean, beginning: string, name: string) {
  await artistField(page).fill("");
  await artistField(page).pressSequentially(beginning);
  await expect(suggestion(page, name)).toHaveCount(hasScripts ? 1 : 0);
}

test("a record's artist is suggested", async ({ browser, javaScriptEnabled }) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  const failure = collectErrors(page);
  await visit(page, "/records/new");
  await expect(artistField(page)).toHaveAttribute("list", "artist-suggestions");
  await expect(suggestion(page)).toHaveCount(0);
  await expectSuggested(page, javaScriptEnabled, "sigur", "Sigur Rós");
  if (javaScriptEnabled) {
    await expectSuggested(page, true, "bjork", "Björk");
    // Browsers offer what contains the text.
    await expect(suggestion(page, "Björk")).toHaveAttribute("label", "Björk (bjork)");
    await expectAccessible(page);
  }
  await artistField(page).fill("Björk");
  await page.getByLabel("Album", { exact: true }).fill("Vespertine");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByRole("heading", { name: "Vespertine" })).toBeVisible();
  await expect
    .poll(async () => (await context.request.get("/api/record-collections")).json())
    .toMatchObject([{ artist: "Björk", album: "Vespertine" }]);
  expect(failure).toEqual([]);
});

test("favorites are suggested one after another", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/profile?tab=music");
  for (const [beginning, name] of [
    ["radioh", "Radiohead"],
    ["arthur r", "Arthur Russell"],
  ] as const) {
    await expectSuggested(page, javaScriptEnabled, beginning, name);
    await artistField(page).fill(name);
    await artistField(page).press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
    await page.waitForLoadState("load");
  }
  await expect(favoriteNames(page, "Your top artists")).toHaveText(["1. Radiohead", "2. Arthur Russell"]);
});

test("a newcomer's artists are suggested", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/welcome/music");
  const another = page.getByLabel("Another artist");
  await another.pressSequentially("broadc");
  await expect(suggestion(page, "Broadcast")).toHaveCount(javaScriptEnabled ? 1 : 0);
  await another.fill("Broadcast");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Broadcast" })).toBeVisible();
  await expect(page.getByLabel("Another artist")).toHaveValue("");
});

test("a playlist's song has its artist suggested", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { id } = await sendJson(ada, "POST", "/api/playlists", { name: "Sundays" });
  await visit(ada.page, `/playlists/${id}/add`);
  await expectSuggested(ada.page, javaScriptEnabled, "broadc", "Broadcast");
});

test("a shared song has its artist suggested", async ({ browser, javaScriptEnabled }) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await visit(ada.page, `/messages/${conversationId}/share`);
  await expectSuggested(ada.page, javaScriptEnabled, "broadc", "Broadcast");
});

test("nothing is lost when suggestions fail", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are no suggestions");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/records/new");
  await page.getByLabel("Album", { exact: true }).fill("Vespertine");
  await expectSuggested(page, true, "sigur", "Sigur Rós");
  let failed = 0;
  await page.route("**/api/artists?*", (route) =>
    failed++ === 0 ? route.abort() : route.fulfill({ status: 500, body: "Something went wrong." }),
  );
  await artistField(page).fill("bjo");
  await expect.poll(() => failed).toBe(1);
  await artistField(page).fill("bjor");
  await expect.poll(() => failed).toBe(2);
  await page.unroute("**/api/artists?*");
  await artistField(page).fill("bjork");
  await expect(suggestion(page, "Björk")).toHaveCount(1);
  await expect(artistField(page)).toHaveValue("bjork");
  await expect(page.getByLabel("Album", { exact: true })).toHaveValue("Vespertine");
});

test("a late response doesn't replace a newer one", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are no suggestions");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/records/new");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = false;
  await page.route("**/api/artists?q=radi", async (route) => {
    await released;
    // The browser may have given up on it.
    await route.fulfill({ json: ["Radi Late"] }).catch(() => undefined);
    answered = true;
  });
  const first = page.waitForRequest("**/api/artists?q=radi");
  await artistField(page).fill("radi");
  await first;
  await artistField(page).fill("radioh");
  await expect(suggestion(page, "Radiohead")).toHaveCount(1);
  release();
  await expect.poll(() => answered).toBe(true);
  await expect(suggestion(page, "Radiohead")).toHaveCount(1);
  await expect(suggestion(page, "Radi Late")).toHaveCount(0);
});
