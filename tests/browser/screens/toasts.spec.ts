// Toasts lie over the top bar: they move nothing, and cover no control of the page or of a dialog.
import { expect, type Page } from "@playwright/test";
import { addMember, like, matchWithMember, sendJson, startConversation } from "../members";
import { keepToast, openScreen, restAfterDecision, test, visit } from "../pages";

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

const toast = (page: Page) => page.locator(".toast");

/** Runs in the page. Lists the controls that a toast covers, each scrolled into view first if `isBrought`. */
function coveredControls({ isBrought }: { isBrought: boolean }): string[] {
  const controls =
    "main :is(a[href], button, input, select, textarea, summary), [role=dialog] button, [role=dialog] input";
  return Array.from(document.querySelectorAll<HTMLElement>(controls)).flatMap((control) => {
    if (control.closest(".toasts, [aria-hidden=true]") || !control.checkVisibility()) return [];
    if (isBrought) control.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].map((part) => [left + width / 2, top + height * part] as const);
    const isCovered = points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".toasts"));
    return isCovered ? [control.getAttribute("aria-label") ?? control.textContent ?? control.outerHTML] : [];
  });
}

/** Runs in the page: where the parts of the page and of the dialog are. */
function places() {
  return Array.from(document.querySelectorAll("header, main *, [role=dialog]"), (element) => {
    const { top, height } = element.getBoundingClientRect();
    return [top, height];
  });
}

/** Expects that a toast is whole in view, and covers no control, even one that is scrolled into view. */
async function expectNothingCovered(page: Page, where: string) {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.evaluate(() => {
      scrollTo(0, 0);
      document.querySelector(".dialog-overlay")?.scrollTo(0, 0);
    });
    const message = `${where} at ${size.width} × ${size.height}`;
    await expect(toast(page), message).toBeInViewport({ ratio: 1 });
    expect((await toast(page).boundingBox())?.width, message).toBeLessThanOrEqual(420);
    for (const isBrought of [false, true])
      expect(await page.evaluate(coveredControls, { isBrought }), message).toEqual([]);
  }
}

test("a toast moves nothing, leaves the composer free, and stays as long as it takes to read and reach it @all", async ({
  browser,
}) => {
  const { ada, ben } = await matchWithMember(browser);
  const cleo = await addMember("Cleo");
  await like(cleo, ada);
  const request = await startConversation(cleo, ada);
  await sendJson(cleo, "POST", `/api/conversations/${request}/messages`, { content: "Hello" });
  const { page } = ada;

  // On a scrolled page as well.
  await visit(page, "/discover?ageMin=&ageMax=&maxDistance=&minCompatibility=");
  await page.evaluate(() => scrollTo(0, 300));
  const before = await page.evaluate(places);
  await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
  await expect(toast(page)).toContainText("Ben challenged you to trivia");
  await keepToast(page);
  expect(await page.evaluate(places)).toEqual(before);
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page)).toHaveCount(0);

  // That of a new conversation leaves the composer free.
  await openScreen(page, "Matches");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("button", { name: /^Start Conversation/ }).click();
  await expect(toast(page)).toContainText("Conversation started");
  await page.getByPlaceholder("Type a message...").click({ trial: true });
  // Nor does it lie over the name, which has no top bar above it on a phone.
  for (const name of ["All conversations", /^Ben/])
    await page.locator(".chat > header").getByRole("link", { name }).click({ trial: true });
  await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });

  // It stays for five seconds, or ten with a button.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await visit(page, `/messages/${request}`);
  // Otherwise the clock would go on by itself too.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const expectFor = async (seconds: number) => {
    await page.mouse.move(0, 700);
    await page.clock.runFor((seconds - 1) * 1000);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(2000);
    await expect(toast(page)).toHaveCount(0);
  };
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page)).toContainText("Request declined");
  await expectFor(10);
  await visit(page, "/settings/privacy");
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page)).toContainText("Privacy settings saved");
  };
  await save();
  await expectFor(5);

  // F8 reaches it, and it waits while it has the focus; Escape and a swipe dismiss it.
  await save();
  await page.mouse.move(0, 700);
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notices (F8)" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast(page).getByRole("button", { name: "Dismiss" })).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(toast(page)).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
  await save();
  const words = await toast(page).locator(".flash-title").boundingBox();
  if (!words) throw new Error("the toast has no words");
  for (const [px, left] of [
    [40, 1],
    [60, 0],
  ] as const) {
    await page.mouse.move(words.x + 5, words.y + 5);
    await page.mouse.down();
    await page.mouse.move(words.x + 5 + px, words.y + 5, { steps: 4 });
    await page.mouse.up();
    await expect(toast(page)).toHaveCount(left);
  }

  // That of a request without a response goes as the next one is sent.
  await page.clock.resume();
  await visit(page, "/discover?ageMin=19&ageMax=28&maxDistance=&minCompatibility=");
  await page.route("**/discover/decide*", (route) => route.abort());
  const liking = page.getByRole("button", { name: /^Like \w+ \w\.$/ }).first();
  await liking.click();
  await expect(toast(page)).toContainText("We couldn't reach B-Side. Check your connection.");
  await page.unroute("**/discover/decide*");
  await restAfterDecision(page);
  await liking.click();
  await expect(page.getByRole("button", { name: /^Undo / })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

test("a toast that is kept covers no control of any screen, nor of a dialog", { tag: "@all" }, async ({
  browser,
}) => {
  const { ada, ben } = await matchWithMember(browser);
  await startConversation(ben, ada);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/");
  await sendJson(ben, "POST", "/api/trivia-games", { player2Id: ada.id });
  await expect(toast(page)).toBeVisible();
  await keepToast(page);
  await expectNothingCovered(page, "Home");
  for (const name of ["Discover", "Matches", "Records", "Trivia", "Profile", "Messages"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    // The name may go on with a count.
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: new RegExp(`^${name}\\b`) });
    await link.first().press("Enter");
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}`));
    await expectNothingCovered(page, name);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: /^Ben/ }).first().click();
  await page.getByRole("link", { name: "Share Video" }).click();
  await expect(page.getByRole("dialog").getByLabel("YouTube URL")).toBeVisible();
  await expectNothingCovered(page, "Share Video");
});
