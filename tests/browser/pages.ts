// What tests do with pages: open them, wait for their scripts, hold back what they ask for, look whether they fit.
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** Each test's browsers are closed after it: left open, their pages go on asking, and slow all later ones. */
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

/** Opens a browser of its own, whose pages run scripts or none. */
export async function openBrowser(browser: Browser, hasScripts: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts });
  if (!hasScripts) withoutScripts.add(context);
  return context;
}

/** Opens a page. `SLOWER=6` in the environment makes it think six times slower: what only works in time fails then. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const rate = Number(process.env.SLOWER ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
  return page;
}

/**
 * Goes to an address of the site and waits until its scripts, if there are any, have taken over. The page of a frame has
 * to be `?still`: one that asks for itself again may do so on the way to the next page, which breaks that off.
 */
export async function visit(page: Page, address: string) {
  const answer = await page.goto(address);
  await comeAlive(page);
  return answer;
}

/** Waits until a page's scripts, if there are any, have taken over. What is done before that is tried in early.spec.ts. */
export async function comeAlive(page: Page) {
  if (withoutScripts.has(page.context())) return;
  await page.waitForFunction(() => {
    // What stands in a frame has none.
    if (!document.querySelector("script")) return true;
    // An effect of the root sets it, and leaving the page takes it back; a form that is fetched comes to life after it.
    if (history.scrollRestoration !== "manual") return false;
    const controls = document.querySelectorAll("a, button, input, select, textarea");
    return Array.from(controls).every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactProps")),
    );
  });
}

/**
 * Keeps requests to `pattern`, those of one `method` where it is given, waiting. `asked` resolves when the first one
 * waits; `release` lets it and all others through. `drop` hears of those that the page has given up meanwhile.
 */
export async function hold(page: Page, pattern: string | RegExp, method?: "GET" | "POST", drop = () => {}) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route(pattern, async (route) => {
    if (!method || route.request().method() === method) {
      ask();
      await released;
    }
    await route.continue().catch(drop);
  });
  return { asked, release };
}

/** Collects what must not happen on pages: alerts, errors, and whatever the content policy refuses. Says yes to questions. */
export function watch(...pages: Page[]): string[] {
  const trouble: string[] = [];
  for (const page of pages) {
    page.on("dialog", (dialog) => {
      if (dialog.type() === "alert") trouble.push(dialog.message());
      void dialog.accept();
    });
    page.on("console", (said) => {
      if (/Content Security Policy|hydrat|did not match|Minified React/i.test(said.text()))
        trouble.push(said.text());
    });
    page.on("pageerror", (error) => trouble.push(String(error)));
  }
  return trouble;
}

/** Nothing in the page and its frames is wider than the screen. A frame that asks for itself again is looked at anew. */
export async function expectNoSidewaysScroll(page: Page) {
  const { origin } = new URL(page.url());
  await expect(async () => {
    for (const frame of page.frames().filter((each) => each.url().startsWith(origin))) {
      const beyond = await frame.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, frame.url()).toBe(0);
    }
  }).toPass({ timeout: 5000 });
}

/** Axe, which is a script itself, finds nothing but what breaks one of the `waived` rules. */
export async function expectAccessible(page: Page, waived: string[] = []) {
  // It would see colours on their way: those that have begun it arrive first, and no others begin.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await new AxeBuilder({ page }).disableRules(waived).analyze();
  await page.emulateMedia({ reducedMotion: null });
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    page.url(),
  ).toEqual([]);
}
