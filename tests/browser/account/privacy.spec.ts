// What members share with the people they chat with while they read and type.
import { expect } from "@playwright/test";
import { conversingPair, sendJson, sendMessage } from "../members";
import { openScreen, test, visit } from "../pages";

/** How often typing is reported, and how long it is shown after that. */
const SIGN_MS = 4000;
const SHOWN_MS = 6000;

test("the other sees what was read and that something is typed, while it is, until that is turned off @all", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const [hers, his] = [ada, ben].map(({ page }) => page.getByRole("log"));
  if (!hers || !his) throw new Error("Nobody chats");
  const items = hers.getByRole("listitem").filter({ visible: true });
  const seen = hers.getByText("Seen", { exact: true });
  const typing = ada.page.getByRole("status").getByText("Ben is typing...");
  await sendMessage(ada, conversationId, "Which pressing?");
  for (const { page } of [ada, ben]) await page.clock.install();
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(hers.getByText("Which pressing?")).toBeVisible();
  await expect(seen).toHaveCount(0);
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(items.last()).toHaveText("Seen");

  // The part that reports what is typed is loaded after the page.
  const write = ben.page.getByPlaceholder("Type a message...");
  await expect(typing).toHaveCount(0);
  const type = () =>
    expect(async () => {
      await ben.page.clock.runFor(SIGN_MS);
      await write.pressSequentially("On ");
      await expect(typing).toBeVisible({ timeout: 3000 });
    }).toPass();
  await type();
  await ada.page.clock.runFor(SHOWN_MS);
  await expect(typing).toHaveCount(0);
  await type();
  await write.press("Enter");
  await expect(hers.getByText(/^On( On)*$/)).toBeVisible();
  await expect(typing).toHaveCount(0);
  await expect(ben.page.getByText("is typing...")).toHaveCount(0);

  // "Seen" moves to the newer message once that has been read, too.
  await openScreen(ben.page, "Messages");
  await sendMessage(ada, conversationId, "The mono one?");
  await expect(items.last()).toContainText("The mono one?");
  await sendJson(ben, "POST", `/messages/${conversationId}/read`, { sequence: 3 });
  await expect(items.last()).toHaveText("Seen");

  await sendJson(ben, "PUT", "/api/profile/privacy", { showsSeen: false, showsTyping: false });
  const reported: string[] = [];
  ben.page.on("request", (request) => {
    if (request.url().endsWith("/typing")) reported.push(request.url());
  });
  await visit(ada.page, `/messages/${conversationId}`);
  await ben.page.getByRole("navigation", { name: "Conversations" }).getByRole("link").click();
  await write.pressSequentially("Nobody sees this");
  await write.press("Enter");
  await expect(hers.getByText("Nobody sees this")).toBeVisible();
  await expect(seen).toHaveCount(0);
  expect(reported).toEqual([]);
  await expect(his.getByText("Nobody sees this")).toBeVisible();
});
