// What members share with the people they chat with: "Seen", and the settings for it.
import { expect, type Locator } from "@playwright/test";
import { conversingPair, type Person, sendJson, sendMessage, signUp } from "../members";
import { expectAccessible, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

/** The frame refreshes itself by design; its reader can stop it. */
const WAIVED = ["meta-refresh"];

/** The messages of an open chat: in the page with scripts, in its frame without. */
function logOf({ page, hasScripts }: Person): Locator {
  return (hasScripts ? page : page.frameLocator('iframe[title="Messages"]')).getByRole("log");
}

const seenLine = (person: Person) => logOf(person).getByText("Seen", { exact: true });

/** Reads a chat's messages up to one of them, as an open page does. */
const read = (person: Person, conversationId: string, sequence: number) =>
  sendJson(person, "POST", `/messages/${conversationId}/read`, { sequence });

test("the last message that the other has read is marked as seen", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await sendMessage(ada, conversationId, "Which pressing?");
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(logOf(ada).getByText("Which pressing?")).toBeVisible();
  await expect(seenLine(ada)).toHaveCount(0);
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(seenLine(ada)).toBeVisible();
  const items = logOf(ada).getByRole("listitem").filter({ visible: true });
  await expect(items.last()).toHaveText("Seen");
  if (javaScriptEnabled) await expectAccessible(ada.page, WAIVED);

  // It moves to the newer message once that has been read, too.
  await visit(ben.page, "/messages");
  await sendMessage(ada, conversationId, "The mono one?");
  await expect(items.last()).toContainText("The mono one?");
  await expect(items.nth(-2)).toHaveText("Seen");
  await read(ben, conversationId, 2);
  await expect(items.last()).toHaveText("Seen");
  await expect(seenLine(ada).filter({ visible: true })).toHaveCount(1);

  await sendMessage(ben, conversationId, "The mono one.");
  await expect(items.last()).toContainText("The mono one.");
  await expect(items.nth(-2)).toHaveText("Seen");
});

test("a member turns Seen off, and then neither of the two sees it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled, javaScriptEnabled);
  await sendMessage(ada, conversationId, "Hers");
  await sendMessage(ben, conversationId, "His");
  await read(ben, conversationId, 1);
  await read(ada, conversationId, 2);
  for (const person of [ada, ben]) {
    await visit(person.page, `/messages/${conversationId}`);
    await expect(seenLine(person)).toBeVisible();
  }
  await visit(ada.page, "/settings");
  await ada.page.getByRole("link", { name: "Privacy", exact: true }).click();
  await expect(ada.page).toHaveTitle("Privacy · Settings · B-Side");
  const box = ada.page.getByLabel("Show when I've seen messages");
  await expect(box).toBeChecked();
  await box.uncheck();
  await ada.page.getByRole("button", { name: "Save" }).click();
  await expect(ada.page.getByText("Privacy settings saved").first()).toBeVisible();
  await visit(ada.page, "/settings/privacy");
  await expect(box).not.toBeChecked();
  for (const person of [ada, ben]) {
    await visit(person.page, `/messages/${conversationId}`);
    await expect(logOf(person).getByText("Hers")).toBeVisible();
    await expect(seenLine(person)).toHaveCount(0);
  }
});

test("the other sees that a member is typing, until the message is there", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only scripts know what is being typed");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  const status = ada.page.getByRole("status").getByText("Ben is typing...");
  const write = ben.page.getByPlaceholder("Type a message...");
  await expect(status).toHaveCount(0);
  await typeUntil(write, () => expect(status).toBeVisible({ timeout: 5000 }));
  await expectAccessible(ada.page, WAIVED);
  await write.press("Enter");
  await expect(logOf(ada).getByText(/^On( On)*$/)).toBeVisible();
  await expect(status).toHaveCount(0);
  await expect(ben.page.getByText("is typing...")).toHaveCount(0);
});

test("typing that stops is shown no longer", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "only scripts know what is being typed");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  const status = ada.page.getByText("Ben is typing...");
  await typeUntil(ben.page.getByPlaceholder("Type a message..."), () =>
    expect(status).toBeVisible({ timeout: 5000 }),
  );
  await expect(status).toHaveCount(0);
});

test("a member who has turned it off reports no typing", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "only scripts know what is being typed");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendJson(ben, "PUT", "/api/profile/privacy", { showsSeen: true, showsTyping: false });
  const reported: string[] = [];
  ben.page.on("request", (request) => {
    if (request.url().endsWith("/typing")) reported.push(request.url());
  });
  for (const { page } of [ada, ben]) await visit(page, `/messages/${conversationId}`);
  const write = ben.page.getByPlaceholder("Type a message...");
  await write.pressSequentially("Nobody sees this");
  await write.press("Enter");
  await expect(logOf(ada).getByText("Nobody sees this")).toBeVisible();
  expect(reported).toEqual([]);
});

/** Types a word again and again until the other side shows it: the part that reports it is loaded after the page. */
async function typeUntil(field: Locator, isShown: () => Promise<void>) {
  await expect(async () => {
    await field.pressSequentially("On ");
    await isShown();
  }).toPass();
}

test("the privacy settings are usable on small screens and with large letters", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings/privacy");
  await expectUsable(page, javaScriptEnabled);
});
