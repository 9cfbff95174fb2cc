// Quotes: a reply shows what it answers and leads back to it, with scripts and without, live and without a connection.
import { expect } from "@playwright/test";
import { conversingPair, messagesOn, sendJson, sendMessage } from "../members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("a reply is written from a message's menu, and shows both what it quotes as that changes", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
  const errors = collectErrors(ben.page);
  await visit(ada.page, `/messages/${conversationId}`);
  await visit(ben.page, `/messages/${conversationId}`);
  const field = ben.page.getByRole("textbox", { name: "Message" });
  const reply = async () => {
    await ben.page.locator(".message-menu summary").first().click();
    await ben.page.getByRole("link", { name: "Reply", exact: true }).first().click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("Replying to Ada Do you dance?");
  };
  await reply();
  await field.press("Escape");
  await expect(field).not.toHaveAccessibleDescription(/Replying/);
  await reply();
  await ben.page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(ben.page);
  await expectNoHorizontalScroll(ben.page);
  await ben.page.getByRole("link", { name: "Cancel Reply" }).click();
  await expect(field).toBeFocused();
  await expect(ben.page.getByText("Replying to")).toHaveCount(0);
  await reply();
  await field.fill("Only to disco");
  await field.press("Enter");
  await expect(ben.page.getByText("Replying to")).toHaveCount(0);
  for (const { page } of [ada, ben])
    await expect(page.getByRole("log").getByRole("link", { name: /In reply to/ })).toHaveAccessibleName(
      page === ada.page ? "In reply to You Do you dance?" : "In reply to Ada Do you dance?",
    );
  await sendJson(ada, "PATCH", `/api/messages/${id}`, { content: "Do you sing?" });
  for (const { page } of [ada, ben])
    await expect(page.getByRole("link", { name: /In reply to .* Do you sing\?/ })).toBeVisible();
  await sendJson(ada, "DELETE", `/api/messages/${id}`, undefined);
  for (const { page } of [ada, ben])
    await expect(page.getByRole("link", { name: /In reply to .* Message deleted/ })).toBeVisible();
  await expectAccessible(ada.page);
  expect(errors).toEqual([]);
});

test("a quote leads to its message, in the page or in earlier messages", async ({ browser }) => {
  const { ada, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id: quotedId } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
  for (let count = 0; count < 12; count++) await sendMessage(ada, conversationId, `One, two, ${count}`);
  await sendJson(ada, "POST", messages, { content: "Well?", quotedId });
  await visit(ada.page, `/messages/${conversationId}`);
  const quote = ada.page.getByRole("link", { name: /In reply to/ });
  const quoted = ada.page.locator(`#message-${quotedId}`);
  await quote.click();
  await expect(quoted).toBeFocused();
  await expect(quoted).toBeInViewport();
  await expect(ada.page).toHaveURL(`/messages/${conversationId}`);
  await ada.page.goto(`${await quote.getAttribute("href")}`);
  await expect(quoted).toBeFocused();
});

test("what is being replied to stays while the member looks at another screen", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendMessage(ada, conversationId, "Do you dance?");
  await visit(ben.page, `/messages/${conversationId}`);
  await ben.page.locator(".message-menu summary").click();
  await ben.page.getByRole("link", { name: "Reply", exact: true }).click();
  await ben.page.getByRole("textbox", { name: "Message" }).fill("Only to");
  await ben.page.locator("header a").filter({ hasText: "Ada" }).first().click();
  await expect(ben.page).toHaveURL(/\/members\//);
  await ben.page.goBack();
  await expect(ben.page.getByRole("textbox", { name: "Message" })).toHaveValue("Only to");
  await expect(ben.page.locator("#write-quote")).toContainText("Do you dance?");
});

test("without scripts the menu leads to a page that replies, and a refusal keeps what it quotes", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, false, false);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
  await ben.page.goto(`/messages/${conversationId}`);
  const frame = messagesOn(ben);
  const reply = async () => {
    // The frame loads again once it has been shown.
    await expect(async () => {
      await frame.locator(".message-menu summary").first().click({ timeout: 2000 });
      await frame.getByRole("link", { name: "Reply", exact: true }).first().click({ timeout: 2000 });
      await expect(ben.page.locator("#write-quote")).toContainText("Do you dance?");
    }).toPass();
  };
  await reply();
  await ben.page.getByRole("link", { name: "Cancel Reply" }).click();
  await expect(ben.page.locator("#write-quote")).toHaveCount(0);
  await reply();
  const field = ben.page.getByRole("textbox", { name: "Message" });
  await field.evaluate((element: HTMLTextAreaElement) => element.removeAttribute("maxlength"));
  await field.fill("x".repeat(2001));
  await ben.page.getByRole("button", { name: "Send" }).click();
  await expect(ben.page.getByText("Use at most 2,000 characters")).toBeVisible();
  await expect(ben.page.locator("#write-quote")).toContainText("Do you dance?");
  await field.fill("Only to disco");
  await ben.page.getByRole("button", { name: "Send" }).click();
  await expect(ben.page.locator("#write-quote")).toHaveCount(0);
  const quote = frame.getByRole("link", { name: "In reply to Ada Do you dance?" });
  await quote.click();
  await expect(ben.page).toHaveURL(`/messages/${conversationId}?around=${id}#message-${id}`);
  await expect(ben.page.getByRole("log").getByText("Do you dance?").first()).toBeVisible();

  await ben.page.goto(`/messages/${conversationId}`);
  await reply();
  await sendJson(ada, "DELETE", `/api/messages/${id}`, undefined);
  await field.fill("I said: only to disco");
  await ben.page.getByRole("button", { name: "Send" }).click();
  await expect(ben.page.getByText("That message isn't here anymore.")).toBeVisible();
  await expect(field).toHaveValue("I said: only to disco");
  await expect(ben.page.locator("#write-quote")).toHaveCount(0);
});
