// What is pressed for the first time without a connection: the page stays, and goes on when the connection is back.
import { type Browser, expect, type Page } from "@playwright/test";
import { conversingPair, signUp, signUpPair } from "../members";
import { openContext, openPage, test, visit } from "../pages";

const UNREACHABLE = "We'll keep trying until it's back.";

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "a browser without scripts shows its own error page");
});

/** Opens a page and waits for its live stream: what listens for the stream also says that there is no connection. */
async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(page, path);
  await stream;
}

/** Presses something offline, and goes online once the page has said that there is no connection. */
async function pressOffline(page: Page, press: () => Promise<void>) {
  await page.context().setOffline(true);
  await press();
  await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
}

/** Opens the sign-up form and fills it in; `fields` are those that come back. */
async function fillSignUp(browser: Browser, mailbox: string) {
  const page = await openPage(await openContext(browser, true));
  await visit(page, "/api/login");
  await page.getByRole("link", { name: "Create account" }).click();
  const fields = {
    "First name": "Ada",
    "Last name": "Lovelace",
    Email: `${mailbox}-${Date.now()}@example.org`,
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByLabel("I'm 18 or older").check();
  return { page, fields };
}

test("a dialog opens when the connection is back, above a chat that keeps its draft", async ({ browser }) => {
  const { ada, conversationId } = await conversingPair(browser, true);
  const { page } = ada;
  await openLive(page, `/messages/${conversationId}`);
  const draft = page.getByPlaceholder("Type a message...");
  await draft.fill("Half a sentence");
  const link = page.getByRole("link", { name: "Share Music" });
  await pressOffline(page, () => link.click());
  const frame = page.getByRole("dialog", { name: "Share Music" });
  for (let i = 0; i < 3; i++) {
    await frame.getByRole("button", { name: "Close" }).click();
    await link.click();
  }
  await expect(frame).toHaveText(/Loading/);
  await expect(draft).toHaveValue("Half a sentence");
  let asked = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && request.url().includes("share-")) asked++;
  });
  await page.context().setOffline(false);
  await expect(frame.getByLabel("Artist")).toBeVisible();
  // One that asks again for all four presses, and perhaps a question already on its way.
  expect(asked).toBeLessThan(3);
  await expect(page).toHaveTitle("Share Music · Messages · B-Side");
});

test("a like is saved when the connection is back", async ({ browser }) => {
  const { ada, ben } = await signUpPair(browser, true, false);
  const { page } = ada;
  await openLive(page, `/members/${ben.id}`);
  await pressOffline(page, () => page.getByRole("button", { name: "Like" }).click());
  await expect(page.getByRole("heading", { name: "Ben L.", level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You liked Ben L.")).toBeVisible();
});

test("a form that is sent with a page load stays as it is", async ({ browser }) => {
  const { page, fields } = await fillSignUp(browser, "offline");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByLabel(label)).toHaveValue(value);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
});

test("a question that is answered with a page load stays too", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/settings/delete");
  const button = page.getByRole("button", { name: "Delete My Account" });
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  await expect(button).toBeFocused();
  await page.context().setOffline(false);
  await button.click();
  await expect(button).toBeHidden();
});

test("suggestions for a place take nothing from a form that isn't saved", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await openLive(page, "/profile");
  await page.getByLabel("Bio").fill("Half a life");
  await pressOffline(page, () => page.getByLabel("Location").fill("Reykja"));
  await expect(page.getByLabel("Bio")).toHaveValue("Half a life");
  await page.context().setOffline(false);
  await expect(page.locator("#towns option").first()).toHaveAttribute("value", /Reykjav/);
  await expect(page.getByLabel("Bio")).toHaveValue("Half a life");
});

test("a form that is sent with a page load is sent once, however often it is pressed", async ({
  browser,
}) => {
  const { page } = await fillSignUp(browser, "twice");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) sent.push(request.url());
  });
  await page.route("**/sign-up", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.getByRole("button", { name: "Create account" }).dblclick({ delay: 100 });
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  expect(sent).toHaveLength(1);

  await visit(page, "/settings/delete");
  await page.getByRole("button", { name: "Delete My Account" }).dblclick();
  await expect(page.getByRole("button", { name: "Delete My Account" })).toBeHidden();
  expect(sent).toHaveLength(2);
});

test("a file that a deployment has removed loads the page that needs it, with what is typed", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversingPair(browser, true, false);
  const { page } = ada;
  const chat = `/messages/${conversationId}`;
  let removed = 0;
  await page.route(/\/build\/.*share-[^/]*\.js$/, async (route) => {
    if (removed++) await route.continue();
    else await route.fulfill({ status: 404, body: "There is nothing here." });
  });
  await visit(page, chat);
  await page.getByPlaceholder("Type a message...").fill("Half a sentence");
  await page.getByRole("link", { name: "Share Music" }).click();
  await expect(page.getByRole("dialog", { name: "Share Music" })).toBeVisible();
  await expect(page).toHaveURL(`${chat}/share`);
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
  expect(removed).toBeGreaterThan(0);
});
