// A member edits, searches, imports and shows a collection without scripts.
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { completeProfile, decide, type Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp();

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;
const HEAD = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";
const all = "/api/record-collections";

async function addRecord(person: Person, fields: Record<string, unknown>) {
  const added = await person.json("POST", all, fields);
  expect(added.status).toBe(201);
  return (await added.json()) as { id: string };
}

async function addAlbums(person: Person, ...albums: string[]) {
  for (const album of albums) await addRecord(person, { artist: "Low", album });
}

/** Sends the lines of a file on the import page. */
const choose = (at: Page, ...lines: string[]) =>
  at
    .attach("File", new File([lines.join("\n")], "../../collection.csv", { type: "text/csv" }))
    .press("Preview");
const records = async (person: Person) => (await person.get(all)).json();
const main = (page: Page) => page.all("main")[0] ?? page;
/** The albums of a list of records, in order. */
const albums = (page: Page) => main(page).headings.slice(1);
/** How many pictures the page has drawn itself. */
const sleeves = (page: Page) => page.element.querySelectorAll('img[src^="/sleeves/"]').length;

test("a member adds, edits and removes a record", async () => {
  const ada = openVisitor(await signUp("Ada"));
  let page = await ada.visit("/records");
  expect(page.title).toBe("Records · B-Side");
  page.heading("No Records Yet");

  page = await page.follow("Add Your First Record");
  expect(page.title).toBe("Add Record · Records · B-Side");
  expect([page.value("Format"), page.value("Condition")]).toEqual(["Vinyl", "Very Good"]);
  page.fill("Artist", "Broadcast").fill("Album", "Tender Buttons").fill("Year", "2005");
  page = await page.fill("Genre", "Electronic").fill("Notes", HOSTILE).press("Add Record");
  expect(page.address).toBe("/records");
  expect(page.alerts).toContain("Record added to your collection");
  expect(page.has("You have 1 record in your collection")).toBe(true);
  for (const words of ["Broadcast", "Vinyl", "Very Good", "2005 · Electronic", HOSTILE])
    expect(page.within("Tender Buttons").text).toContain(words);
  expect(sleeves(page)).toBe(1);

  page = await page.within("Tender Buttons").follow("Edit Tender Buttons");
  expect([page.value("Artist"), page.value("Notes")]).toEqual(["Broadcast", HOSTILE]);
  page = await page.fill("Album", "Haha Sound").choose("Format", "CD").press("Save Record");
  expect(page.alerts).toContain("Record updated successfully");
  expect(page.within("Haha Sound").text).toContain("CD");

  expect(page.links).not.toContain("Delete Haha Sound");
  page = await page.open("More options for Haha Sound").follow("Delete Haha Sound");
  expect(page.has("Are you sure you want to remove this record from your collection?")).toBe(true);
  page = await page.press("Delete");
  expect(page.alerts).toContain("Record removed from collection");
  page.heading("No Records Yet");
});

test("a record whose id is taken is refused above the form, with the input kept", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const { id } = await addRecord(ben, { artist: "Nico", album: "Desertshore" });
  let page = await openVisitor(ada).visit("/records/new");
  page.fill("Artist", "Broadcast").fill("Album", "Tender Buttons");
  page.element.querySelector("input[name=id]")?.setAttribute("value", id);
  page = await page.press("Add Record");
  expect(page.alerts).toMatch(/Failed to add record to collection.*Something else was already sent/s);
  expect(page.value("Album")).toBe("Tender Buttons");
});

test("a collection is searched and sorted, and editing returns to the same page of it", async () => {
  const ada = await signUp("Ada");
  await addRecord(ada, { artist: "Björk", album: "Homogenic", year: 1997, format: "cd" });
  await addRecord(ada, { artist: "Alice Coltrane", album: "Ptah", year: 1970, format: "cassette" });
  await addAlbums(ada, ...Array.from({ length: 7 }, (_, at) => `Hymn ${at}`));
  let page = await openVisitor(ada).visit("/records");
  page = await page.choose("Sort by", "Artist").press("Apply");
  expect(page.address).toBe("/records?q=&sort=artist");
  expect(albums(page)[0]).toBe("Ptah");
  page = await page.fill("Search", "bjork").pressEnter("Search");
  expect(page.has("1 result for “bjork”")).toBe(true);
  expect(albums(page)).toEqual(["Homogenic"]);
  page = await page.follow("Edit Homogenic");
  page = await page.fill("Notes", "A present").press("Save Record");
  expect(page.address).toBe("/records?q=bjork&sort=artist");
  expect(page.within("Homogenic").text).toContain("A present");
  page = await page.follow("Show All");
  expect([page.value("Search"), albums(page).length]).toEqual(["", 9]);
});

test("a page whose last record was removed shows the first one, and says what was removed", async () => {
  const ada = await signUp("Ada");
  const sides = Array.from({ length: 48 }, (_, at) => `Low,Side ${at}`);
  const form = await openVisitor(ada).visit("/records/import");
  await (await choose(form, "Artist,Title", ...sides, "Zuzu,The last record")).press("Import 49 records");
  const visitor = openVisitor(ada);
  let page = await visitor.visit("/records?sort=artist");
  page = await page.follow(/^Next/);
  expect(albums(page)).toEqual(["The last record"]);
  page = await page.open("More options for The last record").follow("Delete The last record");
  page = await page.press("Delete");
  expect(page.alerts).toContain("Record removed from collection");
  expect(albums(page)).toHaveLength(48);
  expect(albums(await visitor.visit("/records?cursor=nonsense"))).toHaveLength(48);
});

test("a file is previewed before it is imported, with its unreadable lines listed", async () => {
  const ada = await signUp("Ada");
  await addRecord(ada, { artist: "Artist 4", album: "Album 4" });
  const visitor = openVisitor(ada);
  let page = await (await visitor.visit("/records")).follow("Import CSV");
  page = await choose(page, HEAD, "<b>Nico</b>,", ",No artist");
  expect(page.alerts).toContain("Nothing was added");
  expect(page.has("2 lines couldn't be read. Fix them and choose the file again.")).toBe(true);
  expect(page.text).toContain("Line 2: Title: Album is required.");
  expect(page.text).toContain("Line 3: Artist is required.");

  const hostile = `"${HOSTILE.replaceAll('"', '""')}",Hostile,,,,`;
  const year = (at: number) => (at === 7 ? "1980s" : "1999");
  const lines = Array.from(
    { length: 20 },
    (_, at) => `Artist ${at},Album ${at},${year(at)},"LP, Album",Mint (M),`,
  );
  page = await choose(page, HEAD, hostile, ...lines, ",No artist,,,,", 'Nico,Janitor,"');
  page.heading("Ready to import");
  for (const words of [
    "20 records ready to import. 2 lines can't be read and will be skipped:",
    "Line 23: Artist is required.",
    "Line 24: This line is too long, or its quotation marks don't match.",
    "1 record will be added with changes:",
    "Line 10: Released “1980s” left out.",
    "And 10 more.",
    "1 is already in your collection and will be skipped.",
    HOSTILE,
  ])
    expect(page.text).toContain(words);
  expect(await records(ada)).toHaveLength(1);
  const preview = page.address;
  page = await page.press("Import 20 records");
  expect(page.has("You have 21 records in your collection")).toBe(true);
  expect(page.alerts).toContain("20 records added to your collection");
  expect((await visitor.visit(preview)).has("Already imported")).toBe(true);

  const download = await page.follow("Export CSV");
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="records.csv"');
  expect(download.headers.get("Cache-Control")).toBe("private, no-store");
  expect(download.source.split("\r\n")[0]).toBe(`${HEAD},Genre,Cover`);

  page = await choose(await page.follow("Import CSV"), HEAD, "Nico,", "Artist 4,Album 4");
  page.heading("Nothing to import");
  expect(page.has("You already have every record we could read. 1 line can't be read")).toBe(true);
  page = await (await visitor.visit("/records/import")).press("Preview");
  expect(page.errorOf("File")).toBe("Choose a file first.");
});

test("RateYourMusic's file fills the collection and the wanted records, and leaves out what is neither", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  const head =
    "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type,Review";
  const row = (album: string, ownership: string) =>
    `"1","Sheena","Ringo","","","${album}","1999","9","${ownership}","","CD",  ""`;
  const rows = [
    row("Owned &amp; Dear", "o"),
    row("Also owned", "o"),
    row("Wished for", "w"),
    row("Rated", "n"),
  ];
  let page = await choose(await visitor.visit("/records/import"), head, ...rows);
  for (const words of [
    "3 records ready to import.",
    "1 of the 3 records will be added to the ones you want.",
    "1 record will be left out: the file says you don't own it.",
    "Owned & Dear by Sheena Ringo",
    "Wanted · 1999 · CD",
  ])
    expect(page.text).toContain(words);
  page = await page.press("Import 3 records");
  expect(page.alerts).toContain("2 records added to your collection, 1 record added to the ones you want");
  expect(albums(page)).toEqual(["Owned & Dear", "Also owned"]);
  expect(albums(await visitor.visit("/records?wanted=true"))).toEqual(["Wished for"]);
  page = await choose(await visitor.visit("/records/import"), head, row("Rated", "u"));
  expect(page.errorOf("File")).toBe("This file says that you neither own nor want any of its records.");
});

test("the first record asks once who sees the collection, and its answer is kept", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  const add = async (album: string, answer?: string) => {
    const form = await visitor.visit("/records/new");
    form.fill("Artist", "Low").fill("Album", album);
    if (answer) form.check(answer);
    return form.press("Add Record");
  };
  const seeAda = async () => (await openVisitor(ben).visit(`/members/${ada.id}`)).has("Hey What");
  const question = "Everyone who can see my page";
  const asked = await visitor.visit("/records/new");
  expect(asked.isChecked(question) || asked.isChecked("Only my matches, and only what we both own")).toBe(
    false,
  );
  // A refused form keeps the answer, and stores none.
  const refused = await asked.fill("Artist", "Low").check(question).press("Add Record");
  expect([refused.errors, refused.isChecked(question)]).toEqual([["Album is required"], true]);
  await add("Hey What", question);
  expect(await seeAda()).toBe(true);
  expect((await visitor.visit("/records/new")).fields).not.toContain(question);
  expect((await visitor.visit("/records")).buttons).toContain("Hide from My Page");
  await add("Ones and Sixes");
  expect(await seeAda()).toBe(true);
});

test("no answer to who sees the collection leaves it hidden, and an import asks too", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  const question = "Everyone who can see my page";
  const form = await visitor.visit("/records/new");
  await form.fill("Artist", "Low").fill("Album", "Hey What").press("Add Record");
  expect((await visitor.visit("/records")).buttons).toContain("Show on My Page");
  const importing = openVisitor(ben);
  const preview = await choose(await importing.visit("/records/import"), HEAD, "Low,Hey What");
  await preview.check(question).press("Import 1 record");
  expect((await importing.visit("/records")).buttons).toContain("Hide from My Page");
  const again = await choose(await importing.visit("/records/import"), HEAD, "Low,Ones and Sixes");
  expect(again.fields).not.toContain(question);
  await again.press("Import 1 record");
  expect((await importing.visit("/records")).buttons).toContain("Hide from My Page");
});

test("a member shows the collection on their page, and hides it again", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await addRecord(ben, { artist: "Broadcast", album: "Tender Buttons", notes: "Between us" });
  await addAlbums(ben, "Two", "Three", "Four", "Five", "Six", "Seven", "Eight");
  await ben.json("POST", "/api/playlists", { name: "Sundays", isPublic: true });
  const seeBen = () => openVisitor(ada).visit(`/members/${ben.id}`);
  const visitor = openVisitor(ben);
  expect((await seeBen()).has("Five")).toBe(false);

  let page = await visitor.visit("/records");
  expect(page.has("Only your matches see the records you both own.")).toBe(true);
  page = await page.press("Show on My Page");
  expect(page.buttons).toContain("Hide from My Page");
  expect(page.address).toBe("/records");

  let shown = await seeBen();
  shown.heading("Ben L.");
  await (await shown.follow("Sundays")).heading("Sundays");
  // Six records and a playlist.
  expect([shown.has("Tender Buttons"), sleeves(shown)]).toEqual([false, 7]);
  await decide(ada, ben, true);
  shown = await (await seeBen()).follow("Show 2 more records");
  expect([shown.has("Tender Buttons"), shown.has("Between us"), sleeves(shown)]).toEqual([true, false, 9]);
  expect(shown.links.filter((link) => /^Show \d+ more/.test(link))).toEqual([]);

  page = await (await visitor.visit("/settings")).press("Hide from My Page");
  expect(page.buttons).toContain("Show on My Page");
  const hidden = await seeBen();
  hidden.heading("Ben L.");
  expect(hidden.has("Five")).toBe(false);
});

test("a preview tells how letters were read, and another choice is a file away", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  const bytes = iconv.encode("Artist;Title;Format\r\nКино;Группа крови;LP\r\n", "windows-1251");
  const file = new File([new Uint8Array(bytes)], "collection.csv", { type: "text/csv" });
  let page = await (await visitor.visit("/records/import")).attach("File", file).press("Preview");
  expect(page.text).toContain("Группа крови by Кино");
  expect(page.text).toContain("Letters: Cyrillic.");
  page = await page.follow("Wrong letters?");
  page = await page.attach("File", file).choose("Letters", "Western European").press("Preview");
  expect(page.text).toContain("Ãðóïïà êðîâè by Êèíî");
  expect(page.text).toContain("Letters: Western European.");
});

test("a record that one looks for is added, edited, and moved to the collection by one press", async () => {
  const ada = await signUp("Ada");
  await addRecord(ada, { artist: "Low", album: "Hey What" });
  const visitor = openVisitor(ada);
  let page = await (await visitor.visit("/records")).follow("Wanted");
  page.heading("Nothing Wanted Yet");
  page = await page.follow("Add a Record You Want");
  expect(page.fields).not.toContain("Condition");
  page = await page.fill("Artist", "Pram").press("Add Record");
  expect(page.errorOf("Album")).toBe("Album is required");
  page = await page.fill("Album", "Gash").fill("Notes", "First pressing").press("Add Record");
  expect(page.address).toBe("/records?wanted=true");
  expect(page.alerts).toContain("Record added to the ones you want");
  expect(page.has("You're looking for 1 record")).toBe(true);
  expect(page.within("Gash").text).not.toContain("Very Good");
  page = await page.follow("Edit Gash");
  page = await page.choose("Format", "CD").press("Save Record");
  expect([page.address, albums(page)]).toEqual(["/records?wanted=true", ["Gash"]]);
  expect(albums(await page.follow("Owned"))).toEqual(["Hey What"]);

  page = await page.press("I have Gash now");
  expect(page.address).toBe("/records?wanted=true");
  expect(page.alerts).toContain("Record moved to your collection");
  page.heading("Nothing Wanted Yet");
  page = await page.follow("Owned");
  expect(albums(page)).toEqual(["Gash", "Hey What"]);
  expect(page.has("You have 2 records in your collection")).toBe(true);
});

test("wanted records leave in a file of their own, and come back as wanted", async () => {
  const ada = await signUp("Ada");
  await addRecord(ada, { artist: "Low", album: "Hey What" });
  await addRecord(ada, { artist: "Pram", album: "Gash", wanted: true });
  const visitor = openVisitor(ada);
  let page = await visitor.visit("/records?wanted=true");
  const download = await page.follow("Export CSV");
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="wanted-records.csv"');
  expect([download.source.includes("Gash"), download.source.includes("Hey What")]).toEqual([true, false]);
  expect((await (await visitor.visit("/records")).follow("Export CSV")).source).not.toContain("Gash");

  page = await choose(await page.follow("Import CSV"), HEAD, "Pram,Gash", "Low,Hey What,,LP", "Pram,Helium");
  expect(page.text).toContain("1 record ready to import.");
  expect(page.text).toContain("2 are already owned or wanted and will be skipped.");
  expect(await page.follow("Choose another file")).toMatchObject({ address: "/records/import?wanted=true" });
  page = await page.press("Import 1 record");
  expect(page.alerts).toContain("1 record added to the ones you want");
  expect([page.address, albums(page)]).toEqual(["/records?wanted=true", ["Helium", "Gash"]]);
  const query = await (await ada.get(`${all}?wanted=true&sort=album`)).json();
  expect(query).toMatchObject([{ album: "Gash", wanted: true }, { album: "Helium" }]);
});

test("a member who wants a record is told who shows it, on cards, pages and at a match", async () => {
  const [ada, ben] = [await completeProfile(await signUp("Ada")), await completeProfile(await signUp("Ben"))];
  await addRecord(ben, { artist: "Pram", album: "Gash" });
  await addRecord(ben, { artist: "Pram", album: "Helium", wanted: true });
  await addRecord(ada, { artist: "Pram", album: "Gash", wanted: true });
  await addRecord(ada, { artist: "Pram", album: "Helium" });
  const visitor = openVisitor(ada);
  const see = () => visitor.visit(`/members/${ben.id}`);
  expect((await see()).text).not.toContain("looking for");
  await openVisitor(ben)
    .visit("/records")
    .then((page) => page.press("Show on My Page"));
  const page = await see();
  expect(page.headings).toEqual(expect.arrayContaining(["You're looking for", "Ben is looking for"]));
  expect(page.text).toContain("You each own something the other is looking for.");
  expect((await visitor.visit("/discover")).text).toMatch(/Owns Gash by Pram, which you're looking for/);
  await decide(ada, ben, true);
  await decide(ben, ada, true);
  const match = await visitor.visit(`/members/${ben.id}/match`);
  expect(match.text).toContain("Ben owns Gash by Pram, which you're looking for.");
  expect(match.buttons).toContain("“Gash” by Pram is on my wishlist. How did you find your copy?");
});
