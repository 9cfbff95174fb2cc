// Dialogs opened by URL: with scripts they cover their page from the start, without they are part of it.
import { expect } from "@playwright/test";
import { sendJson, signUp } from "../members";
import { holdRequests, openOptions, test, visit } from "../pages";

const DIALOGS = [
  ["/records/new", "Add Record"],
  ["/records/import", "Import CSV"],
  ["/playlists/new", "Create Playlist"],
  ["/trivia/new", "Challenge Someone to Trivia!"],
  ["/profile/photo", "Profile Photo"],
  ["/profile/cover", "Cover Photo"],
] as const;

test("a page opened at a dialog's URL does not move during hydration", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "hydration needs scripts");
  const { page } = await signUp(browser, "Ada", true);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [address, title] of DIALOGS) {
      await page.goto(address);
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            const observer = new PerformanceObserver((list) => add(list.getEntries()));
            const add = (shifts: PerformanceEntryList) => {
              for (const shift of shifts) sum += (shift as PerformanceEntry & { value: number }).value;
            };
            observer.observe({ type: "layout-shift", buffered: true });
            // Layout shifts are reported after their frame.
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                add(observer.takeRecords());
                resolve(sum);
              }),
            );
          }),
      );
      // A slow machine draws a page in pieces, which shifts it by up to 0.03; a dialog that leaves it shifts it by 0.66.
      expect(moved, `${address} at ${width} px`).toBeLessThan(0.1);
    }
  }
});

test("without JavaScript, a dialog is part of its page", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled, "with scripts it covers the page");
  const { page } = await signUp(browser, "Ada", false);
  for (const [address, title] of DIALOGS) {
    await page.goto(address);
    const section = page.getByRole("region", { name: title });
    expect(
      await section.evaluate((element) => getComputedStyle(element.parentElement ?? element).position),
    ).toBe("static");
    // Nothing covers the page.
    await page.getByRole("link", { name: "B-Side, home" }).click({ trial: true });
    await section.getByRole("link", { name: "Close" }).click();
    await expect(section).toBeHidden();
  }
});

test("Back does not open a dialog again that was closed or saved", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "without scripts Back shows the page of the form");
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await visit(page, "/playlists");
  const start = async () => {
    await page.getByRole("link", { name: "Create Playlist" }).first().click();
    // Closing the frame of one that loads leaves no place in the history.
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  };
  await start();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/playlists");
  await start();
  await page.getByLabel("Name").fill("Mondays");
  await page.getByRole("button", { name: "Create Playlist" }).click();
  await expect(page.getByRole("heading", { name: "Mondays", level: 1 })).toBeVisible();
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await expect(page).toHaveURL("/playlists");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }

  // Nor one that asked about what is gone.
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Can", album: "Future Days" });
  await visit(page, "/records");
  await openOptions(page, "Future Days");
  await page.getByRole("link", { name: "Delete Future Days" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Record removed").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/records");
  await expect(page.getByText("404 Page Not Found")).toHaveCount(0);
});

test("in a dialog higher than the window, the focus goes round in view, and a click beside it loses nothing", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts it is part of the page");
  const { page } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto("/records/new");
  const dialog = page.getByRole("dialog", { name: "Add Record" });
  const close = dialog.getByRole("button", { name: "Close" });
  await dialog.getByRole("button", { name: "Add Record" }).focus();
  await page.keyboard.press("Tab");
  await expect(
    dialog.getByRole("link", { name: "Cancel" }).or(close).and(page.locator(":focus")),
  ).toBeInViewport();
  for (let i = 0; i < 3 && !(await close.evaluate((button) => button.matches(":focus"))); i++)
    await page.keyboard.press("Tab");
  await expect(close).toBeFocused();
  await expect(close).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(":focus")).toBeInViewport({ ratio: 1 });

  await dialog.getByLabel("Artist").fill("Nico");
  await page.mouse.click(3, 250);
  await expect(dialog.getByLabel("Artist")).toHaveValue("Nico");
  await dialog.getByLabel("Artist").fill("");
  await page.mouse.click(3, 250);
  await expect(dialog).toBeHidden();
});

test("what is below a dialog is out of reach, and neither moves nor scrolls", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts it is part of the page");
  const ada = await signUp(browser, "Ada", true);
  for (let year = 1990; year < 2010; year++)
    await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: `Year ${year}`, year });
  const { page } = ada;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await visit(page, "/records");
    const link = page.getByRole("link", { name: /^Edit Year/ }).last();
    await link.scrollIntoViewIfNeeded();
    const before = { y: await page.evaluate(() => scrollY), box: await link.boundingBox() };
    await link.click();
    const dialog = page.getByRole("dialog", { name: "Edit Record" });
    await expect(dialog.getByLabel("Artist")).toBeFocused();
    expect(await page.evaluate(() => document.querySelector("main")?.closest("[inert]") !== null)).toBe(true);
    await page.mouse.move(5, 690);
    await page.mouse.wheel(0, -400);
    expect(await page.evaluate(() => scrollY)).toBe(before.y);
    for (let stops = 0; stops < 20; stops++) {
      await page.keyboard.press("Tab");
      expect(await dialog.locator(":focus").count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    expect(await link.boundingBox()).toEqual(before.box);
    expect(await page.locator("[inert]").count()).toBe(0);
  }
});

test("a dialog's frame is there before its data, under the same title", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts it is part of the page");
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const { id } = await sendJson(ada, "POST", "/api/playlists", { name: "Kite weather" });
  for (const [screen, path] of [
    ["/records", "/records/new"],
    ["/records", "/records/import"],
    ["/playlists", "/playlists/new"],
    [`/playlists/${id}`, `/playlists/${id}/add`],
    ["/trivia", "/trivia/new"],
    ["/profile", "/profile/photo"],
    ["/profile", "/profile/cover"],
  ] as const) {
    await visit(page, screen);
    const link = page.locator(`a[href^="${path}"]`).first();
    const held = await holdRequests(page, `**${path}.data*`);
    await link.click();
    await held.requested;
    const frame = page.locator("[role=dialog][aria-busy=true]");
    await expect(frame).toContainText("Loading...");
    const title = await frame.getByRole("heading").innerText();
    await expect(frame.getByRole("button", { name: "Close" })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${screen}$`));
    held.release();
    await expect(frame).toHaveCount(0);
    await expect(page.getByRole("dialog", { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(link).toBeFocused();
  }
});

test("a dialog that is closed while it loads doesn't open", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts it is part of the page");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/playlists");
  const link = page.getByRole("link", { name: "Create Playlist" }).first();
  const held = await holdRequests(page, "**/playlists/new.data*");
  await link.click();
  await expect(page.getByRole("dialog", { name: "Create Playlist" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
  held.release();
  // Another screen shows that nothing is under way.
  await page.getByRole("link", { name: "Trivia", exact: true }).first().click();
  await expect(page).toHaveURL("/trivia");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a dialog listens to Escape as soon as it is there", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts it is part of the page");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/playlists");
  await page.evaluate(() => {
    // React lets the browser take keys between any two of its tasks, as it does on a slow machine.
    let now = performance.now();
    performance.now = () => {
      now += 100;
      return now;
    };
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[role=dialog]")) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      document.body.dataset.pressed = "";
    }).observe(document.body, { childList: true });
  });
  const link = page.getByRole("link", { name: "Create Playlist" }).first();
  await link.click();
  await expect(page.locator("[data-pressed]")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL("/playlists");
});
