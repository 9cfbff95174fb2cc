// Two members chat, with and without scripts, each seeing the other's messages while typing.
import { expect, type FrameLocator, type Locator, type Page, type Request } from "@playwright/test";
import { sleeveUrl } from "~/models/music/sleeve-url";
import {
  conversingPair,
  like,
  makeConversation,
  type Person,
  sendJson,
  sendMessage,
  setPreferences,
  signUp,
  signUpPair,
  startConversation,
} from "./members";
import {
  collectErrors,
  expectAccessible,
  expectFocusInMain,
  expectNoHorizontalScroll,
  expectUsable,
} from "./page-checks";
import { holdRequests, keepToast, test, visit, waitForFrames } from "./pages";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</noscript><iframe src="javascript:alert(3)">`;

/** Where messages are: in the page with scripts, in its frame without. */
function placeOf({ page, hasScripts }: Person): Page | FrameLocator {
  return hasScripts ? page : frameOf(page);
}

function frameOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Messages"]');
}

function messagesOf(person: Person, text = ""): Locator {
  return placeOf(person).getByRole("log").getByRole("listitem").filter({ hasText: text });
}

function composerOf(page: Page): Locator {
  return page.getByPlaceholder("Type a message...");
}

/** Opens a chat; with scripts it waits for hydration. */
async function open({ page, hasScripts }: Person, conversationId: string) {
  await visit(page, `/messages/${conversationId}`);
  await expect(page.locator("#late-frame")).toHaveCount(hasScripts ? 0 : 1);
}

async function listOf(person: Person, conversationId: string) {
  return (await person.context.request.get(`/api/conversations/${conversationId}/messages`)).json();
}

/** Without scripts Enter is a new line in the composer. */
async function say({ page, hasScripts }: Person, text: string) {
  await composerOf(page).fill(text);
  if (hasScripts) await composerOf(page).press("Enter");
  else await sendButton(page).click();
}

function sendButton(page: Page): Locator {
  return page.getByRole("button", { name: "Send", exact: true });
}

/** The element that refreshes the frame without scripts. */
const REFRESH = 'meta[http-equiv="refresh"]';
/** The frame refreshes itself by design; its reader can stop it. */
const WAIVED = ["meta-refresh"];

test("two members chat, one with JavaScript and one without", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, !javaScriptEnabled);
  await setPreferences(ada, ["Radiohead", "Stereolab", "Broadcast"], ["Indie", "Electronic"]);
  const conversationId = await makeConversation(ada, ben);
  const failure = collectErrors(ada.page, ben.page);

  await visit(ada.page, "/messages");
  await expect(ada.page).toHaveTitle("Messages · B-Side");
  await expect(ada.page.getByText("Select a conversation")).toBeVisible();
  await ada.page.getByRole("link", { name: /Ben.*Click to start chatting\.\.\./ }).click();
  await expect(ada.page).toHaveTitle("Ben · Messages · B-Side");
  await expect(ada.page.getByText("87% music compatibility")).toBeVisible();
  await expect(ada.page.getByRole("link", { name: "Ben 87%" })).toHaveAttribute("href", `/members/${ben.id}`);
  const placeholder = "No messages yet. Start the conversation!";
  const where = placeOf(ada);
  await expect(where.getByText(placeholder)).toBeVisible();
  await expect(ada.page.getByText(placeholder).filter({ visible: true })).toHaveCount(
    javaScriptEnabled ? 1 : 0,
  );

  await open(ben, conversationId);
  await composerOf(ben.page).pressSequentially("I was just");

  await say(ada, "  Hello Ben  ");
  await expect(messagesOf(ada, "Hello Ben")).toHaveCount(1);
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(composerOf(ada.page)).toBeFocused();
  await expect(composerOf(ada.page)).toBeInViewport();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${conversationId}(#write)?$`));

  const atBens = messagesOf(ben);
  await expect(atBens.filter({ hasText: "Ada: Hello Ben" })).toBeVisible();
  await expect(composerOf(ben.page)).toHaveValue("I was just");
  await expect(composerOf(ben.page)).toBeFocused();
  await ben.page.keyboard.type(" about to write");
  if (ben.hasScripts) await ben.page.keyboard.press("Enter");
  else await sendButton(ben.page).click();
  await expect(atBens.filter({ hasText: "You: I was just about to write" })).toBeVisible();

  const atAdas = messagesOf(ada);
  await expect(atAdas.filter({ hasText: "Ben: I was just about to write" })).toBeVisible();
  const [own, others] = [atAdas.filter({ hasText: "Hello Ben" }), atAdas.filter({ hasText: "I was just" })];
  // Without scripts both disappear for a moment whenever their frame reloads.
  await expect(async () => {
    const [left, right] = [await others.boundingBox(), await own.boundingBox()];
    expect((left?.x ?? Number.NaN) + (left?.width ?? 0)).toBeLessThan((right?.x ?? 0) + (right?.width ?? 0));
    expect(left?.y ?? 0).toBeGreaterThan(right?.y ?? 0);
  }).toPass();
  expect(failure).toEqual([]);
});

test("a row of the list shows the last message, which changes as it arrives", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const list = ada.page.getByRole("navigation", { name: "Conversations" });
  const row = list.getByRole("link", { name: /Ben/ });
  /** Says something through the API; without scripts the page is opened again. */
  const hear = async (person: Person, content: unknown) => {
    await sendJson(person, "POST", `/api/conversations/${conversationId}/messages`, content);
    if (!javaScriptEnabled) await visit(ada.page, "/messages");
  };
  await visit(ada.page, "/messages");
  await expect(row).toContainText("Click to start chatting...");
  await hear(ben, { content: "Which B-side?" });
  await expect(row).toContainText("Which B-side?");
  await expect(row).not.toContainText("Click to start chatting...");
  await hear(ada, { content: "Hey Bulldog" });
  await expect(row).toContainText("You: Hey Bulldog");
  const song = { artist: "Can", title: "Vitamin C" };
  await hear(ben, { content: "Hear this", messageType: "music_share", metadata: song });
  await expect(row).toContainText("Sent a song");
  await expect(row.locator("img").last()).toHaveAttribute("src", sleeveUrl(song));
  await hear(ben, { content: "Did you know that ".repeat(50) });
  const words = row.getByText("Did you know");
  await expect(words).toBeVisible();
  await expect(row.locator('img[src^="/sleeves/"]')).toHaveCount(0);
  const lines = await words.evaluate(
    (box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);

  const cleo = await signUp(browser, "Cleo", true);
  await like(cleo, ada);
  await sendMessage(cleo, await startConversation(cleo, ada), "See https://example.org/cleo");
  await visit(ada.page, "/messages");
  const request = list.getByRole("listitem").filter({ hasText: "Cleo" });
  await expect(request).toContainText(
    "Take care with links and contact details. See https://example.org/cleo",
  );
  await expect(request.getByRole("link")).toHaveCount(1);
  await expect(request.getByRole("link")).toHaveAttribute("href", /^\/messages\//);
  await expectUsable(ada.page, javaScriptEnabled);
});

test("the chat header shows the pair's score", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, true);
  await setPreferences(ada, ["Radiohead", "Stereolab", "Broadcast"], ["Indie", "Electronic"]);
  await setPreferences(ben, ["Portishead", "Broadcast"], ["Electronic"]);
  const conversationId = await makeConversation(ada, ben);
  const [match] = await (await ada.context.request.get("/api/matches/mutual")).json();
  await open(ada, conversationId);
  await expect(ada.page.getByText(`${match.compatibilityScore}% music compatibility`)).toBeVisible();
});

test("an open chat fills a phone's screen, and the composer stays in it above the keyboard", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const { page } = ada;
  for (let number = 1; number <= 20; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(ada, conversationId);
  const head = page.locator(".chat-header");
  await expect(messagesOf(ada, "Message 20.")).toBeVisible();
  // The keyboard makes the page lower.
  for (const height of [740, 420]) {
    await page.setViewportSize({ width: 360, height });
    await expect(page.locator(".chat")).toHaveJSProperty("offsetHeight", height);
    expect((await head.boundingBox())?.y).toBe(0);
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 });
    await expect(messagesOf(ada, "Message 20.")).toBeInViewport({ ratio: 1 });
  }
  for (const bar of [".top-bar", ".bottom-bar", ".footer"]) await expect(page.locator(bar)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messages");
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(page).toHaveTitle("Messages · B-Side");
  for (const bar of [".top-bar", ".bottom-bar"]) await expect(page.locator(bar)).toBeVisible();
});

test("on a desktop the list begins in the first quarter of the screen and ends with the chat", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await ada.page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/messages", `/messages/${conversationId}`]) {
    await visit(ada.page, path);
    const row = await ada.page.locator(".conversation-row").boundingBox();
    expect((row?.y ?? Number.NaN) + (row?.height ?? 0)).toBeLessThanOrEqual(800 / 4 + 8);
    const list = await ada.page.getByRole("navigation", { name: "Conversations" }).boundingBox();
    const pane = await ada.page.locator(".conversation-pane").boundingBox();
    expect([list?.y, list?.height]).toEqual([pane?.y, pane?.height]);
  }
});

test("openers from what the two share fill the composer and send nothing", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, true);
  const artist = `"><img src=x onerror=alert(1)> & Söhne`;
  await setPreferences(ada, [artist, "Arthur Russell"], ["Electronic"]);
  await setPreferences(ben, [artist, "Arthur Russell"], ["Electronic"]);
  const conversationId = await makeConversation(ada, ben);
  const failure = collectErrors(ada.page);
  await open(ada, conversationId);
  const openers = ada.page.getByRole("list", { name: "Ideas for a first message" }).getByRole("link");
  await expect(openers).toHaveCount(3);
  await ada.page.getByRole("link", { name: "Arthur Russell" }).click();
  await expect(composerOf(ada.page)).toHaveValue(/Arthur Russell/);
  const hostile = ada.page.getByRole("link", { name: artist });
  const opener = await hostile.textContent();
  await hostile.click();
  await expect(composerOf(ada.page)).toHaveValue(opener ?? "");
  await expect(composerOf(ada.page)).toBeFocused();
  if (javaScriptEnabled) expect(await ada.page.evaluate(() => window.scrollY)).toBe(0);
  else await expect(ada.page).toHaveURL(/\?text=.+#write$/);
  expect(await listOf(ada, conversationId)).toEqual([]);
  await expectUsable(ada.page, javaScriptEnabled);
  await sendButton(ada.page).click();
  await expect(messagesOf(ada, opener ?? "")).toBeVisible();
  await expect(openers).toHaveCount(0);
  expect(failure).toEqual([]);
  // Too long a text is left out.
  await visit(ada.page, `/messages/${conversationId}?text=${"x".repeat(2001)}`);
  await expect(composerOf(ada.page)).toHaveValue("");
});

test("the composer grows with its text up to a limit, and shrinks when it is sent", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await open(ada, conversationId);
  const field = composerOf(ada.page);
  const heightOf = async () => (await field.boundingBox())?.height ?? Number.NaN;
  const low = await heightOf();
  await field.fill("One");
  await field.press(javaScriptEnabled ? "Shift+Enter" : "Enter");
  await ada.page.keyboard.type("Two");
  await expect(field).toHaveValue("One\nTwo");
  await expect.poll(heightOf).toBeGreaterThan(low + 10);
  const two = await heightOf();
  await field.fill("Line\n".repeat(100));
  await expect.poll(heightOf).toBeGreaterThan(two);
  expect(await heightOf()).toBeLessThan(200);
  await say(ada, "One\nTwo");
  await expect(messagesOf(ada, "One")).toContainText("Two");
  await expect.poll(heightOf).toBe(low);
  await expect.poll(async () => (await listOf(ada, conversationId))[0]?.content).toBe("One\nTwo");
});

test("a message sent twice at once is saved once", async ({ browser, javaScriptEnabled }) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await open(ada, conversationId);
  await composerOf(ada.page).fill("Only once");
  await ada.page.getByRole("button", { name: "Send" }).dblclick();
  await expect(messagesOf(ada, "Only once")).toHaveCount(1);
  await expect(composerOf(ada.page)).toHaveValue("");
  await say(ada, "Only once");
  await expect(messagesOf(ada, "Only once")).toHaveCount(2);
  await expect.poll(() => listOf(ada, conversationId)).toHaveLength(2);
});

test("blank messages are not sent, and refused ones stay in the composer", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await open(ada, conversationId);
  await say(ada, "   ");
  if (!javaScriptEnabled) await expect(ada.page.getByText("Write a message first")).toBeVisible();
  await expect(messagesOf(ada)).toHaveCount(0);

  const long = "x".repeat(2001);
  await composerOf(ada.page).evaluate((field) => field.removeAttribute("maxlength"));
  await say(ada, long);
  await expect(ada.page.locator(".field-error")).toHaveText("Use at most 2,000 characters");
  if (javaScriptEnabled) await expect(ada.page.locator(".toast")).toContainText("Error");
  await expect(composerOf(ada.page)).toHaveValue(long);
  await say(ada, long.slice(1));
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(messagesOf(ada, long.slice(1))).toHaveCount(1);
});

test("a page already sent from asks before sending a different message", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, "with scripts each message gets its own id");
  const { ada, conversationId } = await conversingPair(browser, false);
  await open(ada, conversationId);
  const id = ada.page.locator('input[name="id"]');
  const used = await id.inputValue();
  await say(ada, "First");
  await id.evaluate((field, value) => field.setAttribute("value", value), used);
  await say(ada, "Second");
  await expect(ada.page.getByText("Something else was already sent from this page.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("Second");
  await sendButton(ada.page).click();
  await expect(messagesOf(ada, "Second")).toHaveCount(1);
});

test("a message typed offline is kept and sent once when the connection returns", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  await expect(ada.page.getByRole("log")).toBeVisible();
  await ada.page.context().setOffline(true);
  await say(ada, "Are you there?");
  await expect(ada.page.getByText("No connection.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("Are you there?");
  await expect(composerOf(ada.page)).toBeEnabled();
  await expect(messagesOf(ada)).toHaveCount(0);
  expect(await listOf(ada, conversationId)).toEqual([]);
  await ada.page.context().setOffline(false);
  await composerOf(ada.page).press("Enter");
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(messagesOf(ada, "Are you there?")).toHaveCount(1);
  await expect(ada.page.getByText("No connection.")).toHaveCount(0);

  // Saved by the server, but the response is lost: the message still arrives.
  let isLost = false;
  await ada.page.route("**/messages/**", async (route) => {
    const request = route.request();
    if (isLost || request.method() !== "POST" || request.url().endsWith("/typing")) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const loss = ada.page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await say(ada, "Still there?");
  await loss;
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(composerOf(ada.page)).not.toHaveAttribute("aria-invalid", "true");
  // Events arrive in order: with Ben's answer, everything before it has arrived.
  await sendMessage(ben, conversationId, "I am");
  await expect(messagesOf(ada, "I am")).toHaveCount(1);
  await expect(messagesOf(ada, "Still there?")).toHaveCount(1);
});

test("a failed message is retried with the same id, or with a new one if it was edited", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  const ids: (string | null)[] = [];
  await ada.page.route("**/messages/**", async (route) => {
    const request = route.request();
    if (request.method() !== "POST" || request.url().endsWith("/typing")) return route.continue();
    ids.push(new URLSearchParams(request.postData() ?? "").get("id"));
    // The response of a proxy while its server restarts.
    if (ids.length < 3)
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway" });
    return route.continue();
  });
  const error = ada.page.locator(".field-error");
  await say(ada, "Have you heard it?");
  await expect(error).toHaveText("Something went wrong. Your message wasn't sent. Try again.");
  await composerOf(ada.page).press("Enter");
  await expect.poll(() => ids.length).toBe(2);
  await expect(error).toBeVisible();
  expect(ids[1]).toBe(ids[0]);
  await say(ada, "Have you heard this?");
  await expect(messagesOf(ada, "Have you heard this?")).toHaveCount(1);
  await expect(error).toHaveCount(0);
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect.poll(() => listOf(ada, conversationId)).toHaveLength(1);
  expect(ids[2]).not.toBe(ids[0]);
});

test("a message shows at once and turns into the saved one", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const { ada, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  const { release } = await holdRequests(ada.page, "**/messages/**", "POST");
  await say(ada, "On its way");
  const line = messagesOf(ada, "On its way");
  await expect(line).toContainText("Sending...");
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(composerOf(ada.page)).toBeFocused();
  await line.evaluate((row) => row.setAttribute("data-same-row", ""));
  release();
  await expect(line).not.toContainText("Sending...");
  await expect(line).toHaveAttribute("data-same-row", "");
  await expect(line).toHaveCount(1);
});

test("messages typed one after another arrive whole and in order", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts each message loads the page");
  const { ada, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  const texts = ["Hi there", "How are you doing today?", "I found that record"];
  const { release } = await holdRequests(ada.page, "**/messages/**", "POST");
  await composerOf(ada.page).focus();
  for (const text of texts) await ada.page.keyboard.type(`${text}\n`);
  await ada.page.keyboard.type("Not sent");
  await expect(messagesOf(ada)).toContainText(texts);
  release();
  await expect(ada.page.getByText("Sending...")).toHaveCount(0);
  await expect(composerOf(ada.page)).toHaveValue("Not sent");
  const newestFirst: { content: string }[] = await listOf(ada, conversationId);
  expect(newestFirst.map(({ content }) => content).reverse()).toEqual(texts);
});

test("messages that could not be sent come back into the field with what was typed since", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts each message loads the page");
  const { ada, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await ada.page.route(`**/messages/${conversationId}.data*`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await failing;
    return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway" });
  });
  await say(ada, "Hi there");
  await say(ada, "How are you?");
  await composerOf(ada.page).pressSequentially("And");
  fail();
  await expect(ada.page.getByText("Your message wasn't sent.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("Hi there\nHow are you?\nAnd");
  await expect(messagesOf(ada)).toHaveCount(0);
});

test("what was typed or not sent is there when the chat is opened again", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts each message loads the page");
  const { ada, conversationId } = await conversingPair(browser, true);
  await open(ada, conversationId);
  const visitMatchesAndReturn = async () => {
    await ada.page.getByRole("link", { name: "Matches" }).filter({ visible: true }).first().click();
    await expect(ada.page).toHaveURL("/matches");
    await expect(composerOf(ada.page)).toHaveCount(0);
    await ada.page.goBack();
    await expect(composerOf(ada.page)).toBeVisible();
  };
  await composerOf(ada.page).fill("Half a");
  await visitMatchesAndReturn();
  await expect(composerOf(ada.page)).toHaveValue("Half a");

  const { requested, release } = await holdRequests(ada.page, "**/messages/**", "POST");
  await say(ada, "Half a sentence");
  await requested;
  await visitMatchesAndReturn();
  await expect(composerOf(ada.page)).toHaveValue("Half a sentence");
  release();
  await expect(messagesOf(ada, "Half a sentence")).toHaveCount(1);
  await expect(composerOf(ada.page)).toHaveValue("");
});

test("a request shows its status, and a reply accepts it", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, !javaScriptEnabled);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await open(ada, conversationId);
  await expect(
    ada.page.getByText("Ben hasn't liked you back yet. You can send one message until Ben replies."),
  ).toBeVisible();
  await say(ada, "Hello Ben, you like Broadcast too");
  await expect(ada.page.getByText("Waiting for Ben to reply.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveCount(0);
  if (javaScriptEnabled) await expectFocusInMain(ada.page);

  await visit(ben.page, "/messages");
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toBeVisible();
  await ben.page.getByRole("link", { name: /Ada/ }).click();
  await expect(ben.page.getByText("Replying accepts the request.")).toBeVisible();
  await say(ben, "Hello Ada");
  await expect(messagesOf(ben, "Hello Ada")).toHaveCount(1);
  await expect(ben.page.getByText("Replying accepts the request.")).toHaveCount(0);
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toHaveCount(0);

  if (!javaScriptEnabled) await ada.page.getByRole("link", { name: "Check for a reply" }).click();
  await expect(messagesOf(ada, "Hello Ada")).toBeVisible();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("a second message of a request comes back into the field", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts each message loads the page");
  const { ada, ben } = await signUpPair(browser, true, false);
  await like(ada, ben);
  await open(ada, await startConversation(ada, ben));
  const { release } = await holdRequests(ada.page, "**/messages/**", "POST");
  await say(ada, "Hello Ben");
  await say(ada, "You like Broadcast too");
  release();
  await expect(messagesOf(ada, "Hello Ben")).not.toContainText("Sending...");
  await expect(ada.page.locator(".field-error")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("You like Broadcast too");
});

test("a request can be accepted", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpPair(browser, true, javaScriptEnabled);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "You like Broadcast too");
  await open(ada, conversationId);
  await expect(ada.page.getByText("Waiting for Ben to reply.")).toBeVisible();

  await open(ben, conversationId);
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("Request accepted", { exact: true })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expect(ben.page).toHaveURL(`/messages/${conversationId}`);
  await expect(composerOf(ben.page)).toBeVisible();
  if (javaScriptEnabled) await expect(composerOf(ben.page)).toBeFocused();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("links in a request can't be opened before it is accepted, and its reader is warned", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, true, javaScriptEnabled);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendJson(ada, "POST", `/api/conversations/${conversationId}/messages`, {
    content: "Write to ada@example.org",
    messageType: "spotify_link",
    metadata: { type: "spotify", url: "https://open.spotify.com/track/6rqhFgbbKwnb9MLmUQDhG6" },
  });
  const warning = /Take care with links and contact details/;
  await open(ada, conversationId);
  await expect(messagesOf(ada, "ada@example.org").getByRole("link")).toHaveCount(1);
  await expect(messagesOf(ada, "ada@example.org")).not.toContainText(warning);

  await open(ben, conversationId);
  await expect(messagesOf(ben, "ada@example.org")).toContainText(warning);
  await expect(messagesOf(ben, "ada@example.org")).toContainText("You can open it once you accept.");
  await expect(messagesOf(ben, "ada@example.org").locator("a")).toHaveText(["Reply", "Report"]);
  if (javaScriptEnabled) await expectAccessible(ben.page, WAIVED);
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(
    messagesOf(ben, "ada@example.org").getByRole("link", { name: /Open in Spotify/ }),
  ).toBeVisible();
  await expect(messagesOf(ben, "ada@example.org")).not.toContainText(warning);
});

test("a request can be declined and restored, unseen by its sender", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, !javaScriptEnabled, javaScriptEnabled);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "You like Broadcast too");
  await open(ben, conversationId);
  await ben.page.getByRole("button", { name: "Decline" }).click();
  await expect(ben.page.getByText("Request declined", { exact: true })).toBeVisible();
  await keepToast(ben.page);
  await expect(ben.page).toHaveURL("/messages");
  await expect(ben.page.getByRole("link", { name: /Ada/ })).toHaveCount(0);
  await expect(ben.page.getByText("No conversations yet")).toBeVisible();

  await visit(ada.page, `/messages/${conversationId}`);
  await expect(messagesOf(ada, "You like Broadcast too")).toBeVisible();
  await expect(ada.page.getByText("Waiting for Ben to reply.")).toBeVisible();

  await ben.page.getByRole("button", { name: "Undo" }).click();
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toBeVisible();
  expect((await ben.context.request.get(`/messages/${conversationId}`)).status()).toBe(200);
});

test("declining leads to the other conversations though the page hears first that this one is gone", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "Without scripts the answer is the page.");
  const { ada, ben } = await signUpPair(browser, false, true);
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "You like Broadcast too");
  await open(ben, conversationId);
  await ben.page.route("**/decline.data*", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await expect(ben.page.getByText("This conversation is no longer available.")).toBeVisible();
    await route.fulfill({ response });
  });
  await ben.page.getByRole("button", { name: "Decline" }).click();
  await expect(ben.page.getByText("Request declined", { exact: true })).toBeVisible();
  await expect(ben.page).toHaveURL("/messages");
});

test("blocking a request's sender removes them from one's own pages, and they notice nothing", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, true, javaScriptEnabled);
  for (const one of [ada, ben]) {
    const profile = { age: 30, bio: "", location: "Portland, Oregon" };
    await sendJson(one, "PATCH", "/api/profile", profile);
    await setPreferences(one, ["Blocked And Blocking"], ["Ambient"]);
  }
  await like(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ada, conversationId, "You like Broadcast too");
  await open(ada, conversationId);

  await open(ben, conversationId);
  await ben.page.getByRole("link", { name: "Block" }).click();
  await expect(ben.page.getByText("Block Ada?")).toBeVisible();
  await ben.page.getByRole("link", { name: "Cancel" }).click();
  await expect(ben.page.getByText("Block Ada?")).toHaveCount(0);
  await ben.page.getByRole("link", { name: "Block" }).click();
  await ben.page.getByRole("button", { name: "Block" }).click();
  await expect(ben.page.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(ben.page).toHaveURL("/messages");
  await expect(ben.page.getByText("No conversations yet")).toBeVisible();

  for (const [one, other, status] of [
    [ada, ben, 200],
    [ben, ada, 404],
  ] as const) {
    expect((await one.context.request.get(`/members/${other.id}`)).status()).toBe(status);
    expect((await one.context.request.get(`/messages/${conversationId}`)).status()).toBe(status);
    const candidates = await (await one.context.request.get("/api/discover")).json();
    expect(candidates.map(({ id }: { id: string }) => id)).not.toContain(other.id);
  }
  await open(ada, conversationId);
  await expect(ada.page.getByText("Waiting for Ben to reply.")).toBeVisible();
});

test("earlier messages load on demand without moving the page", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  for (let number = 1; number <= 120; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  await open(ada, conversationId);
  const lines = messagesOf(ada);
  const where = placeOf(ada);
  await expect(lines.filter({ hasText: "Message 120." })).toBeInViewport();
  await expect(lines.filter({ hasText: "Message 70." })).toHaveCount(0);

  if (javaScriptEnabled) {
    const log = ada.page.getByRole("log");
    const first = lines.filter({ hasText: "Message 76." });
    const asked: string[] = [];
    ada.page.on("request", (request) => {
      if (request.url().includes("/more?before=")) asked.push(request.url());
    });
    const { release } = await holdRequests(ada.page, "**/more?before=*");
    await scroll(log, -100);
    expect(asked).toEqual([]);
    while (!(await isShown(first))) await scroll(log, -200);
    await expect(log).toHaveAttribute("aria-live", "off");
    const before = await restingPlace(first);
    release();
    await expect(lines.filter({ hasText: "Message 21." })).toHaveCount(1);
    expect(await restingPlace(first)).toBe(before);
    expect(asked).toHaveLength(1);
    await expect(log).not.toHaveAttribute("aria-live");
    await sendMessage(ben, conversationId, "Message 121.");
    const place = await restingPlace(first);
    await expect(lines.filter({ hasText: "Message 121." })).toHaveCount(1);
    expect(await restingPlace(first)).toBe(place);
    await ada.page.getByRole("button", { name: "New messages" }).click();
    await expect(lines.filter({ hasText: "Message 121." })).toBeInViewport();
    await expect(ada.page.getByRole("button", { name: "New messages" })).toHaveCount(0);
    await expect(log).toBeFocused();
    await sendMessage(ben, conversationId, "Message 122.");
    await expect(lines.filter({ hasText: "Message 122." })).toBeInViewport();
    await expect.poll(() => log.evaluate((box) => Math.abs(box.scrollTop))).toBe(0);

    await ada.page.emulateMedia({ reducedMotion: "reduce" });
    await scroll(log, -600);
    await sendMessage(ben, conversationId, "Message 123.");
    await expect(ada.page.getByRole("button", { name: "New messages" })).toBeVisible();
    const placeAfterPress = await log.evaluate((box) => {
      document.querySelector<HTMLElement>(".chat-jump")?.click();
      return box.scrollTop;
    });
    expect(placeAfterPress).toBe(0);
  } else {
    await composerOf(ada.page).fill("Half a sentence");
    await where.getByRole("link", { name: "Show earlier messages" }).click();
    await expect(lines.filter({ hasText: "Message 70." })).toBeVisible();
    await expect(frameOf(ada.page).locator(REFRESH)).toHaveCount(0);
    await where.getByRole("link", { name: "Show earlier messages" }).click();
    await expect(lines.filter({ hasText: "Message 1." })).toBeVisible();
    await expect(where.getByRole("link", { name: "Show earlier messages" })).toHaveCount(0);
    await ada.page.getByRole("link", { name: "Check for new messages" }).click();
    await expect(lines.filter({ hasText: "Message 120." })).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("Half a sentence");
  }

  const newest = await (
    await ada.context.request.get(`/api/conversations/${conversationId}/messages`)
  ).json();
  await visit(ada.page, `/messages/${conversationId}?before=${newest.at(-1).id}`);
  await expect(ada.page.getByRole("log").getByText("Message 60.")).toBeVisible();
  await ada.page.getByRole("link", { name: "Back to the newest messages" }).click();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("earlier messages load by keyboard too, and scrolling does not repeat a failed request", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts it is a link");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  for (let number = 1; number <= 60; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  await open(ada, conversationId);
  let failures = 0;
  await ada.page.route("**/more?before=*", (route) => {
    failures++;
    return route.abort();
  });
  const log = ada.page.getByRole("log");
  await scroll(log, -5000);
  // The toast is gone after five seconds.
  await expect(
    ada.page.getByText("Couldn't load earlier messages. Try again.", { exact: true }),
  ).toBeVisible();
  for (let i = 0; i < 12; i++) await scroll(log, i % 2 ? -5000 : 300);
  expect(failures).toBe(1);
  await ada.page.unroute("**/more?before=*");
  await ada.page.getByRole("link", { name: "Show earlier messages" }).focus();
  await ada.page.keyboard.press("Enter");
  await expect(messagesOf(ada, "Message 1.")).toHaveCount(1);
  await expect(ada.page.getByRole("link", { name: "Show earlier messages" })).toHaveCount(0);
  await expect(log).toBeFocused();
});

test("without JavaScript, messages appear in the open frame, which keeps its reader's place", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, "there is no frame with scripts");
  const { ada, ben, conversationId } = await conversingPair(browser, false);
  for (let number = 1; number <= 30; number++) await sendMessage(ben, conversationId, `Message ${number}.`);
  await open(ada, conversationId);
  await composerOf(ada.page).fill("Half a sent");
  const streamed = () => ada.page.frames().find((frame) => frame.url().endsWith("/frame?live"));
  await expect.poll(streamed).toBeDefined();
  const log = frameOf(ada.page).getByRole("log");
  await expect(messagesOf(ada, "Message 30.")).toBeInViewport();
  // A page that was loaded again would not have it.
  await log.evaluate((box) => box.setAttribute("data-marked", ""));
  await sendMessage(ben, conversationId, "At the end");
  await expect(messagesOf(ada, "At the end")).toBeInViewport();

  await log.evaluate((box) => box.scrollTo(0, -400));
  const place = await restingPlace(messagesOf(ada, "Message 20."));
  await sendMessage(ben, conversationId, "Out of sight");
  await expect(messagesOf(ada, "Out of sight")).toBeAttached();
  expect(await restingPlace(messagesOf(ada, "Message 20."))).toBeCloseTo(place, 0);
  await expect(messagesOf(ada, "Out of sight")).not.toBeInViewport();
  await expect(log).toHaveAttribute("data-marked", "");
  await expect(composerOf(ada.page)).toHaveValue("Half a sent");
});

test("without JavaScript, the frame's refreshing can be paused", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled, "there is no frame with scripts");
  const { ada, ben, conversationId } = await conversingPair(browser, false);
  await open(ada, conversationId);
  await expect(frameOf(ada.page).locator(REFRESH)).toHaveCount(1);
  await ada.page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(ada.page).getByText("Back to the newest messages")).toBeVisible();
  await expect(frameOf(ada.page).locator(REFRESH)).toHaveCount(0);
  await sendMessage(ben, conversationId, "Psst");
  await ada.page.getByRole("link", { name: "Check for new messages" }).click();
  await expect(messagesOf(ada, "Psst")).toBeVisible();
});

test("with JavaScript, a hidden tab stops polling", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "polling needs scripts");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  let asked = 0;
  ada.page.on("request", (request) => {
    if (request.url().includes("/more")) asked++;
  });
  // A stream would deliver it in the hidden tab too.
  await ada.page.route("**/api/live*", (route) => route.fulfill({ status: 503, body: "Later" }));
  await ada.page.clock.install();
  await open(ada, conversationId);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await show(ada, "hidden");
  const before = asked;
  await ada.page.clock.runFor(60_000);
  expect(asked).toBeLessThanOrEqual(before + 1);
  await sendMessage(ben, conversationId, "Welcome back");
  // At once, not because of a timer.
  await ada.page.evaluate(stopClock);
  await show(ada, "visible");
  await expect(messagesOf(ada, "Welcome back")).toBeVisible();
});

test("the frame appears if scripts fail to run", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "for browsers that run scripts, but not ours");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendMessage(ben, conversationId, "Hello old browser");
  const failure = collectErrors(ada.page);
  await ada.page.route("**/build/**/*.js", (route) => route.abort());
  const message = frameOf(ada.page).getByText("Hello old browser");
  await ada.page.goto(`/messages/${conversationId}`);
  await composerOf(ada.page).fill("Typing");
  await expect(message).toBeVisible();
  await expect(
    ada.page.getByRole("log").getByText("Hello old browser").filter({ visible: true }),
  ).toHaveCount(0);
  await expect(composerOf(ada.page)).toHaveValue("Typing");

  // It appears at once, not because of a timer, and stays when the timer ends.
  await ada.page.clock.install();
  await ada.page.clock.pauseAt(Date.now() + 3_600_000);
  await ada.page.goto(`/messages/${conversationId}`);
  await expect(message).toBeVisible();
  await ada.page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(ada.page).getByText("Back to the newest messages")).toBeVisible();
  const shown = await ada.page.locator("iframe").elementHandle();
  await ada.page.clock.runFor(60_000);
  expect(await shown?.evaluate((frame) => frame.isConnected)).toBe(true);
  await ada.page.clock.resume();
  await expectAccessible(ada.page, WAIVED);
  expect(failure).toEqual([]);
});

test("a chat that ended shows a notice and keeps the draft", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await open(ada, conversationId);
  await composerOf(ada.page).fill("So, I was");
  await sendJson(ben, "POST", "/api/matches", { targetUserId: ada.id, liked: false });
  if (javaScriptEnabled) {
    await expect(ada.page.getByText("This conversation is no longer available.")).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("So, I was");
  } else {
    await expect(ada.page.frameLocator("iframe").getByText("There is nothing here.")).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("So, I was");
    await ada.page.getByRole("button", { name: "Send" }).click();
    await expect(
      ada.page.getByRole("heading", { name: "This conversation is no longer available." }),
    ).toBeVisible();
    await expect(ada.page.locator("blockquote")).toHaveText("So, I was");
  }
});

test("an open chat that ends loses its composer, its ideas and the links to the other", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without scripts the next page is the not-found screen");
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await open(ada, conversationId);
  await expect(composerOf(ada.page)).toBeVisible();
  await sendJson(ben, "POST", "/api/blocks", { targetUserId: ada.id });
  await expect(ada.page.getByText("This conversation is no longer available.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveCount(0);
  await expect(ada.page.getByRole("list", { name: "Ideas for a first message" })).toHaveCount(0);
  await expect(ada.page.locator(`.chat a[href*="${ben.id}"]`)).toHaveCount(0);
});

test("a chat whose member was signed out says so, and keeps the draft", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without scripts the server's page links to sign-in");
  const { ada, conversationId } = await conversingPair(browser, javaScriptEnabled);
  // The chat asks for messages instead of being told by the stream, which would end the whole page.
  for (const path of ["/api/live*", "/counts"]) await ada.page.route(`**${path}`, (route) => route.abort());
  await open(ada, conversationId);
  await composerOf(ada.page).fill("So, I was");
  await ada.context.clearCookies({ name: "session" });
  await expect(ada.page.getByText("You're signed out.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("So, I was");
  const signIn = ada.page.getByRole("main").getByRole("link", { name: "Sign in" });
  await expect(signIn).toHaveAttribute("href", `/api/login?to=%2Fmessages%2F${conversationId}`);
});

test("messages are escaped in the pane and in the frame", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const failure = collectErrors(ada.page);
  await sendMessage(ben, conversationId, HOSTILE);
  await open(ada, conversationId);
  await expect(messagesOf(ada, HOSTILE)).toBeVisible();
  await say(ada, `${HOSTILE} back`);
  await expect(messagesOf(ada, `${HOSTILE} back`)).toBeVisible();
  // It shows before it is saved, and a page load would abort the request.
  await expect(messagesOf(ada, `${HOSTILE} back`)).not.toContainText("Sending...");
  await visit(ada.page, `/messages/${conversationId}/frame?still`);
  await expect(ada.page.getByText(HOSTILE)).toHaveCount(2);
  expect(failure).toEqual([]);
});

test("strangers and visitors can't open a chat", async ({ browser, request, javaScriptEnabled }) => {
  const [ada, ben, cleo] = [
    await signUp(browser, "Ada", true),
    await signUp(browser, "Ben", true),
    await signUp(browser, "Cleo", javaScriptEnabled),
  ];
  const conversationId = await makeConversation(ada, ben);
  await sendMessage(ada, conversationId, "Between us");
  for (const path of [
    `/messages/${conversationId}`,
    `/messages/${conversationId}/frame`,
    `/messages/${conversationId}/more`,
  ]) {
    const theirs = await cleo.context.request.get(path);
    const absent = await cleo.context.request.get(path.replace(conversationId, "nothing"));
    expect([theirs.status(), absent.status()]).toEqual([404, 404]);
    expect(await theirs.text()).not.toContain("Between us");
    expect((await request.get(path)).status()).toBe(path.endsWith("/more") ? 401 : 404);
    const own = await ada.context.request.get(path);
    expect([own.status(), own.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  }
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  const typed = { headers, form: { content: "Me too" }, maxRedirects: 0 };
  expect((await cleo.context.request.post(`/messages/${conversationId}`, typed)).status()).toBe(404);
  expect((await request.post(`/messages/${conversationId}`, typed)).status()).toBe(401);
  expect((await ada.context.request.get(`/messages/${conversationId}/more?before=x`)).status()).toBe(400);
  expect((await ada.context.request.get("/messages?cursor=x")).status()).toBe(400);
  await visit(cleo.page, `/messages/${conversationId}`);
  await expect(cleo.page.getByText("404 Page Not Found")).toBeVisible();
});

test("the screens are accessible and fit a small screen", async ({ browser, javaScriptEnabled }) => {
  const [ada, ben, dan] = [
    await signUp(browser, "Ada", javaScriptEnabled),
    await signUp(browser, "Wolfeschlegelsteinhausenbergerdorff", true),
    await signUp(browser, "Dan", true),
  ];
  await visit(ada.page, "/messages");
  await expect(ada.page.getByText("No conversations yet")).toBeVisible();
  const conversationId = await makeConversation(ada, ben);
  await sendMessage(ben, conversationId, `A long word: ${"a".repeat(300)}`);
  await like(dan, ada);
  await sendMessage(dan, await startConversation(dan, ada), "May I?");
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    await ada.page.emulateMedia({ colorScheme });
    await ada.page.setViewportSize({ width, height: 720 });
    for (const path of [
      "/messages",
      `/messages/${conversationId}`,
      `/messages/${conversationId}/frame?still`,
    ]) {
      await visit(ada.page, path);
      await expectNoHorizontalScroll(ada.page);
      if (!javaScriptEnabled) continue;
      await expectAccessible(ada.page, WAIVED);
    }
  }
});

test("the chat stays within its byte budget", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there is nothing to measure");
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  for (let number = 1; number <= 60; number++)
    await sendMessage(ben, conversationId, `Message ${number}, about the B-side.`);
  let [scripts, html] = [0, 0];
  const measure = async (request: Request) => {
    const { responseBodySize } = await request.sizes();
    if (request.resourceType() === "script") scripts += responseBodySize;
    if (request.resourceType() === "document") html += responseBodySize;
  };
  const measuring: Promise<void>[] = [];
  ada.page.on("requestfinished", (request) => measuring.push(measure(request)));
  await ada.page.goto(`/messages/${conversationId}`, { waitUntil: "networkidle" });
  await Promise.all(measuring);
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThan(135_500);
  expect(html).toBeLessThan(20_000);
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

/** Whether a message is in the visible part of its box. */
function isShown(line: Locator): Promise<boolean> {
  return line.evaluate((row) => {
    const box = row.closest('[role="log"]')?.getBoundingClientRect();
    return box !== undefined && row.getBoundingClientRect().top >= box.top;
  });
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
