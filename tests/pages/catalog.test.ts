// A member finds records, songs and covers in the catalog without scripts.
import { client } from "db/client.server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import { startCatalog } from "../fakes/catalog";
import { freeTurns } from "../free-turns";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const catalog = await startCatalog();
const { signUp, sharedMember } = shareApp({
  CATALOG_CONTACT: "ops@b-side.example",
});
const SOURCE = "Cover: Cover Art Archive";

beforeAll(freeTurns);
afterEach(() => catalog.musicBrainz.fail(undefined));
afterAll(() => {
  catalog.musicBrainz.close();
  catalog.archive.close();
});

const offered = (page: Page) => page.within("Releases found", "list").all("listitem");
/** Takes one of the releases that are offered. */
const take = (page: Page, at: number) => offered(page)[at]?.press(/./) ?? expect.fail("No such release");

test("a record is found by artist and title, and saved with the cover that was found", async () => {
  const ada = await sharedMember("Ada");
  let page = await openVisitor(ada).visit("/records/new");
  page
    .fill("Artist", "pink floyd")
    .fill("Album", "dark side")
    .fill("Notes", "From Dad")
    .fill("Genre", "Rock");
  page = await page.press("Find This Record");
  expect(offered(page)).toHaveLength(3);
  expect(offered(page)[0]?.text).toContain("1973 · Vinyl · Harvest · GB");
  expect([page.value("Notes"), page.value("Genre")]).toEqual(["From Dad", "Rock"]);
  expect(page.source).not.toContain(catalog.archive.address);
  const cover = offered(page)[0]?.element.querySelector("img")?.getAttribute("src") ?? "";
  expect((await ada.get(cover)).headers.get("Content-Type")).toBe("image/webp");

  page = await take(page, 1);
  expect(["Artist", "Album", "Year", "Format", "Notes"].map(page.value)).toEqual([
    "Pink Floyd",
    "The Dark Side of the Moon",
    "1994",
    "CD",
    "From Dad",
  ]);
  expect(page.element.querySelector('img[alt="Current cover"]')).not.toBeNull();
  expect(page.has(SOURCE)).toBe(true);
  page = await page.press("Add Record");
  expect([page.address, page.has(SOURCE)]).toEqual(["/records", true]);
  page = await (await page.follow("Edit The Dark Side of the Moon"))
    .check("Remove cover")
    .press("Save Record");
  expect(page.has(SOURCE)).toBe(false);
});

test("a saved record is found by its barcode", async () => {
  const ben = await signUp("Ben");
  await ben.json("POST", "/api/record-collections", { artist: "?", album: "A prism on black" });
  let page = await (await openVisitor(ben).visit("/records")).follow("Edit A prism on black");
  page = await page.fill("Artist, album or barcode", "0 77774 60012 5").press("Find This Record");
  expect(offered(page)).toHaveLength(1);
  page = await (await take(page, 0)).press("Save Record");
  page.heading("The Dark Side of the Moon");
});

test("the tenth record is one search away, and keeps format, condition and list", async () => {
  let page = await openVisitor(await sharedMember("Ada")).visit("/records/new?wanted=&sort=artist");
  expect(page.fields[0]).toBe("Artist, album or barcode");
  page = await page.fill("Artist, album or barcode", "pink floyd moon").press("Find This Record");
  page = await take(page, 1);
  expect([page.value("Artist"), page.value("Format")]).toEqual(["Pink Floyd", "CD"]);
  page = await page.choose("Condition", "Mint").press("Save and Add Another");
  expect(page.alerts).toContain("Record added to your collection");
  expect(page.address).toBe("/records/new?sort=artist&format=cd&condition=mint");
  expect(["Artist", "Album", "Format", "Condition"].map(page.value)).toEqual(["", "", "CD", "Mint"]);
  page = await page.fill("Artist", "Low").fill("Album", "Secret Name").press("Add Record");
  expect(page.address).toBe("/records?sort=artist");
});

test("nothing typed, nothing found: a sentence, and Enter still saves", async () => {
  let page = await openVisitor(await sharedMember("Ada")).visit("/records/new");
  page = await page.press("Find This Record");
  expect(page.has("Enter an artist or title first, or a barcode.")).toBe(true);
  page = await page.fill("Artist", "Nobody").fill("Album", "Silence").press("Find This Record");
  expect(page.has("MusicBrainz doesn't know this one.")).toBe(true);
  page = await page.pressEnter("Album");
  expect(page.alerts).toContain("Record added to your collection");
});

// A fifth failure in a row would pause the catalog.
test.each(["broken", "garbled", "huge", "redirecting"] as const)(
  "a catalog that is %s is a sentence, with all that is typed, and saving works",
  async (failure) => {
    const ada = await sharedMember("Ada");
    catalog.musicBrainz.fail(failure);
    let page = await openVisitor(ada).visit("/records/new");
    page.fill("Artist", "Nico").fill("Album", `On a ${failure} day`).fill("Notes", "From Dad");
    page = await page.press("Find This Record");
    expect(page.has("MusicBrainz isn't responding.")).toBe(true);
    expect(page.value("Notes")).toBe("From Dad");
    page = await page.press("Add Record");
    expect(page.address).toBe("/records");
  },
);

test("a song of a playlist and a shared one are filled in with title and artist only", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await signUp("Ben")];
  const talk = await makeConversation(ada, ben);
  const { id } = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  const visitor = openVisitor(ada);
  const lookUp = async (address: string) => {
    const page = (await visitor.visit(address)).fill("Artist", "pink floyd").fill("Title", "dark side");
    if (page.fields.includes("Duration")) page.fill("Duration", "3:45");
    const filled = await take(await page.press("Look It Up"), 0);
    expect(["Artist", "Title"].map(filled.value)).toEqual(["Pink Floyd", "The Dark Side of the Moon"]);
    return filled;
  };
  expect((await lookUp(`/playlists/${id}/add`)).value("Duration")).toBe("3:45");
  const shared = await (await lookUp(`/messages/${talk}/share`)).press("Share");
  expect(shared.address).toMatch(new RegExp(`^/messages/${talk}(#write)?$`));
});

test("every field for an artist takes suggestions, which need scripts", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await signUp("Ben")];
  const talk = await makeConversation(ada, ben);
  const { id } = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  const fields = [
    [ada, "/records/new", "Artist"],
    [ada, `/playlists/${id}/add`, "Artist"],
    [ada, `/messages/${talk}/share`, "Artist"],
    [ada, "/profile?tab=music", "Artist"],
  ] as const;
  for (const [who, address, name] of fields) {
    const page = await openVisitor(who).visit(address);
    expect(
      page.fields.some((field) => field.startsWith(name)),
      address,
    ).toBe(true);
    expect(page.element.querySelectorAll('input[list="artist-suggestions"]').length, address).toBe(1);
    expect(page.element.querySelectorAll("datalist#artist-suggestions option").length, address).toBe(0);
  }
});

test("an imported collection gets its covers in the background, paused and resumed", async () => {
  const cleo = await signUp("Cleo");
  // However fast the steps are, it is not over before them.
  await client.execute(`create trigger hold after insert on cover_search begin
    update cover_search set claimed_until = ${Date.now() + 600_000} where member_id = new.member_id; end`);
  const lines = Array.from({ length: 4 }, (_, at) => `Neu!,Hallogallo ${at}`);
  const visitor = openVisitor(cleo);
  let page = await visitor.visit("/records/import");
  page = await page
    .attach("File", new File([["Artist,Album", ...lines].join("\n")], "a.csv"))
    .press("Preview");
  page = await page.press("Import 4 records");
  const covers = () => page.within("Covers", "region");
  expect(covers().text).toContain("4 records have no cover.");
  page = await covers().press("Find Covers");
  page = await covers().press("Pause");
  expect(covers().text).toContain("Finding covers, paused:");
  page = await covers().press("Resume");
  await client.execute("drop trigger hold");
  await client.execute("update cover_search set claimed_until = 1");
  await expect
    .poll(async () => {
      page = await visitor.visit("/records");
      return page.text.split(SOURCE).length - 1;
    })
    .toBe(4);
  expect(page.has("have no cover")).toBe(false);
});
