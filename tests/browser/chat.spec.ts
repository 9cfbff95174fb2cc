// What scripts add to a conversation: messages that show at once, drafts, earlier messages, and what happens without a
// connection.
import { expect, type FrameLocator, type Locator, type Page, type Route } from "@playwright/test";
import {
  addMember,
  conversationWithMember,
  conversingPair,
  like,
  makeConversation,
  type Person,
  pressInMenu,
  sendJson,
  sendMessage,
  setPreferences,
  signUp,
  signUpPair,
  startConversation,
} from "./members";
import { collectErrors, expectFocusInMain } from "./page-checks";
import { holdRequests, keepToast, openOptions, pressComposing, test, visit, waitForFrames } from "./pages";

function messagesOf(person: Person, text = ""): Locator {
  const place = person.hasScripts ? person.page : frameOf(person.page);
  return place.getByRole("log").getByRole("listitem").filter({ hasText: text });
}

function frameOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Messages"]');
}

function composerOf(page: Page): Locator {
  return page.getByPlaceholder("Type a message...");
}

/** Opens a chat; with scripts it waits for hydration. */
async function open({ page, hasScripts }: Person, conversationId: string) {
  await visit(page, `/messages/${conversationId}`);
  await expect(page.locator("#late-frame")).toHaveCount(hasScripts ? 0 : 1);
}

/** The messages so far, as the server has them. */
async function contentsOf(person: Person, conversationId: string): Promise<string[]> {
  const newestFirst = await sendJson(
    person,
    "GET",
    `/api/conversations/${conversationId}/messages`,
    undefined,
  );
  return newestFirst.map(({ content }: { content: string }) => content).reverse();
}

async function say(page: Page, text: string) {
  await composerOf(page).fill(text);
  await composerOf(page).press("Enter");
}

/** Answers what is sent in a chat as `answer` says, which may leave it to the server. */
async function interceptMessages(page: Page, answer: (route: Route) => Promise<void>) {
  await page.route("**/messages/**", (route) => {
    const request = route.request();
    return request.method() === "POST" && !/\/(typing|read)$/.test(request.url())
      ? answer(route)
      : route.continue();
  });
}

/** The response of a proxy while its server restarts. */
const BAD_GATEWAY = { status: 502, contentType: "text/html", body: "<h1>Bad gateway" };
/** The element that refreshes the frame without scripts. */
const REFRESH = 'meta[http-equiv="refresh"]';

test("messages show at once, whole and in order, while both go on typing", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  for (const one of [ada, ben]) await setPreferences(one, ["Arthur Russell"], ["Electronic"]);
  const conversationId = await makeConversation(ada, ben);
  const errors = collectErrors(ada.page, ben.page);
  await open(ada, conversationId);
  await open(ben, conversationId);
  const { page } = ada;
  const field = composerOf(page);
  const heightOf = async () => (await field.boundingBox())?.height ?? Number.NaN;
  const low = await heightOf();

  // An idea fills the field, and is gone once something is said.
  const ideas = page.getByRole("list", { name: "Ideas for a first message" }).getByRole("link");
  await ideas.filter({ hasText: "Arthur Russell" }).first().click();
  await expect(field).toHaveValue(/Arthur Russell/);
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await field.fill("One");
  await field.press("Shift+Enter");
  await page.keyboard.type("Two");
  await expect.poll(heightOf).toBeGreaterThan(low + 10);

  await pressComposing(page, "Enter");
  await expect(field).toHaveValue("One\nTwo");
  await expect(messagesOf(ada)).toHaveCount(0);

  const texts = ["One\nTwo", "How are you doing today?", "I found that record"];
  const { release } = await holdRequests(page, "**/messages/**", "POST");
  await page.keyboard.type("\n");
  const line = messagesOf(ada, "Two");
  await expect(line).toContainText("Sending...");
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect.poll(heightOf).toBe(low);
  await expect(ideas).toHaveCount(0);
  await line.evaluate((row) => row.setAttribute("data-same-row", ""));
  for (const text of texts.slice(1)) await page.keyboard.type(`${text}\n`);
  await page.keyboard.type("Not sent");
  await composerOf(ben.page).fill("I was just");
  release();
  await expect(page.getByText("Sending...")).toHaveCount(0);
  await expect(line).toHaveAttribute("data-same-row", "");
  await expect(field).toHaveValue("Not sent");
  expect(await contentsOf(ada, conversationId)).toEqual(texts);

  await expect(messagesOf(ben).filter({ hasText: "Ada: I found that record" })).toBeVisible();
  await expect(composerOf(ben.page)).toHaveValue("I was just");
  await expect(composerOf(ben.page)).toBeFocused();
  await ben.page.keyboard.type(" about to write\n");
  await expect(messagesOf(ada).filter({ hasText: "Ben: I was just about to write" })).toBeVisible();

  // Two presses send one message, and the same words again another one.
  await field.fill("Only once");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await expect(field).toHaveValue("");
  await say(page, "   ");
  await say(page, "Only once");
  await expect(messagesOf(ada, "Only once")).toHaveCount(2);
  await expect.poll(() => contentsOf(ada, conversationId)).toHaveLength(6);
  expect(errors).toEqual([]);
});

test("a message that could not be sent comes back, and is saved once", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  await open(ada, conversationId);
  const { page } = ada;
  const field = composerOf(page);
  const error = page.locator(".field-error");
  await page.context().setOffline(true);
  await say(page, "Are you there?");
  await expect(page.getByText("No connection.")).toBeVisible();
  await expect(field).toHaveValue("Are you there?");
  await expect(messagesOf(ada)).toHaveCount(0);
  await page.context().setOffline(false);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(messagesOf(ada, "Are you there?")).toHaveCount(1);
  await expect(page.getByText("No connection.")).toHaveCount(0);

  // Saved by the server, but the response is lost: the message still arrives.
  await interceptMessages(page, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const loss = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await say(page, "Still there?");
  await loss;
  await expect(field).toHaveValue("");
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
  // Events arrive in order: with Ben's answer, everything before it has arrived.
  await sendMessage(ben, conversationId, "I am");
  await expect(messagesOf(ada, "I am")).toHaveCount(1);
  await expect(messagesOf(ada, "Still there?")).toHaveCount(1);
  await page.unroute("**/messages/**");

  // It is retried with the same id, or with a new one if it was edited.
  const ids: (string | null)[] = [];
  await interceptMessages(page, (route) => {
    ids.push(new URLSearchParams(route.request().postData() ?? "").get("id"));
    return ids.length < 3 ? route.fulfill(BAD_GATEWAY) : route.continue();
  });
  await say(page, "Have you heard it?");
  await expect(error).toHaveText("Something went wrong. Your message wasn't sent. Try again.");
  await field.press("Enter");
  await expect.poll(() => ids.length).toBe(2);
  await expect(error).toBeVisible();
  expect(ids[1]).toBe(ids[0]);
  await say(page, "Have you heard this?");
  await expect(messagesOf(ada, "Have you heard this?")).toHaveCount(1);
  await expect(error).toHaveCount(0);
  expect(ids[2]).not.toBe(ids[0]);
  await page.unroute("**/messages/**");

  // Those behind it come back with it, above what was typed since.
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await interceptMessages(page, async (route) => {
    await failing;
    await route.fulfill(BAD_GATEWAY);
  });
  await say(page, "Hi there");
  await say(page, "How are you?");
  await field.pressSequentially("And");
  fail();
  await expect(error).toBeVisible();
  await expect(field).toHaveValue("Hi there\nHow are you?\nAnd");
  await page.unroute("**/messages/**");

  const long = "x".repeat(2001);
  await field.evaluate((element) => element.removeAttribute("maxlength"));
  await say(page, long);
  await expect(error).toHaveText("Use at most 2,000 characters");
  await expect(field).toHaveValue(long);
  expect(await contentsOf(ada, conversationId)).toEqual([
    "Are you there?",
    "Still there?",
    "I am",
    "Have you heard this?",
  ]);
});

test("what was typed or not sent is there when the chat is opened again @all", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  await sendMessage(ben, conversationId, "Do you dance?");
  await open(ada, conversationId);
  const { page } = ada;
  const field = composerOf(page);
  const quote = page.locator("#write-quote");
  const visitMatchesAndReturn = async () => {
    await page.getByRole("link", { name: "Matches" }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL("/matches");
    await expect(field).toHaveCount(0);
    await page.goBack();
    await expect(field).toBeVisible();
  };
  await pressInMenu(page.locator(".message-menu"), (menu) => menu.getByRole("link", { name: "Reply" }));
  await field.fill("Only to");
  await visitMatchesAndReturn();
  await expect(field).toHaveValue("Only to");
  await expect(quote).toContainText("Do you dance?");

  const { requested, release } = await holdRequests(page, "**/messages/**", "POST");
  await say(page, "Only to disco");
  await requested;
  await visitMatchesAndReturn();
  await expect(field).toHaveValue("Only to disco");
  await expect(quote).toContainText("Do you dance?");
  release();
  await expect(messagesOf(ada, "Only to disco")).toHaveCount(1);
  await expect(field).toHaveValue("");
  await expect(quote).toHaveCount(0);

  // What is sent stays while more is sent, although no event about it has arrived.
  await page.addInitScript("delete window.EventSource");
  await page.route("**/more?*", (route) => route.abort());
  await open(ada, conversationId);
  for (const text of ["And house", "And soul"]) {
    await say(page, text);
    await expect(messagesOf(ada, text)).toHaveCount(1);
    await expect(page.getByText("Sending...")).toHaveCount(0);
  }
  await expect(messagesOf(ada, "And house")).toHaveCount(1);
});

test("a long conversation fills a phone's screen, keeps its reader's place, and stays put while several lines are typed @all", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  for (let number = 1; number <= 60; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  await open(ada, conversationId);
  const log = page.getByRole("log");
  // The keyboard makes the page lower.
  for (const height of [740, 420]) {
    await page.setViewportSize({ width: 360, height });
    await expect(page.locator(".chat")).toHaveJSProperty("offsetHeight", height);
    expect((await page.locator(".chat > header").boundingBox())?.y).toBe(0);
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 });
    await expect(messagesOf(ada, "Message 60.")).toBeInViewport({ ratio: 1 });
  }
  for (const bar of [".top-bar", ".bottom-bar", ".footer"]) await expect(page.locator(bar)).toBeHidden();
  await page.getByRole("link", { name: "All conversations" }).click();
  for (const bar of [".top-bar", ".bottom-bar"]) await expect(page.locator(bar)).toBeVisible();

  // On a desktop the list begins in the first quarter of the screen and ends with the chat.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("navigation", { name: "Conversations" }).getByRole("link").click();
  await expect(messagesOf(ada, "Message 60.")).toBeInViewport();
  const row = await page.locator(".conversation-row").boundingBox();
  expect((row?.y ?? Number.NaN) + (row?.height ?? 0)).toBeLessThanOrEqual(800 / 4 + 8);
  const list = await page.getByRole("navigation", { name: "Conversations" }).boundingBox();
  const pane = await page.locator(".conversation-pane").boundingBox();
  expect([list?.y, list?.height]).toEqual([pane?.y, pane?.height]);

  // Scrolling does not repeat a failed request for earlier messages; the link does.
  let asked = 0;
  await page.route("**/more?before=*", (route) => {
    asked++;
    return route.abort();
  });
  await scroll(log, -100);
  expect(asked).toBe(0);
  await scroll(log, -5000);
  await expect(page.getByText("Couldn't load earlier messages. Try again.", { exact: true })).toBeVisible();
  for (let turn = 0; turn < 6; turn++) await scroll(log, turn % 2 ? -5000 : 300);
  expect(asked).toBe(1);
  await page.unroute("**/more?before=*");
  const { release } = await holdRequests(page, "**/more?before=*");
  await page.getByRole("link", { name: "Show earlier messages" }).focus();
  await page.keyboard.press("Enter");
  await expect(log).toHaveAttribute("aria-live", "off");
  const first = messagesOf(ada, "Message 16.");
  const before = await restingPlace(first);
  release();
  await expect(messagesOf(ada, "Message 1.")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Show earlier messages" })).toHaveCount(0);
  await expect(log).toBeFocused();
  await expect(log).not.toHaveAttribute("aria-live");
  expect(await restingPlace(first)).toBeCloseTo(before, 0);

  // New messages don't move a reader who has scrolled up.
  await sendMessage(ben, conversationId, "Message 61.");
  await expect(messagesOf(ada, "Message 61.")).toHaveCount(1);
  expect(await restingPlace(first)).toBeCloseTo(before, 0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: "New messages" })).toBeVisible();
  const placeAfterPress = await log.evaluate((box) => {
    (box.nextElementSibling as HTMLElement | null)?.click();
    return box.scrollTop;
  });
  expect(placeAfterPress).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(page.getByRole("button", { name: "New messages" })).toHaveCount(0);
  await expect(log).toBeFocused();
  await sendMessage(ben, conversationId, "Message 62.");
  await expect(messagesOf(ada, "Message 62.")).toBeInViewport();
  await expect.poll(() => log.evaluate((box) => Math.abs(box.scrollTop))).toBe(0);

  // Typing several lines leaves a wide page where it is.
  const field = composerOf(page);
  for (const [width, height] of [
    [1280, 800],
    [1000, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await field.click();
    for (const key of ["a", "Shift+Enter", "b", "Shift+Enter", "c", "Shift+Enter", "d"])
      await page.keyboard.press(key);
    await waitForFrames(page);
    expect([width, await page.evaluate(() => scrollY)]).toEqual([width, 0]);
    await expect(field).toBeInViewport({ ratio: 1 });
    await field.fill("");
  }
});

test("a request is accepted, answered and declined @all", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, true);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await open(ada, conversationId);
  const { release } = await holdRequests(ada.page, "**/messages/**", "POST");
  await say(ada.page, "Hello Ben");
  await say(ada.page, "You like Broadcast too");
  release();
  await expect(messagesOf(ada, "Hello Ben")).not.toContainText("Sending...");
  await expect(ada.page.locator(".field-error")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("You like Broadcast too");
  await ada.page.reload();
  await expect(ada.page.getByText("Waiting for Ben to reply.")).toBeVisible();

  await open(ben, conversationId);
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("Request accepted", { exact: true })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expect(composerOf(ben.page)).toBeFocused();
  await expect(composerOf(ada.page)).toBeVisible();

  // The sender of the one message keeps the focus, and sees the reply that accepts it.
  const cleo = await signUp(browser, "Cleo", true);
  await like(ben, cleo);
  const second = await startConversation(ben, cleo);
  await open(ben, second);
  await say(ben.page, "Hello Cleo");
  await expect(composerOf(ben.page)).toHaveCount(0);
  await expectFocusInMain(ben.page);
  await open(cleo, second);
  await say(cleo.page, "Hello Ben");
  await expect(cleo.page.getByText("Replying accepts the request.")).toHaveCount(0);
  await expect(messagesOf(ben, "Hello Ben")).toBeVisible();
  await expect(composerOf(ben.page)).toBeVisible();

  // Declining leads away, though the page hears first that this conversation is gone, and news arrives as it is pressed.
  await like(cleo, ada);
  const third = await startConversation(cleo, ada);
  await sendMessage(cleo, third, "Hello Ada");
  await ada.page.addInitScript(holdCounts);
  await open(ada, third);
  await sendMessage(ben, conversationId, "Hello again");
  await expect(ada.page.locator("html")).toHaveAttribute("data-held");
  await ada.page.route("**/decline.data*", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await expect(ada.page.getByText("This conversation is no longer available.")).toBeVisible();
    await route.fulfill({ response });
  });
  await ada.page.getByRole("button", { name: "Decline" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    window.dispatchEvent(new Event("pressed"));
  });
  await expect(ada.page.getByText("Request declined", { exact: true })).toBeVisible();
  await keepToast(ada.page);
  await expect(ada.page).toHaveURL("/messages");
  await ada.page.unroute("**/decline.data*");
  await ada.page.getByRole("button", { name: /^Undo / }).click();
  await expect(ada.page.getByRole("heading", { name: "Message requests" })).toBeVisible();
});

test("a conversation closes and ends on the open page, which keeps what was typed @all", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const { page } = ada;
  await open(ben, conversationId);
  await open(ada, conversationId);
  await openOptions(page, "Ben");
  await page.getByRole("link", { name: "Say goodbye" }).click();
  await page.getByRole("button", { name: "Happy listening" }).click();
  await expect(ben.page.getByText("Ada said goodbye. This conversation is closed")).toBeVisible();
  await expect(composerOf(ben.page)).toBeHidden();
  await page.getByRole("link", { name: "Goodbyes" }).click();
  await page.getByRole("link", { name: /Ben.*Happy listening/ }).click();
  await page.getByRole("button", { name: "Reopen conversation" }).click();
  await expect(composerOf(page)).toBeFocused();
  await expect(composerOf(ben.page)).toBeVisible();

  await composerOf(page).fill("So, I was");
  await sendJson(ben, "POST", "/api/matches", { targetUserId: ada.id, liked: false });
  await expect(page.getByText("This conversation is no longer available.")).toBeVisible();
  await expect(composerOf(page)).toHaveValue("So, I was");

  // Without a draft the composer goes, and so do the ideas and the links to the other.
  const cleo = await addMember("Cleo");
  for (const one of [ada, cleo]) await setPreferences(one, ["Arthur Russell"], ["Electronic"]);
  await open(ada, await makeConversation(cleo, ada));
  await expect(page.getByRole("list", { name: "Ideas for a first message" })).toBeVisible();
  await sendJson(cleo, "POST", "/api/blocks", { targetUserId: ada.id });
  await expect(page.getByText("This conversation is no longer available.")).toBeVisible();
  await expect(composerOf(page)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Ideas for a first message" })).toHaveCount(0);
  await expect(page.locator(`.chat a[href*="${cleo.id}"]`)).toHaveCount(0);

  // The chat asks for messages instead of being told by the stream, which would end the whole page.
  for (const path of ["/api/live*", "/counts"]) await page.route(`**${path}`, (route) => route.abort());
  const dan = await addMember("Dan");
  const last = await makeConversation(dan, ada);
  await page.clock.install();
  await open(ada, last);
  await composerOf(page).fill("So, I was");
  await ada.context.clearCookies({ name: "session" });
  await page.clock.runFor(4000);
  await expect(page.getByText("You're signed out.")).toBeVisible();
  await expect(composerOf(page)).toHaveValue("So, I was");
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
  await expect(signIn).toHaveAttribute("href", `/api/login?to=%2Fmessages%2F${last}`);
});

test("a page without a stream asks for what is new, but not in a hidden tab @all", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ben, "POST", messages, { content: "I love Low" });
  const { id: cruel } = await sendJson(ben, "POST", messages, { content: "Something cruel" });
  await sendJson(ada, "POST", messages, { content: "Which one?", quotedId: id });
  // One browser knows no streams, and the other is refused one.
  await ada.page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  await ben.page.route("**/api/live*", (route) => route.fulfill({ status: 503, body: "Later" }));
  for (const one of [ada, ben]) {
    await one.page.clock.install();
    await open(one, conversationId);
  }
  /** Lets the time until the next request pass. */
  const poll = () => Promise.all([ada, ben].map(({ page }) => page.clock.runFor(4000)));
  const log = ada.page.getByRole("log");
  await sendJson(ben, "PATCH", `/api/messages/${id}`, { content: "I love Love" });
  await sendJson(ben, "DELETE", `/api/messages/${cruel}`, undefined);
  await sendJson(ada, "PUT", `/api/messages/${id}/reaction`, { reaction: "heart" });
  await poll();
  await expect(log.getByText("I love Love", { exact: true })).toHaveCount(2);
  await expect(log.getByRole("link", { name: "Edited" })).toBeVisible();
  await expect(log.getByText("Message deleted")).toBeVisible();
  await expect(log.getByText("Something cruel")).toHaveCount(0);
  await expect(ben.page.getByText("Ada: Heart", { exact: true })).toBeVisible();
  await sendMessage(ada, conversationId, "Sorry");
  await sendJson(ada, "PUT", `/api/messages/${id}/reaction`, { reaction: "dancer" });
  await poll();
  await expect(messagesOf(ben, "Sorry")).toHaveCount(1);
  await expect(ben.page.getByText("Ada: Dancer", { exact: true })).toBeVisible();
  await sendJson(ada, "DELETE", `/api/messages/${id}/reaction`, undefined);
  await poll();
  await expect(ben.page.getByText("Ada: Dancer", { exact: true })).toHaveCount(0);

  let asked = 0;
  ben.page.on("request", (request) => {
    if (request.url().includes("/more")) asked++;
  });
  await show(ben, "hidden");
  await ben.page.clock.runFor(60_000);
  expect(asked).toBeLessThanOrEqual(1);
  await sendMessage(ada, conversationId, "Welcome back");
  // At once, not because of a timer.
  await ben.page.evaluate(stopClock);
  await show(ben, "visible");
  await expect(messagesOf(ben, "Welcome back")).toBeVisible();
});

test("the frame appears if scripts fail to run @all", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  await sendMessage(ben, conversationId, "Hello old browser");
  const { page } = ada;
  const errors = collectErrors(page);
  await page.route("**/assets/**/*.js", (route) => route.abort());
  // It appears at once, not because of a timer, and stays when the timer ends.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.goto(`/messages/${conversationId}`);
  await composerOf(page).fill("Typing");
  await expect(frameOf(page).getByText("Hello old browser")).toBeVisible();
  const shown = page.getByRole("log").getByText("Hello old browser").filter({ visible: true });
  await expect(shown).toHaveCount(0);
  await page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(page).getByText("Back to the newest messages")).toBeVisible();
  const frame = await page.locator("iframe").elementHandle();
  await page.clock.runFor(60_000);
  expect(await frame?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(composerOf(page)).toHaveValue("Typing");
  expect(errors).toEqual([]);
});

test("without scripts, the frame shows what happens, at the end of the list, beside what is typed", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, false, false);
  const messages = `/api/conversations/${conversationId}/messages`;
  for (let number = 1; number <= 30; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  const { id } = await sendJson(ben, "POST", messages, { content: "Something cruel" });
  const { page } = ada;
  await open(ada, conversationId);
  await composerOf(page).fill("Half a sent");
  await expect(messagesOf(ada, "Something cruel")).toBeInViewport();
  await sendMessage(ben, conversationId, "At the end");
  await expect(messagesOf(ada, "At the end")).toBeInViewport();
  await sendJson(ben, "PUT", `/api/messages/${id}/reaction`, { reaction: "wow" });
  await expect(frameOf(page).getByText("Ben: Wow", { exact: true })).toBeVisible();
  await sendJson(ben, "DELETE", `/api/messages/${id}`, undefined);
  await expect(frameOf(page).locator(".messages").getByText("Message deleted")).toBeVisible();
  await expect(messagesOf(ada, "Something cruel")).toHaveCount(0);
  await expect(messagesOf(ada, "At the end")).toBeInViewport();
  await expect(composerOf(page)).toHaveValue("Half a sent");
  await expect(composerOf(page)).toBeFocused();

  await page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(page).getByText("Back to the newest messages")).toBeVisible();
  await expect(frameOf(page).locator(REFRESH)).toHaveCount(0);
  await sendMessage(ben, conversationId, "Only when asked");
  await page.getByRole("link", { name: "Check for new messages" }).click();
  const asked = messagesOf(ada, "Only when asked");
  await asked.getByRole("link", { name: "More options for this message" }).click();
  await asked.getByRole("button", { name: "Heart" }).click();
  await expect(frameOf(page).getByText("You: Heart", { exact: true })).toBeVisible();
});

/** Turns the wheel over a list; resolves once it has scrolled and been drawn. */
async function scroll(list: Locator, deltaY: number) {
  await list.hover();
  const scrolling = await list.evaluateHandle((box) => ({
    end: new Promise((resolve) => box.addEventListener("scroll", resolve, { once: true })),
  }));
  await list.page().mouse.wheel(0, deltaY);
  await scrolling.evaluate(({ end }) => end);
  await waitForFrames(list.page());
}

/** Runs in the page: holds the counts until a press, when they arrive before React has shown that something is being sent. */
function holdCounts() {
  const { fetch } = window;
  const pressed = new Promise((resolve) => window.addEventListener("pressed", resolve, { once: true }));
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    if (request[0] !== "/counts") return response;
    const counts = await response.json();
    document.documentElement.dataset.held = "yes";
    await pressed;
    return { status: 200, ok: true, json: async () => counts } as Response;
  };
}

/** Runs in the page: disables timers of a second or more. */
function stopClock() {
  const { setTimeout } = window;
  const put = (run: () => void, ms = 0) => (ms < 1000 ? setTimeout(run, ms) : 0);
  Object.assign(window, { setTimeout: put });
}

/** The distance of a line from the top, once it stops moving. */
async function restingPlace(line: Locator): Promise<number> {
  let [before, now]: (number | undefined)[] = [];
  await expect(async () => {
    before = now;
    now = (await line.boundingBox())?.y;
    expect(now).toBeDefined();
    expect(now).toBe(before);
  }).toPass({ intervals: [100] });
  return now ?? Number.NaN;
}

async function show(person: Person, state: "hidden" | "visible") {
  await person.page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
