// A member keeps several photos, and another one looks at them, with and without scripts.
import { expect } from "@playwright/test";
import { blotches } from "../../fakes/picture-files";
import { signUp } from "../members";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

test("a member adds photos, reorders them, sets a focal point, and others look at them", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const ben = await signUp(browser, "Ben", javaScriptEnabled);
  const { page } = ada;
  const errors = collectErrors(page, ben.page);
  const files = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `${number}.jpg`,
      mimeType: "image/jpeg",
      buffer: await blotches(number).jpeg().toBuffer(),
    })),
  );
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Your Photos" }).click();
  await expect(page).toHaveTitle("Photos · Profile · B-Side");
  await page.getByLabel("Photos").setInputFiles(files);
  const rings = page.getByRole("slider", { name: "Focal point" });
  if (javaScriptEnabled) {
    await expect(rings).toHaveCount(3);
    await page.getByRole("group", { name: "2.jpg" }).getByRole("slider").press("ArrowRight");
    await expectUsable(page, javaScriptEnabled);
  }
  await page.getByRole("button", { name: "Add Photos" }).click();
  await expect(page.getByText("3 photos added").first()).toBeVisible();
  await expect(rings).toHaveCount(0);
  await expectUsable(page, javaScriptEnabled);

  const photos = page.locator(".own-photo");
  const sources = () =>
    photos.locator("img").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  await expect(photos).toHaveCount(3);
  await expect(photos.nth(1).locator("img")).toHaveCSS(
    "object-position",
    javaScriptEnabled ? "55% 30%" : "50% 30%",
  );
  const [first, second, third] = await sources();
  await page.getByRole("button", { name: "Make photo 3 First" }).click();
  await expect.poll(sources).toEqual([third, first, second]);
  await page.getByRole("button", { name: "Move photo 2 down" }).click();
  await expect.poll(sources).toEqual([third, second, first]);

  await page.getByRole("link", { name: "Position of photo 2" }).click();
  await expect(page).toHaveTitle("Position · Photos · Profile · B-Side");
  if (javaScriptEnabled) {
    await page.getByRole("slider", { name: "Focal point" }).press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
  } else await page.getByLabel("Bottom right").check();
  await expectUsable(page, javaScriptEnabled);
  await page.getByRole("button", { name: "Save Position" }).click();
  await expect(photos.nth(1).locator("img")).toHaveCSS(
    "object-position",
    javaScriptEnabled ? "50% 35%" : "100% 100%",
  );

  await visit(ben.page, `/members/${ada.id}`);
  const strip = ben.page.getByRole("region", { name: /^Photos of Ada/ });
  await expect(strip.getByRole("img")).toHaveCount(3);
  await expect(strip.getByRole("img", { name: /photo 2 of 3/ })).toHaveAttribute("src", `${second}`);
  await strip.getByRole("list").focus();
  await ben.page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  await expectUsable(ben.page, javaScriptEnabled);

  await strip.getByRole("link", { name: /photo 2 of 3/ }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 2 of 3" })).toBeVisible();
  await expectUsable(ben.page, javaScriptEnabled);
  await ben.page.getByRole("link", { name: "Next" }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 3 of 3" })).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await ben.page.getByRole("link", { name: "Previous" }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 2 of 3" })).toBeVisible();
  await ben.page.getByRole("link", { name: "Report" }).click();
  await expect(ben.page.getByRole("heading", { name: "Report Ada's photo" })).toBeVisible();
  await expect(ben.page.getByRole("img", { name: "The photo you're reporting" })).toHaveAttribute(
    "src",
    `${second}`,
  );
  await expectUsable(ben.page, javaScriptEnabled);
  await ben.page.getByRole("link", { name: "Cancel" }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 2 of 3" })).toBeVisible();

  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await expect.poll(sources).toEqual([second, first]);
  await visit(ben.page, `/members/${ada.id}`);
  await expect(ben.page.getByRole("region", { name: /^Photos of Ada/ }).getByRole("img")).toHaveCount(2);
  expect(errors).toEqual([]);
});

test("six photos added at once are dragged into another order", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "Dragging needs scripts; without them there are buttons.");
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const files = await Promise.all(
    [4, 5, 6, 7, 8, 9].map(async (number) => ({
      name: `${number}.jpg`,
      mimeType: "image/jpeg",
      buffer: await blotches(number).jpeg().toBuffer(),
    })),
  );
  await visit(page, "/profile/photos");
  await page.getByLabel("Photos").setInputFiles(files);
  await page.getByRole("button", { name: "Add Photos" }).click();
  const photos = page.locator(".own-photo");
  await expect(photos).toHaveCount(6);
  const sources = () =>
    photos.locator("img").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  const [first, second, third, ...rest] = await sources();
  const handles = page.locator(".drag-handle");
  const dragTo = async (from: number, to: number) => {
    await handles.nth(from).scrollIntoViewIfNeeded();
    const [handle, row] = [await handles.nth(from).boundingBox(), await photos.nth(to).boundingBox()];
    if (!handle || !row) throw new Error("A row is not on the page");
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(handle.x, to < from ? row.y + 4 : row.y + row.height - 4, { steps: 5 });
    await page.mouse.up();
  };
  await dragTo(2, 0);
  await expect.poll(sources).toEqual([third, first, second, ...rest]);
  await dragTo(0, 1);
  await expect.poll(sources).toEqual([first, third, second, ...rest]);
  await page.reload();
  await expect.poll(sources).toEqual([first, third, second, ...rest]);
});

test("more files than there is room for are refused before they are sent", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const buffer = await blotches(9).jpeg().toBuffer();
  await visit(page, "/profile/photos");
  await page
    .getByLabel("Photos")
    .setInputFiles(
      Array.from({ length: 7 }, (_, index) => ({ name: `${index}.jpg`, mimeType: "image/jpeg", buffer })),
    );
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Add Photos" }).click();
  await expect(page.locator(".field-error")).toContainText("You can have up to 6 photos. Remove one first.");
  await expectUsable(page, javaScriptEnabled);
});
