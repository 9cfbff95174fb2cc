// Shares in a chat: the two dialogs and the cards, with and without scripts.
import {
  type Browser,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";
import {
  conversingPair,
  like,
  type Person,
  sendJson,
  sendMessage,
  signUp,
  startConversation,
} from "../members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll, expectUsable } from "../page-checks";
import { holdRequests, test, visit, waitForFrames } from "../pages";

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";
/** The pages of players, on the sites that may appear in a frame. */
const PLAYERS = /^https:\/\/(www\.youtube-nocookie\.com|open\.spotify\.com)\/embed\//;
/** The frame of a chat refreshes itself by design; its reader can stop it. */
const WAIVED = ["meta-refresh"];

/** Ada and Ben, who have a conversation; `asked` lists the external requests of Ada's browser. */
async function couple(browser: Browser, hasScripts: boolean) {
  const two = await conversingPair(browser, hasScripts);
  return { ...two, asked: await standInForOutside(two.ada.context) };
}

/** Serves the sites' players without the internet, and returns the requested URLs. */
async function standInForOutside(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/(?!localhost)/, (route) => {
    const url = route.request().url();
    asked.push(url);
    if (!PLAYERS.test(url)) return route.abort();
    const body = `player of ${route.request().headers().referer}`;
    return route.fulfill({ contentType: "text/html", body });
  });
  return asked;
}

/** Where messages are: in the page with scripts, in its frame without. */
function placeOf({ page, hasScripts }: Person): Page | FrameLocator {
  return hasScripts ? page : page.frameLocator('iframe[title="Messages"]');
}

function messagesOf(person: Person, text: string | RegExp = ""): Locator {
  return placeOf(person).getByRole("log").getByRole("listitem").filter({ hasText: text });
}

/** Opens a dialog with its button beside the composer. */
async function openDialog({ page, hasScripts }: Person, conversationId: string, button: string) {
  await visit(page, `/messages/${conversationId}`);
  await expect(page.locator("#late-frame")).toHaveCount(hasScripts ? 0 : 1);
  await page.getByRole("link", { name: button }).click();
}

function dialogOf({ page, hasScripts }: Person, name: string): Locator {
  return page.getByRole(hasScripts ? "dialog" : "region", { name });
}

const listOf = async (person: Person, conversationId: string) =>
  (await person.context.request.get(`/api/conversations/${conversationId}/messages`)).json();

test("a song is shared by artist and title, with a custom or the default note", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  await expect(ada.page).toHaveTitle("Share Music · Messages · B-Side");
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
  const share = dialog.getByRole("button", { name: "Share" });
  let posts = 0;
  ada.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/share")) posts++;
  });
  await expect(dialog.getByLabel("URL")).toBeHidden();
  if (javaScriptEnabled) {
    await expect(share).toBeDisabled();
    await dialog.getByLabel("Artist").fill("  Can ");
    await expect(share).toBeDisabled();
    await dialog.getByLabel("Title").press("Enter");
  } else {
    await dialog.getByLabel("Artist").fill("Can");
    await share.click();
    await expect(dialog.getByText("Title is required")).toHaveCount(2);
    await expect(dialog.getByLabel("Artist")).toHaveValue("Can");
  }
  expect(await listOf(ada, conversationId)).toEqual([]);
  await dialog.getByLabel("Title").fill("Vitamin C");
  await dialog.getByLabel("Title").press("Enter");

  const line = messagesOf(ada, "Vitamin C");
  await expect(line).toContainText('Check out "Vitamin C" by Can');
  await expect(dialog).toHaveCount(0);
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}(#write)?$`));
  // Enter sends nothing that isn't ready, except without scripts.
  expect(posts).toBe(javaScriptEnabled ? 1 : 2);
  // It shows before it is saved.
  await expect
    .poll(() => listOf(ben, conversationId))
    .toMatchObject([
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

test("a YouTube or Spotify link is shared, and its type determines the fields", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
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
  await expect(dialog.getByText("Please enter a valid")).toHaveCount(javaScriptEnabled ? 0 : 2);
  await share.click();
  const video = messagesOf(ada, "Check out this music video!");
  await expect(video.getByRole("link", { name: /Open in YouTube/ })).toHaveAttribute("href", WATCH);
  await expect(video.locator("img")).toHaveAttribute("src", /^\/pictures\//);

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

test("Cancel and the close button close a dialog and discard its input", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
  const music = dialogOf(ada, "Share Music");
  await music.getByLabel("Artist").fill("Can");
  await music.getByRole("link", { name: "Cancel" }).click();
  await expect(music).toHaveCount(0);
  await expect(ada.page).toHaveURL(`/messages/${conversationId}`);
  await ada.page.getByRole("link", { name: "Share Music" }).click();
  await expect(music.getByLabel("Artist")).toHaveValue("");

  const video = dialogOf(ada, "Share YouTube Video");
  await openDialog(ada, conversationId, "Share Video");
  await video.getByLabel("YouTube URL").fill(WATCH);
  ada.page.once("dialog", (question) => question.accept());
  await video.getByRole(javaScriptEnabled ? "button" : "link", { name: "Close" }).click();
  await expect(video).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Share Video" }).click();
  await expect(video.getByLabel("YouTube URL")).toHaveValue("");
  if (javaScriptEnabled) {
    await ada.page.keyboard.press("Escape");
    await expect(video).toHaveCount(0);
    await expect(ada.page.getByRole("link", { name: "Share Video" })).toBeFocused();
  }
  expect(await listOf(ada, conversationId)).toEqual([]);
});

test("a video is shared by its URL, and an invalid URL gets a message", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Video");
  const dialog = dialogOf(ada, "Share YouTube Video");
  await expect(ada.page).toHaveTitle("Share YouTube Video · Messages · B-Side");
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
  const share = dialog.getByRole("button", { name: "Share Video" });
  for (const [typed, title, message] of [
    ["", "URL required", "Please enter a YouTube URL to share."],
    ["https://www.youtube.com/playlist?list=PL1", "Invalid URL", "Please enter a valid YouTube URL."],
  ] as const) {
    await dialog.getByLabel("YouTube URL").fill(typed);
    await share.click();
    // At the field, and in the summary under its title.
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
    await expect(dialog.getByText(message, { exact: true })).toHaveCount(2);
    if (javaScriptEnabled) await expect(ada.page.locator(".toast")).toContainText(`${title}${message}`);
    await expect(dialog.getByLabel("YouTube URL")).toHaveValue(typed);
  }

  await dialog.getByLabel("YouTube URL").fill(WATCH);
  await expect(ada.page.getByText("Invalid URL")).toHaveCount(javaScriptEnabled ? 0 : 1);
  const { release } = await holdRequests(ada.page, `**/messages/${conversationId}/video*`, "POST");
  const pressed = dialog.getByLabel("YouTube URL").press("Enter");
  if (javaScriptEnabled) {
    await expect(dialog.getByRole("button", { name: "Sharing..." })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  }
  release();
  await pressed;
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(
    ada.page.getByText("Your YouTube video has been shared in the conversation.", { exact: true }),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(messagesOf(ada, "Click to watch")).toHaveCount(1);
  expect(await listOf(ada, conversationId)).toMatchObject([
    { messageType: "youtube_video", metadata: { videoId: ID } },
  ]);
});

test("an event about the member's own share, arriving before the response, does not keep the dialog open", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts there are no live events");
  const { ada, conversationId } = await couple(browser, true);
  await openDialog(ada, conversationId, "Share Video");
  const dialog = dialogOf(ada, "Share YouTube Video");
  await dialog.getByLabel("YouTube URL").fill(WATCH);
  await ada.page.route(`**/messages/${conversationId}/video*`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const counted = ada.page.waitForResponse("**/counts");
    const response = await route.fetch({ maxRedirects: 0 });
    await counted;
    // The event that is counted would have started a page load by now.
    await waitForFrames(ada.page);
    await route.fulfill({ response });
  });
  await dialog.getByLabel("YouTube URL").press("Enter");
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(ada.page).toHaveURL(`/messages/${conversationId}`);
});

test("a video asks before it plays, and can be closed", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId, asked } = await couple(browser, javaScriptEnabled);
  await sendJson(ben, "POST", "/api/messages/youtube", { conversationId, youtubeUrl: WATCH });
  await visit(ada.page, `/messages/${conversationId}`);
  const line = messagesOf(ada, "Click to watch");
  await expect(line).toContainText(`Video ${ID}`);
  const { player, question } = await openPlayer(ada, line.getByText("Click to watch"), "YouTube");
  await expect(question).toBeVisible();
  await expect(player.getByText("YouTube will see your IP address and may set cookies.")).toBeVisible();
  expect(asked).toEqual([]);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  const site = player.frameLocator("iframe");
  await expect(site.getByText(/player of http:\/\/localhost:\d+\/$/)).toBeVisible();
  expect(asked.at(-1)).toMatch(new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${ID}\\?`));
  if (!javaScriptEnabled) return;
  const hide = ada.page.getByRole("button", { name: "Hide Video" });
  await expect(hide).toHaveAttribute("aria-expanded", "true");
  await expect(ada.page.getByRole("link", { name: /Open in YouTube/ })).toHaveAttribute("href", WATCH);
  await hide.focus();
  await ada.page.keyboard.press("Enter");
  await expect(ada.page.locator(".share iframe")).toHaveCount(0);
  const toggle = line.locator("button[aria-expanded]");
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  // It was allowed once.
  await ada.page.keyboard.press("Enter");
  await expect(question).toBeVisible();
});

test("a member always plays from Spotify, and takes it back in the settings", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId, asked } = await couple(browser, javaScriptEnabled);
  const message = { content: "", messageType: "spotify_link", metadata: { url: TRACK } };
  await sendJson(ben, "POST", `/api/conversations/${conversationId}/messages`, message);
  const open = async () => {
    await visit(ada.page, `/messages/${conversationId}`);
    return openPlayer(ada, messagesOf(ada, "Listen to this").getByText("Play here"), "Spotify");
  };
  const first = await open();
  await expect(first.question).toBeVisible();
  expect(asked).toEqual([]);
  await first.player.getByRole("button", { name: "Always Play Here" }).click();
  await expect(first.player.frameLocator("iframe").getByText("player of")).toBeVisible();
  expect(asked).toEqual([TRACK.replace("/track", "/embed/track")]);
  const next = await open();
  await expect(next.player.frameLocator("iframe").getByText("player of")).toBeVisible();

  await visit(ada.page, "/settings/privacy");
  await ada.page.getByLabel("Always play Spotify links in chats").uncheck();
  await ada.page.getByRole("button", { name: "Save" }).click();
  await expect(ada.page.getByText("Privacy settings saved").first()).toBeVisible();
  await expect((await open()).question).toBeVisible();
});

test("only the page of a player may show other sites, and it only to those who can open the message", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await couple(browser, javaScriptEnabled);
  const youtube = { conversationId, youtubeUrl: WATCH };
  const { id } = await sendJson(ben, "POST", "/api/messages/youtube", youtube);
  const page = `/messages/${conversationId}/play/${id}`;
  const sources = async (path: string) => {
    const answer = await ada.context.request.get(path);
    return /frame-src ([^;]*)/.exec(answer.headers()["content-security-policy"] ?? "")?.[1];
  };
  expect(await sources(page)).toBe("https://www.youtube-nocookie.com https://open.spotify.com");
  expect(await sources(`/messages/${conversationId}`)).toBe("'self'");
  const cleo = await signUp(browser, "Cleo", javaScriptEnabled);
  expect((await cleo.context.request.get(page)).status()).toBe(404);

  // What a stranger shares opens once their request is accepted.
  await like(cleo, ada);
  const request = await startConversation(cleo, ada);
  const link = { content: "", messageType: "youtube_link", metadata: { url: WATCH } };
  const shared = await sendJson(cleo, "POST", `/api/conversations/${request}/messages`, link);
  const strangers = `/messages/${request}/play/${shared.id}`;
  expect((await ada.context.request.get(strangers)).status()).toBe(404);
  await like(ada, cleo);
  expect((await ada.context.request.get(strangers)).status()).toBe(200);

  await visit(ada.page, page);
  await expectUsable(ada.page, false);
});

/** Opens the page of a player: in the chat with scripts, in a new tab without. */
async function openPlayer({ page, context, hasScripts }: Person, control: Locator, site: string) {
  if (hasScripts) {
    await control.click();
    const player = page.frameLocator(".share iframe");
    return { player, question: player.getByRole("heading", { name: `Play from ${site}?` }) };
  }
  const [player] = await Promise.all([context.waitForEvent("page"), control.click()]);
  return { player, question: player.getByRole("heading", { name: `Play from ${site}?` }) };
}

test("a share shows at once and is saved once, even if shared twice at once", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  await dialog.getByLabel("Artist").fill("Can");
  await dialog.getByLabel("Title").fill("Spoon");
  const { release } = await holdRequests(ada.page, `**/messages/${conversationId}/share*`, "POST");
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
    expect(await listOf(ada, conversationId)).toHaveLength(1);

    // Another share while the previous one is in flight: it is a different message.
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await ada.page.unroute(`**/messages/${conversationId}/share*`);
    await ada.page.route(`**/messages/${conversationId}/share*`, async (route) => {
      if (route.request().method() === "POST") {
        await route.fetch();
        await late;
      }
      await route.continue().catch(() => undefined);
    });
    for (const title of ["Vitamin C", "Sing Swan Song"]) {
      await ada.page.getByRole("link", { name: "Share Music" }).click();
      // The dialog opens once the previous share has arrived.
      if (title !== "Vitamin C") answer();
      await dialog.getByLabel("Artist").fill("Can");
      await dialog.getByLabel("Title").fill(title);
      await share.click();
      await expect(dialog).toHaveCount(0);
    }
    await expect.poll(() => listOf(ada, conversationId)).toHaveLength(3);
    await expect(messagesOf(ada, /Vitamin C|Sing Swan Song/)).toHaveCount(2);
  } else {
    release();
    await share.dblclick();
    await expect(messagesOf(ada, "Spoon")).toHaveCount(1);
    expect(await listOf(ada, conversationId)).toHaveLength(1);
  }
  await expect(messagesOf(ada, "Spoon")).toHaveCount(1);
});

test("a share is sent even if its sender opens another screen", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser waits for the answer");
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
  const dialog = dialogOf(ada, "Share Music");
  let isDropped = false;
  const drop = () => {
    isDropped = true;
  };
  const song = await holdRequests(ada.page, `**/messages/${conversationId}/share*`, "POST", drop);
  await dialog.getByLabel("Artist").fill("Can");
  await dialog.getByLabel("Title").fill("Spoon");
  await dialog.getByRole("button", { name: "Share" }).click();
  await expect(dialog).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Records" }).first().click();
  await expect(ada.page.getByText("My Record Collection")).toBeVisible();
  const loads: string[] = [];
  ada.page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(`/messages/${conversationId}`))
      loads.push(request.url());
  });
  const response = ada.page.waitForResponse((each) => each.request().method() === "POST");
  song.release();
  await response;
  await expect.poll(() => listOf(ada, conversationId)).toHaveLength(1);
  await waitForFrames(ada.page);
  expect(isDropped).toBe(false);
  expect(loads).toEqual([]);
  await expect(ada.page).toHaveURL("/records");

  await openDialog(ada, conversationId, "Share Video");
  const video = dialogOf(ada, "Share YouTube Video");
  const film = await holdRequests(ada.page, `**/messages/${conversationId}/video*`, "POST", drop);
  await video.getByLabel("YouTube URL").fill(WATCH);
  await video.getByRole("button", { name: "Share Video" }).click();
  await ada.page.keyboard.press("Escape");
  await expect(video).toHaveCount(0);
  await expect(messagesOf(ada, "Click to watch")).toContainText("Sending...");
  film.release();
  await expect(ada.page.getByText("Video shared!", { exact: true })).toBeVisible();
  await expect(messagesOf(ada, `Video ${ID}`)).not.toContainText("Sending...");
  expect(await listOf(ada, conversationId)).toHaveLength(2);
  expect(isDropped).toBe(false);
});

test("a failed share reopens with its input and is sent once", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, conversationId } = await couple(browser, javaScriptEnabled);
  await openDialog(ada, conversationId, "Share Music");
  const music = dialogOf(ada, "Share Music");
  await music.getByText("Spotify", { exact: true }).click();
  await music.getByLabel("URL").fill(TRACK);
  await music.getByLabel("Note").fill("Only once");
  // Saved by the server, but the response is lost.
  let isLost = false;
  await ada.page.route(`**/messages/${conversationId}/share*`, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await music.getByRole("button", { name: "Share" }).click();
  await expect(
    ada.page.getByText("We couldn't reach B-Side. Check your connection.", { exact: true }),
  ).toBeVisible();
  await expect(music.getByLabel("URL")).toHaveValue(TRACK);
  await expect(music.getByLabel("Note")).toHaveValue("Only once");
  await music.getByRole("button", { name: "Share" }).click();
  await expect(music).toHaveCount(0);
  await expect(messagesOf(ada, "Only once")).toHaveCount(1);
  await expect(messagesOf(ada, "Only once")).not.toContainText("Sending...");
  expect(await listOf(ada, conversationId)).toHaveLength(1);

  await ada.page.getByRole("link", { name: "Share Video" }).click();
  const video = dialogOf(ada, "Share YouTube Video");
  await ada.page.route(`**/messages/${conversationId}/video*`, (route) =>
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

test("dialogs and cards are accessible, fit a small screen and escape text", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await couple(browser, javaScriptEnabled);
  const hostile = `<img src=x onerror=alert(1)>"'</noscript>`;
  const failure = collectErrors(ada.page);
  const post = (message: object) =>
    sendJson(ben, "POST", `/api/conversations/${conversationId}/messages`, message);
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
  await sendMessage(ben, conversationId, "And this is all");
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    await ada.page.emulateMedia({ colorScheme });
    await ada.page.setViewportSize({ width, height: 720 });
    for (const path of ["", "/share", "/video"]) {
      await visit(ada.page, `/messages/${conversationId}${path}`);
      // A dialog hides the page below from screen readers.
      if (javaScriptEnabled && path) await expect(ada.page.getByRole("dialog")).toBeVisible();
      else await expect(messagesOf(ada, "And this is all")).toHaveCount(1);
      await expectNoHorizontalScroll(ada.page);
      if (javaScriptEnabled) await expectAccessible(ada.page, WAIVED);
    }
    await visit(ada.page, `/messages/${conversationId}/frame?still`);
    await expectNoHorizontalScroll(ada.page);
    if (!javaScriptEnabled) continue;
    if (colorScheme === "dark") await expectAccessible(ada.page, WAIVED);
    await visit(ada.page, `/messages/${conversationId}`);
    await ada.page.getByRole("button", { name: /Click to watch/ }).click();
    await expectNoHorizontalScroll(ada.page);
  }
  expect(failure).toEqual([]);
});
