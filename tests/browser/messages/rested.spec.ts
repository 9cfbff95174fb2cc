// A conversation that has rested for three days: what could be said fills the field, and nothing is sent by itself.
import { expect } from "@playwright/test";
import { conversingPair, sendJson, sendMessage, setPreferences } from "../members";
import { execute } from "../operator";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

const DAY_MS = 86_400_000;

test("it offers what the two share, until somebody writes", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  for (const each of [ada, ben]) await setPreferences(each, ["Arthur Russell"], ["Electronic"]);
  await sendMessage(ada, conversationId, "Hi");
  await sendMessage(ben, conversationId, "Hi yourself");
  const chat = `/messages/${conversationId}`;
  const errors = collectErrors(ada.page);
  await visit(ada.page, chat);
  const openers = ada.page.getByRole("list", { name: "Ideas for a message" }).getByRole("link");
  await expect(ada.page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(openers).toHaveCount(0);
  await execute(
    "update message set created_at = created_at - ? where conversation_id = ?",
    3 * DAY_MS,
    conversationId,
  );
  await visit(ada.page, chat);
  await expect(openers).toHaveText(["Ask about Arthur Russell", "Ask about Electronic"]);
  await ada.page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(ada.page, javaScriptEnabled);
  await openers.last().click();
  const field = ada.page.getByRole("textbox", { name: "Message" });
  await expect(field).toHaveValue("What's the best Electronic you've heard lately?");
  await expect(field).toBeFocused();
  const messages = `/api/conversations/${conversationId}/messages`;
  expect(await sendJson(ada, "GET", messages, undefined)).toHaveLength(2);
  await sendMessage(ben, conversationId, "Are you still there?");
  if (!javaScriptEnabled) await visit(ada.page, chat);
  await expect(openers).toHaveCount(0);
  expect(errors).toEqual([]);
});
