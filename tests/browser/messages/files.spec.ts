// Photos and voice notes in a chat: sent while the sender goes on, shown or played live by the other.
import { expect, type Page } from "@playwright/test";
import { photo, svg } from "../../fakes/picture-files";
import { conversingPair, sendJson, sendVoice } from "../members";
import { collectErrors } from "../page-checks";
import { test, visit } from "../pages";

const isPlaying = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll("audio")].map((audio) => !audio.paused));

test("a photo is seen after a press until it is deleted, and a note is recorded, heard and sent, and played alone", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const { page } = ben;
  const errors = collectErrors(ada.page, page);
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/attachments/")) loaded.push(request.url());
  });
  for (const each of [page, ada.page]) await visit(each, `/messages/${conversationId}`);
  await ada.page.getByRole("link", { name: "Send Photo" }).click();
  const dialog = ada.page.getByRole("dialog", { name: "Send Photo" });
  const field = dialog.getByLabel("Photo", { exact: true });
  const file = { name: "porto.jpg", mimeType: "image/jpeg", buffer: svg };
  await field.setInputFiles(file);
  await dialog.getByLabel("Caption").fill("The river in Porto");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.locator("#photo-error")).toHaveText(/^Only JPEG/);
  await expect(dialog.getByLabel("Caption")).toHaveValue("The river in Porto");
  await field.setInputFiles({ ...file, buffer: await photo("jpeg", 1200, 800) });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(ada.page).toHaveURL(`/messages/${conversationId}`);
  await expect(ada.page.getByRole("img", { name: "Your photo" })).toBeVisible();

  await expect(page.getByText("The river in Porto")).toBeVisible();
  expect(loaded).toEqual([]);
  const before = await page.locator(".share-picture").boundingBox();
  await page.getByRole("button", { name: "Show Photo" }).click();
  await expect(page.getByRole("link", { name: "Photo from Ada" })).toBeFocused();
  const image = page.getByRole("img", { name: "Photo from Ada" });
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(640);
  expect(await page.locator(".share-picture").boundingBox()).toEqual(before);
  const messages = `/api/conversations/${conversationId}/messages`;
  const [{ id }] = await sendJson(ada, "GET", messages, undefined);
  await sendJson(ada, "DELETE", `/api/messages/${id}`, undefined);
  for (const each of [page, ada.page]) {
    await expect(each.locator(".message").getByText("Message deleted")).toBeVisible();
    await expect(each.locator(".share-picture")).toHaveCount(0);
  }
  for (const { context } of [ada, ben])
    expect((await context.request.get(`/attachments/${id}`)).status()).toBe(404);

  await ada.page.getByRole("link", { name: "Send Voice Note" }).click();
  const recorder = ada.page.getByRole("dialog");
  const focused = recorder.locator(":focus");
  // What a browser answers to a member who said no.
  await ada.page.evaluate(() => {
    const { mediaDevices } = navigator;
    const allowed = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = allowed;
      return Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    };
  });
  await recorder.getByRole("button", { name: "Record", exact: true }).click();
  await expect(recorder.getByText("B-Side isn't allowed to use your microphone.")).toBeVisible();
  await expect(recorder.locator("input[type=file]")).toBeVisible();
  await recorder.getByRole("button", { name: "Record", exact: true }).click();
  await expect(focused).toContainText("Stop");
  await recorder.getByRole("button", { name: "Discard" }).click();
  await expect(focused).toHaveText("Record");
  await recorder.getByRole("button", { name: "Record", exact: true }).click();
  await expect(recorder.locator(".recorder-time")).toHaveText(/^0:0[1-9]/);
  await recorder.getByRole("button", { name: "Stop" }).click();
  await recorder.getByRole("button", { name: "Play your recording" }).click();
  await expect(recorder.getByRole("slider", { name: "Position in your recording" })).toBeVisible();
  await recorder.getByRole("button", { name: "Record Again" }).click();
  await expect(recorder.locator(".recorder-time")).toHaveText(/^0:0[1-9]/);
  await recorder.getByRole("button", { name: "Stop" }).click();
  await recorder.getByRole("button", { name: "Send" }).click();
  await expect(ada.page.getByRole("button", { name: "Play your voice note" })).toBeVisible();

  await page.getByRole("button", { name: "Play Ada's voice note" }).click();
  await expect(page.getByRole("slider", { name: "Position in Ada's voice note" })).toBeVisible();
  await expect(page.locator(".voice [role=status]")).toHaveText("");
  await expect
    .poll(() => page.locator(".voice audio").evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0.5);

  // One note plays at a time, at the speed and from where the member wants.
  for (const seconds of [50, 40]) await sendVoice(ada, conversationId, seconds);
  const [first, second] = [page.locator(".voice").nth(1), page.locator(".voice").nth(2)];
  await expect(second).toBeVisible();
  const box = await first.boundingBox();
  await first.getByRole("button").click();
  await expect.poll(() => isPlaying(page)).toEqual([false, true, false]);
  await first.getByRole("button", { name: "Speed: 1 times" }).click();
  await expect(first.getByRole("button", { name: "Speed: 1.5 times" })).toBeVisible();
  expect(await first.boundingBox()).toEqual(box);
  await second.getByRole("button").click();
  await expect.poll(() => isPlaying(page)).toEqual([false, false, true]);
  const sound = second.locator("audio");
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  await second.getByRole("button", { name: /^Pause/ }).click();
  await expect.poll(() => isPlaying(page)).toEqual([false, false, false]);
  const time = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  const slider = second.getByRole("slider");
  await slider.press("End");
  await expect.poll(time).toBeGreaterThan(39);
  await slider.press("Home");
  await slider.press("ArrowRight");
  await expect.poll(time).toBeLessThan(2);
  expect(errors).toEqual([]);
});
