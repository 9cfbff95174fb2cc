// Photos in a chat: one is sent, the other sees it once they want to, with scripts and without.
import { expect } from "@playwright/test";
import { photo, svg } from "../../fakes/picture-files";
import { conversingPair, like, messagesOn, sendPhoto, signUpPair, startConversation } from "../members";
import { collectErrors, expectAccessibleInBothSchemes, expectUsable } from "../page-checks";
import { test, visit, visitDialog } from "../pages";

const file = async (width = 1200, height = 800) => ({
  name: "porto.jpg",
  mimeType: "image/jpeg",
  buffer: await photo("jpeg", width, height),
});

test("a member sends a photo, and the other sees it after a press", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  const errors = collectErrors(ada.page, ben.page);
  const loaded: string[] = [];
  ben.page.on("request", (request) => {
    if (request.url().includes("/attachments/")) loaded.push(request.url());
  });
  await visit(ben.page, `/messages/${conversationId}`);
  await visit(ada.page, `/messages/${conversationId}`);
  await ada.page.getByRole("link", { name: "Send Photo" }).click();
  await expect(ada.page.getByRole("heading", { name: "Send Photo" })).toBeVisible();
  const field = ada.page.getByLabel("Photo", { exact: true });
  await field.setInputFiles({ ...(await file()), buffer: svg });
  await ada.page.getByLabel("Caption").fill("The river in Porto");
  await ada.page.locator("#send-photo").getByRole("button", { name: "Send" }).click();
  await expect(ada.page.locator("#photo-error")).toHaveText(/^Only JPEG/);
  await expect(ada.page.getByLabel("Caption")).toHaveValue("The river in Porto");
  // The messages without scripts are a page that never ends.
  if (hasScripts) await expectAccessibleInBothSchemes(ada.page);
  await field.setInputFiles(await file());
  await ada.page.locator("#send-photo").getByRole("button", { name: "Send" }).click();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}(#write)?$`));
  const hers = messagesOn(ada);
  await expect(hers.getByRole("img", { name: "Your photo" })).toBeVisible();
  await expect(hers.getByText("Show Photo")).toHaveCount(0);

  const his = messagesOn(ben);
  await expect(his.getByText("The river in Porto")).toBeVisible();
  await expect(his.getByRole("img", { name: "Photo from Ada" })).toHaveCount(0);
  expect(loaded).toEqual([]);
  if (hasScripts) {
    const before = await ben.page.locator(".share-picture").boundingBox();
    await ben.page.getByRole("button", { name: "Show Photo" }).click();
    await expect(ben.page.getByRole("link", { name: "Photo from Ada" })).toBeFocused();
    const image = ben.page.getByRole("img", { name: "Photo from Ada" });
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(640);
    expect(await ben.page.locator(".share-picture").boundingBox()).toEqual(before);
    await expectAccessibleInBothSchemes(ben.page);
    await image.click();
  } else await his.getByRole("link", { name: "Show Photo" }).click();
  await expect(ben.page.getByRole("heading", { name: "Photo from Ada" })).toBeVisible();
  await expect(ben.page.getByRole("img", { name: "Photo from Ada" })).toBeVisible();
  expect(loaded.at(-1)).toContain("size=whole");
  await ben.page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(ben.page, hasScripts);
  await ben.page.getByRole("link", { name: "Back to the conversation" }).click();
  await expect(ben.page).toHaveURL(new RegExp(`/messages/${conversationId}$`));
  expect(errors).toEqual([]);
});

test("a member who chose so sees photos at once", async ({ browser, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  await visit(ben.page, "/settings/privacy");
  await ben.page.getByLabel("Show photos in conversations without asking").check();
  await ben.page.getByRole("button", { name: "Save" }).click();
  await expect(ben.page.getByText("Privacy settings saved").first()).toBeVisible();
  await sendPhoto(ada, conversationId);
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(messagesOn(ben).getByRole("img", { name: "Photo from Ada" })).toBeVisible();
  await sendPhoto(ada, conversationId, "Another");
  await expect(messagesOn(ben).getByRole("img", { name: "Photo from Ada" })).toHaveCount(2);
});

test("a deleted photo is gone for both, on their open pages as well", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  const id = await sendPhoto(ada, conversationId);
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(messagesOn(ben).getByText("Show Photo")).toBeVisible();
  const answer = await ada.context.request.delete(`/api/messages/${id}`, {
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(answer.ok()).toBe(true);
  await expect(messagesOn(ben).locator(".message").getByText("Message deleted")).toBeVisible();
  await expect(messagesOn(ben).getByText("Show Photo")).toHaveCount(0);
  for (const { context } of [ada, ben])
    expect((await context.request.get(`/attachments/${id}`)).status()).toBe(404);
});

test("a request takes no photos, and says why", async ({ browser, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben } = await signUpPair(browser, hasScripts, hasScripts);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(ada.page.getByRole("link", { name: "Send Photo" })).toHaveCount(0);
  await visitDialog(ada.page, `/messages/${conversationId}/photo`);
  await expect(ada.page.getByText("You can send photos once Ben has replied.")).toBeVisible();
});
