// Two members share a playlist without scripts.
import { expect, test } from "vitest";
import { makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp();

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;
const SONG = `A song by ${HOSTILE}`;
const PAGE = 50;

async function matchedPair() {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await makeMatch(ada, ben);
  return { ada, ben };
}

/** Begins a playlist with songs; returns its address. */
async function begin(person: Person, fields: object = {}, titles: string[] = []) {
  const begun = await person.json("POST", "/api/playlists", { name: "Sundays", ...fields });
  const { id } = (await begun.json()) as { id: string };
  for (const title of titles)
    await person.json("POST", `/api/playlists/${id}/songs`, { artist: "Broadcast", title });
  return `/playlists/${id}`;
}

const titles = (page: Page) =>
  [...page.element.querySelectorAll("ol.songs b")].map((each) => each.textContent);

async function addSong(page: Page, title: string, duration = "") {
  const form = await page.follow("Add Song");
  form.fill("Title", title).fill("Artist", "Broadcast").fill("Duration", duration);
  const added = await form.press("Add Song");
  expect(added.alerts).toContain("Song added to playlist");
  return added;
}

/** Presses a button in the menu of a song. */
function pressIn(page: Page, song: string, button: string) {
  return page.open(`More options for ${song}`).press(button);
}

test("a member starts a playlist with a match, both add songs, and the match leaves", async () => {
  const { ada, ben } = await matchedPair();
  let hers = await openVisitor(ada).visit("/playlists");
  expect(hers.title).toBe("Playlists · B-Side");
  hers.heading("No Playlists Yet");
  hers = await (await hers.follow("Create Playlist")).press("Create Playlist");
  expect(hers.errorOf("Name")).toBe("Name is required");
  const name = HOSTILE.slice(0, 100);
  hers.fill("Name", name).fill("Description", HOSTILE).choose("Collaborator", "Ben L.");
  hers = await hers.press("Create Playlist");
  expect(hers.alerts).toContain("Playlist created successfully");
  for (const heading of [name, "No Songs Yet"]) hers.heading(heading);
  hers = await addSong(hers, "Tender Buttons", "2:59");
  expect(hers.has("2:59")).toBe(true);

  let his = await openVisitor(ben).visit("/playlists");
  his.heading("Shared with Me (1)");
  his = await addSong(await his.follow(/by Ada/), SONG);
  expect(titles(his)).toEqual(["Tender Buttons", SONG]);
  expect(his.has("--:--")).toBe(true);
  // Her song is hers to move and remove.
  expect(() => his.open("More options for Tender Buttons")).toThrow("There is no menu");
  hers = await hers.refresh();
  expect(titles(hers)).toEqual(["Tender Buttons", SONG]);
  expect(hers.has("Added by Ben")).toBe(true);

  his = await pressIn(his, SONG, `Remove ${SONG}`);
  expect(his.alerts).toContain("Song removed from playlist");
  expect(titles(his)).toEqual(["Tender Buttons"]);
  his = await (await his.open(`More options for ${name}`).follow(/^Leave/)).press("Leave");
  expect(his.alerts).toContain("You have left the playlist");
  his.heading("No Playlists Yet");
});

test("the owner reorders songs with the buttons of their menus", async () => {
  const ada = await signUp("Ada");
  const address = await begin(ada, {}, ["One", "Two", "Three"]);
  const visitor = openVisitor(ada);
  let page = await visitor.visit(address);
  // The playlist's and three songs'.
  expect(page.element.querySelectorAll('img[src^="/sleeves/"]')).toHaveLength(4);
  await expect(pressIn(page, "One", "Move One up")).rejects.toThrow("is disabled");
  for (const [button, order] of [
    ["Move Three up", ["One", "Three", "Two"]],
    ["Move Three up", ["Three", "One", "Two"]],
    ["Move Three down", ["One", "Three", "Two"]],
    ["Move Three down", ["One", "Two", "Three"]],
  ] as const) {
    page = await pressIn(page, "Three", button);
    expect(titles(page)).toEqual(order);
    expect(page.address.split(/[?#]/)[0]).toBe(address);
  }
  expect(titles(await visitor.visit(address))).toEqual(["One", "Two", "Three"]);
});

test("a song crosses a page's border, is added where it is seen, and the last one of a page is removed", async () => {
  const ada = await signUp("Ada");
  const address = await begin(
    ada,
    {},
    Array.from({ length: PAGE }, (_, at) => `No. ${at + 1}`),
  );
  let page = await openVisitor(ada).visit(address);
  expect(titles(page)).toHaveLength(PAGE);
  expect(page.links).not.toContain("Next page");

  // The new song begins a page of its own.
  page = await addSong(page, "No. 51");
  expect(titles(page)).toEqual(["No. 51"]);
  expect(page.within("No. 51").text).toContain("51");
  page = await pressIn(page, "No. 51", "Move No. 51 up");
  expect(titles(page).slice(-2)).toEqual(["No. 49", "No. 51"]);
  page = await pressIn(page, "No. 51", "Move No. 51 down");
  expect(titles(page)).toEqual(["No. 51"]);
  page = await page.follow("Previous page");
  expect(titles(page).slice(-1)).toEqual(["No. 50"]);
  page = await page.follow("Next page");

  // Dialogs stand above their page.
  page = await (await page.open("More options for Sundays").follow(/^Edit/)).follow("Close");
  expect(titles(page)).toEqual(["No. 51"]);
  page = await pressIn(page, "No. 51", "Remove No. 51");
  expect(page.alerts).toContain("Song removed from playlist");
  expect(titles(page)).toHaveLength(PAGE);
});

test("the owner edits a playlist, shares it by link and deletes it", async () => {
  const { ada, ben } = await matchedPair();
  const address = await begin(ada, { description: "Slow ones" }, ["One"]);
  const [owner, reader] = [openVisitor(ada), openVisitor(ben)];
  const missing = await reader.visit(address);
  missing.heading("Playlist Not Found");
  expect([missing.status, missing.title]).toEqual([404, "Not Found · Playlists · B-Side"]);

  let page = await owner.visit(address);
  page = await page.open("More options for Sundays").follow(/^Edit/);
  expect(page.value("Description")).toBe("Slow ones");
  const byLink = "Anyone on B-Side with the link can view it";
  page = await page.fill("Name", "Mondays").check(byLink).press("Save Playlist");
  page.heading("Mondays");
  page = await page.open("More options for Mondays").follow(/^Edit/);
  expect(page.isChecked(byLink)).toBe(true);
  const refused = await page.fill("Name", "").uncheck(byLink).press("Save Playlist");
  expect([refused.errorOf("Name"), refused.isChecked(byLink)]).toEqual(["Name is required", false]);

  const shown = await reader.visit(address);
  expect(titles(shown)).toEqual(["One"]);
  expect(shown.links).not.toContain("Add Song");
  expect(() => shown.open("More options for One")).toThrow("There is no menu");
  const menu = shown.open("More options for Mondays").within("More options for Mondays", "group");
  expect(menu.links).toEqual(["Copy Mondays", "Report Mondays"]);

  page = await (await owner.visit(address)).open("More options for Mondays").follow(/^Delete/);
  page = await page.press("Delete");
  expect(page.alerts).toContain("Playlist deleted");
  const gone = await shown.refresh();
  gone.heading("Playlist Not Found");
  expect(gone.has("This playlist is no longer available.")).toBe(true);
});
