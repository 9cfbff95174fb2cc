// A member uploads pictures, for the profile and covers, with and without scripts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { photo, svg } from "../fakes/picture-files";
import { makeConversation, type Person, sendJson, signUp } from "./members";
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoHorizontalScroll,
} from "./page-checks";
import { holdRequests, test, visit, visitDialog } from "./pages";

let ada: Person;
let page: Page;
let failure: string[];

test.beforeEach(async ({ browser, javaScriptEnabled }) => {
  ada = await signUp(browser, "Ada", javaScriptEnabled);
  page = ada.page;
  failure = collectErrors(page);
});
test.afterEach(async () => {
  expect(failure).toEqual([]);
});

// Passed by its path, because sending so large a file to the browser would take seconds.
const folder = mkdtempSync(join(tmpdir(), "b-side-files-"));
const tooLarge = join(folder, "big.jpg");
test.beforeAll(() => writeFileSync(tooLarge, Buffer.alloc(11_000_000, 1)));
test.afterAll(() => rmSync(folder, { recursive: true }));

const file = async (name: string, buffer?: Buffer) => ({
  name,
  mimeType: "image/jpeg",
  buffer: buffer ?? (await photo()),
});

function notice(words: string): Locator {
  return page.locator(".notice, .toast").filter({ hasText: words }).first();
}

/** Whether a picture has loaded. */
async function expectLoaded(image: Locator) {
  await expect(image).toBeVisible();
  if (!ada.hasScripts) {
    const source = (await image.getAttribute("src")) ?? "";
    expect((await ada.context.request.get(source)).status()).toBe(200);
  } else
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
}

test("a member changes the photo, everyone sees it, and the member removes it", async ({
  browser,
  javaScriptEnabled,
}) => {
  await visit(page, "/profile?tab=music");
  await page.getByRole("link", { name: "Change profile photo" }).click();
  await expect(page).toHaveTitle("Profile photo · Profile · B-Side");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("../me; (1).jpg"));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Profile photo updated")).toBeVisible();
  await expect(page).toHaveURL("/profile?tab=music");
  await expect(page.getByLabel("Photo", { exact: true })).toHaveCount(0);
  await expectLoaded(page.locator(".profile-photo img"));
  await expect(page.locator("header img").first()).toHaveAttribute(
    "srcset",
    /-96\.webp 96w, .*-640\.webp 640w/,
  );

  const ben = await signUp(browser, "Ben", javaScriptEnabled);
  await visit(ben.page, `/members/${ada.id}`);
  await expect(ben.page.getByRole("img", { name: "Ada L." })).toHaveAttribute(
    "src",
    /^\/pictures\/.*-640\.webp$/,
  );

  await page.getByRole("link", { name: "Change profile photo" }).click();
  await page.getByRole("button", { name: "Remove profile photo" }).click();
  await expect(notice("Profile photo removed")).toBeVisible();
  await expect(page.locator(".profile-photo img")).toHaveAttribute("src", "/avatars/Ada.svg");
});

/** The part of a photo that its place shows, as CSS says it. */
const positionOf = (image: Locator) =>
  image.evaluate((each: HTMLImageElement) => getComputedStyle(each).objectPosition);

test("a member chooses what every crop of the photo shows, with the upload and later", async ({
  browser,
  javaScriptEnabled,
}) => {
  const tall = await file("me.jpg", await photo("jpeg", 400, 600));
  const ring = page.getByRole("slider", { name: "Focal point" });
  await visitDialog(page, "/profile/photo");
  await expect(ring).toHaveCount(0);
  await page.getByLabel("Photo", { exact: true }).setInputFiles(tall);
  if (javaScriptEnabled) {
    await expect(ring).toHaveAttribute("aria-valuetext", "50% from the left, 30% from the top");
    await ring.focus();
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    await expect(ring).toHaveAttribute("aria-valuetext", "45% from the left, 20% from the top");
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  } else {
    await expect(page.getByRole("radio", { name: "Middle center" })).toBeChecked();
    await page.getByRole("radio", { name: "Top center" }).check();
  }
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Profile photo updated")).toBeVisible();
  const chosen = javaScriptEnabled ? "45% 20%" : "50% 0%";
  expect(await positionOf(page.locator(".profile-photo img"))).toBe(chosen);
  expect(await positionOf(page.locator(".top-bar-avatar img"))).toBe(chosen);

  await visitDialog(page, "/profile/photo");
  if (javaScriptEnabled) {
    await expect(ring).toHaveAttribute("aria-valuetext", "45% from the left, 20% from the top");
    await expectLoaded(page.locator(".focus-surface img"));
    await ring.scrollIntoViewIfNeeded();
    const area = await page.locator(".focus-surface img").boundingBox();
    if (!area) throw new Error("Nothing to drag on");
    await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.25, area.y + area.height * 0.75, { steps: 5 });
    await page.mouse.up();
    await expect(ring).toHaveAttribute("aria-valuetext", "25% from the left, 75% from the top");
    await page.keyboard.press("ArrowRight");
  } else {
    await expect(page.locator("form", { hasText: "Save Position" }).getByLabel("Top center")).toBeChecked();
    await page.locator("form", { hasText: "Save Position" }).getByLabel("Bottom right").check();
  }
  await page.getByRole("button", { name: "Save Position" }).click();
  await expect(notice("Photo position saved")).toBeVisible();
  const moved = javaScriptEnabled ? "30% 75%" : "100% 100%";
  await expect.poll(() => positionOf(page.locator(".profile-photo img"))).toBe(moved);

  const ben = await signUp(browser, "Ben", javaScriptEnabled);
  await makeConversation(ada, ben);
  for (const address of [`/members/${ada.id}`, "/matches", "/messages", `/members/${ada.id}/match`]) {
    await visit(ben.page, address);
    const photos = ben.page.locator('main img[src^="/pictures/"]');
    await expect(photos.first()).toBeVisible();
    expect(await positionOf(photos.first()), address).toBe(moved);
    expect(await photos.first().evaluate((each) => getComputedStyle(each).objectFit), address).toBe("cover");
  }
});

test("a file that is no picture has no focal point", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there is no preview");
  await visitDialog(page, "/profile/photo");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("me.jpg", Buffer.from("nothing")));
  await expect(page.locator(".focus-surface")).toHaveCount(0);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Failed to update profile photo. Please try again.")).toBeVisible();
});

test("a member changes the cover", async () => {
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Change cover photo" }).click();
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("cover.png", await photo("png")));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Cover photo updated")).toBeVisible();
  await expectLoaded(page.locator(".profile-cover img"));
});

test("a refused picture shows why, and the next try succeeds", async ({ javaScriptEnabled }) => {
  await visitDialog(page, "/profile/photo");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".field-error")).toHaveText("Choose a picture first.");

  const alert = page
    .getByRole("alert")
    .filter({ hasText: "Failed to update profile photo. Please try again." });
  await page.getByLabel("Photo", { exact: true }).setInputFiles(tooLarge);
  if (javaScriptEnabled) {
    await expect(page.locator(".field-error")).toHaveText("Some files are too large. Maximum size is 10MB.");
  } else {
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(alert).toContainText("Some files are too large. Maximum size is 10MB.");
  }

  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("me.jpg", svg));
  await page.getByRole("button", { name: "Upload" }).click();
  const message = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
  await expect(alert).toContainText(message);
  if (javaScriptEnabled) await expect(alert).toBeFocused();
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("me.jpg"));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Profile photo updated")).toBeVisible();
});

test("an upload shows its progress, and leaving the page cancels it", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows its own progress");
  const { release } = await holdRequests(page, "**/profile/photo.data*", "POST");
  await visitDialog(page, "/profile/photo");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("me.jpg"));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/profile?tab=profile");
  release();
  await expect(page.locator(".profile-photo img")).toHaveAttribute("src", "/avatars/Ada.svg");
  expect(await (await ada.context.request.get("/api/auth/user")).json()).toMatchObject({
    profileImageUrl: null,
  });
});

test("an unreachable server is reported", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows its own error");
  await visitDialog(page, "/profile/photo");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await file("me.jpg"));
  await page.route("**/profile/photo.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Upload failed: We couldn't reach B-Side. Please try again.")).toBeVisible();
  await expect(notice("Failed to update profile photo. Please try again.")).toBeVisible();
  await page.unroute("**/profile/photo.data*");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".profile-photo img")).toHaveAttribute("src", /^\/pictures\//);
});

function inForm(name: string): Locator {
  return page.locator("form").getByRole("button", { name });
}

test("a record's cover is uploaded, kept, replaced by a URL and removed", async ({ javaScriptEnabled }) => {
  await visitDialog(page, "/records/new");
  await page.getByLabel("Artist").fill("Nico");
  await page.getByLabel("Album").fill("Desertshore");
  await page.getByLabel("Cover image").setInputFiles(await file("cover.jpg"));
  const preview = page.getByRole("img", { name: "Current cover" });
  if (javaScriptEnabled) await expectLoaded(preview);
  await inForm("Add Record").click();
  await expect(notice("Record added to your collection")).toBeVisible();
  const cover = page.locator(".record-card img");
  await expectLoaded(cover);
  await expect(cover).toHaveAttribute("srcset", /-320\.webp 320w/);

  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await expectLoaded(preview);
  await expect(page.getByLabel("Or image URL")).toHaveValue("");
  await page.getByLabel("Notes").fill("Still with its cover");
  await inForm("Save Record").click();
  await expect(page.locator(".record-card")).toContainText("Still with its cover");
  await expectLoaded(cover);

  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await page.getByLabel("Or image URL").fill("https://covers.example.org/1.jpg");
  await inForm("Save Record").click();
  await expect(notice("Record updated successfully")).toBeVisible();
  const records = async () => (await ada.context.request.get("/api/record-collections")).json();
  await expect.poll(async () => (await records())[0].imageUrl).toBe("https://covers.example.org/1.jpg");

  await visit(page, "/records");
  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await expect(page.getByLabel("Or image URL")).toHaveValue("https://covers.example.org/1.jpg");
  await page.getByLabel("Cover image").setInputFiles(await file("other.jpg"));
  if (javaScriptEnabled) await expectLoaded(preview);
  await inForm("Save Record").click();
  await expect.poll(async () => (await records())[0].imageUrl).toMatch(/^\/pictures\//);

  await visit(page, "/records");
  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await page.getByLabel("Remove cover").check();
  await inForm("Save Record").click();
  await expect(notice("Record updated successfully")).toBeVisible();
  await expect(cover).toHaveAttribute("src", /^\/sleeves\//);
});

test("a cover that is not a picture is refused at its field, and other input is kept", async ({
  javaScriptEnabled,
}) => {
  await visitDialog(page, "/playlists/new");
  await page.getByLabel("Name").fill("Deserts");
  await page.getByLabel("Cover image").setInputFiles(await file("cover.jpg", svg));
  await inForm("Create Playlist").click();
  const message = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
  await expect(page.locator(".field-error")).toContainText(message);
  await page.getByLabel("Cover image").setInputFiles(tooLarge);
  if (!javaScriptEnabled) await inForm("Create Playlist").click();
  await expect(page.locator(".field-error")).toContainText("Some files are too large. Maximum size is 10MB.");
  await expect(page.getByLabel("Name")).toHaveValue("Deserts");
  await page.getByLabel("Cover image").setInputFiles(await file("cover.jpg"));
  if (javaScriptEnabled) await expectLoaded(page.getByRole("img", { name: "Current cover" }));
  await inForm("Create Playlist").click();
  await expect(notice("Playlist created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deserts", level: 1 })).toBeVisible();
  await visit(page, "/playlists");
  await expectLoaded(page.locator(".playlist-link img"));
});

test("a form with a picture stays open during its upload, shows progress and survives a lost connection", async ({
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows its own progress");
  await visit(page, "/records/new");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.getByLabel("Artist").fill("Nico");
  await page.getByLabel("Album").fill("Desertshore");
  await page.getByLabel("Cover image").setInputFiles(await file("cover.jpg"));
  await page.route("**/records/new.data*", (route) => route.abort());
  await inForm("Add Record").click();
  await expect(notice("Failed to add record to collection")).toBeVisible();
  await expect(page.getByLabel("Artist")).toHaveValue("Nico");
  await expectLoaded(page.getByRole("img", { name: "Current cover" }));
  await page.unroute("**/records/new.data*");
  const { release } = await holdRequests(page, "**/records/new.data*", "POST");
  await inForm("Add Record").click();
  await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  release();
  await expect(notice("Record added to your collection")).toBeVisible();
  await expectLoaded(page.locator(".record-card img"));
});

test("axe finds no violations, and nothing scrolls horizontally", async ({ javaScriptEnabled }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { uploadURL } = await sendJson(ada, "POST", "/api/objects/upload", undefined);
  await ada.context.request.put(uploadURL, {
    data: await photo(),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const names = { artist: "Nico", album: "Desertshore", imageUrl: uploadURL };
  const { id } = await sendJson(ada, "POST", "/api/record-collections", names);
  for (const path of ["/profile/photo", `/records/${id}/edit`]) {
    await visit(page, path);
    if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
    if (path === "/profile/photo") {
      await page.getByRole("button", { name: "Upload" }).click();
      await expect(page.locator(".field-error")).toBeVisible();
    } else await expectLoaded(page.getByRole("img", { name: "Current cover" }));
    await expectNoHorizontalScroll(page);
    if (javaScriptEnabled) await expectAccessibleInBothSchemes(page);
  }
});
