// A record's form with scripts: artists suggested while typing, releases found in the catalog, and covers found in the
// background.
import { expect, type Page } from "@playwright/test";
import { sendJson, signUp } from "./members";
import { holdJobs } from "./operator";
import { collectErrors } from "./page-checks";
import { favoriteNames, pressComposing, test, visit, visitDialog } from "./pages";

const SOURCE = "Cover: Cover Art Archive";

function suggestion(page: Page, name: string) {
  return page.locator(`#artist-suggestions option[value="${name}"]`);
}

/** Types the beginning of a name, which suggests it. */
async function expectSuggested(page: Page, beginning: string, name: string) {
  const field = page.getByLabel("Artist", { exact: true });
  await field.fill("");
  await field.pressSequentially(beginning);
  await expect(suggestion(page, name)).toHaveCount(1);
}

test("a record's artist is suggested, its release is found, and its cover too", { tag: "@all" }, async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const failure = collectErrors(page);
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (/^http/.test(request.url())) hosts.add(new URL(request.url()).host);
  });
  await visit(page, "/profile?tab=music");
  const artist = page.getByLabel("Artist", { exact: true });
  for (const [beginning, name] of [
    ["radioh", "Radiohead"],
    ["arthur r", "Arthur Russell"],
  ] as const) {
    await expectSuggested(page, beginning, name);
    await artist.fill(name);
    await artist.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await expect(favoriteNames(page, "Your artists, favorites first")).toHaveText([
    "1. Radiohead",
    "2. Arthur Russell",
  ]);

  await visitDialog(page, "/records/new");
  await page.getByLabel("Notes").fill("From Dad");
  await expectSuggested(page, "bjork", "Björk");
  // Browsers offer what contains the text.
  await expect(suggestion(page, "Björk")).toHaveAttribute("label", "Björk (bjork)");

  // Nothing is lost when suggestions fail.
  let failed = 0;
  await page.route("**/api/artists?*", (route) =>
    failed++ === 0 ? route.abort() : route.fulfill({ status: 500, body: "Something went wrong." }),
  );
  for (const [place, typed] of ["sig", "sigu"].entries()) {
    await artist.fill(typed);
    await expect.poll(() => failed).toBe(place + 1);
  }
  await page.unroute("**/api/artists?*");
  await expectSuggested(page, "sigur", "Sigur Rós");

  // A late response doesn't replace a newer one.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAnswered = false;
  await page.route("**/api/artists?q=radi", async (route) => {
    await released;
    // The browser may have given up on it.
    await route.fulfill({ json: ["Radi Late"] }).catch(() => undefined);
    isAnswered = true;
  });
  const first = page.waitForRequest("**/api/artists?q=radi");
  await artist.fill("radi");
  await first;
  await artist.fill("radioh");
  await expect(suggestion(page, "Radiohead")).toHaveCount(1);
  release();
  await expect.poll(() => isAnswered).toBe(true);
  await expect(suggestion(page, "Radiohead")).toHaveCount(1);
  await expect(suggestion(page, "Radi Late")).toHaveCount(0);

  // The release and its cover are found without leaving the dialog, and only by our server.
  const offered = page.getByRole("list", { name: "Releases found" }).getByRole("listitem");
  await artist.fill("pink floyd");
  await page.getByLabel("Album", { exact: true }).fill("dark side");
  await page.getByRole("button", { name: "Find This Record" }).click();
  await expect(offered).toHaveCount(3);
  const cover = offered.first().locator("img");
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await offered.nth(1).getByRole("button").click();
  await expect(page.getByLabel("Album", { exact: true })).toHaveValue("The Dark Side of the Moon");
  await expect(page.getByLabel("Notes")).toHaveValue("From Dad");
  await expect(page.getByAltText("Current cover")).toBeVisible();
  await page.getByLabel("Album", { exact: true }).press("Enter");
  await expect(page.getByRole("main").getByText(SOURCE)).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);

  // Enter in the barcode finds instead of saving.
  await page.getByRole("link", { name: "Edit The Dark Side of the Moon" }).click();
  await page.getByLabel("Artist, album or barcode").fill("0 77774 60012 5");
  await pressComposing(page, "Enter");
  await page.getByLabel("Artist, album or barcode").press("Enter");
  await expect(offered).toHaveCount(1);
  await page.keyboard.press("Escape");

  const { id } = await sendJson(ada, "POST", "/api/playlists", { name: "Slow trains" });
  await visitDialog(page, `/playlists/${id}/add`);
  await expectSuggested(page, "broadc", "Broadcast");
  await artist.fill("pink floyd");
  await page.getByLabel("Title").fill("dark side");
  await page.getByRole("button", { name: "Look It Up" }).click();
  await offered.first().getByRole("button").click();
  await expect(page.getByLabel("Title")).toHaveValue("The Dark Side of the Moon");

  // The screen follows the search for covers by itself.
  for (const number of [1, 2])
    await sendJson(ada, "POST", "/api/record-collections", { artist: "Neu!", album: `Hallogallo ${number}` });
  const letGo = await holdJobs("cover_search", ada.id);
  await visit(page, "/records");
  const covers = page.getByRole("region", { name: "Covers" });
  await expect(covers).toContainText("2 records have no cover.");
  await covers.getByRole("button", { name: "Find Covers" }).click();
  await covers.getByRole("button", { name: "Pause" }).click();
  await expect(covers).toContainText("Finding covers, paused:");
  await covers.getByRole("button", { name: "Resume" }).click();
  await letGo();
  await expect(page.getByRole("main").getByText(SOURCE)).toHaveCount(3, { timeout: 60_000 });
  await expect(covers).toBeHidden();
  expect(failure).toEqual([]);
});
