// A goodbye closes a conversation for both, with and without scripts, and whoever said it can reopen it. Members whom many
// wait for are asked about them.
import { expect } from "@playwright/test";
import { conversingPair, makeConversation, sendMessage, signUp } from "../members";
import { collectErrors, expectFocusInMain, expectUsable } from "../page-checks";
import { openOptions, test, visit } from "../pages";

test("a goodbye in one press, what the other sees, and a second thought", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await sendMessage(ben, conversationId, "Which pressing?");
  const failure = collectErrors(ada.page, ben.page);
  await visit(ada.page, "/messages");
  await expect(ada.page.getByRole("link", { name: /Ben.*Your turn/ })).toBeVisible();
  await visit(ben.page, `/messages/${conversationId}`);

  await visit(ada.page, `/messages/${conversationId}`);
  await openOptions(ada.page, "Ben");
  await ada.page.getByRole("link", { name: "Say goodbye" }).click();
  await expect(ada.page.getByRole("heading", { name: "Say goodbye to Ben" })).toBeVisible();
  await expectUsable(ada.page, javaScriptEnabled);
  await ada.page.getByRole("button", { name: "Happy listening" }).click();

  await expect(ada.page.getByText("You said goodbye to Ben")).toBeVisible();
  await expect(ada.page.getByText("No open conversations")).toBeVisible();
  // Ben has it open, with scripts.
  await expect(ben.page.getByText("Happy listening")).toBeVisible();
  await expect(ben.page.getByText("Ada said goodbye. This conversation is closed")).toBeVisible();
  await expect(ben.page.getByPlaceholder("Type a message...")).toBeHidden();
  await expect(ben.page.getByRole("button", { name: "Reopen conversation" })).toBeHidden();

  await ada.page.getByRole("link", { name: "Goodbyes" }).click();
  await expect(ada.page).toHaveTitle("Goodbyes · Messages · B-Side");
  await expectUsable(ada.page, javaScriptEnabled);
  await ada.page.getByRole("link", { name: /Ben.*Happy listening/ }).click();
  await expect(ada.page.getByText("You said goodbye. This conversation is closed")).toBeVisible();
  await expectUsable(ada.page, javaScriptEnabled);
  await ada.page.getByRole("button", { name: "Reopen conversation" }).click();
  await expect(ada.page.getByPlaceholder("Type a message...")).toBeVisible();
  if (javaScriptEnabled) await expect(ada.page.getByPlaceholder("Type a message...")).toBeFocused();
  await expect(ben.page.getByPlaceholder("Type a message...")).toBeVisible();
  expect(failure).toEqual([]);
});

test("one's own words are kept until there are some", async ({ browser, javaScriptEnabled }) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await visit(ada.page, `/messages/${conversationId}/goodbye`);
  await ada.page.getByRole("button", { name: "Say goodbye" }).click();
  await expect(ada.page.getByText("Write a goodbye").first()).toBeVisible();
  await ada.page.getByLabel("Or in your own words").fill("See you at the record fair.");
  await ada.page.getByRole("button", { name: "Say goodbye" }).click();
  await expect(ada.page.getByText("You said goodbye to Ben")).toBeVisible();
});

test("eight who wait are asked about above the cards, until it is put off", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  for (const name of ["Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo", "Ines"]) {
    await visit(ada.page, "/discover");
    await expect(ada.page.getByText("waiting to hear from you")).toBeHidden();
    const other = await signUp(browser, name, false);
    const conversationId = await makeConversation(other, ada);
    await sendMessage(other, conversationId, "Which pressing?");
  }
  const failure = collectErrors(ada.page);
  await visit(ada.page, "/discover");
  const question = ada.page.getByRole("heading", { name: "8 people are waiting to hear from you" });
  await expect(question).toBeVisible();
  await expectUsable(ada.page, javaScriptEnabled);
  await ada.page.getByRole("link", { name: "See who's waiting" }).click();
  await expect(ada.page.getByRole("link", { name: /Your turn/ })).toHaveCount(8);
  await visit(ada.page, "/discover");
  await ada.page.getByRole("button", { name: "Not Now" }).click();
  await expect(question).toBeHidden();
  await expect(ada.page).toHaveURL(/\/discover/);
  if (javaScriptEnabled) await expectFocusInMain(ada.page);
  await visit(ada.page, "/discover");
  await expect(question).toBeHidden();
  expect(failure).toEqual([]);
});
