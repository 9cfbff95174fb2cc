// Voice notes in a chat: one is recorded or chosen, heard before it is sent, and played by the other.
import { expect, type Page } from "@playwright/test";
import { svg } from "../../fakes/picture-files";
import { webm } from "../../fakes/recordings";
import { conversingPair, messagesOn, sendVoice } from "../members";
import { collectErrors, expectAccessibleInBothSchemes, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

const file = async (seconds = 3) => ({
  name: "note.webm",
  mimeType: "audio/webm",
  buffer: Buffer.from(await webm(seconds)),
});

const isPlaying = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll("audio")].map((audio) => !audio.paused));

test("a member sends a recording from a file, and the other can play it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  const errors = collectErrors(ada.page, ben.page);
  await visit(ben.page, `/messages/${conversationId}`);
  await visit(ada.page, `/messages/${conversationId}`);
  await ada.page.getByRole("link", { name: "Send Voice Note" }).click();
  await expect(ada.page.getByRole("heading", { name: "Send Voice Note" })).toBeVisible();
  const form = ada.page.locator("#send-voice");
  const field = form.locator("input[type=file]");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.locator("#voice-error")).toHaveText("Record or choose a voice note first.");
  await field.setInputFiles({ ...(await file()), buffer: svg });
  await form.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.locator("#voice-error")).toHaveText("We can't play this file. Choose a recording.");
  await field.setInputFiles(await file(70));
  await form.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.locator("#voice-error")).toHaveText("A voice note can be up to 60 seconds long.");
  // The streaming frame below never finishes loading, for which axe would wait.
  if (hasScripts) await expectAccessibleInBothSchemes(ada.page);
  await field.setInputFiles(await file());
  await form.getByRole("button", { name: "Send" }).click();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}(#write)?$`));
  for (const person of [ada, ben]) {
    const audio = messagesOn(person).locator(".voice audio");
    await expect(audio).toHaveCount(1);
    await expect(audio).toHaveAttribute("preload", "none");
    const address = await audio.getAttribute("src");
    const part = await person.context.request.get(address ?? "", { headers: { Range: "bytes=0-99" } });
    expect(part.status()).toBe(206);
    expect((await part.body()).length).toBe(100);
  }
  await ben.page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(ben.page, hasScripts);
  expect(errors).toEqual([]);
});

test("a member records a note, hears it and sends it, and the other plays it live", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts a file is chosen");
  const { ada, ben, conversationId } = await conversingPair(browser, true, true);
  const errors = collectErrors(ada.page, ben.page);
  await visit(ben.page, `/messages/${conversationId}`);
  await visit(ada.page, `/messages/${conversationId}/voice`);
  const dialog = ada.page.getByRole("dialog");
  const focused = dialog.locator(":focus");
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(focused).toContainText("Stop");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(focused).toHaveText("Record");
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(dialog.locator(".recorder-time")).toHaveText(/^0:0[1-9]/);
  await expectAccessibleInBothSchemes(ada.page);
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByRole("button", { name: "Play your recording" }).click();
  await expect(dialog.getByRole("slider", { name: "Position in your recording" })).toBeVisible();
  await dialog.getByRole("button", { name: "Record Again" }).click();
  await expect(dialog.locator(".recorder-time")).toHaveText(/^0:0[2-9]/);
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expectAccessibleInBothSchemes(ada.page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.getByRole("button", { name: "Play your voice note" })).toBeVisible();

  await ben.page.getByRole("button", { name: "Play Ada's voice note" }).click();
  const position = ben.page.getByRole("slider", { name: "Position in Ada's voice note" });
  await expect(position).toBeVisible();
  await expect(ben.page.locator(".voice-status")).toHaveText("");
  await expect
    .poll(() => ben.page.locator(".voice audio").evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(1.5);
  await expectAccessibleInBothSchemes(ben.page);
  expect(errors).toEqual([]);
});

test("one note plays at a time, at the speed and from where the member wants", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "the browser's own player does it without scripts");
  const { ada, ben, conversationId } = await conversingPair(browser, true, true);
  await sendVoice(ada, conversationId, 50);
  await sendVoice(ada, conversationId, 40);
  await visit(ben.page, `/messages/${conversationId}`);
  const [first, second] = [ben.page.locator(".voice").nth(0), ben.page.locator(".voice").nth(1)];
  const before = await first.boundingBox();
  await first.getByRole("button").click();
  await expect.poll(() => isPlaying(ben.page)).toEqual([true, false]);
  await first.getByRole("button", { name: "Speed: 1 times" }).click();
  await expect(first.getByRole("button", { name: "Speed: 1.5 times" })).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  await second.getByRole("button").click();
  await expect.poll(() => isPlaying(ben.page)).toEqual([false, true]);
  const rate = () => second.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate);
  expect(await rate()).toBe(1.5);
  await second.getByRole("button", { name: /^Pause/ }).click();
  await expect.poll(() => isPlaying(ben.page)).toEqual([false, false]);
  const slider = second.getByRole("slider");
  await slider.press("End");
  await expect
    .poll(() => second.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(39);
  await slider.press("Home");
  await slider.press("ArrowRight");
  await expect
    .poll(() => second.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeLessThan(2);
});

test("without the microphone a file can still be chosen", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there is no recorder");
  const { ada, conversationId } = await conversingPair(browser, true, true);
  // What a browser answers to a member who said no.
  await ada.page.addInitScript(() => {
    const refusal = new DOMException("Permission denied", "NotAllowedError");
    navigator.mediaDevices.getUserMedia = () => Promise.reject(refusal);
  });
  await visit(ada.page, `/messages/${conversationId}/voice`);
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(dialog.getByText("B-Side isn't allowed to use your microphone.")).toBeVisible();
  await expect(dialog.locator("input[type=file]")).toBeVisible();
  await expectAccessibleInBothSchemes(ada.page);
});
