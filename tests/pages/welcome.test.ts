// The first run without scripts: four short steps from the sign-up to the first like, where they lead, and what they save.
import { expect, test } from "vitest";
import { goToSignIn, type Person, signIn } from "../api/people";
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
const typed = { firstName: "Ada", lastName: "L", password: "a long enough password", adult: "on" };
const music = (person: Person, fields: string[][]) =>
  person.form("/welcome/music", new URLSearchParams([...fields, ["end", "here"]]));
const saved = async (person: Person) => (await person.get("/api/music-preferences")).json();
const steps = (page: Page) => /Step \d of 4/.exec(page.text)?.[0];

test("in an empty community the first run ends with a friendly sentence and an invitation", async () => {
  const ada = await signUp("Ada");
  const people = await openVisitor(ada).visit("/welcome/people");
  expect(people.heading("No one else is here yet")).toBeTruthy();
  expect(people.value("Invite a friend with this link")).toBe(app().origin);
  expect((await people.follow("Go to Home")).links).toContain("Finish setting up");
  expect((await openVisitor(ada).visit("/welcome/music")).has("people here love")).toBe(false);
  await addToCast("Ben");
  const first = await openVisitor(ada).visit("/welcome/people");
  expect(first.headings).toEqual(["Here's the first person for you", "Ben L., 30"]);
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
  const form = await press(asked.follow(/^(Meet them|Be one of the first)$/));
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
  expect(page.has(/\b0%/)).toBe(false);
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
  expect(await saved(ada)).toMatchObject({ topArtists: ["Broadcast", two], favoriteGenres: ["Jazz"] });

  // Back leads to what has been saved, and on again.
  const back = await about.follow("Back");
  expect(back.headings).toContain("Your photo");
  expect(artists(await back.follow("Back"))).toEqual(["1. Broadcast", `2. ${two}`]);
  expect(steps(await back.follow("Keep this photo"))).toBe("Step 3 of 4");

  expect(about.value("Age")).toBe("");
  about
    .fill("Location", "Portland, Oregon")
    .choose("Something to talk about", "My least guilty pleasure")
    .fill("Your answer", "Singles.");
  const refused = await about.press("Save and Continue");
  expect(refused.errorOf("Age")).toBe("Invalid age");
  expect([refused.value("Location"), refused.value("Your answer")]).toEqual(["Portland, Oregon", "Singles."]);
  expect(refused.value("Something to talk about")).toBe("My least guilty pleasure");
  const people = await refused.fill("Age", "30").check("Friends").press("Save and Continue");
  expect(steps(people)).toBe("Step 4 of 4");
  expect(people.all("article")).toHaveLength(5);
  const user = await (await ada.get("/api/auth/user")).json();
  expect(user).toMatchObject({ age: 30, location: "Portland, Oregon" });
  expect((await openVisitor(ada).visit("/profile")).text).toMatch(/My least guilty pleasure .*Singles\./);
  expect(user.profileImageUrl).toMatch(/^\/pictures\//);
  expect((await openVisitor(ada).visit("/")).links).not.toContain("Finish setting up");
});

test("the first run takes an anthem in one field, or nothing", async () => {
  const begin = async () => {
    const ada = await signUp("Ada");
    const about = await openVisitor(ada).visit("/welcome/about");
    return { ada, about: about.fill("Age", "30").fill("Location", "Portland, Oregon") };
  };
  const { ada, about } = await begin();
  const anthem = about.choose("Something to talk about", "My anthem, which others can play");
  const refused = await anthem.fill("Your answer", "Teardrop").press("Save and Continue");
  expect(refused.errorOf("Your answer")).toBe(
    "Write it as Artist – Title, or paste a YouTube or Spotify link",
  );
  await refused.fill("Your answer", "Massive Attack – Teardrop").press("Save and Continue");
  const page = (await openVisitor(ada).visit("/profile")).within("Anthem", "region");
  expect(page.text).toContain("Teardrop Massive Attack");
  const nothing = await begin();
  expect((await nothing.about.press("Save and Continue")).address).toBe("/welcome/people");
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
  expect(await saved(ben)).toMatchObject({
    topArtists: ["Broadcast"],
    favoriteGenres: ["Electronic", "Experimental"],
  });
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

test("a sign-up leads to the first run; a deep link is kept", async () => {
  for (const [to, next] of [
    ["/", "/welcome/music"],
    ["/records", "/records"],
  ] as const) {
    const browser = visitor();
    const page = await goToSignIn(browser, to);
    const email = `new${to.length}@example.org`;
    const opened = await browser.follow(await browser.form(`${page}/sign-up`, { ...typed, email }));
    expect(new URL(opened.url).pathname).toBe(next);
    const again = visitor();
    expect(new URL((await signIn(again, email, typed.password)).url).pathname).toBe("/");
  }
});

test("nothing is filled in beforehand, and the first open step comes first", async () => {
  const ada = await signUp("Ada");
  const step = async () => (await ada.get("/welcome")).headers.get("Location");
  expect(await step()).toBe("/welcome/music");
  const [about, profile] = [await ada.get("/welcome/about"), await ada.get("/profile?tab=profile")];
  for (const page of [about, profile])
    expect(await page.text()).toMatch(/<input[^>]*(name="age"[^>]*value=""|value=""[^>]*name="age")/);
  await music(ada, [
    ["picked-topArtists", "Can"],
    ["favoriteGenres", "Rock"],
  ]);
  expect(await step()).toBe("/welcome/about");
  const sent = await ada.form("/welcome/about", {
    age: "30",
    location: "Portland, Oregon",
    gender: "woman",
    consents: "on",
  });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/welcome/people"]);
  expect(await step()).toBe("/welcome/people");
});

test("a newcomer whose town is unknown is told on the next page", async () => {
  const ada = await signUp("Ada");
  const tell = async (location: string) => {
    const sent = await ada.form("/welcome/about", { age: "30", location, gender: "woman", consents: "on" });
    return (await ada.follow(sent)).text();
  };
  expect(await tell("Portland, Oregon")).not.toContain("We couldn&#x27;t find your town");
  expect(await tell("Xyzzyville")).toContain("We couldn&#x27;t find your town");
});

test("a newcomer whose town is misspelled is asked once which one it is, and can keep what they typed", async () => {
  const asked = "We couldn't find Brstol. Is yours one of these?";
  for (const [pick, location, next] of [
    ["Bristol, England, UK", "Bristol, England, UK", undefined],
    ["None of these: keep Brstol", "Brstol", "We couldn't find your town"],
  ] as const) {
    const ada = await signUp("Ada");
    const { visit } = openVisitor(ada);
    const about = (await visit("/welcome/about")).fill("Age", "30").fill("Your answer", "Hi.");
    const page = await about.fill("Location", "Brstol").press("Save and Continue");
    // What was answered is saved, and isn't asked for again.
    expect([page.address, page.value("Location")]).toEqual(["/welcome/about", "Brstol"]);
    expect(page.fields).not.toContain("Your answer");
    expect(page.alerts).toContain("We couldn't find your town");
    page.within(asked, "group").check(pick);
    const done = await page.press("Save and Continue");
    expect(done.address).toBe("/welcome/people");
    expect(done.text.includes("We couldn't find your town")).toBe(next !== undefined);
    expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({ location, age: 30 });
  }
});

test("only saving saves: the list in its order, then what was ticked, then what was typed", async () => {
  const ada = await signUp("Ada");
  const fields = [
    ["favoriteGenres", "Jazz"],
    ["topArtists", "Low"],
    ["topArtists", "Can"],
    ["picked-topArtists", "Pram"],
    ["picked-topArtists", "low"],
    ["next-topArtists", "Abba"],
  ];
  const button = (type: string, payload: object) => ["__intent__", JSON.stringify({ type, payload })];
  for (const pressed of [
    button("reorder", { name: "topArtists", from: 1, to: 0 }),
    button("validate", { name: "favoriteGenres" }),
    button("validate", { name: "topArtists" }),
    button("insert", { name: "topArtists" }),
    ["enter", "topArtists"],
  ]) {
    const page = await music(ada, [...fields, pressed]);
    expect([pressed, page.status, await saved(ada)]).toEqual([pressed, 200, null]);
  }
  expect((await music(ada, [...fields, ["__intent__", "nothing"]])).status).toBe(400);
  const done = await music(ada, fields);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/welcome/photo"]);
  expect(await saved(ada)).toEqual({
    topArtists: ["Low", "Can", "Pram", "Abba"],
    favoriteGenres: ["Jazz"],
    totalScrobbles: 0,
    concertsAttended: 0,
  });
});

test("what can't be saved is refused with a sentence at its field", async () => {
  const ada = await signUp("Ada");
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ["topArtists", `Band ${index}`]);
  const long = Array.from({ length: 120 }, (_, index) => ["topArtists", `${index} ${"x".repeat(300)}`]);
  const jazz = ["favoriteGenres", "Jazz"];
  const polka = ["favoriteGenres", "Polka"];
  const low = ["topArtists", "Low"];
  const refused: [fields: string[][], message: string][] = [
    [[jazz], "Add at least one artist"],
    // No genre follows from an artist whom nobody knows.
    [[["topArtists", "Nobody At All"]], "Select at least one genre"],
    [[low, polka], "Choose genres from the list"],
    [[low, ["next-topArtists", "low"]], "Low is already on your list"],
    [[jazz, ...names(60)], "Maximum 50 artists"],
    [[...long, jazz], "Maximum 50 artists"],
  ];
  for (const [fields, message] of refused) {
    const page = await music(ada, fields);
    expect([message, page.status, (await page.text()).includes(message)]).toEqual([message, 400, true]);
  }
  expect(await saved(ada)).toBeNull();
});

test("the step about the member keeps what it does not ask for", async () => {
  const ada = await signUp("Ada");
  const profile = { bio: "Crate digger.", age: 29, location: "Oslo" };
  await ada.json("PATCH", "/api/profile", profile);
  await ada.json("PUT", "/api/profile/wishes", { meetAgeMin: 30, meetAgeMax: 40, showsWishes: true });
  await ada.form("/welcome/about", {
    age: "31",
    location: "Bergen",
    purpose: "friends",
    "meets-woman": "on",
    consents: "on",
  });
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    bio: "Crate digger.",
    age: 31,
    location: "Bergen",
  });
  expect(await (await ada.get("/api/profile/wishes")).json()).toMatchObject({
    meetAgeMin: 30,
    meetAgeMax: 40,
    showsWishes: true,
    purpose: "friends",
  });
  const refused = await ada.form("/welcome/about", { age: "17", location: "" });
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect([text.includes("Must be at least 18"), text.includes("Location is required")]).toEqual([true, true]);
});
