// Two members talk: with scripts and without, each seeing what the other writes while typing on.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, hold, test, visit, watch } from "./pages";
import {
  like,
  listenTo,
  type Person,
  send,
  signUp,
  signUpTwo,
  startTalk,
  talkingTwo,
  talkUp,
  write,
} from "./people";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</noscript><iframe src="javascript:alert(3)">`;

/** Where messages stand: in the page with scripts, in its frame without. */
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

/** Opens a chat; with scripts waits until they have taken over. */
async function open({ page, hasScripts }: Person, talk: string) {
  await visit(page, `/messages/${talk}`);
  await expect(page.locator("#late-frame")).toHaveCount(hasScripts ? 0 : 1);
}

async function listOf(person: Person, talk: string) {
  return (await person.context.request.get(`/api/conversations/${talk}/messages`)).json();
}

async function say(page: Page, text: string) {
  await composerOf(page).fill(text);
  await composerOf(page).press("Enter");
}

/** The frame asks for itself again by design; its reader can stop it. */
const WAIVED = ["meta-refresh"];

test("two members write to each other, one with scripts and one without", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  await listenTo(ada, ["Radiohead", "Stereolab", "Broadcast"], ["Indie", "Electronic"]);
  const talk = await talkUp(ada, ben);
  const trouble = watch(ada.page, ben.page);

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

  await open(ben, talk);
  await composerOf(ben.page).pressSequentially("I was just");

  await say(ada.page, "  Hello Ben  ");
  await expect(messagesOf(ada, "Hello Ben")).toHaveCount(1);
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(composerOf(ada.page)).toBeFocused();
  await expect(composerOf(ada.page)).toBeInViewport();
  await expect(ada.page).toHaveURL(new RegExp(`/messages/${talk}(#write)?$`));

  const atBens = messagesOf(ben);
  await expect(atBens.filter({ hasText: "Ada: Hello Ben" })).toBeVisible();
  await expect(composerOf(ben.page)).toHaveValue("I was just");
  await expect(composerOf(ben.page)).toBeFocused();
  await ben.page.keyboard.type(" about to write");
  await ben.page.keyboard.press("Enter");
  await expect(atBens.filter({ hasText: "You: I was just about to write" })).toBeVisible();

  const atAdas = messagesOf(ada);
  await expect(atAdas.filter({ hasText: "Ben: I was just about to write" })).toBeVisible();
  const [own, others] = [atAdas.filter({ hasText: "Hello Ben" }), atAdas.filter({ hasText: "I was just" })];
  // Without scripts both are gone for a moment, whenever their frame is loaded again.
  await expect(async () => {
    const [left, right] = [await others.boundingBox(), await own.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan((right?.x ?? 0) + (right?.width ?? 0));
    expect(left?.y ?? 0).toBeGreaterThan(right?.y ?? 0);
  }).toPass();
  expect(trouble).toEqual([]);
});

test("the chat's head says the pair's own score", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpTwo(browser, javaScriptEnabled, true);
  await listenTo(ada, ["Radiohead", "Stereolab", "Broadcast"], ["Indie", "Electronic"]);
  await listenTo(ben, ["Portishead", "Broadcast"], ["Electronic"]);
  const talk = await talkUp(ada, ben);
  const [match] = await (await ada.context.request.get("/api/matches/mutual")).json();
  await open(ada, talk);
  await expect(ada.page.getByText(`${match.compatibilityScore}% music compatibility`)).toBeVisible();
});

test("a message sent twice at once is one message", async ({ browser, javaScriptEnabled }) => {
  const { ada, talk } = await talkingTwo(browser, javaScriptEnabled);
  await open(ada, talk);
  await composerOf(ada.page).fill("Only once");
  await ada.page.getByRole("button", { name: "Send" }).dblclick();
  await expect(messagesOf(ada, "Only once")).toHaveCount(1);
  await expect(composerOf(ada.page)).toHaveValue("");
  await say(ada.page, "Only once");
  await expect(messagesOf(ada, "Only once")).toHaveCount(2);
  await expect.poll(() => listOf(ada, talk)).toHaveLength(2);
});

test("blank words are not sent, and refused ones stay in the composer", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, talk } = await talkingTwo(browser, javaScriptEnabled);
  await open(ada, talk);
  await say(ada.page, "   ");
  if (!javaScriptEnabled) await expect(ada.page.getByText("Write a message first")).toBeVisible();
  await expect(messagesOf(ada)).toHaveCount(0);

  const long = "x".repeat(2001);
  await composerOf(ada.page).evaluate((field) => field.removeAttribute("maxlength"));
  await say(ada.page, long);
  await expect(ada.page.getByText("Messages have at most 2,000 characters").first()).toBeVisible();
  if (javaScriptEnabled) {
    await expect(
      ada.page.getByText("400: Messages have at most 2,000 characters", { exact: true }),
    ).toBeVisible();
    await expect(ada.page.getByText("Error", { exact: true })).toBeVisible();
  }
  await expect(composerOf(ada.page)).toHaveValue(long);
  await say(ada.page, long.slice(1));
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(messagesOf(ada, long.slice(1))).toHaveCount(1);
});

test("a page that was used before sends other words only when asked again", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, "with scripts each message gets an id of its own");
  const { ada, talk } = await talkingTwo(browser, false);
  await open(ada, talk);
  const id = ada.page.locator('input[name="id"]');
  const used = await id.inputValue();
  await say(ada.page, "First");
  await id.evaluate((field, value) => field.setAttribute("value", value), used);
  await say(ada.page, "Second");
  await expect(ada.page.getByText("Something else was sent from this page already.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("Second");
  await composerOf(ada.page).press("Enter");
  await expect(messagesOf(ada, "Second")).toHaveCount(1);
});

test("words stay when there is no connection, and go out once when it is back", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, talk } = await talkingTwo(browser, true);
  await open(ada, talk);
  await expect(ada.page.getByRole("log")).toBeVisible();
  await ada.page.context().setOffline(true);
  await say(ada.page, "Are you there?");
  await expect(ada.page.getByText("There is no connection.").first()).toBeVisible();
  await expect(composerOf(ada.page)).toHaveValue("Are you there?");
  await expect(composerOf(ada.page)).toBeEnabled();
  const unsent = messagesOf(ada, "Are you there?");
  await expect(unsent).toContainText("Not sent");
  const failed = ada.page.waitForEvent("requestfailed");
  await unsent.getByRole("button", { name: "Try again" }).click();
  await failed;
  await expect(composerOf(ada.page)).toBeEnabled();
  await expect(unsent).toContainText("Not sent");
  expect(await listOf(ada, talk)).toEqual([]);
  await ada.page.context().setOffline(false);
  await composerOf(ada.page).press("Enter");
  await expect(composerOf(ada.page)).toHaveValue("");
  await expect(unsent).toHaveCount(1);
  await expect(unsent).not.toContainText("Not sent");

  // Kept by the server, but its answer is lost: the same words tried again are the same message.
  let isLost = false;
  await ada.page.route("**/messages/**", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await say(ada.page, "Still there?");
  // The toast of before may still say so; the composer only does once this is lost as well.
  await expect(composerOf(ada.page)).toHaveAttribute("aria-invalid", "true");
  await composerOf(ada.page).press("Enter");
  await expect(composerOf(ada.page)).toHaveValue("");
  await ada.page.waitForTimeout(3500);
  await expect(messagesOf(ada, "Still there?")).toHaveCount(1);
});

test("a message that did not get through stays with 'Try again', beside what is typed next", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts that is the browser's own page");
  const { ada, talk } = await talkingTwo(browser, true);
  await open(ada, talk);
  const ids: (string | null)[] = [];
  await ada.page.route("**/messages/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    ids.push(new URLSearchParams(route.request().postData() ?? "").get("id"));
    // What a proxy answers while the server behind it starts anew.
    if (ids.length < 2)
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway" });
    return route.continue();
  });
  await say(ada.page, "Have you heard it?");
  const line = messagesOf(ada, "Have you heard it?");
  await expect(line).toContainText("Not sent");
  await composerOf(ada.page).fill("Something else");
  await line.getByRole("button", { name: "Try again" }).click();
  await expect(line).not.toContainText(/Not sent|Sending/);
  await expect(composerOf(ada.page)).toBeEnabled();
  await expect(line.getByRole("button")).toHaveCount(0);
  await expect(composerOf(ada.page)).toHaveValue("Something else");
  expect(ids[1]).toBe(ids[0]);
  await composerOf(ada.page).press("Enter");
  await expect(messagesOf(ada, "Something else")).toHaveCount(1);
  await expect.poll(() => listOf(ada, talk)).toHaveLength(2);
  expect(ids).toHaveLength(3);
  expect(ids[2]).not.toBe(ids[0]);
});

test("a message shows at once and becomes the saved one", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "only scripts show what is not saved yet");
  const { ada, talk } = await talkingTwo(browser, true);
  await open(ada, talk);
  const { release } = await hold(ada.page, "**/messages/**", "POST");
  await say(ada.page, "On its way");
  const line = messagesOf(ada, "On its way");
  await expect(line).toContainText("Sending...");
  await expect(composerOf(ada.page)).toBeDisabled();
  await expect(ada.page.getByRole("button", { name: "Send" })).toBeDisabled();
  await line.evaluate((row) => row.setAttribute("data-same-row", ""));
  release();
  await expect(line).not.toContainText("Sending...");
  await expect(line).toHaveAttribute("data-same-row", "");
  await expect(line).toHaveCount(1);
});

test("a request says in plain words how it stands, and an answer accepts it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  await like(ada, ben);
  const talk = await startTalk(ada, ben);
  await open(ada, talk);
  await expect(ada.page.getByText("Ben has not liked you back yet: send one message")).toBeVisible();
  await say(ada.page, "Hello Ben, you like Broadcast too");
  await expect(ada.page.getByText("Your message waits for Ben's answer.")).toBeVisible();
  await expect(composerOf(ada.page)).toHaveCount(0);

  await visit(ben.page, "/messages");
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toBeVisible();
  await ben.page.getByRole("link", { name: /Ada/ }).click();
  await expect(ben.page.getByText("Answering accepts the request.")).toBeVisible();
  await say(ben.page, "Hello Ada");
  await expect(messagesOf(ben, "Hello Ada")).toHaveCount(1);
  await expect(ben.page.getByText("Answering accepts the request.")).toHaveCount(0);
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toHaveCount(0);

  if (!javaScriptEnabled) await ada.page.getByRole("link", { name: "Look for an answer" }).click();
  await expect(messagesOf(ada, "Hello Ada")).toBeVisible();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("a request can be accepted", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpTwo(browser, true, javaScriptEnabled);
  await like(ada, ben);
  const talk = await startTalk(ada, ben);
  await write(ada, talk, "You like Broadcast too");
  await open(ada, talk);
  await expect(ada.page.getByText("Your message waits for Ben's answer.")).toBeVisible();

  await open(ben, talk);
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("Request accepted", { exact: true })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expect(ben.page).toHaveURL(`/messages/${talk}`);
  await expect(composerOf(ben.page)).toBeVisible();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("a request can be declined, which can be undone, and its sender sees no sign of it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpTwo(browser, !javaScriptEnabled, javaScriptEnabled);
  await like(ada, ben);
  const talk = await startTalk(ada, ben);
  await write(ada, talk, "You like Broadcast too");
  await open(ben, talk);
  await ben.page.getByRole("button", { name: "Decline" }).click();
  await expect(ben.page.getByText("Request declined", { exact: true })).toBeVisible();
  await expect(ben.page).toHaveURL("/messages");
  await expect(ben.page.getByRole("link", { name: /Ada/ })).toHaveCount(0);
  await expect(ben.page.getByText("No conversations yet")).toBeVisible();

  await visit(ada.page, `/messages/${talk}`);
  await expect(messagesOf(ada, "You like Broadcast too")).toBeVisible();
  await expect(ada.page.getByText("Your message waits for Ben's answer.")).toBeVisible();

  await ben.page.getByRole("button", { name: "Undo" }).click();
  await expect(ben.page.getByRole("heading", { name: "Message requests" })).toBeVisible();
  expect((await ben.context.request.get(`/messages/${talk}`)).status()).toBe(200);
});

test("who sent a request can be blocked, and the two vanish from each other's open pages", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpTwo(browser, true, javaScriptEnabled);
  for (const one of [ada, ben]) {
    const profile = { age: 30, bio: "", location: "Portland, Oregon" };
    await send(one, "PATCH", "/api/profile", profile);
    await listenTo(one, ["Blocked And Blocking"], ["Ambient"]);
  }
  await like(ada, ben);
  const talk = await startTalk(ada, ben);
  await write(ada, talk, "You like Broadcast too");
  await open(ada, talk);

  await open(ben, talk);
  await ben.page.getByRole("link", { name: "Block" }).click();
  await expect(ben.page.getByText("Block Ada?")).toBeVisible();
  await ben.page.getByRole("link", { name: "Cancel" }).click();
  await expect(ben.page.getByText("Block Ada?")).toHaveCount(0);
  await ben.page.getByRole("link", { name: "Block" }).click();
  await ben.page.getByRole("button", { name: "Block" }).click();
  await expect(ben.page.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(ben.page).toHaveURL("/messages");
  await expect(ben.page.getByText("No conversations yet")).toBeVisible();

  await expect(ada.page.getByText("This conversation can no longer be reached.")).toBeVisible();
  await expect(ada.page.getByRole("navigation", { name: "Conversations" })).toHaveCount(0);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await one.context.request.get(`/members/${other.id}`)).status()).toBe(404);
    expect((await one.context.request.get(`/messages/${talk}`)).status()).toBe(404);
    const candidates = await (await one.context.request.get("/api/discover")).json();
    expect(candidates.map(({ id }: { id: string }) => id)).not.toContain(other.id);
  }
});

test("earlier messages come on demand and nothing jumps", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, talk } = await talkingTwo(browser, javaScriptEnabled);
  for (let number = 1; number <= 120; number++) await write(ben, talk, `Message ${number}.`);
  await open(ada, talk);
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
    const { release } = await hold(ada.page, "**/more?before=*");
    await log.hover();
    await ada.page.mouse.wheel(0, -100);
    await ada.page.waitForTimeout(300);
    expect(asked).toEqual([]);
    while (!(await isShown(first))) {
      await ada.page.mouse.wheel(0, -200);
      await ada.page.waitForTimeout(50);
    }
    await expect(log).toHaveAttribute("aria-live", "off");
    const before = await restingPlace(first);
    release();
    await expect(lines.filter({ hasText: "Message 21." })).toHaveCount(1);
    expect(await restingPlace(first)).toBe(before);
    expect(asked).toHaveLength(1);
    await expect(log).not.toHaveAttribute("aria-live");
    await write(ben, talk, "Message 121.");
    const place = await restingPlace(first);
    await expect(lines.filter({ hasText: "Message 121." })).toHaveCount(1);
    expect(await restingPlace(first)).toBe(place);
    await ada.page.getByRole("button", { name: "New messages" }).click();
    await expect(lines.filter({ hasText: "Message 121." })).toBeInViewport();
    await expect(ada.page.getByRole("button", { name: "New messages" })).toHaveCount(0);
    await write(ben, talk, "Message 122.");
    await expect(lines.filter({ hasText: "Message 122." })).toBeInViewport();
  } else {
    await composerOf(ada.page).fill("Half a sentence");
    await where.getByRole("link", { name: "Show earlier messages" }).click();
    await expect(lines.filter({ hasText: "Message 70." })).toBeVisible();
    await ada.page.waitForTimeout(3500);
    await expect(lines.filter({ hasText: "Message 70." })).toBeVisible();
    await where.getByRole("link", { name: "Show earlier messages" }).click();
    await expect(lines.filter({ hasText: "Message 1." })).toBeVisible();
    await expect(where.getByRole("link", { name: "Show earlier messages" })).toHaveCount(0);
    await ada.page.getByRole("link", { name: "Check for new messages" }).click();
    await expect(lines.filter({ hasText: "Message 120." })).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("Half a sentence");
  }

  const newest = await (await ada.context.request.get(`/api/conversations/${talk}/messages`)).json();
  await visit(ada.page, `/messages/${talk}?before=${newest.at(-1).id}`);
  await expect(ada.page.getByRole("log").getByText("Message 60.")).toBeVisible();
  await ada.page.getByRole("link", { name: "Back to the newest messages" }).click();
  await expect(composerOf(ada.page)).toBeVisible();
});

test("earlier messages come by keyboard too, and who scrolls on is not asked again and again", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts it is a link");
  const { ada, ben, talk } = await talkingTwo(browser, true);
  for (let number = 1; number <= 60; number++) await write(ben, talk, `Message ${number}.`);
  await open(ada, talk);
  let failures = 0;
  await ada.page.route("**/more?before=*", (route) => {
    failures++;
    return route.abort();
  });
  const log = ada.page.getByRole("log");
  await log.hover();
  for (let i = 0; i < 12; i++) {
    await ada.page.mouse.wheel(0, i % 2 ? 300 : -5000);
    await ada.page.waitForTimeout(100);
  }
  await expect.poll(() => failures).toBe(1);
  await expect(
    ada.page.getByText("The earlier messages could not be fetched. Try again.", { exact: true }),
  ).toBeVisible();
  await ada.page.unroute("**/more?before=*");
  await ada.page.getByRole("link", { name: "Show earlier messages" }).focus();
  await ada.page.keyboard.press("Enter");
  await expect(messagesOf(ada, "Message 1.")).toHaveCount(1);
  await expect(ada.page.getByRole("link", { name: "Show earlier messages" })).toHaveCount(0);
  await expect(log).toBeFocused();
});

test("without scripts the frame can be held still", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled, "there is no frame with scripts");
  const { ada, ben, talk } = await talkingTwo(browser, false);
  await open(ada, talk);
  await ada.page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(ada.page).getByText("Back to the newest messages")).toBeVisible();
  await write(ben, talk, "Psst");
  await ada.page.waitForTimeout(3500);
  await expect(messagesOf(ada)).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Check for new messages" }).click();
  await expect(messagesOf(ada, "Psst")).toBeVisible();
});

test("with scripts the page rests while its tab is hidden", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "only scripts ask by themselves");
  const { ada, ben, talk } = await talkingTwo(browser, true);
  let asked = 0;
  ada.page.on("request", (request) => {
    if (request.url().includes("/more")) asked++;
  });
  // A stream would tell of it in the hidden tab too.
  await ada.page.route("**/api/live*", (route) => route.fulfill({ status: 503, body: "Later" }));
  await open(ada, talk);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await show(ada, "hidden");
  const before = asked;
  await ada.page.waitForTimeout(4000);
  expect(asked).toBeLessThanOrEqual(before + 1);
  await write(ben, talk, "Welcome back");
  // At once, and not because some time is over.
  await ada.page.evaluate(stopClock);
  await show(ada, "visible");
  await expect(messagesOf(ada, "Welcome back")).toBeVisible();
});

test("where scripts do not run after all, the frame comes by itself", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "for browsers that run scripts, but not ours");
  const { ada, ben, talk } = await talkingTwo(browser, true);
  await write(ben, talk, "Hello old browser");
  const trouble = watch(ada.page);
  await ada.page.route("**/build/**/*.js", (route) => route.abort());
  const message = frameOf(ada.page).getByText("Hello old browser");
  await ada.page.goto(`/messages/${talk}`);
  await composerOf(ada.page).fill("Typing");
  await expect(message).toBeVisible();
  await expect(ada.page.getByText("Hello old browser").filter({ visible: true })).toHaveCount(0);
  await expect(composerOf(ada.page)).toHaveValue("Typing");

  // Where modules are unknown it comes at once, and not because some time is over.
  await ada.page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, "noModule"));
  await ada.page.addInitScript(stopClock);
  await ada.page.goto(`/messages/${talk}`);
  await expect(message).toBeVisible();
  await ada.page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(frameOf(ada.page).getByText("Back to the newest messages")).toBeVisible();
  await expectAccessible(ada.page, WAIVED);
  expect(trouble).toEqual([]);
});

test("a chat that is gone says so and keeps what was typed", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, talk } = await talkingTwo(browser, javaScriptEnabled);
  await open(ada, talk);
  await composerOf(ada.page).fill("So, I was");
  await send(ben, "POST", "/api/matches", { targetUserId: ada.id, liked: false });
  if (javaScriptEnabled) {
    await expect(ada.page.getByText("This conversation can no longer be reached.")).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("So, I was");
  } else {
    await expect(ada.page.frameLocator("iframe").getByText("There is nothing here.")).toBeVisible();
    await expect(composerOf(ada.page)).toHaveValue("So, I was");
  }
});

test("what members write is text, in the pane and in the frame", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, talk } = await talkingTwo(browser, javaScriptEnabled);
  const trouble = watch(ada.page);
  await write(ben, talk, HOSTILE);
  await open(ada, talk);
  await expect(messagesOf(ada, HOSTILE)).toBeVisible();
  await say(ada.page, `${HOSTILE} back`);
  await expect(messagesOf(ada, `${HOSTILE} back`)).toBeVisible();
  await visit(ada.page, `/messages/${talk}/frame?still`);
  await expect(ada.page.getByText(HOSTILE)).toHaveCount(2);
  expect(trouble).toEqual([]);
});

test("a stranger and a visitor find nothing", async ({ browser, request, javaScriptEnabled }) => {
  const [ada, ben, cleo] = [
    await signUp(browser, "Ada", true),
    await signUp(browser, "Ben", true),
    await signUp(browser, "Cleo", javaScriptEnabled),
  ];
  const talk = await talkUp(ada, ben);
  await write(ada, talk, "Between us");
  for (const path of [`/messages/${talk}`, `/messages/${talk}/frame`, `/messages/${talk}/more`]) {
    const theirs = await cleo.context.request.get(path);
    const absent = await cleo.context.request.get(path.replace(talk, "nothing"));
    expect([theirs.status(), absent.status()]).toEqual([404, 404]);
    expect(await theirs.text()).not.toContain("Between us");
    expect((await request.get(path)).status()).toBe(path.endsWith("/more") ? 401 : 404);
    const own = await ada.context.request.get(path);
    expect([own.status(), own.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  }
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  const typed = { headers, form: { content: "Me too" }, maxRedirects: 0 };
  expect((await cleo.context.request.post(`/messages/${talk}`, typed)).status()).toBe(404);
  expect((await request.post(`/messages/${talk}`, typed)).status()).toBe(404);
  expect((await ada.context.request.get(`/messages/${talk}/more?before=x`)).status()).toBe(400);
  expect((await ada.context.request.get("/messages?cursor=x")).status()).toBe(400);
  await visit(cleo.page, `/messages/${talk}`);
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
  const talk = await talkUp(ada, ben);
  await write(ben, talk, `A long word: ${"a".repeat(300)}`);
  await like(dan, ada);
  await write(dan, await startTalk(dan, ada), "May I?");
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    await ada.page.emulateMedia({ colorScheme });
    await ada.page.setViewportSize({ width, height: 720 });
    for (const path of ["/messages", `/messages/${talk}`, `/messages/${talk}/frame?still`]) {
      await visit(ada.page, path);
      await expectNoSidewaysScroll(ada.page);
      if (!javaScriptEnabled) continue;
      await expectAccessible(ada.page, WAIVED);
    }
  }
});

test("the chat stays light", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are none to weigh");
  const { ada, ben, talk } = await talkingTwo(browser, true);
  for (let number = 1; number <= 60; number++) await write(ben, talk, `Message ${number}, about the B-side.`);
  let [scripts, html] = [0, 0];
  ada.page.on("requestfinished", async (request) => {
    const { responseBodySize } = await request.sizes();
    if (request.resourceType() === "script") scripts += responseBodySize;
    if (request.resourceType() === "document") html += responseBodySize;
  });
  await ada.page.goto(`/messages/${talk}`, { waitUntil: "networkidle" });
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThan(130_000);
  expect(html).toBeLessThan(20_000);
});

/** Whether a message stands in the visible part of its box. */
function isShown(line: Locator): Promise<boolean> {
  return line.evaluate((row) => {
    const box = row.closest('[role="log"]')?.getBoundingClientRect();
    return box !== undefined && row.getBoundingClientRect().top >= box.top;
  });
}

/** Runs in the page: what is put off for a second or more never comes. */
function stopClock() {
  const { setTimeout } = window;
  const put = (run: () => void, ms = 0) => (ms < 1000 ? setTimeout(run, ms) : 0);
  Object.assign(window, { setTimeout: put });
}

/** How far from the top a line stands, once it stands still. */
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
