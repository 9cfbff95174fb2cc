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
const steps = (page: Page) => /Step \d of 4/.exec(page.text)?.[0];

test("in an empty community the first run ends with a friendly sentence and an invitation", async () => {
  const ada = await signUp("Ada");
  const people = await openVisitor(ada).visit("/welcome/people");
  expect(people.heading("No one else is here yet")).toBeTruthy();
  expect(people.value("Invite a friend with this link")).toBe(app().origin);
  expect((await people.follow("Go to Home")).links).toContain("Finish setting up");
});

test("from the landing page to the first like it takes at most 12 actions", async () => {
  for (let number = 0; number < 6; number++) await addToCast("Ben");
  let actions = 0;
  const act = <T>(result: T): T => {
    actions++;
    return result;
  };
  const landing = await openVisitor(visitor()).visit("/");
  const form = await act(landing.follow(/Get Started/));
  for (const [field, text] of [
    ["First name", "Ada"],
    ["Last name", "Lovelace"],
    ["Email", "newcomer@example.org"],
    ["Password", "a long enough password"],
  ] as const)
    act(form.fill(field, text));
  act(form.check("I'm 18 or older"));
  let page = await act(form.press("Create Account"));
  for (const step of ["Step 1 of 4", "Step 2 of 4", "Step 3 of 4"]) {
    expect(steps(page)).toBe(step);
    page = await act(page.follow("Skip for now"));
  }
  expect(page.heading("Here are your first five")).toBeTruthy();
  expect(page.all("article")).toHaveLength(5);
  expect(page.has("0%")).toBe(false);
  const [first] = page.all("article");
  const liked = await act((first as Page).press(/^Like /));
  expect(liked.alerts).toContain("Match recorded");
  expect(actions).toBeLessThanOrEqual(12);
});

test("a newcomer picks genres and artists, puts them in order, says where they live, and gets five people", async () => {
  const ada = await signUp("Ada");
  const opened = await openVisitor(ada).visit("/welcome");
  expect(opened.address).toBe("/welcome/music");
  // What is being typed is not added yet.
  const suggested = await opened.fill("Another artist", "Broad").check("Jazz").press("Suggest Artists");
  expect([suggested.value("Another artist"), suggested.isChecked("Jazz")]).toEqual(["Broad", true]);
  const boxes = suggested.within("Choose the ones you love", "group").fields;
  const [one = "", two = ""] = boxes.filter((name) => name !== "Choose the ones you love");
  suggested.check(one).check(two).fill("Another artist", "Broadcast");
  const added = await suggested.pressEnter("Another artist");
  expect(artists(added)).toEqual([`1. ${one}`, `2. ${two}`, "3. Broadcast"]);
  expect(added.value("Another artist")).toBe("");
  const twice = await added.fill("Another artist", "broadcast").press("Add");
  expect(twice.has("Broadcast is already on your list")).toBe(true);
  // The buttons of the list leave a half typed name alone.
  const moved = await twice.fill("Another artist", "Neu").press("Move Broadcast up");
  expect(artists(moved)).toEqual([`1. ${one}`, "2. Broadcast", `3. ${two}`]);
  const removed = await moved.press(`Remove ${one}`);
  expect(artists(removed)).toEqual(["1. Broadcast", `2. ${two}`]);
  expect(removed.value("Another artist")).toBe("Neu");

  const pictures = await removed.fill("Another artist", "").press("Continue");
  expect(steps(pictures)).toBe("Step 2 of 4");
  expect(steps(await pictures.press("Upload"))).toBe("Step 2 of 4");
  const file = new File([new Uint8Array(await photo())], "me.jpg", { type: "image/jpeg" });
  const about = await pictures.attach("Photo", file).press("Upload");
  expect(steps(about)).toBe("Step 3 of 4");
  const saved = await (await ada.get("/api/music-preferences")).json();
  expect(saved).toMatchObject({ topArtists: ["Broadcast", two], favoriteGenres: ["Jazz"] });

  expect(about.value("Age")).toBe("");
  const refused = await about.fill("Location", "Portland, Oregon").press("Save and Continue");
  expect(refused.errorOf("Age")).toBe("Invalid age");
  expect(refused.value("Location")).toBe("Portland, Oregon");
  const people = await refused.fill("Age", "30").check("Friends").press("Save and Continue");
  expect(steps(people)).toBe("Step 4 of 4");
  expect(people.all("article")).toHaveLength(5);
  const user = await (await ada.get("/api/auth/user")).json();
  expect(user).toMatchObject({ age: 30, location: "Portland, Oregon", bio: "" });
  expect(user.profileImageUrl).toMatch(/^\/pictures\//);
  expect((await openVisitor(ada).visit("/")).links).not.toContain("Finish setting up");
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
