// The profile and the music preferences, as a member without scripts edits them.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { nameOf } from "../visitor/names";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { addMember, signUp } = shareApp();

const SETTINGS = "/profile?tab=profile";
const MUSIC = "/profile?tab=music";
const GENRES = ["Rock", "Pop", "Jazz", "Electronic", "Hip-Hop", "R&B", "Country", "Folk"];
const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'&lt;b&gt;{{7*7}}`;

async function newcomer() {
  const ada = await signUp("Ada");
  return {
    ada,
    visit: openVisitor(ada).visit,
    profile: async () => {
      const { bio, age, location } = await (await ada.get("/api/auth/user")).json();
      return { bio, age, location };
    },
    preferences: async () => (await ada.get("/api/music-preferences")).json(),
    list: (topArtists: string[]) =>
      ada.json("POST", "/api/music-preferences", { topArtists, favoriteGenres: ["Rock"] }),
  };
}

/** The name of what the browser puts the focus on. */
function focused(page: Page) {
  const element = page.element.querySelector("[autofocus]");
  return element && nameOf(element);
}
const namesOn = (page: Page) =>
  page
    .within("Your artists, favorites first", "list")
    .all("listitem")
    .map((row) => row.element.querySelector("span")?.textContent);
const addArtist = (page: Page, name: string) => page.fill("Artist", name).press("Add");

/** Where each part of one's own page is changed. */
const pencils = [
  ["Edit your photos", "/profile/photos"],
  ["Edit your age and town", `${SETTINGS}#age`],
  ["Edit your bio", `${SETTINGS}#bio`],
  ["Edit your anthem", "/profile/anthem"],
  ["Edit your prompts", "/profile/prompts"],
  ["Edit your artists and genres", MUSIC],
  ["Edit who you'd like to meet", "/profile?tab=meet"],
  ["Edit your music services", "/music-connections"],
  ["Open your records", "/records"],
] as const;

test("a member's own page is the one that others see, with a pencil at each part", async () => {
  const ada = await addMember("Ada");
  await ada.json("PUT", "/api/profile/prompts", { prompts: [{ prompt: "b_side", answer: "Yes It Is" }] });
  await ada.json("POST", "/api/record-collections", {
    ...{ artist: "Broadcast", album: "Tender Buttons", format: "vinyl", condition: "mint" },
  });
  const visitor = openVisitor(ada);
  const preview = await visitor.visit("/profile");
  expect(preview.title).toBe("Profile · B-Side");
  expect(preview.headings).toEqual(
    expect.arrayContaining(["Ada L., 30", "The B-side I defend", "Top Artists", "Favorite Genres"]),
  );
  // Nothing about a pair, nothing to do to oneself, and no shelf that is hidden.
  expect(preview.text).not.toMatch(/You both love|list too|Why \d|Tender Buttons/);
  expect(preview.within("Ada L., 30", "main").buttons).toEqual(["Sign Out"]);
  for (const [pencil, address] of pencils) expect(preview.addressOf(pencil), pencil).toBe(address);
  expect(preview.has("One song that others can play here.")).toBe(true);
  expect(preview.links.filter((name) => /Block|Report|Like this/.test(name))).toEqual([]);
  await (await visitor.visit("/records")).press("Show on My Page");
  expect((await visitor.visit("/profile")).has("Tender Buttons")).toBe(true);
  const forms = preview.within("Profile", "navigation");
  expect(forms.links).toEqual(["Profile Settings", "Music Preferences", "Who to Meet"]);
  const settings = await forms.follow("Profile Settings");
  expect(settings.address).toBe(SETTINGS);
  expect((await settings.follow("My Page")).address).toBe("/profile");
});

test("a newcomer fills in the profile and sees what is still missing", async () => {
  const { visit, profile } = await newcomer();
  const page = await visit(SETTINGS);
  expect(page.title).toBe("Settings · Profile · B-Side");
  page.heading("Ada Lovelace");
  for (const missing of ["Age not set", "Location not set"]) expect(page.text).toContain(missing);
  page.addressOf("Add your age to appear in Discover");
  expect(page.value("Age")).toBe("");
  page
    .fill("Bio", "Crate digger.\nMostly on Sundays.")
    .fill("Age", "36")
    .fill("Location", "Portland, Oregon");
  const saved = await page.press("Save Profile");
  expect(saved.address).toBe(SETTINGS);
  for (const text of ["Profile updated", "36 years old", "Portland, Oregon, US"])
    expect(saved.text).toContain(text);
  expect(saved.text).not.toContain("Add your age to appear in Discover");
  expect(saved.value("Bio")).toBe("Crate digger.\nMostly on Sundays.");
  expect(await profile()).toEqual({
    bio: "Crate digger.\nMostly on Sundays.",
    age: 36,
    location: "Portland, Oregon",
  });
});

test("each tab has an address, and its page omits the other tab's content", async () => {
  const { visit } = await newcomer();
  for (const address of ["/profile", "/profile?tab=elsewhere"]) {
    const page = await visit(address);
    page.heading("Looking For");
    expect(() => page.heading("Edit Profile")).toThrow();
  }
  const page = await (await visit("/profile")).within("Profile", "navigation").follow("Music Preferences");
  expect([page.address, page.title]).toEqual([MUSIC, "Music Preferences · Profile · B-Side"]);
  page.heading("Top Artists");
  expect(page.text).toContain("No artists added yet. Add your favorite artists");
  expect(page.element.querySelectorAll("input[type=checkbox]")).toHaveLength(25);
  expect(() => page.heading("Edit Profile")).toThrow();
});

test("a town that isn't known is kept, one of several can be picked, and the field suggests some", async () => {
  const { visit, profile } = await newcomer();
  const unknown = "We couldn't find this town, so others see your distance as unknown.";
  const offered = (page: Page) => page.element.querySelector("datalist option")?.getAttribute("value");
  const first = await visit(SETTINGS);
  expect(offered(first)).toBe("Amsterdam, North Holland, Netherlands");
  const kept = await first.fill("Age", "36").fill("Location", "Nowhere Under the Hill").press("Save Profile");
  expect(kept.hintOf("Location")).toContain(unknown);
  expect(kept.value("Location")).toBe("Nowhere Under the Hill");
  const misspelled = await kept.fill("Location", "Brstol").press("Save Profile");
  expect(misspelled.alerts).toContain("Profile updated, but no town found");
  expect(misspelled.alerts).toContain("We couldn't find Brstol. Is yours one of the towns below?");
  const asked = "We couldn't find Brstol. Is yours one of these?";
  expect(misspelled.value("Location")).toBe("Brstol");
  expect(misspelled.within(asked, "group").isChecked("None of these: keep Brstol")).toBe(true);
  const wrongAge = await misspelled.check("Bristol, England, UK").fill("Age", "17").press("Save Profile");
  expect(wrongAge.isChecked("Bristol, England, UK")).toBe(true);
  const corrected = await wrongAge.fill("Age", "36").press("Save Profile");
  expect(corrected.value("Location")).toBe("Bristol, England, UK");
  expect(() => corrected.within(asked, "group")).toThrow();
  // What is typed after the question counts, and whoever wants to keeps the text.
  const again = await corrected.fill("Location", "Brstol").press("Save Profile");
  const same = await again.press("Save Profile");
  expect([same.value("Location"), same.alerts.includes("no town found")]).toEqual(["Brstol", true]);
  const near = await same.check("Bristol, England, UK").fill("Location", "Reykja").press("Save Profile");
  expect(near.value("Location")).toBe("Reykja");
  expect(offered(near)).toMatch(/^Reykjavík/);

  const matched = await near.fill("Location", "Springfield").press("Save Profile");
  expect(matched.text).toContain("We matched Springfield to Springfield, Missouri, US.");
  const picked = await matched
    .fill("Bio", "Back east.")
    .check("Springfield, Illinois, US")
    .press("Save Profile");
  expect(picked.value("Location")).toBe("Springfield, Illinois, US");
  expect(await profile()).toMatchObject({ bio: "Back east.", location: "Springfield, Illinois, US" });
});

test("artists are added, moved and removed, and saved with genres and numbers", async () => {
  const { visit, preferences } = await newcomer();
  let page = await visit(MUSIC);
  page.fill("Total Scrobbles", "1200").check("Rock").check("Jazz");
  page = await page.fill("Artist", "Radiohead").pressEnter("Artist");
  expect([page.value("Artist"), focused(page)]).toEqual(["", "Artist"]);
  for (const name of ["Björk & Friends", "Muse", "Can"]) page = await addArtist(page, name);
  expect(namesOn(page)).toEqual(["1. Radiohead", "2. Björk & Friends", "3. Muse", "4. Can"]);
  page = await page.press("Remove Björk & Friends");
  await expect(page.press("Move Radiohead up")).rejects.toThrow("disabled");
  page = await page.press("Move Can up");
  expect(focused(page)).toBe("Move Can up");
  page = await page.press("Move Can up");
  expect(focused(page)).toBe("Move Can down");
  expect(namesOn(page)).toEqual(["1. Can", "2. Radiohead", "3. Muse"]);
  expect([page.value("Total Scrobbles"), page.isChecked("Jazz")]).toEqual(["1200", true]);
  for (const text of ["Selected: 2/8 genres", "50%"]) expect(page.text).toContain(text);
  expect(await preferences()).toBeNull();

  // Without a name that is typed, Enter saves; what is typed but not added is saved too.
  page = await page.fill("Concerts Attended", "6").pressEnter("Concerts Attended");
  expect(page.alerts).toContain("Music preferences updated");
  page = await page.fill("Artist", "Neu!").fill("Concerts Attended", "7").press("Save Music Preferences");
  expect([page.address, page.alerts]).toEqual([MUSIC, expect.stringContaining("Music preferences updated")]);
  expect(page.value("Artist")).toBe("");
  expect(await preferences()).toEqual({
    topArtists: ["Can", "Radiohead", "Muse", "Neu!"],
    favoriteGenres: ["Rock", "Jazz"],
    totalScrobbles: 1200,
    concertsAttended: 7,
  });
  const card = (await visit(SETTINGS)).within("Music Statistics", "region");
  expect(card.text).toContain("1,200");
  expect(card.all("listitem").map(({ text }) => text)).toEqual(["Rock", "Jazz"]);
});

test("blank names, names twice and more than fifty are not added, nor a ninth genre", async () => {
  const { visit, list } = await newcomer();
  await list(Array.from({ length: 49 }, (_, place) => `Artist ${place}`));
  const removers = (page: Page) => page.source.match(/>Remove |"Remove /g)?.length;
  let page = await (await visit(MUSIC)).press("Add");
  expect(page.errorOf("Artist")).toContain("Enter an artist's name first");
  for (const press of ["Add", "Save Music Preferences"]) {
    page = await page.fill("Artist", "the artist 7!").press(press);
    expect(page.errorOf("Artist")).toContain("Artist 7 is already on your list");
    expect(page.value("Artist")).toBe("the artist 7!");
  }
  page = await addArtist(page, "The fiftieth");
  const all = removers(page);
  page = await addArtist(page, "One more");
  expect(page.errorOf("Artist")).toContain("Maximum 50 artists");
  expect(removers(page)).toBe(all);

  for (const genre of [...GENRES, "Gospel"]) page.check(genre);
  page = await page.fill("Artist", "").press("Save Music Preferences");
  page.within("Please fix the following").addressOf("Maximum 8 genres");
  expect(page.isChecked("Gospel")).toBe(true);
});

test("a form that another tab has overtaken saves nothing until it has been looked at", async () => {
  const { ada, visit, list, profile, preferences } = await newcomer();
  const save = (bio: string) =>
    ada.json("PATCH", "/api/profile", { bio, age: 30, location: "Portland, Oregon" });
  await save("Once");
  const stale = (await visit(SETTINGS)).fill("Bio", "Typed in the second tab");
  await save("From the first tab");
  let page = await stale.press("Save Profile");
  expect(page.errorOf("Bio")).toBe("This changed meanwhile. Saved now: From the first tab");
  expect(page.value("Bio")).toBe("Typed in the second tab");
  expect((await profile()).bio).toBe("From the first tab");
  page = await page.press("Save Profile");
  expect((await profile()).bio).toBe("Typed in the second tab");

  page = (await addArtist(await visit(MUSIC), "Low")).check("Jazz");
  await list(["Can"]);
  page = await page.press("Save Music Preferences");
  expect(page.text).toContain("This changed meanwhile. Saved now: Can");
  expect((await preferences()).topArtists).toEqual(["Can"]);
  await page.press("Save Music Preferences");
  expect((await preferences()).topArtists).toEqual(["Low"]);
});

test("hostile text is escaped, and signing out leaves the profile", async () => {
  const { ada, visit, list } = await newcomer();
  await ada.json("PATCH", "/api/profile", { bio: HOSTILE, age: 30, location: HOSTILE.slice(0, 100) });
  await list([HOSTILE.slice(0, 100), "\u202egnirts"]);
  const page = await visit(SETTINGS);
  expect(page.value("Bio")).toBe(HOSTILE);
  const music = await visit(MUSIC);
  for (const each of [page, music]) expect(each.element.querySelector('img[src="x"]')).toBeNull();
  expect(namesOn(music)).toHaveLength(2);
  expect(music.text).toContain(HOSTILE.slice(0, 100));
  const home = await page.press("Sign Out");
  expect(home.address).toBe("/");
  home.addressOf("Join Now");
  expect((await ada.get("/api/auth/user")).status).toBe(401);
});

test("a member takes their artists and play counts along", async () => {
  const { ada, visit, list } = await newcomer();
  expect(await (await ada.get("/profile/music.json")).json()).toEqual({ artists: [], services: [] });
  await list(["Low", HOSTILE.slice(0, 40)]);
  const connection = { service: "spotify", serviceUserId: "ada", serviceUsername: "ada" };
  await ada.json("POST", "/api/music-connections", connection);
  const file = await (await visit("/music-connections")).follow("Export JSON");
  expect((await (await visit(MUSIC)).follow("Export JSON")).source).toBe(file.source);
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="music.json"');
  expect(file.headers.get("Cache-Control")).toBe("private, no-store");
  expect(JSON.parse(file.source)).toMatchObject({
    ...{ artists: ["Low", HOSTILE.slice(0, 40)], favoriteGenres: ["Rock"], totalScrobbles: 0 },
    services: [{ service: "spotify", username: "ada", playCount: null, topArtists: null, history: null }],
  });
});
