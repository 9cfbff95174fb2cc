// Uploads with scripts: a focal point that is dragged, previews, progress, and lost connections.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { photo, svg } from "../fakes/picture-files";
import { signUp } from "./members";
import { collectErrors } from "./page-checks";
import { holdRequests, test, visit, visitDialog } from "./pages";

// Passed by its path, because sending so large a file to the browser would take seconds.
const folder = mkdtempSync(join(tmpdir(), "b-side-files-"));
const tooLarge = join(folder, "big.jpg");
test.beforeAll(() => writeFileSync(tooLarge, Buffer.alloc(11_000_000, 1)));
test.afterAll(() => rmSync(folder, { recursive: true }));

const TOO_LARGE = "Some files are too large. Maximum size is 10MB.";
const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

function flash(page: Page, words: string): Locator {
  return page.locator(".flash, .toast").filter({ hasText: words }).first();
}

async function expectLoaded(image: Locator) {
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
}

/** The part of a photo that its place shows, as CSS says it. */
const positionOf = (image: Locator) =>
  image.evaluate((each: HTMLImageElement) => getComputedStyle(each).objectPosition);

test("a member chooses a photo's focal point by keys and by drag, and sees its upload's progress and failures @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const failure = collectErrors(page);
  const choose = page.getByLabel("Photo", { exact: true });
  const upload = page.getByRole("button", { name: "Upload" });
  const sending = "**/profile/photo.data*";
  const failed = page
    .getByRole("alert")
    .filter({ hasText: "Failed to update profile photo. Please try again." });
  const openDialog = async () => {
    await page.getByRole("link", { name: "Change profile photo" }).click();
    await expect(page.getByRole("dialog").getByLabel("Photo", { exact: true })).toBeVisible();
  };
  await visitDialog(page, "/profile/photo");
  await choose.setInputFiles(tooLarge);
  await expect(page.locator(".field-error")).toHaveText(TOO_LARGE);

  // A file that is no picture has no focal point.
  const ring = page.getByRole("slider", { name: "Focal point" });
  await choose.setInputFiles(file("me.jpg", svg));
  await expect(page.locator(".focus-surface")).toHaveCount(0);
  await upload.click();
  await expect(failed).toContainText("Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.");
  await expect(failed).toBeFocused();

  const tall = file("me.jpg", await photo("jpeg", 400, 600));
  await choose.setInputFiles(tall);
  await expect(ring).toHaveAttribute("aria-valuetext", "50% from the left, 30% from the top");
  await ring.focus();
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await expect(ring).toHaveAttribute("aria-valuetext", "45% from the left, 20% from the top");

  await page.route(sending, (route) => route.abort());
  await upload.click();
  await expect(page.getByText("Upload failed: We couldn't reach B-Side. Please try again.")).toBeVisible();
  await page.unroute(sending);

  // Leaving the page cancels an upload.
  const held = await holdRequests(page, sending, "POST");
  await upload.click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/profile");
  held.release();
  await page.unroute(sending);
  const shown = page.locator(".profile-photo img");
  const settings = "/profile?tab=profile";
  await visit(page, settings);
  await expect(shown).toHaveAttribute("src", "/avatars/Ada.svg");
  expect(await (await ada.context.request.get("/api/auth/user")).json()).toMatchObject({
    profileImageUrl: null,
  });

  await openDialog();
  await choose.setInputFiles(tall);
  await ring.focus();
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await upload.click();
  await expect(flash(page, "Profile photo updated")).toBeVisible();
  await visit(page, settings);
  expect(await positionOf(shown)).toBe("45% 20%");
  expect(await positionOf(page.getByRole("banner").locator("img"))).toBe("45% 20%");

  await openDialog();
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
  await page.getByRole("button", { name: "Save Position" }).click();
  await expect(flash(page, "Photo position saved")).toBeVisible();
  await visit(page, settings);
  await expect.poll(() => positionOf(shown)).toBe("30% 75%");
  expect(await shown.evaluate((each) => getComputedStyle(each).objectFit)).toBe("cover");
  expect(failure).toEqual([]);
});

test("a form with a cover shows it before its upload, stays open during it, and survives a lost connection", async ({
  browser,
}) => {
  const { page } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  await visitDialog(page, "/records/new");
  await page.getByLabel("Artist", { exact: true }).fill("Nico");
  await page.getByLabel("Album", { exact: true }).fill("Desertshore");
  const choose = page.getByLabel("Cover image");
  await choose.setInputFiles(tooLarge);
  await expect(page.locator(".field-error")).toContainText(TOO_LARGE);
  await choose.setInputFiles(file("cover.jpg", await photo("jpeg", 400, 400)));
  const preview = page.getByRole("img", { name: "Current cover" });
  await expectLoaded(preview);

  const sending = "**/records/new.data*";
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add Record" });
  await page.route(sending, (route) => route.abort());
  await add.click();
  await expect(flash(page, "Failed to add record to collection")).toBeVisible();
  await expect(page.getByLabel("Artist", { exact: true })).toHaveValue("Nico");
  await expectLoaded(preview);
  await page.unroute(sending);
  const { release } = await holdRequests(page, sending, "POST");
  await add.click();
  await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  release();
  await expect(flash(page, "Record added to your collection")).toBeVisible();
  const cover = page.locator(".record-card img");
  await expectLoaded(cover);

  await page.getByRole("link", { name: "Edit Desertshore" }).click();
  await expectLoaded(preview);
  await choose.setInputFiles(file("other.jpg", await photo("jpeg", 300, 300)));
  await expect(preview).toHaveAttribute("src", /^blob:/);
  const before = await cover.getAttribute("src");
  await dialog.getByRole("button", { name: "Save Record" }).click();
  await expect(flash(page, "Record updated successfully")).toBeVisible();
  await expect(cover).not.toHaveAttribute("src", before ?? "");
  await expectLoaded(cover);
  expect(failure).toEqual([]);
});
