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
      return /Reading the (collection|wantlist)/.test(page.text);
    }, WAIT)
    .toBe(false);
  return page;
}

test("a collection is read by its owner's name, previewed and imported", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const copies = [1, 2, 3].map((number) => makeCopy(number, `Album ${number}`));
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
  expect(page.has("3 records ready to import.")).toBe(true);
  expect(page.text).toContain("Album 1 by Low");
  page = await page.press("Import 3 records");
  expect(page.alerts).toContain("3 records added to your collection");
  expect(main(page).headings).toContain("Album 1");
  page = await visitor.visit("/records/discogs");
  expect([page.value("Your Discogs username"), page.has("has been read")]).toEqual(["ada", false]);

  discogs.collections.set("ada", [...copies, makeCopy(900, "Later")]);
  page = await (await visitor.visit("/records/discogs")).press("Read Collection");
  page = await (await visitEnded(visitor)).follow("Preview");
  expect(page.text).toContain("3 are already in your collection and will be skipped.");
  page = await page.press("Import 1 record");
  expect(main(page).headings).toContain("Later");
});

test("a wantlist is read the same way, onto the records that one looks for", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  discogs.wantlists.set("ada", [makeCopy(1, "Wanted 1"), makeCopy(2, "Wanted 2")]);
  let page = await (await visitor.visit("/records?wanted=true")).follow("Import from Discogs");
  page = await page.fill("Your Discogs username", "ada").press("Read Wantlist");
  expect(page.address).toBe("/records/discogs?wanted=true");
  page = await visitEnded(visitor);
  expect(page.has("The wantlist of ada has been read.")).toBe(true);
  page = await page.follow("Preview");
  expect(page.has("2 records ready to import.")).toBe(true);
  page = await page.press("Import 2 records");
  expect([page.address, main(page).headings]).toEqual([
    "/records?wanted=true",
    expect.arrayContaining(["Wanted 1", "Wanted 2"]),
  ]);
});

test("records that Discogs counts and doesn't send are said in the preview", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  discogs.collections.set(
    "short",
    [1, 2, 3].map((number) => makeCopy(number, `Album ${number}`)),
  );
  discogs.hooks.cutPage = (_page, items) => items.slice(0, 1);
  await (await visitor.visit("/records/discogs"))
    .fill("Your Discogs username", "short")
    .press("Read Collection");
  const page = await (await visitEnded(visitor)).follow("Preview");
  discogs.hooks.cutPage = (_page, items) => items;
  expect(page.has("1 record ready to import.")).toBe(true);
  expect(page.text).toContain(
    "Discogs didn't send 2 records that it counts. Read your collection again later to get them.",
  );
});

test("what has left Discogs is listed with boxes, none of them ticked, and goes where it is chosen", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const copies = [1, 2, 3].map((number) => makeCopy(number, `Kept ${number}`));
  discogs.collections.set("sheds", copies);
  const read = async () => {
    const page = await visitor.visit("/records/discogs");
    await page.fill("Your Discogs username", "sheds").press("Read Collection");
    return (await visitEnded(visitor)).follow("Preview");
  };
  await (await read()).press("Import 3 records");
  copies.splice(1, 2);
  let page = await read();
  page.heading("Nothing to import");
  const [second, third] = ["Remove Kept 2 by Low (Vinyl)", "Remove Kept 3 by Low (Vinyl)"];
  expect(page.has("No longer in your Discogs collection")).toBe(true);
  expect([page.isChecked(second), page.isChecked(third)]).toEqual([false, false]);
  page = await page.press("Remove Selected");
  expect([page.text.includes("Choose what to remove."), page.has(second)]).toEqual([true, true]);
  page = await page.check(third).press("Remove Selected");
  expect(page.alerts).toContain("1 record removed");
  expect(main(page).headings).toEqual(expect.arrayContaining(["Kept 1", "Kept 2"]));
  expect(main(page).headings).not.toContain("Kept 3");
  copies.push(makeCopy(4, "New"));
  page = await read();
  page = await page.press("Import 1 record");
  expect(main(page).headings).toEqual(expect.arrayContaining(["Kept 1", "Kept 2", "New"]));
});
