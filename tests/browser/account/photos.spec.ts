// What scripts do with a member's photos: focal points before and after the upload, dragging, refusals before it, a strip.
import { expect } from "@playwright/test";
import { blotches } from "../../fakes/picture-files";
import { signUp } from "../members";
import { collectErrors } from "../page-checks";
import { dragRow, test, visit } from "../pages";

test("photos get a focal point as they are added, are dragged into another order, and others look at them @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const ben = await signUp(browser, "Ben", true);
  const { page } = ada;
  const errors = collectErrors(page, ben.page);
  const files = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map(async (number) => ({
      name: `${number}.jpg`,
      mimeType: "image/jpeg",
      buffer: await blotches(number, 320).jpeg().toBuffer(),
    })),
  );
  await visit(page, "/profile/photos");
  // More files than there is room for are refused before they are sent.
  await page.getByLabel("Photos").setInputFiles(files);
  await expect(page.locator(".field-error")).toContainText("You can have up to 6 photos. Remove one first.");

  await page.getByLabel("Photos").setInputFiles(files.slice(0, 6));
  const rings = page.getByRole("slider", { name: "Focal point" });
  await expect(rings).toHaveCount(6);
  await page.getByRole("group", { name: "2.jpg" }).getByRole("slider").press("ArrowRight");
  await page.getByRole("button", { name: "Add Photos" }).click();
  await expect(page.getByText("6 photos added").first()).toBeVisible();
  await expect(rings).toHaveCount(0);
  const photos = page.locator(".own-photo");
  const position = (at: number) => photos.nth(at).locator("img");
  await expect(position(1)).toHaveCSS("object-position", "55% 30%");

  // Dragging up and down, and the buttons.
  const sources = () =>
    photos.locator("img").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  const [first, second, third, ...rest] = await sources();
  await photos.nth(1).evaluate((row) => row.scrollIntoView({ block: "center" }));
  await dragRow(page, photos, 2, 0);
  await expect.poll(sources).toEqual([third, first, second, ...rest]);
  await photos.nth(1).evaluate((row) => row.scrollIntoView({ block: "center" }));
  await dragRow(page, photos, 0, 1);
  await expect.poll(sources).toEqual([first, third, second, ...rest]);
  await page.reload();
  await expect.poll(sources).toEqual([first, third, second, ...rest]);
  await page.getByRole("button", { name: "Make photo 3 First" }).click();
  await expect.poll(sources).toEqual([second, first, third, ...rest]);

  await page.getByRole("link", { name: "Position of photo 2" }).click();
  await page.getByRole("slider", { name: "Focal point" }).press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Save Position" }).click();
  await expect(position(1)).toHaveCSS("object-position", "45% 35%");

  // The strip scrolls from the keyboard, and a photo opens over it.
  await visit(ben.page, `/members/${ada.id}`);
  const strip = ben.page.getByRole("region", { name: /^Photos of Ada/ });
  await strip.getByRole("list").focus();
  await ben.page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  await strip.getByRole("link", { name: /photo 2 of 6/ }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 2 of 6" })).toBeVisible();
  await ben.page.getByRole("link", { name: "Next" }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo 3 of 6" })).toBeVisible();
  expect(errors).toEqual([]);
});
