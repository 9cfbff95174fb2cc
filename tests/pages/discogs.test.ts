// A member imports a collection from Discogs without scripts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { makeCopy, startDiscogs } from "../fakes/discogs";
import { freeTurns } from "../free-turns";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const discogs = await startDiscogs();
const { signUp } = shareApp({ CATALOG_CONTACT: "ops@b-side.example", DISCOGS_URL: discogs.address });

beforeAll(freeTurns);
afterAll(() => discogs.close());

const WAIT = { timeout: 20_000, interval: 100 };
const main = (page: Page) => page.all("main")[0] ?? page;

/** The page that shows how far it is, once its reading has ended. */
async function visitEnded(visitor: ReturnType<typeof openVisitor>): Promise<Page> {
  let page = await visitor.visit("/records/discogs");
  await expect
    .poll(async () => {
      page = await visitor.visit("/records/discogs");
      return page.text.includes("Reading the collection");
    }, WAIT)
    .toBe(false);
  return page;
}

test("a collection is read by its owner's name, previewed and imported", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const copies = Array.from({ length: 130 }, (_, index) => makeCopy(index, `Album ${index + 1}`));
  discogs.collections.set("ada", copies);
  let page = await (await visitor.visit("/records")).follow("Import from Discogs");
  page = await page.fill("Your Discogs username", "https://evil.example/user/ada").press("Read Collection");
  expect(page.errorOf("Your Discogs username")).toBe(
    "Use your Discogs username, or the address of your profile there.",
  );
  page = await page.fill("Your Discogs username", "nobody").press("Read Collection");
  expect(page.address).toBe("/records/discogs");
  page = await visitEnded(visitor);
  expect(page.alerts).toContain("nobody: There's no Discogs user with this name.");

  page.fill("Your Discogs username", "https://www.discogs.com/user/ada/collection");
  page = await page.press("Read Collection");
  page = await visitEnded(visitor);
  expect(page.has("The collection of ada has been read.")).toBe(true);
  page = await page.follow("Preview");
  page.heading("Ready to import");
  expect(page.has("130 records ready to import.")).toBe(true);
  expect(page.text).toContain("Album 1 by Low");
  page = await page.press("Import 130 records");
  expect(page.alerts).toContain("130 records added to your collection");
  expect(main(page).headings).toContain("Album 1");

  discogs.collections.set("ada", [...copies, makeCopy(900, "Later")]);
  page = await (await visitor.visit("/records/discogs")).press("Read Collection");
  page = await (await visitEnded(visitor)).follow("Preview");
  expect(page.text).toContain("130 are already in your collection and will be skipped.");
  page = await page.press("Import 1 record");
  expect(main(page).headings).toContain("Later");
});
