// What browser tests do with pages: open them, wait for hydration, hold requests, find what several look for.
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";

/** Closes each test's contexts after it: their pages would keep polling and slow down later tests. */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

const withoutScripts = new WeakSet<BrowserContext>();

/** Opens a browser context, whose pages run scripts if `hasScripts`. */
export async function openContext(browser: Browser, hasScripts: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts });
  if (!hasScripts) withoutScripts.add(context);
  return context;
}

/** Opens a page. `SLOWER=6` in the environment slows its CPU sixfold, which brings race conditions to light. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const rate = Number(process.env.SLOWER ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
  return page;
}

/**
 * Goes to a URL of the site and waits for hydration, if the page has scripts. The page of a frame needs `?still`:
 * one that refreshes itself may interrupt the next navigation.
 */
export async function visit(page: Page, address: string) {
  const response = await page.goto(address);
  await waitForHydration(page);
  return response;
}

/** Follows a link of the main navigation, which loads no page, and waits for its screen. */
export async function openScreen(page: Page, name: string) {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}\\b`) })
    .click();
  await expect(page).toHaveURL(`/${name.toLowerCase()}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
}

/** Opens the menu of a record, a member or a conversation. */
export async function openOptions(page: Page, name: string) {
  const label = page.getByText(`More options for ${name}`, { exact: true });
  await page.locator("summary", { has: label }).click();
}

/** Waits until Discover's cards, which rest after a decision, can be decided on again. */
export async function restAfterDecision(page: Page) {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((start) => performance.now() > start + 600, since);
}

/** Goes to the URL of a dialog and, if the page has scripts, waits until the dialog has replaced the served form. */
export async function visitDialog(page: Page, address: string) {
  await visit(page, address);
  if (!withoutScripts.has(page.context())) await expect(page.getByRole("dialog")).toBeVisible();
}

/** Waits for a page to hydrate, if it has scripts. before-hydration.spec.ts tests what members do before that. */
export async function waitForHydration(page: Page) {
  if (withoutScripts.has(page.context())) return;
  await page.waitForFunction(() => {
    // A page in a frame has no scripts.
    if (!document.querySelector("script")) return true;
    // An effect of the root sets it, and leaving the page resets it; lazily loaded forms hydrate later.
    if (history.scrollRestoration !== "manual") return false;
    const controls = document.querySelectorAll("a, button, input, select, textarea");
    // The landing page's samples are HTML that no script belongs to.
    return Array.from(controls).every(
      (control) =>
        control.closest(".track-sample") ||
        Object.keys(control).some((key) => key.startsWith("__reactProps")),
    );
  });
}

/**
 * Holds requests to `pattern`, of one `method` if given. `requested` resolves when the first one is held; `release`
 * lets it and all others through. `onAbort` is called for each one that the page aborted in the meantime.
 */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  method?: "GET" | "POST",
  onAbort = () => {},
) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reportRequest = () => {};
  const requested = new Promise<void>((resolve) => {
    reportRequest = resolve;
  });
  await page.route(pattern, async (route) => {
    if (!method || route.request().method() === method) {
      reportRequest();
      await released;
    }
    await route.continue().catch(onAbort);
  });
  return { requested, release };
}

/**
 * Presses a key on the focused element as Safari does to end a word that is composed: after `compositionend`, with key code 229.
 * Expects that nothing takes an Enter.
 */
export async function pressComposing(page: Page, key: "Enter" | "Escape") {
  const isLeft = await page.evaluate((name) => {
    const press = { key: name, keyCode: 229, bubbles: true, cancelable: true };
    return document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", press));
  }, key);
  if (key === "Enter") expect(isLeft).toBe(true);
}

/** Keeps the toast that is shown: its timer pauses while the window is in the background. */
export async function keepToast(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
}

/** Resolves once the page has drawn two frames: what it did by now is on the screen, and its observers have run. */
export async function waitForFrames(page: Page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The numbered names of a list of favorites, without the buttons beside them. */
export function favoriteNames(page: Page, list: string): Locator {
  return page.getByRole("list", { name: list, exact: true }).locator("li > span");
}

/** Drags a row of a list by its handle: to the place of one above it, or below one that follows it. */
export async function dragRow(page: Page, rows: Locator, from: number, to: number) {
  const handle = await rows.nth(from).locator(".drag-handle").boundingBox();
  const target = await rows.nth(to).boundingBox();
  if (!handle || !target) throw new Error("Nothing to drag");
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x + 20, target.y + target.height * (to > from ? 0.9 : 0.1), { steps: 5 });
  await page.mouse.up();
}
