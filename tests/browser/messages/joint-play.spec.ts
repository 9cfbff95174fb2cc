// Listening together: two browsers play a preview or a video in step.
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { conversingPair, type Person, sendJson } from "../members";
import { collectErrors } from "../page-checks";
import { holdRequests, test, visit } from "../pages";

/** Two players may be this far from each other, in seconds. */
const APART = 0.5;
const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const OVER = "You're no longer listening together.";

async function shareSong(person: Person, conversationId: string, artist = "Can", title = "Vitamin C") {
  const song = { messageType: "music_share", metadata: { artist, title } };
  return sendJson(person, "POST", `/api/conversations/${conversationId}/messages`, song);
}

/** What a page plays, in seconds, and when that was; `isPlaying` if it moves. */
type Playing = { time: number; at: number; isPlaying: boolean };

function audioOf(page: Page): Promise<Playing> {
  return page.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>(".joint audio");
    const at = (performance.timeOrigin + performance.now()) / 1000;
    const isMoving = audio && !audio.paused && !audio.ended && !audio.seeking;
    const hasSound = audio && audio.readyState > audio.HAVE_CURRENT_DATA;
    return { time: audio?.currentTime ?? 0, at, isPlaying: Boolean(isMoving && hasSound) };
  });
}

/** YouTube's player as its messages show it, which takes its time to seek and to start. */
const STAND_IN = `<!doctype html><title>Player</title><body style="background:#345"><script>
  let state = -1, base = 0, since = 0, turn = 0, timer;
  const delays = [150, 400, 250];
  const now = () => performance.now() / 1000;
  const time = () => state === 1 ? base + now() - since : base;
  const say = (message) => parent.postMessage(JSON.stringify({ ...message, id: 1, channel: "widget" }), new URLSearchParams(location.search).get("origin"));
  const info = () => ({ currentTime: time(), duration: 212, playerState: state });
  const set = (next) => { base = time(); since = now(); state = next; say({ event: "onStateChange", info: next }); say({ event: "infoDelivery", info: info() }); };
  const later = (next) => { clearTimeout(timer); if (state !== 3) set(3); timer = setTimeout(() => { since = now(); state = next; set(next); }, delays[turn++ % delays.length]); };
  window.player = { state: () => state, time, stall: () => later(1), press: () => set(state === 1 ? 2 : 1) };
  addEventListener("message", ({ data }) => {
    const { event, func, args } = JSON.parse(data);
    if (event === "listening") { say({ event: "initialDelivery", info: info() }); say({ event: "onReady" }); }
    if (func === "playVideo" && state !== 1 && state !== 3) later(1);
    if (func === "pauseVideo") { clearTimeout(timer); set(2); }
    if (func === "seekTo") { const goesOn = state === 1 || state === 3; base = args[0]; since = now(); if (goesOn) { state = 3; base = args[0]; later(1); } else set(2); }
  });
  setInterval(() => state === 1 && say({ event: "infoDelivery", info: info() }), 200);
</script>`;

/** Serves YouTube's player without the internet; returns the requested URLs of other sites. */
async function standInForYoutube(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/(?!localhost)/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: STAND_IN });
  });
  return asked;
}

async function videoOf(page: Page): Promise<Playing> {
  const frame = page.frames().find((each) => each.url().startsWith("https://www.youtube-nocookie.com/"));
  if (!frame) return { time: 0, at: 0, isPlaying: false };
  return frame.evaluate(() => {
    const { player } = window as unknown as { player: { time: () => number; state: () => number } };
    const at = (performance.timeOrigin + performance.now()) / 1000;
    return { time: player.time(), at, isPlaying: player.state() === 1 };
  });
}

/** Waits until both play, in step. */
async function expectInStep(one: Page, other: Page, playing: typeof audioOf) {
  const drift = async () => {
    const [first, second] = await Promise.all([playing(one), playing(other)]);
    if (!first.isPlaying || !second.isPlaying) return Number.POSITIVE_INFINITY;
    return Math.abs(first.time - first.at - (second.time - second.at));
  };
  // A busy machine takes several corrections.
  await expect.poll(drift, { timeout: 60_000 }).toBeLessThan(APART);
}

const barOf = (page: Page) => page.locator(".joint");
const statusOf = (page: Page) => barOf(page).getByRole("status");
const buttonOf = (page: Page, name: string) => barOf(page).getByRole("button", { name });
const listenTo = (page: Page, text: string): Locator =>
  page.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name: "Listen together" });

/** Expects that a page opened later has the bar before its script, whose bar moves nothing. */
async function expectBarFromTheStart(page: Page, conversationId: string, text: string) {
  const later = await page.context().newPage();
  const script = await holdRequests(later, /\/assets\/joint-play-bar-/);
  await visit(later, `/messages/${conversationId}`);
  await script.requested;
  await expect(barOf(later)).toHaveText(`${text}Leave`);
  const composer = later.getByLabel("Message", { exact: true });
  const place = await composer.boundingBox();
  script.release();
  await expect(statusOf(later)).toHaveText(text);
  expect(await composer.boundingBox()).toEqual(place);
  await later.close();
}

test("two listen to a preview in step, pause, go on and seek, until one leaves", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await shareSong(ben, conversationId);
  await shareSong(ada, conversationId, "Stereolab", "French Disko");
  const errors = collectErrors(ada.page, ben.page);
  const pages = [ada.page, ben.page];
  for (const page of pages) await visit(page, `/messages/${conversationId}`);

  // A new invitation takes the place of the first one, whose late answer leaves it.
  const renewals = await holdRequests(ada.page, "**/api/joint-plays/**");
  await listenTo(ada.page, "Vitamin C").click();
  await renewals.requested;
  await expect(statusOf(ben.page)).toHaveText("Ada wants to listen to “Vitamin C” with you");
  await listenTo(ben.page, "French Disko").click();
  await expect(statusOf(ada.page)).toHaveText("Ben wants to listen to “French Disko” with you");
  const late = ada.page.waitForResponse("**/api/joint-plays/**");
  renewals.release();
  expect((await late).status()).toBe(404);
  await buttonOf(ada.page, "Not Now").click();
  await expect(barOf(ada.page)).toHaveCount(0);
  await expect(barOf(ben.page)).toContainText(OVER);
  await ada.page.unroute("**/api/joint-plays/**");

  // Ben opens the conversation later.
  await listenTo(ada.page, "Vitamin C").click();
  await expect(statusOf(ada.page)).toHaveText("Waiting for Ben to join “Vitamin C”");
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(barOf(ben.page)).toContainText("Ada wants to listen");
  await expectBarFromTheStart(
    ada.page,
    conversationId,
    "Listening to “Vitamin C” with Ben in another window",
  );
  expect(await audioOf(ben.page)).toMatchObject({ isPlaying: false, time: 0 });
  await buttonOf(ben.page, "Listen").focus();
  await ben.page.keyboard.press("Enter");
  await expect(statusOf(ada.page)).toHaveText("Listening to “Vitamin C” with Ben");
  await expect(statusOf(ben.page)).toHaveText("Listening to “Vitamin C” with Ada");
  await expect(barOf(ben.page)).toBeFocused();
  await expectInStep(ada.page, ben.page, audioOf);

  await buttonOf(ben.page, "Pause for both").click();
  const isPaused = () => ada.page.locator(".joint audio").evaluate((audio: HTMLAudioElement) => audio.paused);
  await expect.poll(isPaused).toBe(true);
  await expect(buttonOf(ada.page, "Play for both")).toBeVisible();
  await expect
    .poll(async () => Math.abs((await audioOf(ada.page)).time - (await audioOf(ben.page)).time))
    .toBeLessThan(0.1);

  // Both go on from where Ada moves it.
  const position = barOf(ada.page).getByRole("slider", { name: "Position" });
  const goForward = async () => {
    for (const _ of [1, 2, 3]) await position.press("PageUp");
    await expect.poll(async () => (await audioOf(ben.page)).time).toBeGreaterThan(4);
  };
  // It may be paused within its first second, which the slider shows as its start.
  await goForward();
  await position.press("Home");
  await expect.poll(async () => (await audioOf(ben.page)).time).toBeLessThan(0.2);
  await goForward();
  await buttonOf(ada.page, "Play for both").click();
  await expectInStep(ada.page, ben.page, audioOf);
  // A player that has lost its place finds it again.
  await ben.page.locator(".joint audio").evaluate((audio: HTMLAudioElement) => {
    audio.currentTime -= 2;
  });
  await expectInStep(ada.page, ben.page, audioOf);

  await buttonOf(ben.page, "Leave").click();
  await expect(barOf(ben.page)).toHaveCount(0);
  await expect(ben.page.getByPlaceholder("Type a message...")).toBeFocused();
  await expect(statusOf(ada.page)).toHaveText(OVER);
  await expect.poll(() => audioOf(ada.page)).toMatchObject({ isPlaying: false });
  await buttonOf(ada.page, "Close").click();
  await expect(barOf(ada.page)).toHaveCount(0);

  // Who goes elsewhere takes the invitation along, and the end of the connection ends it for both.
  await listenTo(ada.page, "Vitamin C").click();
  await expect(barOf(ben.page)).toContainText("Ada wants to listen");
  await ada.page.getByRole("link", { name: "Playlists" }).first().click();
  await expect(barOf(ben.page)).toHaveCount(0);
  await ada.page.goBack();
  await listenTo(ada.page, "Vitamin C").click();
  await buttonOf(ben.page, "Listen").click();
  for (const page of pages) await expect.poll(() => audioOf(page)).toMatchObject({ isPlaying: true });
  await sendJson(ben, "POST", "/api/blocks", { targetUserId: ada.id });
  for (const page of pages) await expect.poll(() => audioOf(page)).toMatchObject({ isPlaying: false });
  await expect(barOf(ada.page)).toContainText(OVER);
  expect(errors).toEqual([]);
});

test("two watch a video in step, by messages to its player alone", { tag: "@all" }, async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendJson(ben, "POST", "/api/messages/youtube", { conversationId, youtubeUrl: VIDEO });
  const asked = await Promise.all([ada, ben].map(({ context }) => standInForYoutube(context)));
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  const allow = (page: Page) =>
    page.frameLocator(".joint iframe").getByRole("button", { name: "Play", exact: true }).click();
  await listenTo(ada.page, "Video dQw").click();
  await expect(barOf(ben.page)).toContainText("Ada wants to listen to “Video dQw4w9WgXcQ” with you");
  expect(asked.flat()).toEqual([]);
  await allow(ada.page);
  await buttonOf(ben.page, "Listen").click();
  await expect(barOf(ben.page)).toContainText("Joining “Video dQw4w9WgXcQ”...");
  await allow(ben.page);
  await expectInStep(ada.page, ben.page, videoOf);

  // Who presses the player itself stops it for both.
  const inVideo = (page: Page, act: "press" | "stall") =>
    page
      .frames()
      .find((each) => each.url().startsWith("https://www.youtube-nocookie.com/"))
      ?.evaluate(
        (name) => (window as unknown as { player: Record<string, () => void> }).player[name]?.(),
        act,
      );
  await inVideo(ben.page, "press");
  await expect.poll(() => videoOf(ada.page)).toMatchObject({ isPlaying: false });
  await buttonOf(ada.page, "Play for both").click();
  await expectInStep(ada.page, ben.page, videoOf);
  await inVideo(ada.page, "stall");
  await expectInStep(ada.page, ben.page, videoOf);
  for (const urls of asked) {
    expect(urls).toHaveLength(1);
    const { origin, pathname, searchParams } = new URL(urls[0] ?? "");
    expect([origin, pathname]).toEqual(["https://www.youtube-nocookie.com", "/embed/dQw4w9WgXcQ"]);
    expect(searchParams.get("enablejsapi")).toBe("1");
    expect(searchParams.get("origin")).toBe(new URL(ada.page.url()).origin);
  }

  await ben.page.close();
  await expect(barOf(ada.page)).toContainText(OVER);
  await expect(ada.page.locator(".joint iframe")).toHaveCount(0);
});
