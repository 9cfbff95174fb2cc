// What becomes of a message on both open pages: replies, reactions, edits and deletion.
import { expect, type Page } from "@playwright/test";
import { conversingPair, pressInMenu, sendJson, sendMessage } from "../members";
import { collectErrors } from "../page-checks";
import { pressComposing, test, visit, waitForFrames, waitForHydration } from "../pages";

test("replies, reactions and second thoughts show live for both @all", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
  const errors = collectErrors(ada.page, ben.page);
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  const { page } = ben;
  const field = page.getByRole("textbox", { name: "Message" });
  const menu = page.locator(`#message-${id} .message-menu`);
  const reply = async () => {
    await pressInMenu(menu, (open) => open.getByRole("link", { name: "Reply", exact: true }));
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("Replying to Ada Do you dance?");
  };
  await reply();
  await pressComposing(page, "Escape");
  await waitForFrames(page);
  await expect(page.getByText("Replying to")).toHaveCount(1);
  await field.press("Escape");
  await expect(field).not.toHaveAccessibleDescription(/Replying/);
  await reply();
  await page.getByRole("link", { name: "Cancel Reply" }).click();
  await expect(field).toBeFocused();
  await expect(page.getByText("Replying to")).toHaveCount(0);
  await reply();
  await field.fill("Only to disco");
  await field.press("Enter");
  await expect(page.getByText("Replying to")).toHaveCount(0);
  const quotes = (on: Page) => on.getByRole("log").getByRole("link", { name: /In reply to/ });
  await expect(quotes(ada.page)).toHaveAccessibleName("In reply to You Do you dance?");
  await expect(quotes(page)).toHaveAccessibleName("In reply to Ada Do you dance?");

  // A press reacts, another changes it, and the same one takes it back; the focus stays on the menu.
  const press = (name: string) => pressInMenu(menu, (open) => open.getByRole("button", { name }));
  await press("Dancer");
  await expect(menu.locator("summary")).toBeFocused();
  await expect(page.getByText("You: Dancer", { exact: true })).toBeVisible();
  await expect(ada.page.getByText("Ben: Dancer", { exact: true })).toBeVisible();
  await press("Heart");
  await expect(ada.page.getByText("Ben: Heart", { exact: true })).toBeVisible();
  await menu.locator("summary").click();
  await expect(menu.getByRole("button", { name: "Heart" })).toHaveAttribute("aria-pressed", "true");
  await menu.getByRole("button", { name: "Heart" }).click();
  await expect(ada.page.getByText("Ben: Heart", { exact: true })).toHaveCount(0);

  // What is edited or deleted changes where it is quoted, too.
  const own = ada.page.locator(`#message-${id} .message-menu`);
  await pressInMenu(own, (open) => open.getByRole("link", { name: "Edit or Delete" }));
  await waitForHydration(ada.page);
  await ada.page.getByLabel("Message").fill("");
  await ada.page.getByRole("button", { name: "Save" }).click();
  await expect(ada.page.getByText("Write a message first").first()).toBeVisible();
  await ada.page.getByLabel("Message").fill("Do you sing?");
  await ada.page.getByRole("button", { name: "Save" }).click();
  for (const one of [ada, ben])
    await expect(one.page.getByRole("link", { name: /In reply to .* Do you sing\?/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edited" })).toBeVisible();

  // A quote leads to its message, on the page or among earlier ones.
  for (let count = 0; count < 12; count++) await sendMessage(ada, conversationId, `One, two, ${count}`);
  await sendJson(ada, "POST", messages, { content: "Well?", quotedId: id });
  const quoted = page.locator(`#message-${id}`);
  await quotes(page).last().click();
  await expect(quoted).toBeFocused();
  await expect(quoted).toBeInViewport();
  await expect(page).toHaveURL(`/messages/${conversationId}`);
  await page.goto(`${await quotes(page).last().getAttribute("href")}`);
  await expect(quoted).toBeFocused();
  await expect(quoted).toHaveCSS("outline-style", "solid");
  await visit(page, `/messages/${conversationId}`);

  await pressInMenu(own, (open) => open.getByRole("link", { name: "Edit or Delete" }));
  await ada.page.getByRole("button", { name: "Delete for Both" }).click();
  for (const one of [ada, ben])
    await expect(one.page.getByRole("link", { name: /In reply to .* Message deleted/ })).toHaveCount(2);
  await expect(page.getByText("Do you sing?")).toHaveCount(0);
  expect(errors).toEqual([]);
});
