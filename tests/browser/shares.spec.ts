// What is shared in a chat: the two dialogs and the cards, with scripts and without.
import {
  type Browser,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, hold, test, visit, watch } from "./pages";
import { type Person, send, talkingTwo, write } from "./people";

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";
const SLEEVE = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"/>';
/** The frame of a chat asks for itself again by design; its reader can stop it. */
const WAIVED = ["meta-refresh"];

/** Ada and Ben, who talk; `asked` is what Ada's browser asked for outside. */
async function couple(browser: Browser, hasScripts: boolean) {
  const two = await talkingTwo(browser, hasScripts);
  return { ...two, asked: await standInForOutside(two.ada.context) };
}

/** Has a browser find YouTube's pictures and player without the internet, and returns what it asks for. */
async function standInForOutside(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/(?!localhost)/, (route) => {
    const url = route.request().url();
    asked.push(url);
    if (url.startsWith("https://i.ytimg.com/"))
      return route.fulfill({ contentType: "image/svg+xml", body: SLEEVE });
    if (!url.startsWith("https://www.youtube-nocookie.com/")) return route.abort();
    const body = `player of ${route.request().headers().referer}`;
    return route.fulfill({ contentType: "text/html", body });
  });
  return asked;
}

/** Where messages stand: in the page with scripts, in its frame without. */
function placeOf({ page, hasScripts }: Person): Page | FrameLocator {
  return hasScripts ? page : page.frameLocator('iframe[title="Messages"]');
}

function messagesOf(person: Person, text: string | RegExp = ""): Locator {
  return placeOf(person).getByRole("log").getByRole("listitem").filter({ hasText: text });
}

/** Goes to a dialog by its button beside the composer. */
async function openDialog({ page, hasScripts }: Person, talk: string, button: string) {
  await visit(page, `/messages/${talk}`);
  await expect(page.locator("#late-frame")).toHaveCount(hasScripts ? 0 : 1);
  await page.getByRole("link", { name: button }).click();
}

function dialogOf({ page, hasScripts }: Person, name: string): Locator {
  return page.getByRole(hasScripts ? "dialog" : "region", { name });
}

const listOf = async (person: Person, talk: string) =>
  (await person.context.request.get(`/api/conversations/${talk}/messages`)).json();

test("a song is shared by its artist and title, and a note of one's own or the usual one", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  await expect(ada.page).toHaveTitle("Share Music · Messages · B-Side");
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
  const share = dialog.getByRole("button", { name: "Share" });
  await expect(dialog.getByLabel("URL")).toBeHidden();
  if (javaScriptEnabled) {
    await expect(share).toBeDisabled();
    await dialog.getByLabel("Artist").fill("  Can ");
    await expect(share).toBeDisabled();
    await dialog.getByLabel("Title").press("Enter");
  } else {
    await dialog.getByLabel("Artist").fill("Can");
    await share.click();
    await expect(dialog.getByText("Title is required")).toHaveCount(3);
    await expect(dialog.getByLabel("Artist")).toHaveValue("Can");
  }
  expect(await listOf(ada, talk)).toEqual([]);
  await dialog.getByLabel("Title").fill("Vitamin C");
  await dialog.getByLabel("Title").press("Enter");

  const line = messagesOf(ada, "Vitamin C");
  await expect(line).toContainText('Check out "Vitamin C" by Can');
  await expect(dialog).toHaveCount(0);
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${talk}(#write)?$`));
  expect(await listOf(ben, talk)).toMatchObject([
    {
      content: 'Check out "Vitamin C" by Can',
      messageType: "music_share",
      metadata: { type: "song", artist: "Can", title: "Vitamin C" },
    },
  ]);

  await ada.page.getByRole("link", { name: "Share Music" }).click();
  await expect(dialog.getByLabel("Artist")).toHaveValue("");
  await dialog.getByLabel("Artist").fill("Stereolab");
  await dialog.getByLabel("Title").fill("French Disko");
  await dialog.getByLabel("Album").fill("Jenny Ondioline");
  await dialog.getByLabel("Note").fill("For the train");
  await share.click();
  await expect(messagesOf(ada, "French Disko")).toContainText("Jenny Ondioline");
  await expect(messagesOf(ada, "For the train")).toHaveCount(1);
});

test("a link is shared where it is YouTube's or Spotify's, and the type says which fields there are", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  const share = dialog.getByRole("button", { name: "Share" });
  await dialog.getByText("YouTube", { exact: true }).click();
  await expect(dialog.getByRole("radio", { name: "YouTube" })).toBeChecked();
  await expect(dialog.getByLabel("Artist")).toBeHidden();
  await dialog.getByLabel("URL").fill("https://www.youtube.com.evil.example/watch?v=x");
  if (javaScriptEnabled) {
    await expect(dialog.getByText("Please enter a valid youtube URL")).toBeVisible();
    await expect(share).toBeDisabled();
    await dialog.getByText("Spotify", { exact: true }).click();
    await expect(dialog.getByText("Please enter a valid spotify URL")).toBeVisible();
    await dialog.getByText("YouTube", { exact: true }).click();
  } else {
    await share.click();
    await expect(dialog.getByText("Please enter a valid youtube URL").first()).toBeVisible();
    await expect(dialog.getByRole("radio", { name: "YouTube" })).toBeChecked();
    await expect(dialog.getByLabel("URL")).toHaveValue("https://www.youtube.com.evil.example/watch?v=x");
  }
  await dialog.getByLabel("URL").fill(WATCH);
  await expect(dialog.getByText("Please enter a valid")).toHaveCount(javaScriptEnabled ? 0 : 3);
  await share.click();
  const video = messagesOf(ada, "Check out this music video!");
  await expect(video.getByRole("link", { name: /Open in YouTube/ })).toHaveAttribute("href", WATCH);
  await expect(video.locator("img")).toHaveAttribute("src", `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`);

  await ada.page.getByRole("link", { name: "Share Music" }).click();
  await dialog.getByText("Spotify", { exact: true }).click();
  await dialog.getByLabel("URL").fill(TRACK);
  await share.click();
  const track = messagesOf(ada, "Listen to this on Spotify!");
  const link = track.getByRole("link", { name: /Open in Spotify/ });
  await expect(link).toHaveAttribute("href", TRACK);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test("Cancel and the cross close a dialog, and what was typed is forgotten", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const music = dialogOf(ada, "Share Music");
  await music.getByLabel("Artist").fill("Can");
  await music.getByRole("link", { name: "Cancel" }).click();
  await expect(music).toHaveCount(0);
  await expect(ada.page).toHaveURL(`/messages/${talk}`);
  await ada.page.getByRole("link", { name: "Share Music" }).click();
  await expect(music.getByLabel("Artist")).toHaveValue("");

  const video = dialogOf(ada, "Share YouTube Video");
  await openDialog(ada, talk, "Share Video");
  await video.getByLabel("YouTube URL").fill(WATCH);
  await video.getByLabel("Close").click();
  await expect(video).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Share Video" }).click();
  await expect(video.getByLabel("YouTube URL")).toHaveValue("");
  if (javaScriptEnabled) {
    await ada.page.keyboard.press("Escape");
    await expect(video).toHaveCount(0);
    await expect(ada.page.getByRole("link", { name: "Share Video" })).toBeFocused();
  }
  expect(await listOf(ada, talk)).toEqual([]);
});

test("a video is shared by its address, and says what is wrong with one", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Video");
  const dialog = dialogOf(ada, "Share YouTube Video");
  await expect(ada.page).toHaveTitle("Share YouTube Video · Messages · B-Side");
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
  const share = dialog.getByRole("button", { name: "Share Video" });
  for (const [typed, title, says] of [
    ["", "URL required", "Please enter a YouTube URL to share."],
    ["https://www.youtube.com/playlist?list=PL1", "Invalid URL", "Please enter a valid YouTube URL."],
  ] as const) {
    await dialog.getByLabel("YouTube URL").fill(typed);
    await share.click();
    await expect(ada.page.getByText(title, { exact: true })).toBeVisible();
    // At the field, and in the notice under its title.
    await expect(ada.page.getByText(says, { exact: true })).toHaveCount(2);
    await expect(dialog.getByLabel("YouTube URL")).toHaveValue(typed);
  }

  await dialog.getByLabel("YouTube URL").fill(WATCH);
  const { release } = await hold(ada.page, `**/messages/${talk}/video*`, "POST");
  const pressed = dialog.getByLabel("YouTube URL").press("Enter");
  if (javaScriptEnabled) {
    await expect(dialog.getByRole("button", { name: "Sharing..." })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  }
  release();
  await pressed;
  // It waits until the error has gone.
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(
    ada.page.getByText("Your YouTube video has been shared in the conversation.", { exact: true }),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(messagesOf(ada, "Click to watch")).toHaveCount(1);
  expect(await listOf(ada, talk)).toMatchObject([
    { messageType: "youtube_video", metadata: { videoId: ID } },
  ]);
});

test("news of one's own share, come before its answer, do not keep the dialog open", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are no news");
  const { ada, talk } = await couple(browser, true);
  await openDialog(ada, talk, "Share Video");
  const dialog = dialogOf(ada, "Share YouTube Video");
  await dialog.getByLabel("YouTube URL").fill(WATCH);
  await ada.page.route(`**/messages/${talk}/video*`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const counted = ada.page.waitForResponse("**/counts");
    const response = await route.fetch({ maxRedirects: 0 });
    await counted;
    // Long enough for the page to load again, if it is about to.
    await ada.page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await dialog.getByLabel("YouTube URL").press("Enter");
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(ada.page).toHaveURL(`/messages/${talk}`);
});

test("a video's player comes with the click and not before, and goes again", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, talk, asked } = await couple(browser, javaScriptEnabled);
  const shared = { conversationId: talk, youtubeUrl: WATCH };
  await send(ben, "POST", "/api/messages/youtube", shared);
  await visit(ada.page, `/messages/${talk}`);
  const line = messagesOf(ada, "Click to watch");
  if (!javaScriptEnabled) {
    const link = line.getByRole("link", { name: `Video ${ID} Click to watch` });
    await expect(link).toHaveAttribute("href", WATCH);
    await expect(link).toHaveAttribute("target", "_blank");
    expect(asked.filter((url) => !url.startsWith("https://i.ytimg.com/"))).toEqual([]);
    return;
  }
  await expect(line).toContainText(`Video ${ID}`);
  const toggle = line.getByRole("button");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await expect(line.locator("iframe")).toHaveCount(0);
  expect(new Set(asked)).toEqual(new Set([`https://i.ytimg.com/vi/${ID}/hqdefault.jpg`]));
  await toggle.focus();
  await ada.page.keyboard.press("Enter");
  const hide = ada.page.getByRole("button", { name: "Hide Video" });
  await expect(hide).toBeFocused();
  await expect(hide).toHaveAttribute("aria-expanded", "true");
  const player = ada.page.frameLocator(".share iframe");
  await expect(player.getByText(/player of http:\/\/localhost:\d+\/$/)).toBeVisible();
  expect(asked.at(-1)).toMatch(new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${ID}\\?`));
  await expect(ada.page.getByRole("link", { name: /Open in YouTube/ })).toHaveAttribute("href", WATCH);
  await ada.page.keyboard.press("Enter");
  await expect(ada.page.locator(".share iframe")).toHaveCount(0);
  await expect(toggle).toContainText("Click to watch");
});

test("a share shows at once and becomes the saved one; shared twice at once it is one", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  await dialog.getByLabel("Artist").fill("Can");
  await dialog.getByLabel("Title").fill("Spoon");
  const { release } = await hold(ada.page, `**/messages/${talk}/share*`, "POST");
  const share = dialog.getByRole("button", { name: "Share" });
  if (javaScriptEnabled) {
    await share.click();
    const line = messagesOf(ada, "Spoon");
    await expect(line).toContainText("Sending...");
    await expect(dialog).toHaveCount(0);
    await line.evaluate((row) => row.setAttribute("data-same-row", ""));
    release();
    await expect(line).not.toContainText("Sending...");
    await expect(line).toHaveAttribute("data-same-row", "");
    expect(await listOf(ada, talk)).toHaveLength(1);

    // Another, while the one before is on its way: it is not the same.
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await ada.page.unroute(`**/messages/${talk}/share*`);
    await ada.page.route(`**/messages/${talk}/share*`, async (route) => {
      if (route.request().method() === "POST") {
        await route.fetch();
        await late;
      }
      await route.continue().catch(() => undefined);
    });
    for (const title of ["Vitamin C", "Sing Swan Song"]) {
      await ada.page.getByRole("link", { name: "Share Music" }).click();
      // The dialog comes once the one before has arrived.
      if (title !== "Vitamin C") answer();
      await dialog.getByLabel("Artist").fill("Can");
      await dialog.getByLabel("Title").fill(title);
      await share.click();
      await expect(dialog).toHaveCount(0);
    }
    await expect.poll(() => listOf(ada, talk)).toHaveLength(3);
    await expect(messagesOf(ada, /Vitamin C|Sing Swan Song/)).toHaveCount(2);
  } else {
    release();
    await share.dblclick();
    await expect(messagesOf(ada, "Spoon")).toHaveCount(1);
    expect(await listOf(ada, talk)).toHaveLength(1);
  }
  await expect(messagesOf(ada, "Spoon")).toHaveCount(1);
});

test("a share goes out though its sender goes elsewhere", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser waits for the answer");
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  let isDropped = false;
  const drop = () => {
    isDropped = true;
  };
  const song = await hold(ada.page, `**/messages/${talk}/share*`, "POST", drop);
  await dialog.getByLabel("Artist").fill("Can");
  await dialog.getByLabel("Title").fill("Spoon");
  await dialog.getByRole("button", { name: "Share" }).click();
  await expect(dialog).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Records" }).first().click();
  await expect(ada.page.getByText("My Record Collection")).toBeVisible();
  song.release();
  await expect.poll(() => listOf(ada, talk)).toHaveLength(1);
  expect(isDropped).toBe(false);
  await ada.page.waitForTimeout(500);
  await expect(ada.page).toHaveURL("/records");

  await openDialog(ada, talk, "Share Video");
  const video = dialogOf(ada, "Share YouTube Video");
  const film = await hold(ada.page, `**/messages/${talk}/video*`, "POST", drop);
  await video.getByLabel("YouTube URL").fill(WATCH);
  await video.getByRole("button", { name: "Share Video" }).click();
  await ada.page.keyboard.press("Escape");
  await expect(video).toHaveCount(0);
  await expect(messagesOf(ada, "Click to watch")).toContainText("Sending...");
  film.release();
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(messagesOf(ada, `Video ${ID}`)).not.toContainText("Sending...");
  expect(await listOf(ada, talk)).toHaveLength(2);
  expect(isDropped).toBe(false);
});

test("a share that does not get through comes back with what was typed, and goes out once", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, talk } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, talk, "Share Music");
  const music = dialogOf(ada, "Share Music");
  await music.getByText("Spotify", { exact: true }).click();
  await music.getByLabel("URL").fill(TRACK);
  await music.getByLabel("Note").fill("Only once");
  // Kept by the server, but its answer is lost.
  let isLost = false;
  await ada.page.route(`**/messages/${talk}/share*`, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await music.getByRole("button", { name: "Share" }).click();
  await expect(ada.page.getByText("The server could not be reached.", { exact: true })).toBeVisible();
  await expect(music.getByLabel("URL")).toHaveValue(TRACK);
  await expect(music.getByLabel("Note")).toHaveValue("Only once");
  await music.getByRole("button", { name: "Share" }).click();
  await expect(music).toHaveCount(0);
  await expect(messagesOf(ada, "Only once")).toHaveCount(1);
  expect(await listOf(ada, talk)).toHaveLength(1);

  await ada.page.getByRole("link", { name: "Share Video" }).click();
  const video = dialogOf(ada, "Share YouTube Video");
  await ada.page.route(`**/messages/${talk}/video*`, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 502, body: "" }) : route.continue(),
  );
  await video.getByLabel("YouTube URL").fill(WATCH);
  await video.getByRole("button", { name: "Share Video" }).click();
  await expect(ada.page.getByText("Failed to share video", { exact: true })).toBeVisible();
  await expect(
    ada.page.getByText("Please check the YouTube URL and try again.", { exact: true }),
  ).toBeVisible();
  await expect(video.getByLabel("YouTube URL")).toHaveValue(WATCH);
  await expect(video.getByRole("button", { name: "Share Video" })).toBeEnabled();
});

test("dialogs and cards are accessible, fit a small screen, and show text as text", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, talk } = await couple(browser, javaScriptEnabled);
  const hostile = `<img src=x onerror=alert(1)>"'</noscript>`;
  const trouble = watch(ada.page);
  const post = (message: object) => send(ben, "POST", `/api/conversations/${talk}/messages`, message);
  const long = "Donaudampfschifffahrtsgesellschaft".repeat(5);
  await post({
    content: "",
    messageType: "music_share",
    metadata: { artist: hostile, title: long, album: long },
  });
  await post({ content: hostile, messageType: "youtube_link", metadata: { url: `${WATCH}&x=${long}"><b>` } });
  await post({ content: "", messageType: "spotify_link", metadata: { url: `${TRACK}?x=${long}` } });
  await post({
    content: "",
    messageType: "youtube_video",
    metadata: { youtubeUrl: WATCH, videoTitle: `${hostile} ${long}`.slice(0, 200) },
  });
  await write(ben, talk, "And this is all");
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    await ada.page.emulateMedia({ colorScheme });
    await ada.page.setViewportSize({ width, height: 720 });
    for (const path of ["", "/share", "/video"]) {
      await visit(ada.page, `/messages/${talk}${path}`);
      // A dialog hides what is below from those who listen.
      if (javaScriptEnabled && path) await expect(ada.page.getByRole("dialog")).toBeVisible();
      else await expect(messagesOf(ada, "And this is all")).toHaveCount(1);
      await expectNoSidewaysScroll(ada.page);
      if (javaScriptEnabled) await expectAccessible(ada.page, WAIVED);
    }
    await visit(ada.page, `/messages/${talk}/frame?still`);
    await expectNoSidewaysScroll(ada.page);
    if (!javaScriptEnabled) continue;
    if (colorScheme === "dark") await expectAccessible(ada.page, WAIVED);
    await visit(ada.page, `/messages/${talk}`);
    await ada.page.getByRole("button", { name: /Click to watch/ }).click();
    await expectNoSidewaysScroll(ada.page);
  }
  expect(trouble).toEqual([]);
});
