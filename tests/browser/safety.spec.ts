// Reporting, blocking and unmatching, from the menus to the lists in the settings.
import { expect, type Page } from "@playwright/test";
import {
  conversingPair,
  like,
  makeMatch,
  matchedPair,
  type Person,
  pressInMenu,
  sendJson,
  sendMessage,
  setPreferences,
  signUp,
  signUpPair,
  startConversation,
} from "./members";
import { expectAccessible, expectNoHorizontalScroll } from "./page-checks";
import { test, visit, waitForHydration } from "./pages";

async function choose(page: Page, menu: string, item: string) {
  await page.locator("summary", { hasText: menu }).click();
  await page.getByRole("link", { name: item, exact: true }).click();
}

test("a member reports a message, and sees the report in the settings", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await sendMessage(ben, conversationId, "You are rude");
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, `/messages/${conversationId}`);
  const log = javaScriptEnabled
    ? page
    : page.frameLocator("iframe[name=messages], iframe.chat-frame").first();
  await pressInMenu(log.locator(".message-menu"), (menu) =>
    menu.getByRole("link", { name: "Report", exact: true }),
  );
  await expect(page).toHaveTitle("Report a message from Ben · B-Side");
  await waitForHydration(page);
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);

  const cancel = page.getByRole("main").getByRole("link", { name: "Cancel" });
  await expect(cancel).toHaveAttribute("href", `/messages/${conversationId}`);
  await page.getByRole("radio", { name: "Something else" }).check();
  await page.getByRole("button", { name: "Send Report" }).click();
  await expect(page.getByRole("alert")).toContainText("Tell us what happened");
  await expect(page.getByRole("radio", { name: "Something else" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Also block Ben" })).toBeChecked();
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByLabel("In your own words").fill("Twice now");
  await page.getByRole("button", { name: "Send Report" }).click();
  await expect(page.getByRole("heading", { name: "What Happens Next" })).toBeVisible();
  await expect(page.getByText("You and Ben won't see each other anymore.").first()).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(page);

  await page.getByRole("main").getByRole("link", { name: "Your Reports" }).click();
  await expect(page).toHaveTitle("Your Reports · Settings · B-Side");
  const report = page.getByRole("main").getByRole("listitem");
  await expect(report).toContainText("You reported a message from Ben");
  await expect(report).toContainText("Twice now");
  await expect(report).toContainText("Received");
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
});

test("a member unmatches from a match card, and reports the ended conversation", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "/matches");
  await choose(page, "More options for Ben L.", "Unmatch");
  await expect(page).toHaveTitle("Unmatch Ben · B-Side");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Unmatch Ben?");
  await waitForHydration(page);
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("button", { name: "Unmatch" }).click();
  await expect(page).toHaveURL("/matches");
  await expect(page.getByText("Your match and conversation with Ben have ended.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Ben L." })).toHaveCount(0);

  expect((await ben.context.request.get(`/members/${ada.id}`)).status()).toBe(404);
  await visit(ben.page, "/settings");
  await ben.page.getByRole("link", { name: "Ended Conversations" }).click();
  await expect(ben.page).toHaveTitle("Ended Conversations · Settings · B-Side");
  await expectNoHorizontalScroll(ben.page);
  if (javaScriptEnabled) await expectAccessible(ben.page);
  await ben.page.getByRole("link", { name: "Report the conversation with Ada" }).click();
  await expect(ben.page).toHaveTitle("Report your conversation with Ada · B-Side");
});

test("a member points at any message of a conversation that was ended by the other", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const conversationId = await startConversation(ada, ben);
  for (let number = 1; number <= 22; number++) await sendMessage(ada, conversationId, `No. ${number}`);
  await sendMessage(ben, conversationId, "Stop");
  const { page } = ben;
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, `/report?about=conversation:${conversationId}`);
  await expect(page.getByText("Report a single message")).toHaveCount(0);
  await sendJson(ada, "POST", "/api/blocks", { targetUserId: ben.id });
  await visit(page, `/report?about=conversation:${conversationId}`);
  await waitForHydration(page);
  await expect(page.getByText("No. 22")).toBeHidden();
  await page.getByText("Report a single message").click();
  await expect(page.getByText("No. 22")).toBeVisible();
  await expect(page.getByText("Stop")).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("link", { name: "Earlier messages" }).click();
  await expect(page.getByText("No. 2", { exact: true })).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: "No. 1" }).getByRole("link", { name: "Report" }).click();
  await expect(page).toHaveTitle("Report a message from Ada · B-Side");
  await page.getByLabel("Threat or danger").check();
  await page.getByRole("button", { name: "Send Report" }).click();
  await expect(page).toHaveURL("/report/done");
});

test("the page of a match offers Unmatch, which asks first, instead of Pass", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  await visit(page, `/members/${ben.id}`);
  await expect(page.getByText("You and Ben L. liked each other.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pass" })).toHaveCount(0);
  await expect(page.locator("form[action$='/decide']")).toHaveCount(0);
  await choose(page, "More options for Ben L.", "Unmatch");
  await expect(page.getByRole("heading", { name: "Unmatch Ben?", level: 1 })).toBeVisible();
});

test("Pass asks before it ends a match or a conversation, from Discover and from a page that doesn't know yet", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, javaScriptEnabled);
  // They come first for each other.
  for (const person of [ada, ben]) {
    await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Reykjavík" });
    await setPreferences(person, [`Asks ${ada.id}`, `Before ${ada.id}`], ["Folk"]);
  }
  await like(ada, ben);
  await visit(ada.page, `/members/${ben.id}`);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "Hello Ben");
  await sendMessage(ben, conversationId, "Hello Ada");

  const { page } = ben;
  await visit(page, `/members/${ada.id}`);
  await expect(page.getByRole("button", { name: "Like" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pass" })).toHaveCount(0);
  await choose(page, "More options for Ada L.", "Unmatch");
  await expect(page.getByRole("heading", { name: "Unmatch Ada?", level: 1 })).toBeVisible();
  await visit(page, "/discover?maxDistance=5");
  const passOnAda = page.locator(`#member-${ada.id}`).getByRole("button", { name: "Pass on Ada L." });
  await passOnAda.click();
  await expect(page.getByRole("heading", { name: "Unmatch Ada?", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/discover\?maxDistance=5/);
  await expect(passOnAda).toBeVisible();

  // Ada's page is from before Ben answered.
  await ada.page.getByRole("button", { name: "Pass" }).click();
  await expect(ada.page.getByRole("heading", { name: "Unmatch Ben?", level: 1 })).toBeVisible();
  await visit(ada.page, `/messages/${conversationId}`);
  await expect(ada.page).toHaveTitle(/Ben/);
});

/** Lets a member end the pair's match, and waits until the other's page has followed the event. */
async function endMatch(one: Person, page: Page, hasScripts: boolean) {
  const [{ id }] = await sendJson(one, "GET", "/api/matches/mutual", undefined);
  const hasFollowed = hasScripts
    ? page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(".data"))
    : undefined;
  await sendJson(one, "DELETE", `/api/matches/${id}`, undefined);
  await hasFollowed;
}

test("Unmatch, Block and the new match stay when the other one ends the match meanwhile", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  for (const [address, heading] of [
    ["block", "Block Ben?"],
    ["match", "You and Ben L."],
    ["unmatch", "Unmatch Ben?"],
  ]) {
    // An ended match never comes back.
    const other = address === "unmatch" ? ben : await signUp(browser, "Ben", false);
    if (other !== ben) await makeMatch(ada, other);
    await visit(page, `/members/${other.id}/${address}`);
    await waitForHydration(page);
    await endMatch(other, page, javaScriptEnabled !== false);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
  }
  await page.getByRole("button", { name: "Unmatch" }).click();
  await expect(page).toHaveURL(/\/discover/);
  await expect(page.getByText("Your match and conversation had already ended.").first()).toBeVisible();
});

test("what is typed in Share Music stays when the other one ends the match meanwhile", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const { page } = ada;
  await visit(page, `/messages/${conversationId}/share`);
  await waitForHydration(page);
  await page.getByLabel("Artist").fill("Nico");
  await endMatch(ben, page, javaScriptEnabled !== false);
  await expect(page.getByLabel("Artist")).toHaveValue("Nico");
  await page.getByLabel("Title").fill("Afraid");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  // Without scripts the page of the dialog is gone with its conversation.
  const outcome = javaScriptEnabled ? "This conversation is no longer available." : "404 Page Not Found";
  await expect(page.getByText(outcome).first()).toBeVisible();
});

test("a member blocks from the page of another, and unblocks in the settings", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, `/members/${ben.id}`);
  await choose(page, "More options for Ben L.", "Block");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Block Ben?");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`/members/${ben.id}`);
  await waitForHydration(page);
  await choose(page, "More options for Ben L.", "Block");
  await page.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("You and Ben won't see each other anymore.").first()).toBeVisible();

  await visit(page, "/settings");
  await page.getByRole("link", { name: "Blocked Members" }).click();
  await expect(page.getByRole("button", { name: "Unblock Ben L." })).toBeVisible();
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("button", { name: "Unblock Ben L." }).click();
  await expect(page.getByText("No blocked members")).toBeVisible();
});

test("the menu works from the keyboard, and closes on Escape and on a click outside", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const { page } = ada;
  await visit(page, `/messages/${conversationId}`);
  const button = page.locator("summary", { hasText: "More options for Ben" });
  const block = page.getByRole("link", { name: "Block" });
  await expect(block).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(block).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Say goodbye" })).toBeFocused();
  if (javaScriptEnabled) {
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(block).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(block).toBeVisible();
    await page.getByText("No messages yet.").click();
    await expect(block).toBeHidden();
  } else {
    await button.click();
    await expect(block).toBeHidden();
  }
});

test("the menu of a member with a long name opens within a narrow screen", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const ben = await signUp(browser, "Maximiliane-Alexandra", false);
  await makeMatch(ada, ben);
  const { page } = ada;
  for (const width of [320, 360, 480]) {
    await page.setViewportSize({ width, height: 740 });
    await visit(page, `/members/${ben.id}`);
    await page.locator("summary", { hasText: "More options for Maximiliane-Alexandra L." }).click();
    for (const name of ["Unmatch", "Block", "Report"]) {
      const box = await page.getByRole("link", { name, exact: true }).boundingBox();
      expect(box?.x, `${name} at ${width} px`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `${name} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test("help is in the same place for everyone", async ({ browser, javaScriptEnabled }) => {
  const context = await browser.newContext({ javaScriptEnabled });
  const visitor = await context.newPage();
  await visitor.setViewportSize({ width: 320, height: 640 });
  await visitor.goto("/");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Help and Safety" }).click();
  await expect(visitor.getByRole("heading", { name: "In Danger?" })).toBeVisible();
  await expectNoHorizontalScroll(visitor);
  if (javaScriptEnabled) await expectAccessible(visitor);

  const { ada } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/discover", "/messages", "/no-such-page"]) {
    await visit(page, path);
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Help and Safety" })).toBeVisible();
  }
  await page.locator("summary", { hasText: "Menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Help and Safety" }).click();
  await expect(page).toHaveTitle("Help and Safety · B-Side");
  await page.getByRole("main").getByRole("link", { name: "your reports" }).click();
  await expect(page.getByText("No reports")).toBeVisible();
});
