// The labels of songs in Firefox.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareServer } from "../../api/server";
import { startDeezer } from "../../fakes/deezer";
import { named, type OtherBrowser, otherBrowsers } from "./web-driver";

const { isInstalled, start } = otherBrowsers.firefox;
const deezer = await startDeezer();
afterAll(deezer.close);

/**
 * Keeps the elements that sounds are played by. Firefox plays nothing where there is no sound device, unless what it plays is
 * captured: the system's clock drives it then.
 */
const CAPTURE = `
  window.made = [];
  const create = document.createElement.bind(document);
  document.createElement = (...parts) => {
    const element = create(...parts);
    if (parts[0] === "audio") window.made.push(element) && element.mozCaptureStream();
    return element;
  };`;

/** The titles of the songs that sound at this moment. */
const SOUNDING = `
  return window.made
    .filter((audio) => !audio.paused && !audio.ended && audio.currentTime > 0)
    .map((audio) => new URL(audio.src).searchParams.get("title"));`;

describe.skipIf(!isInstalled)("Firefox", () => {
  const { running, addMember } = shareServer({ PREVIEWS: "deezer" });
  let firefox: OtherBrowser;
  let playlistId = "";

  beforeAll(async () => {
    const ada = await addMember("Ada");
    const playlist = await ada.json("POST", "/api/playlists", { name: "Slow trains" });
    playlistId = ((await playlist.json()) as { id: string }).id;
    for (const song of [
      { artist: "Can", title: "Vitamin C" },
      { artist: "Stereolab", title: "French Disko" },
    ])
      await ada.json("POST", `/api/playlists/${playlistId}/songs`, song);
    firefox = await start(running().origin);
    await firefox.signIn(ada);
  });
  afterAll(() => firefox?.close());

  test("a song sounds once its label is pressed, and another one's press ends it", async () => {
    const { visit, click, see, evaluate } = firefox;
    await visit(`/playlists/${playlistId}`);
    await evaluate(CAPTURE);
    const sounding = () => evaluate(SOUNDING);
    expect(await sounding()).toEqual([]);
    await click(named("button", "Listen to Vitamin C by Can"));
    await expect.poll(sounding).toEqual(["Vitamin C"]);
    await click(named("button", "Listen to French Disko by Stereolab"));
    await expect.poll(sounding).toEqual(["French Disko"]);
    await see(named("button", "Listen to Vitamin C by Can"));
    await click(named("button", "Pause French Disko by Stereolab"));
    await expect.poll(sounding).toEqual([]);
  });
});
