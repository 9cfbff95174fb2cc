// The bell and the badges on pages that are open: what is new appears on its own, and what is seen goes on all of them.
import { expect, type Page } from "@playwright/test";
import { matchedPair, sendJson, sendMessage, startConversation } from "./members";
import { collectErrors } from "./page-checks";
import { openPage, test, visit } from "./pages";

const linkIn = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

test("what is new is counted and announced on every page, and looking at it clears it on all of them", async ({
  browser,
}) => {
  const { ada, ben } = await matchedPair(browser, true);
  const { page } = ada;
  const errors = collectErrors(page, ben.page);
  const conversation = await startConversation(ben, ada);
  const otherTab = await openPage(ada.context);
  const [matches, messages] = [linkIn(page, "Matches"), linkIn(page, "Messages")];
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await visit(page, "/records");
  await visit(otherTab, "/playlists");
  await visit(ben.page, "/notifications");
  for (const content of ["Hello", "Are you there?"]) await sendMessage(ben, conversation, content);
  await expect(messages).toHaveAccessibleName("Messages 1 conversation 2 new");
  await expect(linkIn(otherTab, "Matches")).toHaveAccessibleName("Matches 1 mutual match 1 new");

  // A challenge is announced, and its answer is listed on the challenger's open page.
  const game = await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
  await expect(page.locator(".toast")).toContainText("Ben challenged you to trivia");
  await expect(bell).toHaveAccessibleName("Notifications 3 new 2 in Matches and Messages");
  await sendJson(ada, "POST", `/api/trivia-games/${game.id}/answer`, {
    questionId: game.questions[0].id,
    answer: game.questions[0].options[0],
  });
  await expect(ben.page.locator("main li").first()).toContainText("Your move against Ada.");

  await matches.click();
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  for (const tab of [page, otherTab])
    await expect(linkIn(tab, "Matches")).toHaveAccessibleName("Matches 1 mutual match");
  await bell.click();
  await page.getByRole("button", { name: "Mark All as Read" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Mark All as Read" })).toHaveCount(0);
  await expect(page.locator("main li").getByText("New", { exact: true })).toHaveCount(0);

  await visit(page, `/messages/${conversation}`);
  await expect(page.getByRole("log").getByText("Are you there?")).toBeVisible();
  for (const tab of [page, otherTab])
    await expect(linkIn(tab, "Messages")).toHaveAccessibleName("Messages 1 conversation");

  // Nothing is new in the chat that the member is looking at.
  await expect(bell).not.toHaveAccessibleName(/new/);
  await otherTab.close();
  await bell.evaluate((link) => {
    const seen = new MutationObserver(() => {
      document.title += link.textContent?.includes("new") ? " lit" : "";
    });
    seen.observe(link, { childList: true, subtree: true, characterData: true });
  });
  const read = page.waitForResponse(`**/messages/${conversation}/read`);
  const counted = page.waitForResponse("**/counts");
  await sendMessage(ben, conversation, "Look up");
  await expect(page.getByRole("log").getByText("Look up")).toBeVisible();
  await Promise.all([read, counted]);
  expect(await page.title()).not.toContain("lit");
  await visit(page, "/records");
  await expect(bell).not.toHaveAccessibleName(/new/);
  expect(errors).toEqual([]);
});
