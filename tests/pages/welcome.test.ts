// The first run without scripts: four short steps from the sign-up to the first like.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import { photo } from "../fakes/picture-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { app, signUp, visitor } = shareApp();

const artists = (page: Page) => {
  const list = page.element.querySelector("[aria-label='Your artists, favorites first']");
  return [...(list?.querySelectorAll("li > span") ?? [])].map(({ textContent }) => textContent);
};
const suggested = (page: Page) =>
  page
    .within("Choose the ones you love", "group")
    .fields.filter((name) => name !== "Choose the ones you love");
const QUESTION = "Type an artist. Who here loves them?";
const steps = (page: Page) => /Step \d of 4/.exec(page.text)?.[0];

test("in an empty community the first run ends with a friendly sentence and an invitation", async () => {
  const ada = await signUp("Ada");
  const people = await openVisitor(ada).visit("/welcome/people");
  expect(people.heading("No one else is here yet")).toBeTruthy();
  expect(people.value("Invite a friend with this link")).toBe(app().origin);
  expect((await people.follow("Go to Home")).links).toContain("Finish setting up");
});

test("from the landing page to the first like it takes at most 12 presses, with three artists", async () => {
  for (let number = 0; number < 6; number++) await addToCast("Ben");
  // Typing is no press; every button, link and box is.
  let presses = 0;
  const press = <T>(result: T): T => {
    presses++;
    return result;
  };
  const landing = await openVisitor(visitor()).visit("/");
  const asked = await press(landing.fill(QUESTION, "Radiohead").press("Ask"));
  const form = await press(asked.follow(/^(Meet them|Be one of them)$/));
  form.fill("First name", "Ada").fill("Last name", "Lovelace");
  form.fill("Email", "newcomer@example.org").fill("Password", "a long enough password");
  press(form.check("I'm 18 or older"));
  const music = await press(form.press("Create Account"));
  expect([steps(music), artists(music)]).toEqual(["Step 1 of 4", ["1. Radiohead"]]);
  for (const name of suggested(music).slice(0, 2)) press(music.check(name));
  let page = await press(music.press("Continue"));
  for (const step of ["Step 2 of 4", "Step 3 of 4"]) {
    expect(steps(page)).toBe(step);
    page = await press(page.follow("Skip for now"));
  }
  expect(page.heading("Here are your first five")).toBeTruthy();
  expect(page.all("article")).toHaveLength(5);
  expect(page.has("0%")).toBe(false);
  const [first] = page.all("article");
  const liked = await press((first as Page).press(/^Like /));
  expect(liked.alerts).toContain("Match recorded");
  expect(presses).toBeLessThanOrEqual(12);
});

test("a newcomer names artists, puts them in order, shows a photo, says a line, and gets five people", async () => {
  const ada = await signUp("Ada");
  const opened = await openVisitor(ada).visit("/welcome");
  expect([opened.address, opened.headings]).toEqual(["/welcome/music", ["Name three you'd defend"]]);
  // What is being typed is not added yet.
  const offered = await opened.fill("Artist", "Broad").check("Jazz").press("Suggest Artists");
  expect([offered.value("Artist"), offered.isChecked("Jazz")]).toEqual(["Broad", true]);
  const [one = "", two = ""] = suggested(offered);
  expect(suggested(offered)).not.toEqual(suggested(opened));
  offered.check(one).check(two).fill("Artist", "Broadcast");
  const added = await offered.pressEnter("Artist");
  expect(artists(added)).toEqual([`1. ${one}`, `2. ${two}`, "3. Broadcast"]);
  expect(added.value("Artist")).toBe("");
  const twice = await added.fill("Artist", "broadcast").press("Add");
  expect(twice.has("Broadcast is already on your list")).toBe(true);
  // The buttons of the list leave a half typed name alone.
  const moved = await twice.fill("Artist", "Neu").press("Move Broadcast up");
  expect(artists(moved)).toEqual([`1. ${one}`, "2. Broadcast", `3. ${two}`]);
  const removed = await moved.press(`Remove ${one}`);
  expect(artists(removed)).toEqual(["1. Broadcast", `2. ${two}`]);
  expect(removed.value("Artist")).toBe("Neu");

  const pictures = await removed.fill("Artist", "").press("Continue");
  expect(steps(pictures)).toBe("Step 2 of 4");
  expect(steps(await pictures.press("Upload"))).toBe("Step 2 of 4");
  const file = new File([new Uint8Array(await photo())], "me.jpg", { type: "image/jpeg" });
  const about = await pictures.attach("Photo", file).press("Upload");
  expect(steps(about)).toBe("Step 3 of 4");
  const saved = await (await ada.get("/api/music-preferences")).json();
  expect(saved).toMatchObject({ topArtists: ["Broadcast", two], favoriteGenres: ["Jazz"] });

  // Back leads to what has been saved, and on again.
  const back = await about.follow("Back");
  expect(back.headings).toContain("Your photo");
  expect(artists(await back.follow("Back"))).toEqual(["1. Broadcast", `2. ${two}`]);
  expect(steps(await back.follow("Keep this photo"))).toBe("Step 3 of 4");

  expect(about.value("Age")).toBe("");
  about.fill("Location", "Portland, Oregon").fill("A line about you", "I still buy singles.");
  const refused = await about.press("Save and Continue");
  expect(refused.errorOf("Age")).toBe("Invalid age");
  expect([refused.value("Location"), refused.value("A line about you")]).toEqual([
    "Portland, Oregon",
    "I still buy singles.",
  ]);
  const people = await refused.fill("Age", "30").check("Friends").press("Save and Continue");
  expect(steps(people)).toBe("Step 4 of 4");
  expect(people.all("article")).toHaveLength(5);
  const user = await (await ada.get("/api/auth/user")).json();
  expect(user).toMatchObject({ age: 30, location: "Portland, Oregon", bio: "I still buy singles." });
  expect(user.profileImageUrl).toMatch(/^\/pictures\//);
  expect((await openVisitor(ada).visit("/")).links).not.toContain("Finish setting up");
});

test("genres follow from the artists until others are chosen", async () => {
  const ada = await signUp("Ada");
  const genres = (page: Page) =>
    [...page.element.querySelectorAll<HTMLInputElement>("[name=favoriteGenres]")]
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
  const add = (page: Page, name: string) => page.fill("Artist", name).press("Add");
  const broadcast = await add(await openVisitor(ada).visit("/welcome/music"), "Broadcast");
  expect(genres(broadcast)).toEqual(["Electronic", "Experimental"]);
  const both = await add(broadcast, "ABBA");
  expect(genres(both)).toEqual(["Pop", "Electronic", "Dance", "Experimental"]);
  const own = await add(both.uncheck("Dance").check("Jazz"), "Can");
  expect(genres(own)).toEqual(["Pop", "Jazz", "Electronic", "Experimental"]);
  const none = await own.uncheck("Pop").uncheck("Jazz").uncheck("Electronic").uncheck("Experimental");
  expect((await none.press("Continue")).has("Select at least one genre")).toBe(true);

  // Without any other press they follow when the list is saved.
  const ben = await signUp("Ben");
  await (await openVisitor(ben).visit("/welcome/music")).fill("Artist", "Broadcast").press("Continue");
  const saved = await (await ben.get("/api/music-preferences")).json();
  expect(saved).toMatchObject({ topArtists: ["Broadcast"], favoriteGenres: ["Electronic", "Experimental"] });
});

test("the first run has no navigation, and calls nothing required that can be skipped", async () => {
  const ada = await signUp("Ada");
  for (const step of ["music", "photo", "about", "people"]) {
    const page = await openVisitor(ada).visit(`/welcome/${step}`);
    expect([step, page.element.querySelector("nav"), page.source.includes("Required")]).toEqual([
      step,
      null,
      false,
    ]);
    expect([step, page.links.includes("Sign In")]).toEqual([step, false]);
  }
  expect((await openVisitor(ada).visit("/discover")).element.querySelector("nav")).not.toBeNull();
});

test("the first run is taken up again where it was left", async () => {
  const ada = await signUp("Ada");
  const { visit } = openVisitor(ada);
  expect(steps(await (await visit("/")).follow("Finish setting up"))).toBe("Step 1 of 4");
  const about = await visit("/welcome/about");
  await about.fill("Age", "30").fill("Location", "Portland, Oregon").press("Save and Continue");
  expect(steps(await (await visit("/")).follow("Finish setting up"))).toBe("Step 1 of 4");
  await ada.json("POST", "/api/music-preferences", { topArtists: ["Can"], favoriteGenres: ["Rock"] });
  expect(steps(await visit("/welcome"))).toBe("Step 4 of 4");
});
