// The play buttons of songs in Firefox.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { completeProfile, type Person, signUp } from "../../api/people";
import { type RunningServer, startServer } from "../../api/server";
import { startDeezer } from "../../fakes/deezer";
import {
  installed,
  labelled,
  named,
  type OtherBrowser,
  startFirefox,
  text,
} from "../../other-browsers/web-driver";

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

if (!installed.firefox) console.info("Firefox is not installed here, so no preview was played in it.");

describe.skipIf(!installed.firefox)("Firefox", () => {
  let server: RunningServer;
  let firefox: OtherBrowser;
  let ada: Person;
  let deezer: Awaited<ReturnType<typeof startDeezer>>;
  let playlistId = "";

  beforeAll(async () => {
    deezer = await startDeezer();
    server = await startServer({ PREVIEWS: "deezer", DEEZER_URL: deezer.address });
    ada = await completeProfile(await signUp(openBrowser(server), "Ada"));
    const playlist = await ada.json("POST", "/api/playlists", { name: "Slow trains" });
    playlistId = ((await playlist.json()) as { id: string }).id;
    for (const song of [
      { artist: "Can", title: "Vitamin C" },
      { artist: "Stereolab", title: "French Disko" },
    ])
      await ada.json("POST", `/api/playlists/${playlistId}/songs`, song);
    firefox = await startFirefox(server.origin, true);
  }, 180_000);
  afterAll(async () => {
    await firefox.close();
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('"msg":"bug"');
    deezer.close();
  });

  test("a song sounds once its button is pressed, and another one's press ends it", async () => {
    const { visit, click, type, see, evaluate } = firefox;
    await visit("/");
    await click(named("a", "Sign In"));
    await type(labelled("Email"), ada.email);
    await type(labelled("Password"), ada.password);
    await click(named("button", "Sign In"));
    await see(text("Ada!"));
    await visit(`/playlists/${playlistId}`);
    await evaluate(CAPTURE);
    const sounding = () => evaluate(SOUNDING);
    expect(await sounding()).toEqual([]);
    await click(named("button", "Play Vitamin C by Can"));
    await expect.poll(sounding).toEqual(["Vitamin C"]);
    await click(named("button", "Play French Disko by Stereolab"));
    await expect.poll(sounding).toEqual(["French Disko"]);
    await see(named("button", "Play Vitamin C by Can"));
    await click(named("button", "Pause French Disko by Stereolab"));
    await expect.poll(sounding).toEqual([]);
  }, 240_000);
});
