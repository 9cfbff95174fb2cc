// Second thoughts: a member edits and deletes what they have sent, and the other sees it live, with scripts and without.
import { expect } from "@playwright/test";
import { conversingPair, messagesOn, type Person, pressInMenu, sendJson } from "../members";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit, waitForHydration } from "../pages";

/** Opens the page of the only own message from its menu. */
async function openMessage(person: Person) {
  const { page } = person;
  const menu = messagesOn(person).locator(".message-own .message-menu");
  await pressInMenu(menu, (open) => open.getByRole("link", { name: "Edit or Delete" }));
  await expect(page.getByRole("heading", { name: "Your message" })).toBeVisible();
  await waitForHydration(page);
}

const send = (person: Person, talk: string, content: string) =>
  sendJson(person, "POST", `/api/conversations/${talk}/messages`, { content });

test("a member edits a message, and the other reads what it said before", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  await send(ada, conversationId, "I love Low");
  await visit(ben.page, `/messages/${conversationId}`);
  await visit(ada.page, `/messages/${conversationId}`);
  const errors = collectErrors(ada.page);
  await openMessage(ada);
  const field = ada.page.getByLabel("Message");
  await expect(field).toHaveValue("I love Low");
  await field.fill("");
  await ada.page.getByRole("button", { name: "Save" }).click();
  await expect(ada.page.getByText("Write a message first").first()).toBeVisible();
  await expectUsable(ada.page, hasScripts);
  await field.fill("I love Low, and Love");
  await ada.page.getByRole("button", { name: "Save" }).click();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}`));
  const his = messagesOn(ben);
  for (const side of [messagesOn(ada), his]) {
    await expect(side.locator(".messages").getByText("I love Low, and Love")).toBeVisible();
    await expect(side.getByText("I love Low", { exact: true })).toHaveCount(0);
  }
  await his.getByRole("link", { name: "Edited" }).click();
  await expect(ben.page.getByRole("heading", { name: "What it said before" })).toBeVisible();
  await expect(ben.page.getByText("I love Low", { exact: true })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(ben.page.getByRole("button", { name: "Delete for Both" })).toHaveCount(0);
  await ben.page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(ben.page, hasScripts);
  expect(errors).toEqual([]);
});

test("a deleted message is gone for both, and can still be reported", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, hasScripts);
  await send(ada, conversationId, "Something cruel");
  await visit(ben.page, `/messages/${conversationId}`);
  await visit(ada.page, `/messages/${conversationId}`);
  await openMessage(ada);
  await ada.page.getByRole("button", { name: "Delete for Both" }).click();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}`));
  const his = messagesOn(ben);
  for (const side of [messagesOn(ada), his]) {
    await expect(side.locator(".messages").getByText("Message deleted")).toBeVisible();
    await expect(side.getByText("Something cruel")).toHaveCount(0);
  }
  await expect(messagesOn(ada).locator(".message-menu")).toHaveCount(0);
  const menu = his.locator(".message-menu");
  await menu.locator("summary").click();
  await expect(menu.getByRole("button")).toHaveCount(0);
  await menu.getByRole("link", { name: "Report" }).click();
  await expect(ben.page.getByRole("heading", { level: 1, name: /Report/ })).toBeVisible();
  await visit(ben.page, "/messages");
  await expect(ben.page.getByText("Message deleted").first()).toBeVisible();
});

test("a page without a stream sees messages edited and deleted as it polls", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts nothing polls");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await send(ben, conversationId, "I love Low");
  await sendJson(ada, "POST", messages, { content: "Which one?", quotedId: id });
  const { id: cruel } = await send(ben, conversationId, "Something cruel");
  await ada.page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  await visit(ada.page, `/messages/${conversationId}`);
  const log = ada.page.getByRole("log");
  await sendJson(ben, "PATCH", `/api/messages/${id}`, { content: "I love Low, and Love" });
  await expect(log.getByText("I love Low, and Love")).toHaveCount(2);
  await expect(log.getByRole("link", { name: "Edited" })).toBeVisible();
  await send(ben, conversationId, "Sorry");
  await expect(log.getByText("Sorry")).toBeVisible();
  await sendJson(ben, "DELETE", `/api/messages/${cruel}`, undefined);
  await expect(log.getByText("Message deleted")).toBeVisible();
  await expect(log.getByText("Something cruel")).toHaveCount(0);
  await sendJson(ben, "PATCH", `/api/messages/${id}`, { content: "I love Love" });
  await expect(log.getByText("I love Love", { exact: true })).toHaveCount(2);
});
