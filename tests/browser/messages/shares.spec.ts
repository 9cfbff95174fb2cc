// Shares in a chat: the two dialogs, which send without waiting, and the players in their cards.
import { expect, type Locator, type Page } from "@playwright/test";
import { conversationWithMember, type Person, sendJson } from "../members";
import { collectErrors } from "../page-checks";
import { holdRequests, test, visit, waitForFrames } from "../pages";

const ID = "dQw4w9WgXcQ";
const OTHER_ID = "9bZkp7q19f0";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";
/** The pages of players, on the sites that may appear in a frame. */
const PLAYERS = /^https:\/\/(www\.youtube-nocookie\.com|open\.spotify\.com)\/embed\//;

const messagesOf = (page: Page, text: string | RegExp = ""): Locator =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: text });
const linkTo = (page: Page, name: string) => page.getByRole("link", { name });

async function titlesOf(person: Person, conversationId: string): Promise<string[]> {
  const newestFirst = await sendJson(
    person,
    "GET",
    `/api/conversations/${conversationId}/messages`,
    undefined,
  );
  return newestFirst.map(({ metadata }: { metadata: { title?: string } }) => metadata.title ?? "").reverse();
}

test("a share is checked as it is typed, shows at once, and is sent wherever its sender goes", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversationWithMember(browser);
  const { page } = ada;
  const errors = collectErrors(page);
  await visit(page, `/messages/${conversationId}`);
  await linkTo(page, "Share Music").click();
  const music = page.getByRole("dialog", { name: "Share Music" });
  const share = music.getByRole("button", { name: "Share" });
  await expect.poll(async () => (await music.boundingBox())?.width).toBeLessThanOrEqual(500);
  await expect(music.getByLabel("URL")).toBeHidden();
  await expect(share).toBeDisabled();
  await music.getByText("YouTube", { exact: true }).click();
  await expect(music.getByLabel("Artist")).toBeHidden();
  await music.getByLabel("URL").fill("https://www.youtube.com.evil.example/watch?v=x");
  await expect(music.getByText("Please enter a valid youtube URL")).toBeVisible();
  await expect(share).toBeDisabled();
  await music.getByText("Spotify", { exact: true }).click();
  await expect(music.getByText("Please enter a valid spotify URL")).toBeVisible();
  await music.getByLabel("URL").fill(TRACK);
  await expect(music.getByText("Please enter a valid")).toHaveCount(0);
  await expect(share).toBeEnabled();
  // Cancel discards what was typed.
  await linkTo(page, "Cancel").click();
  await expect(music).toHaveCount(0);
  await linkTo(page, "Share Music").click();
  await expect(music.getByLabel("URL")).toHaveValue("");

  // Enter sends nothing that isn't ready; what is ready shows before it is saved.
  const path = `**/messages/${conversationId}/share*`;
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/share")) posts++;
  });
  await music.getByLabel("Artist").fill("Can");
  await music.getByLabel("Title").press("Enter");
  await music.getByLabel("Title").fill("Spoon");
  const spoon = await holdRequests(page, path, "POST");
  await music.getByLabel("Title").press("Enter");
  const line = messagesOf(page, "Spoon");
  await expect(line).toContainText("Sending...");
  await expect(music).toHaveCount(0);
  await line.evaluate((row) => row.setAttribute("data-same-row", ""));
  spoon.release();
  await expect(line).not.toContainText("Sending...");
  await expect(line).toHaveAttribute("data-same-row", "");
  expect(posts).toBe(1);
  await page.unroute(path);

  // Another share while the previous one is on its way is a different message.
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === "POST") {
      await route.fetch();
      await late;
    }
    await route.continue().catch(() => undefined);
  });
  for (const title of ["Vitamin C", "Sing Swan Song"]) {
    await linkTo(page, "Share Music").click();
    // The dialog opens once the previous share has arrived.
    if (title !== "Vitamin C") answer();
    await music.getByLabel("Artist").fill("Can");
    await music.getByLabel("Title").fill(title);
    await share.click();
    await expect(music).toHaveCount(0);
  }
  await expect.poll(() => titlesOf(ada, conversationId)).toEqual(["Spoon", "Vitamin C", "Sing Swan Song"]);
  await expect(messagesOf(page, /Vitamin C|Sing Swan Song/)).toHaveCount(2);
  await page.unroute(path);

  // A member who opens another screen meanwhile stays there.
  let isDropped = false;
  const song = await holdRequests(page, path, "POST", () => {
    isDropped = true;
  });
  await linkTo(page, "Share Music").click();
  await music.getByLabel("Artist").fill("Can");
  await music.getByLabel("Title").fill("Halleluhwah");
  await share.click();
  await expect(music).toHaveCount(0);
  await linkTo(page, "Records").first().click();
  await expect(page.getByText("My Record Collection")).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(`/messages/${conversationId}`))
      loads.push(request.url());
  });
  const response = page.waitForResponse((each) => each.request().method() === "POST");
  song.release();
  await response;
  await expect.poll(() => titlesOf(ada, conversationId)).toHaveLength(4);
  await waitForFrames(page);
  expect([isDropped, loads]).toEqual([false, []]);
  await expect(page).toHaveURL("/records");
  expect(errors).toEqual([]);
});

test("a share that failed reopens with its input, and a video plays once it is allowed @all", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversationWithMember(browser);
  const { page, context } = ada;
  const asked: string[] = [];
  await context.route(/^https:\/\/(?!localhost)/, (route) => {
    const url = route.request().url();
    asked.push(url);
    const body = `player of ${route.request().headers().referer}`;
    return PLAYERS.test(url) ? route.fulfill({ contentType: "text/html", body }) : route.abort();
  });
  await visit(page, `/messages/${conversationId}`);
  await linkTo(page, "Share Music").click();
  const music = page.getByRole("dialog", { name: "Share Music" });
  await music.getByText("Spotify", { exact: true }).click();
  await music.getByLabel("URL").fill(TRACK);
  await music.getByLabel("Note").fill("Only once");
  // Saved by the server, but the response is lost.
  let isLost = false;
  await page.route(`**/messages/${conversationId}/share*`, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await music.getByRole("button", { name: "Share" }).click();
  await expect(
    page.getByText("We couldn't reach B-Side. Check your connection.", { exact: true }),
  ).toBeVisible();
  await expect(music.getByLabel("URL")).toHaveValue(TRACK);
  await expect(music.getByLabel("Note")).toHaveValue("Only once");
  await music.getByRole("button", { name: "Share" }).click();
  await expect(music).toHaveCount(0);
  await expect(messagesOf(page, "Only once")).toHaveCount(1);
  await expect(messagesOf(page, "Only once")).not.toContainText("Sending...");

  const film = page.getByRole("dialog", { name: "Share YouTube Video" });
  const field = film.getByLabel("YouTube URL");
  const share = film.getByRole("button", { name: "Share Video" });
  const path = `**/messages/${conversationId}/video*`;
  await linkTo(page, "Share Video").click();
  for (const [typed, title, message] of [
    ["", "URL required", "Please enter a YouTube URL to share."],
    ["https://www.youtube.com/playlist?list=PL1", "Invalid URL", "Please enter a valid YouTube URL."],
  ] as const) {
    await field.fill(typed);
    await share.click();
    await expect(film.getByRole("alert")).toHaveText(`${title}${message}`);
    // At the field, and in the summary under its title.
    await expect(film.getByText(message, { exact: true })).toHaveCount(2);
  }
  await page.route(path, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 502, body: "" }) : route.continue(),
  );
  await field.fill(WATCH);
  await expect(page.getByText("Invalid URL")).toHaveCount(0);
  await share.click();
  await expect(page.getByText("Failed to share video", { exact: true })).toBeVisible();
  await expect(page.getByText("Please check the YouTube URL and try again.", { exact: true })).toBeVisible();
  await expect(field).toHaveValue(WATCH);
  await page.unroute(path);

  // The event about the member's own share may arrive before the response.
  await page.route(path, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const counted = page.waitForResponse("**/counts");
    const response = await route.fetch({ maxRedirects: 0 });
    await counted;
    // The event that is counted would have started a page load by now.
    await waitForFrames(page);
    await expect(film.getByRole("button", { name: "Sharing..." })).toBeDisabled();
    await expect(film.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await route.fulfill({ response });
  });
  await field.press("Enter");
  await expect(page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(film).toHaveCount(0);
  await expect(page).toHaveURL(`/messages/${conversationId}`);
  await linkTo(page, "Share Video").click();
  await expect(film).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(film).toHaveCount(0);
  await expect(linkTo(page, "Share Video")).toBeFocused();

  // Nor does closing the dialog stop a video that is on its way.
  await page.unroute(path);
  await linkTo(page, "Share Video").click();
  await field.fill(`https://youtu.be/${OTHER_ID}`);
  const second = await holdRequests(page, path, "POST");
  await share.click();
  await second.requested;
  await page.keyboard.press("Escape");
  await expect(film).toHaveCount(0);
  const sent = messagesOf(page, /Click to watch/);
  await expect(sent).toHaveCount(2);
  await expect(sent.last()).toContainText("Sending...");
  second.release();
  await expect(sent.last()).not.toContainText("Sending...");
  await expect(sent).toHaveCount(2);

  // A video asks before it plays, each time, and can be hidden again.
  const line = messagesOf(page, /Click to watch|Hide Video/).first();
  const player = page.frameLocator(".share iframe");
  const question = player.getByRole("heading", { name: "Play from YouTube?" });
  await line.getByText("Click to watch").click();
  await expect(question).toBeVisible();
  expect(asked).toEqual([]);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect(player.frameLocator("iframe").getByText(/player of http:\/\/localhost:\d+\/$/)).toBeVisible();
  expect(asked.at(-1)).toMatch(new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${ID}\\?`));
  await expect(linkTo(page, "Open in YouTube")).toHaveAttribute("href", WATCH);
  const toggle = line.locator(".share-link[aria-expanded]");
  await expect(toggle).toHaveAccessibleName("Hide Video");
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".share iframe")).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(question).toBeVisible();
});
