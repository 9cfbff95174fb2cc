// Voice notes and photos in Firefox and WebKit: what was sent plays and shows, and a recording or a file is sent.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeConversation, type Person } from "../../api/people";
import { shareServer } from "../../api/server";
import { photo } from "../../fakes/picture-files";
import { m4a, webm } from "../../fakes/recordings";
import { named, type OtherBrowser, otherBrowsers, text } from "./web-driver";

/** Only Firefox has a microphone of its own for tests. */
const browsers = [
  { ...otherBrowsers.firefox, hasMicrophone: true },
  { ...otherBrowsers.webkit, hasMicrophone: false },
];

const SECONDS = 3;

/**
 * Firefox plays nothing where there is no sound device, unless what it plays is captured: the system's clock drives it then.
 */
const CAPTURE = `
  for (const audio of document.querySelectorAll(".voice audio")) if (audio.mozCaptureStream) audio.mozCaptureStream();`;

/** How long each note is that has been played a little, in whole seconds; null for the others. */
const PLAYED = `
  return [...document.querySelectorAll(".voice audio")].map((audio) =>
    audio.currentTime > 0 ? Math.round(audio.duration) : null);`;

const PHOTO_WIDTH = `
  const image = document.querySelector('img[alt="Photo from Ben"]');
  return image ? image.naturalWidth : 0;`;

for (const { name, isInstalled, start, hasMicrophone } of browsers) {
  describe.skipIf(!isInstalled)(name, () => {
    const { running, addMember } = shareServer();
    let browser: OtherBrowser;
    let ada: Person;
    let ben: Person;
    let talk = "";

    const post = async (path: string, body: Uint8Array) => {
      const headers = { "Sec-Fetch-Site": "same-origin", Origin: running().origin };
      const answer = await ben.send(`/api/conversations/${talk}/${path}`, {
        method: "POST",
        body: Buffer.from(body),
        headers,
      });
      expect(answer.status).toBe(201);
    };
    const messages = async () => {
      const answer = await ben.get(`/api/conversations/${talk}/messages`);
      return (await answer.json()) as {
        senderId: string;
        messageType: string;
        metadata: { seconds: number };
      }[];
    };

    beforeAll(async () => {
      [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      talk = await makeConversation(ada, ben);
      await post("voice-notes", await webm(SECONDS));
      await post("voice-notes", await m4a(SECONDS));
      await post("photos", await photo("jpeg", 1200, 800));
      browser = await start(running().origin);
      await browser.signIn(ada);
    });
    afterAll(() => browser?.close());

    test("voice notes play, as computers and as phones record them, and a photo shows", async () => {
      const { visit, click, evaluate } = browser;
      await visit(`/messages/${talk}`);
      await evaluate(CAPTURE);
      const play = (place: number) => click(`(${named("button", "Play Ben's voice note")})[${place}]`);
      await play(1);
      await expect.poll(() => evaluate(PLAYED)).toEqual([SECONDS, null]);
      await play(2);
      await expect.poll(() => evaluate(PLAYED)).toEqual([SECONDS, SECONDS]);
      await click(named("button", "Show Photo"));
      await expect.poll(() => evaluate(PHOTO_WIDTH)).toBe(640);
    });

    test("without a recorder the file is chosen and sent", async () => {
      const { visit, click, type, see, path, evaluate } = browser;
      const file = join(mkdtempSync(join(tmpdir(), "b-side-note-")), "note.webm");
      writeFileSync(file, await webm(2));
      await visit(`/messages/${talk}/voice`);
      await evaluate("delete window.MediaRecorder;");
      await click(named("button", "Record"));
      await see(text("You can choose a recording instead."));
      await type('//form[@id="send-voice"]//input[@type="file"]', file);
      await click('//form[@id="send-voice"]//button[normalize-space(.)="Send"]');
      await see(named("button", "Play your voice note"));
      // The dialog closes later, and Firefox gives up a visit that begins before.
      await expect.poll(path).toBe(`/messages/${talk}`);
      expect((await messages())[0]).toMatchObject({ senderId: ada.id, metadata: { seconds: 2 } });
    });

    test.runIf(hasMicrophone)("a note is recorded and sent", async () => {
      const { visit, click, see } = browser;
      await visit(`/messages/${talk}/voice`);
      await click(named("button", "Record"));
      await see(
        '//*[starts-with(@class,"recorder-time")][number(substring-after(substring-before(normalize-space(.)," "),":")) >= 2]',
      );
      await click(named("button", "Stop"));
      await see(named("button", "Play your recording"));
      const before = (await messages()).length;
      await click('//form[@id="send-voice"]//button[normalize-space(.)="Send"]');
      await expect.poll(async () => (await messages()).length).toBe(before + 1);
      const [sent] = await messages();
      expect(sent).toMatchObject({ senderId: ada.id, messageType: "voice" });
      expect(sent?.metadata.seconds).toBeGreaterThanOrEqual(2);
    });
  });
}
