// The notifications page behind the bell, with and without scripts.
import { expect, type Page } from "@playwright/test";
import {
  conversingPair,
  makeMatch,
  matchedPair,
  sendJson,
  sendMessage,
  signUp,
  startConversation,
} from "./members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "./page-checks";
import { openPage, test, visit } from "./pages";

const linkIn = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

test("the bell counts what is new and leads to it, and it is new no longer once opened or marked", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  const errors = collectErrors(page);
  const conversation = await startConversation(ben, ada);
  for (const content of ["Hello", "Are you there?"])
    await sendJson(ben, "POST", `/api/conversations/${conversation}/messages`, { content });
  await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });

  await visit(page, "/");
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications 3 new 2 in Matches and Messages");
  await bell.click();
  await expect(page).toHaveTitle("Notifications · B-Side");
  const rows = page.locator("main li");
  await expect(rows).toContainText([
    "Ben challenged you to trivia.",
    "2 new messages from Ben",
    "You and Ben are a match.",
  ]);
  await expect(rows.getByText("New", { exact: true })).toHaveCount(3);
  if (javaScriptEnabled) await expectAccessible(page);

  await rows.first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Trivia with Ben" })).toBeVisible();
  await visit(page, "/notifications");
  await expect(rows.getByText("New", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Mark All as Read" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Mark All as Read" })).toHaveCount(0);
  await expect(rows.getByText("New", { exact: true })).toHaveCount(0);
  await expect(bell).toHaveAccessibleName("Notifications 2 in Matches and Messages");
  await expect(rows).toHaveCount(3);
  expect(errors).toEqual([]);
});

test("the badges of Matches and Messages count what is new, and looking at it clears them on every page", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const conversation = await startConversation(ben, ada);
  for (const content of ["Hello", "Are you there?"]) await sendMessage(ben, conversation, content);
  const { page } = ada;
  const otherTab = await openPage(ada.context);
  const [matches, messages] = [linkIn(page, "Matches"), linkIn(page, "Messages")];
  await visit(page, "/records");
  await visit(otherTab, "/playlists");
  await expect(matches).toHaveAccessibleName("Matches 1 mutual match 1 new");
  await expect(messages).toHaveAccessibleName("Messages 1 conversation 2 new");
  await expect(linkIn(otherTab, "Matches")).toHaveAccessibleName("Matches 1 mutual match 1 new");

  await matches.click();
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  await expect(matches).toHaveAccessibleName("Matches 1 mutual match");
  if (javaScriptEnabled === false) await visit(otherTab, "/playlists");
  await expect(linkIn(otherTab, "Matches")).toHaveAccessibleName("Matches 1 mutual match");
  await expect(linkIn(otherTab, "Messages")).toHaveAccessibleName("Messages 1 conversation 2 new");

  await visit(page, `/messages/${conversation}`);
  const chat = javaScriptEnabled === false ? page.frameLocator("iframe") : page;
  await expect(chat.getByRole("log").getByText("Are you there?")).toBeVisible();
  if (javaScriptEnabled === false) await visit(otherTab, "/playlists");
  await expect(linkIn(otherTab, "Messages")).toHaveAccessibleName("Messages 1 conversation");
  await visit(page, "/");
  await expect(matches).toHaveAccessibleName("Matches 1 mutual match");
  await expect(messages).toHaveAccessibleName("Messages 1 conversation");
});

test("without notifications the page says what will appear there", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/notifications");
  await expect(page.getByRole("heading", { name: "Nothing new" })).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(page);
  await expectNoHorizontalScroll(page);
});

test("a challenge is announced wherever the member is, and listed on the open page", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  await visit(ada.page, "/records");
  await visit(ben.page, "/notifications");
  const game = await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
  const bell = ada.page.getByRole("link", { name: /^Notifications/ });
  if (javaScriptEnabled === false) await visit(ada.page, "/records");
  else await expect(ada.page.locator(".toast")).toContainText("Ben challenged you to trivia");
  await expect(bell).toHaveAccessibleName(/^Notifications [12] new/);
  await sendJson(ada, "POST", `/api/trivia-games/${game.id}/answer`, {
    questionId: game.questions[0].id,
    answer: game.questions[0].options[0],
  });
  if (javaScriptEnabled === false) await visit(ben.page, "/notifications");
  await expect(ben.page.locator("main li").first()).toContainText("Your move against Ada.");
});

test("nothing is new in the chat that the member is looking at", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled, javaScriptEnabled);
  const { page } = ada;
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await visit(page, "/matches");
  await visit(page, `/messages/${conversationId}`);
  await expect(bell).not.toHaveAccessibleName(/new/);
  await bell.evaluate((link) => {
    const seen = new MutationObserver(() => {
      document.title += link.textContent?.includes("new") ? " lit" : "";
    });
    seen.observe(link, { childList: true, subtree: true, characterData: true });
  });
  const read = javaScriptEnabled ? page.waitForResponse(`**/messages/${conversationId}/read`) : undefined;
  const counted = javaScriptEnabled ? page.waitForResponse("**/counts") : undefined;
  await sendMessage(ben, conversationId, "Hello");
  const chat = javaScriptEnabled ? page : page.frameLocator("iframe");
  await expect(chat.getByRole("log").getByText("Hello")).toBeVisible();
  await Promise.all([read, counted]);
  expect(await page.title()).not.toContain("lit");
  await visit(page, "/records");
  await expect(bell).not.toHaveAccessibleName(/new/);
});

test("at 320 pixels, and at 360 with letters twice the size, nothing is cut off", async ({
  browser,
  javaScriptEnabled,
}) => {
  const [ada, ben] = [
    await signUp(browser, "Ada", javaScriptEnabled !== false),
    await signUp(browser, "Bartholomäus-Maximilian", javaScriptEnabled !== false),
  ];
  await makeMatch(ada, ben);
  await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
  const { page } = ada;
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/notifications");
  await expect(page.locator("main li")).toHaveCount(2);
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoHorizontalScroll(page);
});
