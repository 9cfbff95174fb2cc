// A moderator removes one photo from a chat: both see that its message was deleted, live, with scripts and without.
import { expect } from "@playwright/test";
import { conversingPair, messagesOn, sendJson, sendPhoto, signUp } from "../members";
import { operate } from "../operator";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

test("a moderator removes one reported photo, and both see its message deleted", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  const mia = await signUp(browser, "Mia", hasScripts);
  await operate("moderator", "add", mia.email);
  const errors = collectErrors(ada.page, ben.page, mia.page);
  await sendPhoto(ada, conversationId, "The river");
  const reported = await sendPhoto(ada, conversationId, "The bridge");
  await sendJson(ben, "POST", "/api/reports", { about: `message:${reported}`, reason: "sexual" });
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  for (const one of [ada, ben]) await expect(messagesOn(one).getByText("The bridge")).toBeVisible();

  await visit(mia.page, `/moderation/members?q=${encodeURIComponent(ada.email)}`);
  await mia.page.getByRole("link", { name: /case/i }).click();
  await mia.page.getByRole("button", { name: "Claim" }).click();
  await expect(mia.page.getByText("You're working on this case.")).toBeVisible();
  await mia.page.getByRole("radio", { name: "Remove content" }).check();
  const photo = mia.page.getByRole("checkbox", {
    name: "This photo from their conversation, with its message",
  });
  await expect(photo).toHaveCount(1);
  await mia.page.getByLabel("Reason").fill("Nobody asked for this.");
  await mia.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(mia.page.getByRole("alert")).toContainText("Choose what to remove");
  await photo.check();
  // It isn't loaded before it is opened.
  const shown = mia.page.locator(".check-field + details");
  await expect(shown.getByRole("img")).toBeHidden();
  await shown.getByText("Show photo").click();
  await expect(shown.getByRole("img", { name: "As it was sent" })).toBeVisible();
  await mia.page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(mia.page, hasScripts);
  await mia.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(mia.page.getByText("Case decided", { exact: true })).toBeVisible();

  await expect(messagesOn(ben).locator("i", { hasText: "Message deleted" })).toBeVisible();
  await expect(messagesOn(ben).getByText("The bridge")).toHaveCount(0);
  await expect(messagesOn(ben).getByText("The river")).toBeVisible();
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(ada.page.getByText("We removed your photo in a conversation.")).toBeVisible();
  const acknowledge = ada.page.getByRole("button", { name: "I've Read This" });
  await acknowledge.click();
  await expect(acknowledge).toHaveCount(0);
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(messagesOn(ada).locator("i", { hasText: "Message deleted" })).toBeVisible();
  expect(errors).toEqual([]);
});
