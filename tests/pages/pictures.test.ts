// A member uploads pictures without scripts: the profile photo, its focal point, and covers.
import { expect, test } from "vitest";
import { makeConversation, type Person } from "../api/server";
import { shareApp } from "../app";
import { photo, svg } from "../fakes/picture-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp();

const NO_PICTURE = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
const TOO_LARGE = "Some files are too large. Maximum size is 10MB.";

const file = async (name: string, bytes?: Buffer) =>
  new File([new Uint8Array(bytes ?? (await photo("jpeg", 60, 40)))], name);
const tooLarge = () => file("big.jpg", Buffer.alloc(11_000_000, 1));

const image = (page: Page, selector: string) =>
  page.element.querySelector<HTMLImageElement>(selector) ?? expect.fail(`No image at ${selector}`);
const source = (page: Page, selector: string) => image(page, selector).getAttribute("src") ?? "";

async function expectLoaded(person: Person, page: Page, selector: string) {
  expect(source(page, selector)).toMatch(/^\/pictures\//);
  expect((await person.get(source(page, selector))).status).toBe(200);
}

test("a member changes the photo, everyone sees it, and the member removes it", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  let page = await openVisitor(ada).visit("/profile?tab=music");
  page = await page.follow("Change profile photo");
  expect(page.title).toBe("Profile photo · Profile · B-Side");
  page = await page.attach("Photo", await file("../me; (1).jpg")).press("Upload");
  expect(page.address).toBe("/profile?tab=music");
  expect(page.alerts).toContain("Profile photo updated");
  expect(page.fields).not.toContain("Photo");
  await expectLoaded(ada, page, ".profile-photo img");
  expect(image(page, "header img").getAttribute("srcset")).toMatch(/-96\.webp 96w, .*-640\.webp 640w/);
  const shown = await openVisitor(ben).visit(`/members/${ada.id}`);
  expect(source(shown, 'img[alt="Ada L."]')).toMatch(/^\/pictures\/.*-640\.webp$/);

  page = await (await page.follow("Change profile photo")).press("Remove profile photo");
  expect(page.alerts).toContain("Profile photo removed");
  expect(source(page, ".profile-photo img")).toBe("/avatars/Ada.svg");

  page = await page.follow("Change cover photo");
  page = await page.attach("Photo", await file("cover.png", await photo("png", 60, 40))).press("Upload");
  expect(page.alerts).toContain("Cover photo updated");
  await expectLoaded(ada, page, ".profile-cover img");
});

test("a member chooses what every crop of the photo shows, with the upload and later", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  const position = (page: Page, selector: string) => image(page, selector).style.objectPosition;
  let page = await visitor.visit("/profile/photo");
  expect(page.isChecked("Middle center")).toBe(true);
  page = await page
    .check("Top center")
    .attach("Photo", await file("me.jpg"))
    .press("Upload");
  for (const place of [".profile-photo img", ".top-bar-avatar img"])
    expect(position(page, place), place).toBe("50% 0%");

  page = await visitor.visit("/profile/photo");
  const save = page.all("form").find((form) => form.buttons.includes("Save Position"));
  expect(save?.isChecked("Top center")).toBe(true);
  page = (await save?.check("Bottom right").press("Save Position")) ?? page;
  expect(page.alerts).toContain("Photo position saved");
  expect(position(page, ".profile-photo img")).toBe("100% 100%");
  await makeConversation(ada, ben);
  for (const address of [`/members/${ada.id}`, "/matches", "/messages", `/members/${ada.id}/match`])
    expect(position(await openVisitor(ben).visit(address), 'main img[src^="/pictures/"]'), address).toBe(
      "100% 100%",
    );
});

test("a refused picture shows why, and the next try succeeds", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  let page = await (await visitor.visit("/profile/photo")).press("Upload");
  expect(page.errorOf("Photo")).toBe("Choose a picture first.");
  for (const [bytes, message] of [
    [await tooLarge(), TOO_LARGE],
    [await file("me.jpg", svg), NO_PICTURE],
    [await file("me.jpg", Buffer.alloc(0)), "This picture is damaged or incomplete."],
  ] as const) {
    page = await page.attach("Photo", bytes).press("Upload");
    expect(page.alerts).toContain("Failed to update profile photo. Please try again.");
    expect(page.text).toContain(message);
  }
  page = await page.attach("Photo", await file("me.jpg")).press("Upload");
  expect(page.alerts).toContain("Profile photo updated");
});

test("a record's cover is uploaded, kept, replaced by a URL and removed", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  const imageUrl = async () =>
    ((await (await ada.get("/api/record-collections")).json()) as [{ imageUrl: string }])[0].imageUrl;
  const edit = async () => (await visitor.visit("/records")).follow("Edit Desertshore");
  let page = (await visitor.visit("/records/new")).fill("Artist", "Nico").fill("Album", "Desertshore");
  page = await page.attach("Cover image", await file("cover.jpg")).press("Add Record");
  expect(page.alerts).toContain("Record added to your collection");
  await expectLoaded(ada, page, ".record-card img");
  expect(image(page, ".record-card img").getAttribute("srcset")).toMatch(/-320\.webp 320w/);

  page = await edit();
  await expectLoaded(ada, page, 'img[alt="Current cover"]');
  expect(page.value("Or image URL")).toBe("");
  page = await page.fill("Notes", "Still with its cover").press("Save Record");
  expect(page.has("Still with its cover")).toBe(true);
  await expectLoaded(ada, page, ".record-card img");

  const url = "https://covers.example.org/1.jpg";
  await (await edit()).fill("Or image URL", url).press("Save Record");
  expect(await imageUrl()).toBe(url);
  page = await edit();
  expect(page.value("Or image URL")).toBe(url);
  await page.attach("Cover image", await file("other.jpg")).press("Save Record");
  expect(await imageUrl()).toMatch(/^\/pictures\//);
  page = await (await edit()).check("Remove cover").press("Save Record");
  expect(page.alerts).toContain("Record updated successfully");
  expect(source(page, ".record-card img")).toMatch(/^\/sleeves\//);
});

test("a cover that is not a picture is refused at its field, and other input is kept", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  let page = (await visitor.visit("/playlists/new")).fill("Name", "Deserts");
  for (const [bytes, message] of [
    [await file("cover.jpg", svg), NO_PICTURE],
    [await tooLarge(), TOO_LARGE],
  ] as const) {
    page = await page.attach("Cover image", bytes).press("Create Playlist");
    expect(page.errorOf("Cover image")).toContain(message);
    expect(page.value("Name")).toBe("Deserts");
  }
  page = await page.attach("Cover image", await file("cover.jpg")).press("Create Playlist");
  expect(page.alerts).toContain("Playlist created successfully");
  page.heading("Deserts");
  await expectLoaded(ada, await visitor.visit("/playlists"), ".playlist-link img");
});
