// The round label of a song in a chat, in a playlist and on a member's page: its preview, and the services that it opens.
import { expect, type Page } from "@playwright/test";
import { addMember, conversationWithMember, type Member, sendJson, sendVoice, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { test, visit } from "./pages";

const SONGS = { vitamin: "Vitamin C by Can", disko: "French Disko by Stereolab" };

async function share(person: Member, conversationId: string, song: string) {
  const [title, artist] = song.split(" by ");
  await sendJson(person, "POST", `/api/conversations/${conversationId}/messages`, {
    messageType: "music_share",
    metadata: { artist, title },
  });
}

/** A new playlist of these songs. */
async function addPlaylist(person: Member, ...songs: string[]): Promise<string> {
  const { id } = await sendJson(person, "POST", "/api/playlists", { name: "Slow trains" });
  for (const song of songs) {
    const [title, artist] = song.split(" by ");
    await sendJson(person, "POST", `/api/playlists/${id}/songs`, { artist, title });
  }
  return id as string;
}

/** Keeps every audio element that the page's scripts make, for `sounding`. */
async function watchAudio(page: Page) {
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    const heard: string[] = [];
    const hear = ({ currentTarget }: Event) => {
      const { currentTime, src } = currentTarget as HTMLAudioElement;
      const title = new URL(src).searchParams.get("title") ?? "";
      if (currentTime > 0 && heard.at(-1) !== title) heard.push(title);
    };
    const create = document.createElement.bind(document);
    document.createElement = (name: string, ...rest: unknown[]) => {
      const element = create(name, ...(rest as []));
      if (element instanceof HTMLAudioElement) {
        made.push(element);
        element.addEventListener("timeupdate", hear);
      }
      return element;
    };
    Object.assign(window, { made, heard });
  });
}

/** The songs that sound at this moment, by their titles. */
function sounding(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (window as unknown as { made: HTMLAudioElement[] }).made
      .filter((audio) => !audio.paused && audio.currentTime > 0)
      .map((audio) => new URL(audio.src).searchParams.get("title") ?? ""),
  );
}

test("one song or voice note sounds at a time, pauses where it stands, and obeys keys and the lock screen", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  for (const song of Object.values(SONGS)) await share(ben, conversationId, song);
  await sendVoice(ben, conversationId, 50);
  const { page } = ada;
  const errors = collectErrors(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await watchAudio(page);
  await visit(page, `/messages/${conversationId}`);
  const button = (verb: string, song: string) => page.getByRole("button", { name: `${verb} ${song}` });
  await expect(button("Listen to", SONGS.vitamin)).toBeVisible();
  expect(asked.filter((path) => /previews|preview-player/.test(path))).toEqual([]);

  await button("Listen to", SONGS.vitamin).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => sounding(page)).toEqual(["Vitamin C"]);
  await expect(page.getByText(/0:\d[1-9] \/ 0:3\d/)).toBeVisible();
  for (const _ of [1, 2]) await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/0:[12]\d \/ 0:3\d/)).toBeVisible();
  const playing = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return [metadata?.title, metadata?.artist, playbackState];
    });
  await expect.poll(playing).toEqual(["Vitamin C", "Can", "playing"]);

  await page.keyboard.press("Escape");
  await button("Listen to", SONGS.disko).click();
  await expect.poll(() => sounding(page)).toEqual(["French Disko"]);
  await expect(button("Listen to", SONGS.vitamin)).toBeVisible();
  await button("Pause", SONGS.disko).click();
  await expect.poll(() => sounding(page)).toEqual([]);
  await expect.poll(playing).toEqual(["French Disko", "Stereolab", "paused"]);
  await button("Listen to", SONGS.vitamin).click();
  await expect(page.getByText(/0:[12]\d \/ 0:3\d/)).toBeVisible();
  await page.keyboard.press("Escape");

  // A voice note stops a song, and a song stops a voice note.
  const note = () =>
    page
      .locator(".voice audio")
      .evaluate((audio: HTMLAudioElement) => !audio.paused && audio.currentTime > 0);
  // The note's element has no title.
  const both = async () => [(await sounding(page)).filter(Boolean), await note()];
  await page.getByRole("button", { name: "Play Ben's voice note" }).click();
  await expect.poll(both).toEqual([[], true]);
  await button("Listen to", SONGS.vitamin).click();
  await page.keyboard.press("Escape");
  await expect.poll(both).toEqual([["Vitamin C"], false]);
  await expect(page.getByRole("button", { name: "Play Ben's voice note" })).toBeVisible();

  // Its button is gone with the page, and so is the sound.
  await page.getByRole("link", { name: "Playlists" }).first().click();
  await expect(page).toHaveURL(/playlists/);
  await expect.poll(() => sounding(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("a playlist plays through and skips what can't be played, and an anthem plays on its member's page @all", async ({
  browser,
}) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await addMember("Ben")];
  const first = "Dancing on a Star by Pram";
  const last = "Cape St Vincent by Pram";
  const id = await addPlaylist(ada, first, "Roads by Portishead", last);
  const { page } = ada;
  const errors = collectErrors(page);
  await watchAudio(page);
  await visit(page, `/playlists/${id}`);
  await page.getByRole("button", { name: `Listen to ${first}` }).click();
  // Each lasts two seconds only.
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toEqual(["Dancing on a Star", "Cape St Vincent"]);
  await expect(page.getByRole("listitem").filter({ hasText: "Roads" })).toContainText("No preview");
  await expect.poll(() => sounding(page)).toEqual([]);
  for (const song of [first, last])
    await expect(page.getByRole("button", { name: `Listen to ${song}` })).toBeVisible();
  await visit(page, `/playlists/${id}`);
  await expect(page.getByRole("button", { name: /^Listen to / })).toHaveCount(3);
  const served = await (await page.request.get(`/playlists/${id}`)).text();
  expect(served.match(/&amp;preview=/g)).toHaveLength(2);

  await sendJson(ben, "PUT", "/api/profile/anthem", { shareType: "song", artist: "Can", title: "Vitamin C" });
  await visit(page, `/members/${ben.id}`);
  await page.getByRole("button", { name: `Listen to ${SONGS.vitamin}` }).click();
  await expect.poll(() => sounding(page)).toEqual(["Vitamin C"]);
  expect(errors).toEqual([]);
});

test("a song opens the member's own service, which is asked for once, and its menu fits a narrow window", {
  tag: "@all",
}, async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  // Only the press opens a page of another site, which a test must not reach.
  await page.context().route(/^https:/, (route) => route.fulfill({ body: "elsewhere" }));
  const asked: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().startsWith("https:")) asked.push(request.url());
  });
  const id = await addPlaylist(ada, "Roads by Portishead", "T.N.T. by AC/DC");
  await page.setViewportSize({ width: 320, height: 568 });
  await visit(page, `/playlists/${id}`);
  const label = page.getByRole("button", { name: "Listen to T.N.T. by AC/DC" });
  const services = page.getByRole("list", { name: "Open T.N.T. by AC/DC in" }).getByRole("link");
  await label.focus();
  await page.keyboard.press("Enter");
  await expect(services).toHaveCount(7);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const box of [await services.first().boundingBox(), await services.last().boundingBox()]) {
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(568);
  }
  await page.keyboard.press("Tab");
  await expect(services.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(services).toHaveCount(0);
  await expect(label).toBeFocused();
  await expect(label).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Slow trains" }).click();
  await expect(services).toHaveCount(0);
  expect(asked).toEqual([]);

  await label.click();
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Spotify" }).click(),
  ]);
  await expect.poll(() => asked).toEqual(["https://open.spotify.com/search/AC%2FDC%20T.N.T."]);
  expect(await opened.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
  await opened.close();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("link", { name: "Open in Spotify" })).toBeVisible();
  await expect(page.getByText("Put Spotify first from now on?")).toHaveCount(0);
  await visit(page, "/settings");
  await expect(page.getByLabel("Open songs in")).toHaveValue("spotify");
  expect(errors).toEqual([]);
});
