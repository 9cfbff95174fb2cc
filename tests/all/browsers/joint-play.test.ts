// Listening together in two Firefoxes: how far their players are from each other.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeConversation } from "../../api/people";
import { shareServer } from "../../api/server";
import { startDeezer } from "../../fakes/deezer";
import { named, type OtherBrowser, otherBrowsers, text } from "./web-driver";

const { isInstalled, start } = otherBrowsers.firefox;
const deezer = await startDeezer();
afterAll(deezer.close);

/** Two players may be this far from each other, in seconds. */
const APART = 0.5;
const SAMPLES = 25;
const PLAYER = `
  const audio = document.querySelector(".joint audio");
  const at = (performance.timeOrigin + performance.now()) / 1000;
  return audio && !audio.paused && !audio.ended ? [audio.currentTime, at] : null;`;
/**
 * Firefox plays nothing where there is no sound device, unless what it plays is captured: the system's clock drives it then.
 */
const CAPTURE = `
  new MutationObserver(() => {
    const audio = document.querySelector(".joint audio:not([id])");
    if (!audio) return;
    audio.id = "captured";
    audio.mozCaptureStream();
  }).observe(document.body, { childList: true, subtree: true });`;

describe.skipIf(!isInstalled)("two Firefoxes", () => {
  const { running, addMember } = shareServer({ PREVIEWS: "deezer" });
  const browsers: OtherBrowser[] = [];
  let talk = "";

  beforeAll(async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    talk = await makeConversation(ada, ben);
    const song = { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } };
    await ben.json("POST", `/api/conversations/${talk}/messages`, song);
    for (const person of [ada, ben]) {
      const browser = await start(running().origin);
      browsers.push(browser);
      await browser.signIn(person);
    }
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
  });

  /** How far the two players are from each other; undefined unless both play. */
  async function drift(): Promise<number | undefined> {
    const read = async (browser: OtherBrowser | undefined) =>
      (await browser?.evaluate(PLAYER)) as [number, number] | null;
    const [hers, his] = await Promise.all(browsers.map(read));
    return hers && his ? Math.abs(hers[0] - hers[1] - (his[0] - his[1])) : undefined;
  }

  test("a preview plays in step in both", async () => {
    const [hers, his] = browsers;
    if (!hers || !his) throw new Error("not started");
    for (const { visit, evaluate } of browsers) {
      await visit(`/messages/${talk}`);
      await evaluate(CAPTURE);
    }
    await hers.click(named("button", "Listen together"));
    await hers.see(text("Waiting for Ben to join"));
    await his.see(text("Ada wants to listen to"));
    await his.click(named("button", "Listen"));
    await hers.see(text("with Ben"));
    await expect.poll(async () => (await drift()) ?? Number.POSITIVE_INFINITY).toBeLessThan(APART);
    const drifts: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const now = await drift();
      // The preview is over.
      if (now === undefined) break;
      drifts.push(now);
    }
    expect(drifts).not.toEqual([]);
    console.info(`Two Firefoxes were ${Math.max(...drifts).toFixed(3)} s from each other at most.`);
    expect(Math.max(...drifts)).toBeLessThan(APART);
    await his.click(named("button", "Leave"));
    await hers.see(text("You're no longer listening together."));
    expect(await drift()).toBeUndefined();
  });
});
