// Reactions: two members, with scripts and without, see live how the other one reacts.
import { expect } from "@playwright/test";
import { conversingPair, messagesOn, pressInMenu, sendJson, sendMessage } from "../members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("a press reacts, another changes it, and the same one takes it back, live for both", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendMessage(ada, conversationId, "Do you dance?");
  const errors = collectErrors(ben.page);
  await visit(ada.page, `/messages/${conversationId}`);
  await visit(ben.page, `/messages/${conversationId}`);
  const menu = ben.page.locator(".message-menu");
  const press = async (name: string) => {
    await menu.locator("summary").click();
    await menu.getByRole("button", { name }).click();
  };
  await press("Dancer");
  await expect(ben.page.getByText("You: Dancer", { exact: true })).toBeVisible();
  await expect(ada.page.getByText("Ben: Dancer", { exact: true })).toBeVisible();
  await press("Heart");
  await expect(ada.page.getByText("Ben: Heart", { exact: true })).toBeVisible();
  await ben.page.reload();
  await ben.page.setViewportSize({ width: 320, height: 640 });
  await menu.locator("summary").click();
  await expect(menu.getByRole("button", { name: "Heart" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(ben.page);
  await expectNoHorizontalScroll(ben.page);
  await menu.getByRole("button", { name: "Heart" }).click();
  await expect(ada.page.getByText("Ben: Heart", { exact: true })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("without scripts a form reacts, and the frame shows what the other does", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, false, false);
  await sendMessage(ada, conversationId, "Do you dance?");
  await ada.page.goto(`/messages/${conversationId}`);
  await ben.page.goto(`/messages/${conversationId}`);
  const hers = messagesOn(ada);
  const his = messagesOn(ben);
  await pressInMenu(his.locator(".message-menu"), (menu) => menu.getByRole("button", { name: "Wow" }));
  await expect(his.getByText("You: Wow", { exact: true })).toBeVisible();
  await expect(hers.getByText("Ben: Wow", { exact: true })).toBeVisible();
});

for (const hasScripts of [true, false])
  test(`a reaction is news to whoever is away, and none once their chat shows it (${hasScripts ? "with" : "without"} scripts)`, async ({
    browser,
  }) => {
    const { ada, ben, conversationId } = await conversingPair(browser, hasScripts);
    const messages = `/api/conversations/${conversationId}/messages`;
    const { id } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
    const react = (reaction: string) => sendJson(ben, "PUT", `/api/messages/${id}/reaction`, { reaction });
    const countUnread = async () => (await (await ada.context.request.get("/counts")).json()).notifications;
    const before = await countUnread();
    await visit(ada.page, "/notifications");
    await react("heart");
    if (!hasScripts) await ada.page.reload();
    await expect(ada.page.getByText("Ben reacted to your message")).toBeVisible();
    expect(await countUnread()).toBe(before + 1);

    await ada.page.getByText("Ben reacted to your message").click();
    const list = messagesOn(ada);
    await expect(list.getByText("Ben: Heart", { exact: true })).toBeVisible();
    await expect.poll(countUnread).toBe(before);

    await react("dancer");
    await expect(list.getByText("Ben: Dancer", { exact: true })).toBeVisible();
    await expect.poll(countUnread).toBe(before);
    await ada.page.goto("/notifications");
    await expect(ada.page.getByText("Reactions from Ben")).toBeVisible();
  });

test("a page without a stream sees reactions come, change and go as it polls", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ada, "POST", messages, { content: "Do you dance?" });
  const reaction = `/api/messages/${id}/reaction`;
  await ada.page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  await visit(ada.page, `/messages/${conversationId}`);
  await sendJson(ben, "PUT", reaction, { reaction: "heart" });
  await expect(ada.page.getByText("Ben: Heart", { exact: true })).toBeVisible();
  await sendMessage(ben, conversationId, "I do");
  await expect(ada.page.getByRole("log").getByText("I do")).toBeVisible();
  await sendJson(ben, "PUT", reaction, { reaction: "dancer" });
  await expect(ada.page.getByText("Ben: Dancer", { exact: true })).toBeVisible();
  await sendJson(ben, "DELETE", reaction, undefined);
  await expect(ada.page.getByText("Ben: Dancer", { exact: true })).toHaveCount(0);
});
