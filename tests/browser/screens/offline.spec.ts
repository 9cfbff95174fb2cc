// What is pressed for the first time without a connection: the page stays, and goes on when the connection is back.
import { expect, type Page } from "@playwright/test";
import { addMember, conversationWithMember, PASSWORD } from "../members";
import { holdRequests, openContext, openPage, test, visit, waitForHydration } from "../pages";

// A route's code waits for the connection in the service worker.
test.use({ serviceWorkers: "allow" });

const UNREACHABLE = "We'll keep trying until it's back.";

/** Opens a page and waits for its live stream: what listens for the stream also says that there is no connection. */
async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(page, path);
  await stream;
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve);
      if (serviceWorker.controller) resolve(undefined);
    });
  });
}

/** Presses something offline, and goes online once the page has said that there is no connection. */
async function pressOffline(page: Page, press: () => Promise<void>) {
  await page.context().setOffline(true);
  await press();
  await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
}

/** Answers as a server with another build would, from now on. */
async function deploy(page: Page) {
  await page.context().route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), build: "NEXT" } });
  });
}

/** A page whose build is gone loads the next page, with what is typed, and only once. */
async function leaveOldBuild(page: Page, chat: string) {
  const draft = page.getByPlaceholder("Type a message...");
  const shared = page.getByRole("dialog", { name: "Share Music" });

  // A deployment has removed a file that the page needs.
  let removed = 0;
  await page.context().route(/\/assets\/.*video-[^/]*\.js$/, async (route) => {
    if (removed++) await route.continue();
    else await route.fulfill({ status: 404, body: "There is nothing here." });
  });
  await visit(page, chat);
  await draft.fill("Half a sentence");
  await page.getByRole("link", { name: "Share Video" }).click();
  await expect(page.getByRole("dialog", { name: "Share YouTube Video" })).toBeVisible();
  await expect(page).toHaveURL(`${chat}/video`);
  await expect(draft).toHaveValue("Half a sentence");
  expect(removed).toBeGreaterThan(0);

  // The server says that it has another build.
  await visit(page, chat);
  await deploy(page);
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loaded.push(new URL(request.url()).pathname);
  });
  await draft.fill("Another half");
  await page.getByRole("link", { name: "Share Music" }).click();
  // Until then, the old page shows the dialog's frame, under its own address.
  await expect.poll(() => loaded).toEqual([`${chat}/share`]);
  await expect(page).toHaveURL(`${chat}/share`);
  await waitForHydration(page);
  await expect(shared).toBeVisible();
  await expect(draft).toHaveValue("Another half");
  expect(await page.evaluate(() => sessionStorage.getItem("drafts"))).toBeNull();
  // Nothing reloads by itself, whatever the server says.
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(chat);
  await expect(draft).toHaveValue("Another half");
  expect(loaded).toEqual([`${chat}/share`, chat]);
}

test("what is pressed offline is done when the connection is back, and nothing that is typed is lost @all", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversationWithMember(browser);
  const cleo = await addMember("Cleo");
  const { page } = ada;
  const chat = `/messages/${conversationId}`;

  // A dialog opens over a chat that keeps its draft, asked for once however often it was pressed.
  await openLive(page, chat);
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
  page.context().on("request", (request) => {
    if (request.serviceWorker() && request.url().includes("share-")) asked++;
  });
  await page.context().setOffline(false);
  await expect(frame.getByLabel("Artist")).toBeVisible();
  // One that asks again for all four presses, and perhaps a question already on its way.
  expect(asked).toBeLessThan(3);
  await expect(page).toHaveTitle("Share Music · Messages · B-Side");

  // A like is saved, and suggestions for a place take nothing from a form that isn't.
  await openLive(page, `/members/${cleo.id}`);
  await pressOffline(page, () => page.getByRole("button", { name: "Like" }).click());
  await expect(page.getByRole("heading", { name: "Cleo L.", level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You liked Cleo L.")).toBeVisible();
  await openLive(page, "/profile?tab=profile");
  await page.getByLabel("Bio").fill("Half a life");
  await pressOffline(page, () => page.getByLabel("Location").fill("Reykja"));
  await page.context().setOffline(false);
  await expect(page.locator("#towns option").first()).toHaveAttribute("value", /Reykjav/);
  await expect(page.getByLabel("Bio")).toHaveValue("Half a life");
  page.once("dialog", (question) => question.accept());

  const other = await openPage(ada.context);
  await leaveOldBuild(other, chat);
  await other.close();
  await ada.context.unrouteAll();

  // A question that is answered with a page load stays, and is asked once.
  await visit(page, "/settings/delete");
  const button = page.getByRole("button", { name: "Delete My Account" });
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  await expect(button).toBeFocused();
  await page.context().setOffline(false);
  await button.dblclick();
  await expect(button).toBeHidden();

  // So does a form, which is sent once however often it is pressed.
  const guest = await openPage(await openContext(browser, true));
  await visit(guest, "/api/login");
  await guest.getByRole("link", { name: "Create account" }).click();
  const fields = {
    "First name": "Ada",
    "Last name": "Lovelace",
    Email: `offline-${test.info().workerIndex}-${test.info().repeatEachIndex}@example.net`,
  };
  for (const [label, value] of Object.entries(fields)) await guest.getByLabel(label).fill(value);
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByLabel("I'm 18 or older").check();
  const create = guest.getByRole("button", { name: "Create account" });
  await guest.context().setOffline(true);
  await create.click();
  await expect(guest.getByText("You're offline", { exact: true })).toBeVisible();
  for (const [label, value] of Object.entries(fields))
    await expect(guest.getByLabel(label)).toHaveValue(value);
  await guest.context().setOffline(false);
  let sent = 0;
  guest.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) sent += 1;
  });
  const { requested, release } = await holdRequests(guest, "**/sign-up", "POST");
  await create.dblclick({ delay: 100, noWaitAfter: true });
  await requested;
  release();
  await expect(guest.getByText("Step 1 of 4")).toBeVisible();
  expect(sent).toBe(1);
});
