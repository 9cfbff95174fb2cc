// What browser tests check on every page: errors, layout and accessibility.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { holdRequests, waitForFrames } from "./pages";

/** The rules of Axe that look at colors. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

type AxeOptions = Parameters<AxeBuilder["options"]>[0];

/** Collects alerts, errors and content policy violations of pages; the result must stay empty. Confirms questions. */
export function collectErrors(...pages: Page[]): string[] {
  const errors: string[] = [];
  for (const page of pages) {
    page.on("dialog", (dialog) => {
      if (dialog.type() === "alert") errors.push(dialog.message());
      void dialog.accept();
    });
    page.on("console", (message) => {
      if (/Content Security Policy|hydrat|did not match|Minified React/i.test(message.text()))
        errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
  }
  return errors;
}

/** Expects that nothing in the page and its frames is wider than the viewport. Retries, since a frame may refresh itself. */
async function expectNoHorizontalScroll(page: Page) {
  const { origin } = new URL(page.url());
  await expect(async () => {
    for (const frame of page.frames().filter((each) => each.url().startsWith(origin))) {
      const overflow = await frame.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, frame.url()).toBe(0);
    }
  }).toPass({ timeout: 20_000 });
}

/** Expects that the focus is on the main content or in it, and not lost with a control that is gone. */
export async function expectFocusInMain(page: Page) {
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
}

/**
 * Presses Enter on a button twice, the second time before the server has answered. Expects that it keeps the focus, and that
 * one request is sent.
 */
export async function expectPressedOnce(page: Page, name: string) {
  let sent = 0;
  const count = (request: { method: () => string }) => {
    if (request.method() === "POST") sent += 1;
  };
  page.on("request", count);
  const { requested, release } = await holdRequests(page, /\.data/, "POST");
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  await requested;
  await expect(page.locator("button:focus[aria-disabled=true]")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await waitForFrames(page);
  page.off("request", count);
  expect(sent).toBe(1);
  release();
}

/** Expects that Axe finds nothing, `waived` rules aside. The page needs scripts. */
async function expectAccessible(page: Page, waived: string[] = []) {
  await expectNoViolations(page, { rules: Object.fromEntries(waived.map((id) => [id, { enabled: false }])) });
}

/** Expects that Axe finds nothing in either color scheme, which change nothing but colors. The page needs scripts. */
async function expectAccessibleInBothSchemes(page: Page) {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, { runOnly: { type: "rule", values: COLOR_RULES } });
}

async function expectNoViolations(page: Page, options: AxeOptions) {
  expect(await listViolations(page, options), page.url()).toEqual([]);
}

/** The rules of Axe that a page breaks, each with the elements that do. The page needs scripts. */
export async function listViolations(page: Page, options: AxeOptions): Promise<[string, string[]][]> {
  // Axe would see colors in transition: running ones finish first, and no new ones start.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // Its half megabyte takes as long as the rules for colors do.
  const loaded = await Promise.all(page.frames().map((frame) => frame.evaluate(() => "axe" in window)));
  const axeSource = loaded.every(Boolean) ? ";" : undefined;
  const { violations } = await new AxeBuilder({ page, axeSource })
    // The other mode, which looks into frames of other sites too, sums up in a page of its own each time.
    .setLegacyMode()
    // Otherwise it takes as long again to describe every element that each rule has passed.
    .options({ ...options, resultTypes: ["violations"] })
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/**
 * Expects that a page fits narrow and wide screens, and letters of 200 % at `largeLettersWidth`, and with scripts that it
 * is accessible in both color schemes.
 */
export async function expectUsable(page: Page, hasScripts: boolean, largeLettersWidth = 360) {
  for (const [width, letters] of [
    [320, "100%"],
    [largeLettersWidth, "200%"],
    [1280, "100%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, letters);
    await expectNoHorizontalScroll(page);
  }
  if (hasScripts) await expectAccessibleInBothSchemes(page);
}

/** Page widths and text sizes: the smallest is 320 px minus a classic scrollbar. */
const VIEWS = [
  { width: 308, letters: "100%" },
  { width: 360, letters: "200%" },
  { width: 640, letters: "200%" },
  { width: 1280, letters: "200%" },
  { width: 1280, letters: "100%" },
];

/** Runs in the page. Lists horizontal overflow, clipped text, and text outside its box, at a size of letters. */
function misfits(letters: string): string[] {
  const root = document.documentElement;
  root.style.fontSize = letters;
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth) {
    const isWide = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1;
    const wide = Array.from(document.body.querySelectorAll("*")).filter(isWide).pop();
    found.push(`the page is ${root.scrollWidth} wide: ${wide?.outerHTML.slice(0, 200)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility() || parent.closest("svg")) continue;
    // Word by word: where spaces are kept, one at the end of a line hangs over.
    const words = [...(text.textContent ?? "").matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getBoundingClientRect();
    });
    const left = Math.min(...words.map((word) => word.left));
    const right = Math.max(...words.map((word) => word.right));
    let bottom = Math.max(...words.map((word) => word.bottom));
    const failure = new Set<string>();
    let isBlock = false;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { display, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const edges = box.getBoundingClientRect();
      const isBeside = right > edges.right + 1 || left < edges.left - 1;
      // The lines after an ellipsis are nowhere.
      if (webkitLineClamp !== "none") bottom = Math.min(bottom, edges.bottom);
      const isBelow = bottom > edges.bottom + 1;
      // Skips text for screen readers, and text cut with an ellipsis.
      if (edges.width <= 1 || textOverflow === "ellipsis" || box.matches(".sr-only, .skip-link")) {
        failure.clear();
        break;
      }
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      if ((overflowX === "hidden" && isBeside) || (overflowY === "hidden" && isBelow)) failure.add("cut off");
      if (!isBlock && display !== "inline" && isBeside) failure.add("outside its box");
      isBlock ||= display !== "inline";
    }
    const place = `${parent.tagName.toLowerCase()}.${parent.className}`;
    for (const what of failure) found.push(`${what}: ${place} "${text.textContent.slice(0, 30)}"`);
  }
  return found;
}

/** Elements that don't fit on a page and its own frames, in each view. */
export async function listMisfits(page: Page, views = VIEWS): Promise<string[]> {
  const found: string[] = [];
  const { origin } = new URL(page.url());
  for (const { width, letters } of views) {
    await page.setViewportSize({ width, height: 800 });
    // A frame that loads itself anew may interrupt it.
    for (const frame of page.frames().filter((each) => each.url().startsWith(origin)))
      await expect(async () => {
        const here = await frame.evaluate(misfits, letters);
        found.push(...here.map((what) => `at ${width} px, ${letters}: ${what}`));
      }).toPass();
  }
  return found;
}
