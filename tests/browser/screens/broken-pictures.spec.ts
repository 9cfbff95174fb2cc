// Pictures that fail to load, and what replaces them.
import { expect } from "@playwright/test";
import { conversingPair, sendJson, signUp } from "../members";
import { test, visit, visitDialog } from "../pages";

test("a thumbnail that fails to load is replaced by a drawing", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId: talk } = await conversingPair(browser, javaScriptEnabled, false);
  await sendJson(ben, "POST", `/api/conversations/${talk}/messages`, {
    content: "Listen",
    messageType: "youtube_link",
    metadata: { url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
  });
  const { page } = ada;
  await page.route("**/pictures/*", (route) => route.abort());
  await visit(page, javaScriptEnabled ? `/messages/${talk}` : `/messages/${talk}/frame?still`);
  const picture = page.locator(".share-picture");
  await expect(picture).toBeVisible();
  if (javaScriptEnabled) {
    await expect(picture.locator("svg")).toBeVisible();
    await expect(picture.locator("img")).toHaveCount(0);
  } else {
    // With an empty alt a broken picture is invisible, and its background shows.
    await expect(picture.locator("img")).toHaveAttribute("alt", "");
    expect(await picture.evaluate((box) => getComputedStyle(box).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
  }
});

test("an existing cover hides the input's text for no chosen file", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page, context } = ada;
  const file = { name: "cover.svg", mimeType: "image/png", buffer: onePixel };
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  const multipart = { artist: "Pram", album: "Helium", format: "vinyl", condition: "good", picture: file };
  await context.request.post("/records/new", { multipart, headers });
  const [record] = await (await context.request.get("/api/record-collections")).json();
  await visitDialog(page, `/records/${record.id}/edit`);
  const field = page.getByLabel("Cover image");
  const color = () => field.evaluate((element) => getComputedStyle(element).color);
  await expect(page.getByRole("img", { name: "Current cover" })).toBeVisible();
  expect(await color()).toBe("rgba(0, 0, 0, 0)");
  const cover = await page.getByRole("img", { name: "Current cover" }).boundingBox();
  expect(cover?.y).toBeLessThan((await field.boundingBox())?.y ?? 0);
  if (!javaScriptEnabled) return;
  await field.setInputFiles({ ...file, name: "other.png" });
  await expect.poll(color).not.toBe("rgba(0, 0, 0, 0)");
});

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
