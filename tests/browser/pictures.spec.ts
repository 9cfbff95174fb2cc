// A member shows pictures: on the profile and on covers, with scripts and without.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { photo, svg } from "../picture-files";
import { expectAccessible, expectNoSidewaysScroll, hold, test, visit, watch } from "./pages";
import { type Person, send, signUp } from "./people";

let ada: Person;
let page: Page;
let trouble: string[];

test.beforeEach(async ({ browser, javaScriptEnabled }) => {
  ada = await signUp(browser, "Ada", javaScriptEnabled);
  page = ada.page;
  trouble = watch(page);
});
test.afterEach(async () => {
  expect(trouble).toEqual([]);
});

// By its path: so large a file would take the browser's remote control seconds.
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

/** Whether a picture has come. */
async function expectLoaded(image: Locator) {
  await expect(image).toBeVisible();
  if (!ada.hasScripts) {
    const source = (await image.getAttribute("src")) ?? "";
    expect((await ada.context.request.get(source)).status()).toBe(200);
  } else
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
}

test("a member changes the photo, everybody sees it, and takes it away again", async ({
  browser,
  javaScriptEnabled,
}) => {
  await visit(page, "/profile?tab=music");
  await page.getByRole("link", { name: "Change profile photo" }).click();
  await expect(page).toHaveTitle("Profile photo · Profile · B-Side");
  await page.getByLabel("Picture").setInputFiles(await file("../me; (1).jpg"));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Profile photo updated")).toBeVisible();
  await expect(page).toHaveURL("/profile?tab=music");
  await expect(page.getByLabel("Picture")).toHaveCount(0);
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

test("a member changes the cover", async () => {
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Change cover photo" }).click();
  await page.getByLabel("Picture").setInputFiles(await file("cover.png", await photo("png")));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Cover photo updated")).toBeVisible();
  await expectLoaded(page.locator(".profile-cover img"));
});

test("what cannot be taken is said at the field, and the next try may be right", async ({
  javaScriptEnabled,
}) => {
  await visit(page, "/profile/photo");
  if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".field-error")).toHaveText("Choose a picture first.");

  await page.getByLabel("Picture").setInputFiles(tooLarge);
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".field-error")).toHaveText("Some files are too large. Maximum size is 10MB.");

  await page.getByLabel("Picture").setInputFiles(await file("me.jpg", svg));
  await page.getByRole("button", { name: "Upload" }).click();
  const says = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
  if (javaScriptEnabled) {
    const alert = page.getByRole("alert").filter({ hasText: `Upload failed: ${says} Please try again.` });
    await expect(alert).toBeFocused();
    await expect(alert).toContainText("Upload failed with status 415");
  } else {
    await expect(page.locator(".field-error")).toHaveText(says);
    await expect(notice("Failed to update profile photo. Please try again.")).toBeVisible();
  }
  await page.getByLabel("Picture").setInputFiles(await file("me.jpg"));
  await page.getByRole("button", { name: "Upload" }).click();
  // A success waits until the errors before it have been read, five seconds each.
  await expect(notice("Profile photo updated")).toBeVisible();
});

test("while it is sent it is told how far, and leaving ends it", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser itself shows its progress");
  const { release } = await hold(page, "**/api/objects/upload/*");
  await visit(page, "/profile/photo");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByLabel("Picture").setInputFiles(await file("me.jpg"));
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

test("a server that is not there is said to be", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser itself says so");
  await visit(page, "/profile/photo");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByLabel("Picture").setInputFiles(await file("me.jpg"));
  await page.route("**/api/objects/upload/*", (route) => route.abort());
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(
    page.getByText("Upload failed: The server could not be reached. Please try again."),
  ).toBeVisible();
  await page.unroute("**/api/objects/upload/*");
  await page.route("**/profile/photo.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(notice("Failed to update profile photo. Please try again.")).toBeVisible();
  await page.unroute("**/profile/photo.data*");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".profile-photo img")).toHaveAttribute("src", /^\/pictures\//);
});

function inForm(name: string): Locator {
  return page.locator("form").getByRole("button", { name });
}

test("a record's cover is uploaded, kept, replaced by an address, and taken off", async ({
  javaScriptEnabled,
}) => {
  await visit(page, "/records/new");
  if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByLabel("Artist").fill("Nico");
  await page.getByLabel("Album").fill("Desertshore");
  await page.getByLabel("Cover picture").setInputFiles(await file("cover.jpg"));
  const preview = page.getByRole("img", { name: "The cover as it is" });
  if (javaScriptEnabled) await expectLoaded(preview);
  await inForm("Add Record").click();
  await expect(notice("Record added to your collection")).toBeVisible();
  const cover = page.locator(".record img");
  await expectLoaded(cover);
  await expect(cover).toHaveAttribute("srcset", /-320\.webp 320w/);

  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await expectLoaded(preview);
  await expect(page.getByLabel("Or its address")).toHaveValue("");
  await page.getByLabel("Notes").fill("Still with its cover");
  await inForm("Save Record").click();
  await expect(page.locator(".record")).toContainText("Still with its cover");
  await expectLoaded(cover);

  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await page.getByLabel("Or its address").fill("https://covers.example.org/1.jpg");
  await inForm("Save Record").click();
  await expect(notice("Record updated successfully")).toBeVisible();
  const records = async () => (await ada.context.request.get("/api/record-collections")).json();
  await expect.poll(async () => (await records())[0].imageUrl).toBe("https://covers.example.org/1.jpg");

  await visit(page, "/records");
  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await expect(page.getByLabel("Or its address")).toHaveValue("https://covers.example.org/1.jpg");
  await page.getByLabel("Cover picture").setInputFiles(await file("other.jpg"));
  if (javaScriptEnabled) await expectLoaded(preview);
  await inForm("Save Record").click();
  await expect.poll(async () => (await records())[0].imageUrl).toMatch(/^\/pictures\//);

  await visit(page, "/records");
  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await page.getByLabel("Take this cover off").check();
  await inForm("Save Record").click();
  await expect(notice("Record updated successfully")).toBeVisible();
  await expect(cover).toHaveCount(0);
});

test("a cover that is no picture is refused at its field, and the rest is kept", async ({
  javaScriptEnabled,
}) => {
  await visit(page, "/playlists/new");
  if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByLabel("Name").fill("Deserts");
  await page.getByLabel("Cover picture").setInputFiles(await file("cover.jpg", svg));
  if (!javaScriptEnabled) await inForm("Create Playlist").click();
  const says = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
  await expect(page.locator(".field-error")).toContainText(says);
  await page.getByLabel("Cover picture").setInputFiles(tooLarge);
  if (!javaScriptEnabled) await inForm("Create Playlist").click();
  await expect(page.locator(".field-error")).toContainText("Some files are too large. Maximum size is 10MB.");
  await expect(page.getByLabel("Name")).toHaveValue("Deserts");
  await page.getByLabel("Cover picture").setInputFiles(await file("cover.jpg"));
  if (javaScriptEnabled) await expectLoaded(page.getByRole("img", { name: "The cover as it is" }));
  await inForm("Create Playlist").click();
  await expect(notice("Playlist created successfully")).toBeVisible();
  await expectLoaded(page.locator(".playlist-link img"));
});

test("a form that is sent before its picture has arrived carries it", async ({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts it always does");
  await visit(page, "/records/new");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.route("**/api/objects/upload/*", () => undefined);
  await page.getByLabel("Artist").fill("Nico");
  await page.getByLabel("Album").fill("Desertshore");
  await page.getByLabel("Cover picture").setInputFiles(await file("cover.jpg"));
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await inForm("Add Record").click();
  await expect(notice("Record added to your collection")).toBeVisible();
  await expectLoaded(page.locator(".record img"));
});

test("axe finds nothing, and nothing scrolls sideways", async ({ javaScriptEnabled }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { uploadURL } = await send(ada, "POST", "/api/objects/upload", undefined);
  await ada.context.request.put(uploadURL, {
    data: await photo(),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const names = { artist: "Nico", album: "Desertshore", imageUrl: uploadURL };
  const { id } = await send(ada, "POST", "/api/record-collections", names);
  for (const path of ["/profile/photo", `/records/${id}/edit`]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await visit(page, path);
      if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
      if (path === "/profile/photo") {
        await page.getByRole("button", { name: "Upload" }).click();
        await expect(page.locator(".field-error")).toBeVisible();
      } else await expectLoaded(page.getByRole("img", { name: "The cover as it is" }));
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page);
    }
  }
});
