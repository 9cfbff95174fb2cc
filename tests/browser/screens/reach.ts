// Whether what a person presses or focuses lies under something else.
import type { Page } from "@playwright/test";
import { waitForFrames } from "../pages";

/** Two phones and a laptop. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 740 },
  { width: 1280, height: 800 },
];
/** A small phone held sideways, its letters twice as large. */
const LOW_WINDOW = { width: 320, height: 256 };

const OPENERS = ".menu > summary, .options-menu > summary, button.listen";

/** Of a long list, the menus at its ends and in the middle: the bars and its edges cover those. */
const MENUS_OF_A_KIND = 5;

/** Lists the menus of a page whose button or items lie under something else, however far the page is scrolled, at three widths. */
export async function listCoveredMenus(page: Page): Promise<string[]> {
  const found: string[] = [];
  await hideToasts(page);
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await waitForFrames(page);
    const here = await page.evaluate(coveredMenus, { openers: OPENERS, most: MENUS_OF_A_KIND });
    found.push(...here.map((what) => `${what} at ${size.width} px`));
  }
  return found;
}

/** Lists the controls of a page that have the focus and lie under something else, in a low window. */
export async function listCoveredFocus(page: Page): Promise<string[]> {
  await hideToasts(page);
  await page.setViewportSize(LOW_WINDOW);
  await waitForFrames(page);
  return page.evaluate(coveredFocus);
}

/** They leave by themselves, and lie over the top bar so that nothing moves. */
async function hideToasts(page: Page) {
  await page.evaluate(() => {
    for (const toasts of document.querySelectorAll<HTMLElement>(".toasts")) toasts.hidden = true;
  });
}

/** Runs in the page. */
async function coveredMenus({ openers, most }: { openers: string; most: number }): Promise<string[]> {
  const nextFrame = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  /** The elements over the middle of an element once it is scrolled to. */
  const coverOf = (element: Element) => {
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit) ? undefined : (hit?.outerHTML.slice(0, 100) ?? "the edge of the window");
  };
  const panelOf = (opener: Element) =>
    opener.parentElement?.querySelector(":scope > ul, :scope > nav, .listen-menu");
  const kinds = new Map<string, HTMLElement[]>();
  const scope = document.querySelector("[role=dialog]") ?? document;
  for (const opener of scope.querySelectorAll<HTMLElement>(openers)) {
    const kind = `${opener.className} ${opener.parentElement?.className} ${opener.closest("section, article, li")?.className}`;
    if (opener.checkVisibility()) kinds.set(kind, [...(kinds.get(kind) ?? []), opener]);
  }
  const found: string[] = [];
  for (const all of kinds.values()) {
    const step = Math.max(1, (all.length - 1) / (most - 1));
    const some = new Set(Array.from({ length: most }, (_, index) => all[Math.round(index * step)]));
    for (const opener of some) {
      if (!opener) continue;
      // A press of a song that still plays, from the last width or after another, pauses it.
      for (let frames = 0; frames < 300 && opener.textContent?.startsWith("Pause"); frames++) {
        opener.click();
        await nextFrame();
      }
      const name = opener.textContent;
      const cover = coverOf(opener);
      if (cover) found.push(`the button of ${name} lies under ${cover}`);
      opener.click();
      // The menu of a song comes with code of its own.
      for (let frames = 0; frames < 300 && !panelOf(opener); frames++) await nextFrame();
      await nextFrame();
      const items = panelOf(opener)?.querySelectorAll("a, button") ?? [];
      if (!items.length) found.push(`${name} opens nothing`);
      for (const item of items) {
        const over = coverOf(item);
        if (over) found.push(`${item.textContent} of ${name} lies under ${over}`);
      }
      opener.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      // Without scripts nothing hears the key.
      if (opener.parentElement instanceof HTMLDetailsElement) opener.parentElement.open = false;
      await nextFrame();
    }
  }
  return found;
}

/** Runs in the page. Goes down through its controls, and up again. */
function coveredFocus(): string[] {
  const scope = document.querySelector("[role=dialog]") ?? document;
  const controls = Array.from(
    scope.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary"),
  );
  return [...controls, ...controls.reverse()].flatMap((control) => {
    if (!control.checkVisibility() || control.matches(":disabled, [tabindex='-1'], [inert] *")) return [];
    control.focus();
    if (document.activeElement !== control) return [];
    // A choice is drawn by the element after it.
    const face = control.matches(".choice") ? (control.nextElementSibling ?? control) : control;
    // The first line of a link that is text.
    const [box] = face.getClientRects();
    if (!box) return [];
    const [start, end] = [Math.max(box.top, 0) + 4, Math.min(box.bottom, innerHeight) - 4];
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    // A name may lie over the edge of a photo.
    for (const y of box.height > 100 ? [(start + end) / 2] : [start, (start + end) / 2, end]) {
      const hit = document.elementFromPoint(x, y);
      if (control.contains(hit) || face.contains(hit) || hit?.contains(control)) continue;
      if (hit?.closest("label")?.contains(control)) continue;
      const cover = hit?.outerHTML.slice(0, 100) ?? "the edge of the window";
      return [`${control.outerHTML.slice(0, 100)} has the focus under ${cover}`];
    }
    return [];
  });
}
