// What a screen looks like beyond its layout: the theme, forced colors, tooltips, and what replaces pictures that fail.
import { expect, type Page } from "@playwright/test";
import { photo } from "../../fakes/picture-files";
import { conversationWithMember, sendJson, setPreferences } from "../members";
import { openContext, openPage, test, visit, visitDialog } from "../pages";

/** Presses a theme, and waits until it is saved; the page shows it before that. */
async function choose(page: Page, theme: string) {
  const saved = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/theme"));
  await page.getByRole("button", { name: theme, exact: true }).click();
  await (await saved).finished();
}

const html = (page: Page) => page.locator("html");

test("a theme holds at once in every tab, tooltips name buttons, and broken pictures are replaced", {
  tag: "@all",
}, async ({ browser }) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  const { page, context } = ada;

  // A theme that is chosen during sign-in keeps what is typed.
  const guest = await openPage(await openContext(browser, true));
  await visit(guest, "/api/login");
  const address = guest.url();
  await guest.getByLabel("Email").fill("ada@example.org");
  await choose(guest, "Dark");
  await expect(html(guest)).toHaveClass("dark");
  await expect(guest).toHaveURL(address);
  await expect(guest.getByLabel("Email")).toHaveValue("ada@example.org");
  // In forced colors the chosen one looks different from the others.
  await guest.emulateMedia({ forcedColors: "active" });
  const colorOf = (name: string) =>
    guest
      .getByRole("button", { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await colorOf("Light")).toBe(await colorOf("System"));
  expect(await colorOf("Dark")).not.toBe(await colorOf("Light"));

  // One that can't be saved is taken back, and one that another tab has chosen comes with the next screen.
  await visit(page, "/settings");
  await choose(page, "Dark");
  await expect(html(page)).toHaveClass("dark");
  await expect(page.getByRole("button", { name: "Dark", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.route("**/theme*", (route) => route.abort());
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await expect(page.getByText("We couldn't reach B-Side.").first()).toBeVisible();
  await expect(html(page)).toHaveClass("dark");
  const other = await context.newPage();
  await visit(other, "/settings");
  await choose(other, "Light");
  await expect(html(other)).toHaveClass("light");
  await other.close();
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(page).toHaveTitle("Records · B-Side");
  await expect(html(page)).toHaveClass("light");

  // In forced colors a quote keeps its bar; a thumbnail that fails to load becomes a drawing.
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ben, "POST", messages, {
    content: "Listen",
    messageType: "youtube_link",
    metadata: { url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
  });
  await sendJson(ben, "POST", messages, { content: "Two", quotedId: id });
  await page.route("**/pictures/*", (route) => route.abort());
  await page.emulateMedia({ forcedColors: "active" });
  await visit(page, `/messages/${conversationId}`);
  const bar = await page.locator(".quote").evaluate((quote) => {
    const { borderLeftWidth, borderLeftStyle, borderLeftColor, color } = getComputedStyle(quote);
    return [borderLeftWidth, borderLeftStyle, borderLeftColor === color];
  });
  expect(bar).toEqual(["4px", "solid", true]);
  await page.emulateMedia({ forcedColors: null });
  await expect(page.locator(".share-picture svg")).toBeVisible();
  await expect(page.locator(".share-picture img")).toHaveCount(0);

  // The cover that a record has hides the field's text that no file is chosen.
  const picture = { name: "cover.png", mimeType: "image/png", buffer: await photo("png", 60, 60) };
  await context.request.post("/records/new", {
    multipart: { artist: "Pram", album: "Helium", format: "vinyl", condition: "good", picture },
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
  });
  await page.unroute("**/pictures/*");
  const [record] = await (await context.request.get("/api/record-collections")).json();
  await visitDialog(page, `/records/${record.id}/edit`);
  const field = page.getByLabel("Cover image");
  const color = () => field.evaluate((element) => getComputedStyle(element).color);
  const cover = await page.getByRole("img", { name: "Current cover" }).boundingBox();
  expect(cover?.y).toBeLessThan((await field.boundingBox())?.y ?? 0);
  expect(await color()).toBe("rgba(0, 0, 0, 0)");
  await field.setInputFiles({ ...picture, name: "other.png" });
  await expect.poll(color).not.toBe("rgba(0, 0, 0, 0)");

  // An icon button's name shows after a moment's hovering, at once for the next one, and on focus.
  await setPreferences(ada, ["Can", "Low", "Broadcast"], ["Rock"]);
  const tooltip = page.locator(".tooltip");
  const up = page.getByRole("button", { name: "Move Low up" });
  const down = page.getByRole("button", { name: "Move Low down" });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.clock.install();
  page.once("dialog", (question) => question.accept());
  await visit(page, "/profile?tab=music");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await up.hover();
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(tooltip).toHaveText("Move Low up");
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await down.hover();
  await page.clock.runFor(50);
  await expect(tooltip).toHaveText("Move Low down");
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await page.mouse.move(0, 0);
  await up.focus();
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Move Low down");
  await page.keyboard.press("Shift+Tab");
  await expect(tooltip).toHaveText("Move Low up");
});
