// A member finds records in the catalog and the covers of a collection, with and without scripts.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { openDatabaseFile } from "../database-file";
import { startCatalog } from "../fakes/catalog";
import { makeScratchPath } from "../scratch-folder";
import { conversingPair, sendJson, signUp } from "./members";
import { holdJobs } from "./operator";
import { startSite } from "./own-site";
import { collectErrors, expectAccessible, expectNoHorizontalScroll, expectUsable } from "./page-checks";
import { test, visit, visitDialog } from "./pages";

const SOURCE = "Cover: Cover Art Archive";

function offered(page: Page) {
  return page.getByRole("list", { name: "Releases found" }).getByRole("listitem");
}

/** Every host that the browser asks for anything. */
function collectHosts(page: Page) {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (/^http/.test(request.url())) hosts.add(new URL(request.url()).host);
  });
  return hosts;
}

test("a record is found by artist and title, and saved with the cover that was found", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const failure = collectErrors(page);
  const hosts = collectHosts(page);
  await visitDialog(page, "/records/new");
  await page.getByLabel("Artist").fill("pink floyd");
  await page.getByLabel("Album").fill("dark side");
  await page.getByLabel("Notes").fill("From Dad");
  await page.getByRole("button", { name: "Find This Record" }).click();
  await expect(offered(page)).toHaveCount(3);
  await expect(offered(page).first()).toContainText("1973 · Vinyl · Harvest · GB");
  await expect(page.getByLabel("Notes")).toHaveValue("From Dad");
  const cover = offered(page).first().locator("img");
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await expectUsable(page, javaScriptEnabled);

  await offered(page).nth(1).getByRole("button").click();
  await expect(page.getByLabel("Artist")).toHaveValue("Pink Floyd");
  await expect(page.getByLabel("Album")).toHaveValue("The Dark Side of the Moon");
  await expect(page.getByLabel("Year")).toHaveValue("1994");
  await expect(page.getByLabel("Format")).toHaveValue("cd");
  await expect(page.getByLabel("Notes")).toHaveValue("From Dad");
  await expect(page.getByAltText("Current cover")).toBeVisible();
  await expect(page.locator("form").getByText(SOURCE)).toBeVisible();
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(page).toHaveURL("/records");
  await expect(page.getByRole("main").getByText(SOURCE)).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);

  await page.getByRole("link", { name: "Edit The Dark Side of the Moon" }).click();
  await page.getByLabel("Remove cover").check();
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page.getByText("Record updated successfully").first()).toBeVisible();
  await expect(page.getByRole("main").getByText(SOURCE)).toBeHidden();
  expect(failure).toEqual([]);
});

test("a saved record is found by its barcode", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await sendJson(ada, "POST", "/api/record-collections", { artist: "?", album: "A prism on black" });
  await visit(page, "/records");
  await page.getByRole("link", { name: "Edit A prism on black" }).click();
  await page.getByLabel("Barcode").fill("0 77774 60012 5");
  if (javaScriptEnabled) await page.getByLabel("Barcode").press("Enter");
  else await page.getByRole("button", { name: "Find This Record" }).click();
  await expect(offered(page)).toHaveCount(1);
  await offered(page).getByRole("button").click();
  await expect(page.getByLabel("Album")).toHaveValue("The Dark Side of the Moon");
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page.getByText("Record updated successfully").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "The Dark Side of the Moon" })).toBeVisible();
});

test("nothing typed, nothing found: a sentence, and Enter still saves", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visitDialog(page, "/records/new");
  await page.getByRole("button", { name: "Find This Record" }).click();
  await expect(page.getByText("Enter an artist or title first, or a barcode.")).toBeVisible();
  await page.getByLabel("Artist").fill("Nobody");
  await page.getByLabel("Album").fill("Silence");
  await page.getByRole("button", { name: "Find This Record" }).click();
  await expect(page.getByText("MusicBrainz doesn't know this one.", { exact: false })).toBeVisible();
  await page.getByLabel("Album").press("Enter");
  await expect(page.getByText("Record added to your collection").first()).toBeVisible();
});

test("a song of a playlist and a shared one are looked up", async ({ browser, javaScriptEnabled }) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const { page } = ada;
  const { id } = await sendJson(ada, "POST", "/api/playlists", { name: "Slow trains" });
  for (const address of [`/playlists/${id}/add`, `/messages/${conversationId}/share`]) {
    await visitDialog(page, address);
    await page.getByLabel("Artist").fill("pink floyd");
    await page.getByLabel("Title").fill("dark side");
    await page.getByRole("button", { name: "Look It Up" }).click();
    await offered(page).first().getByRole("button").click();
    await expect(page.getByLabel("Artist")).toHaveValue("Pink Floyd");
    await expect(page.getByLabel("Title")).toHaveValue("The Dark Side of the Moon");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${conversationId}(#write)?$`));
});

test("an imported collection gets its covers in the background, paused and resumed", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, id } = await signUp(browser, "Ada", javaScriptEnabled);
  const release = await holdJobs("cover_search", id);
  const lines = Array.from({ length: 4 }, (_, i) => `Neu!,Hallogallo ${i}`).join("\n");
  await visitDialog(page, "/records/import");
  const buffer = Buffer.from(`Artist,Album\n${lines}`);
  await page.getByLabel("File").setInputFiles({ name: "records.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import 4 records" }).click();
  const covers = page.getByRole("region", { name: "Covers" });
  await expect(covers).toContainText("4 records have no cover.");
  await covers.getByRole("button", { name: "Find Covers" }).click();
  await covers.getByRole("button", { name: "Pause" }).click();
  await expect(covers).toContainText("Finding covers, paused:");
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await covers.getByRole("button", { name: "Resume" }).click();
  await release();
  await expect(async () => {
    // With scripts the screen follows by itself.
    if (!javaScriptEnabled) await page.reload();
    await expect(page.getByRole("main").getByText(SOURCE)).toHaveCount(4, { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(covers).toBeHidden();
});

type QuickSite = { origin: string; catalog: Awaited<ReturnType<typeof startCatalog>> };

/** On a site whose catalogs can be asked at once: at their pace, 300 records take six minutes. */
const onQuickSite = test.extend<object, { site: QuickSite }>({
  baseURL: ({ site }, use) => use(site.origin),
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the library reads the names of fixtures from it
    async ({}, use) => {
      const dataDir = makeScratchPath();
      const catalog = await startCatalog();
      const { origin, stop } = await startSite({
        DATA_DIR: dataDir,
        CATALOG_CONTACT: "catalog@b-side.example",
        MUSICBRAINZ_URL: catalog.musicBrainz.address,
        COVERART_URL: catalog.archive.address,
      });
      await freeTurns(dataDir);
      await use({ origin, catalog });
      await stop();
      catalog.musicBrainz.close();
      catalog.archive.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

/** Lets a site's database give out every turn at once. */
async function freeTurns(dataDir: string) {
  const database = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  for (const change of ["insert", "update"])
    await database.execute(
      `create trigger free_turn_after_${change} after ${change} on service_pace
        begin update service_pace set next_at = 0 where service = new.service; end`,
    );
  database.close();
}

onQuickSite(
  "300 imported records get the covers there are, paused and resumed on the way",
  async ({ browser, javaScriptEnabled, site: { origin, catalog } }) => {
    const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
    const failure = collectErrors(page);
    const hosts = collectHosts(page);
    const albums = Array.from(
      { length: 300 },
      (_, i) => `The ${i} Band,${i % 20 ? "Bootleg" : "Album"} ${i}`,
    );
    await visitDialog(page, "/records/import");
    const buffer = Buffer.from(`Artist,Album\n${albums.join("\n")}`);
    await page.getByLabel("File").setInputFiles({ name: "records.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Import 300 records" }).click();

    const covers = page.getByRole("region", { name: "Covers" });
    /** With scripts the screen follows by itself. */
    const follow = (words: string | RegExp) =>
      expect(async () => {
        const progress = covers.getByRole("link", { name: "Check progress" });
        if (!javaScriptEnabled && (await progress.isVisible())) await progress.click();
        await expect(covers).toContainText(words, { timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
    await follow("300 records have no cover.");
    // Slow enough to be paused before all are found.
    catalog.musicBrainz.delay(50);
    await covers.getByRole("button", { name: "Find Covers" }).click();
    await follow(/[1-9]\d* of 300 · [1-9]\d* found/);
    await covers.getByRole("button", { name: "Pause" }).click();
    const paused = /Finding covers, paused: \d+ of 300/;
    await expect(covers).toContainText(paused);
    await page.reload();
    await expect(covers).toContainText(paused);
    catalog.musicBrainz.delay(0);
    await covers.getByRole("button", { name: "Resume" }).click();
    await follow("Found 15 covers. 285 records have no cover.");
    await expect(page.getByRole("main").getByText(SOURCE).first()).toBeVisible();
    expect(catalog.musicBrainz.requests).toHaveLength(300);
    expect([...hosts]).toEqual([new URL(origin).host]);
    expect(failure).toEqual([]);
  },
);
