// What scripts do in Discover and on members' pages: decisions at once, filters that search, and where things are.
import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { addMember, like, type Member, sendForm, sendJson, setPreferences, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { holdRequests, restAfterDecision, test, visit, waitForFrames } from "./pages";

const ownArtists = ["The Unheard", "Nobody Home", "Attic Tapes", "Mono Lake", "Second Pressing"];

/** Gives a member an age of 30, a town, and artists that only the members of one test list. */
async function settle<Kind extends Member>(
  person: Kind,
  location: string,
  { bio = "Likes records.", artists = ownArtists } = {},
): Promise<Kind> {
  await sendJson(person, "PATCH", "/api/profile", { bio, age: 30, location });
  await setPreferences(
    person,
    artists.map((artist) => `${artist} ${location}`),
    ["Jazz"],
  );
  return person;
}

/** The usual filters, which stay as they are even where they find nobody. */
const USUAL = "/discover?ageMin=18&ageMax=35&maxDistance=25&minCompatibility=70";
/** The windows of a small phone, two usual ones and a laptop. */
const WINDOWS = [
  [320, 640],
  [360, 740],
  [390, 844],
  [1280, 800],
] as const;

const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: `${name} L.` }) });

const flash = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test("a decision takes effect at once, once a gesture, and comes back if it can't be made", async ({
  browser,
}) => {
  const ada = await settle(await signUp(browser, "Ada", true), "Reykjavík");
  const hostile = `<img src=x onerror=alert(1)>"'</script>`;
  const ben = await settle(await addMember("Ben"), "Reykjavík");
  for (const name of ["Cleo", "Dan", "Eve", "Fay"]) await settle(await addMember(name), "Reykjavík");
  await settle(await addMember(hostile), "Reykjavík", {
    bio: `${hostile}<script>alert(2)</script>`,
    artists: [...ownArtists, "</script><script>alert(3)</script>"],
  });
  await like(ben, ada);
  const { page } = ada;
  const errors = collectErrors(page);
  let decisions = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/discover/decide")) decisions++;
  });
  await visit(page, USUAL);
  await expect(card(page, hostile)).toBeVisible();
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(6);

  // Two taps in the same moment, and one then that a busy page handles when the cards have rested.
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll("button[value=false]:not([aria-label*=Ben])");
    const tap = () => new MouseEvent("click", { bubbles: true, cancelable: true });
    const late = tap();
    for (const button of [first, second]) button?.dispatchEvent(tap());
    const tappedAt = performance.now();
    while (performance.now() < tappedAt + 700);
    second?.dispatchEvent(late);
  });
  await expect(cards).toHaveCount(5);
  await expect(flash(page, "Passed")).toBeVisible();
  expect(decisions).toBe(1);
  await page.getByRole("button", { name: /^Undo / }).click();
  await expect(cards).toHaveCount(6);
  await expect(flash(page, "Passed")).toHaveCount(0);
  await expect(page.locator("main li:focus")).toHaveCount(1);
  await restAfterDecision(page);

  // A held key decides on one person; the focus goes to the next.
  decisions = 0;
  await card(page, hostile)
    .getByRole("button", { name: /^Pass on/ })
    .focus();
  for (let presses = 0; presses < 15; presses++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(cards).toHaveCount(5);
  await restAfterDecision(page);
  expect(decisions).toBe(1);

  // The card leaves before the server has answered.
  const names = await cards.getByRole("heading").allTextContents();
  const [first = "", second = ""] = names
    .map((name) => name.replace(/, 30$/, ""))
    .filter((name) => name !== "Ben L.");
  const deciding = await holdRequests(page, "**/discover/decide.data*");
  await page.getByRole("button", { name: `Like ${first}` }).press("Enter");
  await expect(cards).toHaveCount(4);
  await expect(page.locator("main li:focus")).toHaveCount(1);
  await deciding.requested;
  await expect(page.getByText("Match recorded")).toBeHidden();
  deciding.release();
  const bar = page.locator("main li:focus").getByRole("status");
  await expect(bar).toContainText(/^Liked .+\.Match recordedWe'll let you know if it's mutual!/);
  await expect(bar.getByRole("button", { name: /^Undo / })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await restAfterDecision(page);

  // A refused decision restores the card and shows why, and so does a lost connection.
  const again = page.getByRole("button", { name: `Like ${second}` });
  await page.context().setOffline(true);
  await again.click();
  await expect(flash(page, "We couldn't reach B-Side. Check your connection.")).toBeVisible();
  await expect(again).toBeEnabled();
  await page.context().setOffline(false);
  await restAfterDecision(page);
  await again.evaluate((button: HTMLButtonElement) => {
    const input = button.form?.elements.namedItem("targetUserId") as HTMLInputElement;
    input.value = "4";
    button.click();
  });
  await expect(flash(page, "404: There is nothing here.")).toBeVisible();
  await expect(again).toBeEnabled();

  // The page of a match, which names its heading.
  await restAfterDecision(page);
  await page.getByRole("button", { name: "Like Ben L." }).click();
  await expect(page.getByRole("heading", { name: "You and Ben L." })).toBeFocused();
  await page.getByRole("button", { name: "What got you into jazz?" }).click();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("What got you into jazz?");

  // The reasons are a dialog, which gives the focus back.
  await visit(page, `/members/${ben.id}`);
  // In forced colors the score keeps its color on its drawing.
  const colorOfScore = () => page.locator(".score > b").evaluate((score) => getComputedStyle(score).color);
  const readable = await colorOfScore();
  await page.emulateMedia({ forcedColors: "active" });
  expect(await colorOfScore()).toBe(readable);
  await page.emulateMedia({ forcedColors: null });
  const why = page.getByRole("link", { name: /^Why \d+%\?/ });
  await why.click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: /^Artists you share/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(why).toBeFocused();

  // Home decides as Discover does.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const person = page.getByRole("region", { name: "Worth meeting today" });
  const shown = (await person.getByRole("heading").getByRole("link").getAttribute("href")) ?? "";
  await person.getByRole("button", { name: /^Like/ }).click();
  await expect(flash(page, "Match recorded")).toBeVisible();
  await expect(person.locator(`h3 a[href="${shown}"], h2 a[href="${shown}"]`)).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo / }).click();
  await expect(person.locator(`a[href="${shown}"]`).first()).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(errors).toEqual([]);
});

test("genres chosen while a search loads stay chosen and focused, other addresses bring their own, and ages slide @all", async ({
  browser,
}) => {
  const { page } = await settle(await signUp(browser, "Ada", true), "Reykjanesbær");
  await visit(page, USUAL);
  const [jazz, rock] = [
    page.getByRole("checkbox", { name: "Jazz" }),
    page.getByRole("checkbox", { name: "Rock" }),
  ];

  const held = await holdRequests(page, "**/discover.data?*genres=Jazz*");
  await jazz.check();
  await jazz.press("Enter");
  await held.requested;
  await rock.check();
  held.release();
  await expect(page).toHaveURL(/genres=Jazz/);
  await expect(page.locator(".filters-summary")).toContainText("Jazz");
  await expect(rock).toBeChecked();
  await expect(rock).toBeFocused();

  await rock.press("Enter");
  await expect(page).toHaveURL(/genres=Rock&genres=Jazz/);
  await expect(page.locator(".filters-summary")).toContainText("Rock");
  await expect(rock).toBeFocused();
  await page.goBack();
  await expect(rock).not.toBeChecked();
  await expect(jazz).toBeChecked();

  // A genre that was chosen but not searched for.
  await rock.check();
  await page.goBack();
  await expect(jazz).not.toBeChecked();
  await expect(rock).not.toBeChecked();
  await page.goForward();
  await expect(jazz).toBeChecked();
  await expect(rock).not.toBeChecked();

  // A search that is given up while it loads.
  const late = await holdRequests(page, "**/discover.data?*genres=Rock&genres=Jazz*");
  await rock.check();
  await rock.press("Enter");
  await late.requested;
  await page.goBack();
  late.release();
  await expect(jazz).not.toBeChecked();
  await expect(rock).not.toBeChecked();

  // Placeholders stand where the cards will.
  const searching = await holdRequests(page, "**/discover.data*");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page.locator(".placeholder")).toHaveCount(4);
  searching.release();
  await expect(page.locator(".placeholder")).toHaveCount(0);

  // The handles do not cross.
  const [least, most] = ["Minimum age", "Maximum age"].map((name) => page.getByRole("slider", { name }));
  await least?.focus();
  for (let age = 18; age < 40; age++) await page.keyboard.press("ArrowRight");
  await expect(least as Locator).toHaveValue("35");
  await most?.press("End");
  await expect(page.getByText("35 – 65+")).toBeVisible();
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(/ageMin=35&ageMax=65/);

  // On a small screen they are collapsed, and open from the keyboard.
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, USUAL);
  const apply = page.getByRole("button", { name: "Apply Filters" });
  await expect(apply).toBeHidden();
  await expect(page.getByText("Ages 18–35 · within 25 miles · 70%+ match")).toBeVisible();
  await page.getByRole("checkbox", { name: "Filters" }).press("Space");
  await expect(apply).toBeVisible();
  await apply.press("Enter");
  await expect(page).toHaveURL(/ageMin=18/);
  await expect(apply).toBeHidden();
});

test("a member's page begins with the photo from edge to edge, the name and the buttons, and keeps the name in sight @all", async ({
  browser,
}) => {
  const ben = await settle(await addMember("Ben"), "Dalvík");
  const { page } = await settle(await signUp(browser, "Ada", true), "Dalvík");
  await visit(page, `/members/${ben.id}`);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const size = `${width} × ${height}`;
    const photo = await page.locator(".poster-photo").boundingBox();
    if (width < 720) expect([photo?.x, photo?.width], size).toEqual([0, width]);
    if (height > 700) expect((photo?.height ?? 0) / (photo?.width ?? 1), size).toBeGreaterThan(1.1);
    const [name, like] = [
      page.getByRole("heading", { level: 1 }),
      page.getByRole("button", { name: "Like" }),
    ];
    await expect(name).toBeInViewport({ ratio: 1 });
    await expect(like).toBeInViewport({ ratio: 1 });
    const bar = page.locator(".bottom-bar");
    if (await bar.isVisible()) {
      const [button, below] = [await like.boundingBox(), await bar.boundingBox()];
      expect((button?.y ?? 0) + (button?.height ?? 0), size).toBeLessThanOrEqual(below?.y ?? 0);
    }
    // The button at the upper edge of the window.
    await like.evaluate((button) => window.scrollTo(0, button.getBoundingClientRect().top + scrollY - 80));
    await expect(name).toBeInViewport({ ratio: 1 });
  }

  // Beside a long text the photo stays, and ends above the shelves.
  await sendJson(ben, "PATCH", "/api/profile", { bio: "Long.\n".repeat(80), age: 30, location: "Dalvík" });
  await sendJson(ben, "POST", "/api/record-collections", { artist: "Low", album: "Trust" });
  await sendForm(ben, "/settings/collection", { shown: "true" });
  await visit(page, `/members/${ben.id}`);
  await expect(page.getByRole("heading", { name: /^Records/ })).toBeAttached();
  const overlaps = await page.evaluate(() => {
    const shelves = [...document.querySelectorAll("h2")].find(({ textContent }) =>
      /^Records/.test(textContent ?? ""),
    );
    const found: number[] = [];
    for (let y = 0; y <= document.documentElement.scrollHeight; y += 100) {
      scrollTo(0, y);
      const why = document.querySelector(".why-link")?.getBoundingClientRect().bottom ?? Number.NaN;
      if (!(why <= (shelves?.getBoundingClientRect().top ?? 0))) found.push(y);
    }
    return found;
  });
  expect(overlaps).toEqual([]);
});

test("the name is in sight wherever somebody can be liked, and nothing moves after a pass", {
  tag: "@all",
}, async ({ browser }) => {
  const { page } = await settle(await signUp(browser, "Ada", true), "Blönduós");
  // Only demo members have these ages.
  const address = "/discover?ageMin=19&ageMax=28&maxDistance=&minCompatibility=";
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await visit(page, address);
    const { liked, nameless, covered } = await page.evaluate(() => {
      const isOnTop = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found !== null && (element.contains(found) || found.contains(element));
      };
      const isInSight = (element: Element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && isOnTop(element);
      };
      const cards = Array.from(document.querySelectorAll("article")).slice(0, 4);
      const nameless: string[] = [];
      const covered: string[] = [];
      let liked = 0;
      for (let y = 0; y < (cards[3]?.getBoundingClientRect().bottom ?? 0) + scrollY; y += 30) {
        scrollTo(0, y);
        for (const card of cards) {
          const [like, name] = [card.querySelector("button[value=true]"), card.querySelector("h2 a")];
          const [plate, button] = [".name-plate", ".on-photo > *"].map((part) =>
            card.querySelector(part)?.getBoundingClientRect(),
          );
          if (plate && button && plate.top < button.bottom && plate.bottom > button.top)
            covered.push(`${name?.textContent} at ${y}`);
          if (!like || !name || !isOnTop(like)) continue;
          liked++;
          if (!isInSight(name)) nameless.push(`${name.textContent} at ${y}`);
        }
      }
      scrollTo(0, 0);
      return { liked, nameless, covered };
    });
    expect({ nameless, covered }, `${width} × ${height}`).toEqual({ nameless: [], covered: [] });
    expect(liked, `${width} × ${height}`).toBeGreaterThan(20);

    // At first sight the photo, the name, what both love, and the buttons.
    const card = page.getByRole("article").first();
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole("button", { name: /^Like / })).toBeInViewport({ ratio: 1 });
    const photo = await card.locator(".poster-photo").boundingBox();
    if (width < 720 && height >= 800) expect((photo?.height ?? 0) / (photo?.width ?? 1)).toBeCloseTo(1.25, 2);

    // The answer comes when a shift no longer counts as that of the press.
    await page.evaluate(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        })[]) {
          if (shift.hadRecentInput) continue;
          const moved = shift.sources.map(({ node }) => node?.className ?? "gone");
          shifts.push(`${shift.value.toFixed(2)} ${moved.join(", ")}`);
        }
      }).observe({ type: "layout-shift" });
    });
    const deciding = await holdRequests(page, "**/discover/decide.data*");
    await card.getByRole("button", { name: /^Pass on/ }).click();
    await deciding.requested;
    await restAfterDecision(page);
    // The next card takes the place of the one that leaves, which a slow machine shows too late to count as the press's.
    await expect(page.locator(".leaving")).toHaveCount(0);
    await waitForFrames(page);
    await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));
    deciding.release();
    await expect(flash(page, "Passed")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Undo / })).toBeInViewport({ ratio: 1 });
    await waitForFrames(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    expect(
      shifts.filter((shift) => !shift.startsWith("0.00")),
      `${width} × ${height}`,
    ).toEqual([]);
    await page.unroute("**/discover/decide.data*");
  }
});

test("both handles of the ages can be dragged wherever they stand", { tag: "@all" }, async ({ browser }) => {
  const { page } = await settle(await signUp(browser, "Ada", true), "Grindavík");
  for (const [width, letters] of [
    [320, "100%"],
    [320, "200%"],
    [1280, "100%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const ages of [18, 40, 65]) {
      await visit(page, `/discover?ageMin=${ages}&ageMax=${ages}&maxDistance=25&minCompatibility=70`);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      if (width < 1000) await page.getByRole("checkbox", { name: "Filters" }).press("Space");
      const least = page.getByRole("slider", { name: "Minimum age" });
      const most = page.getByRole("slider", { name: "Maximum age" });
      await least.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const middleOf = async (handle: Locator) => {
        const { x, y, width, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        return { x: x + 16 + ((width - 32) * (ages - 18)) / (65 - 18), y: y + height / 2 };
      };
      for (const handle of [least, most]) {
        const isOwn = await handle.evaluate(
          (element, { x, y }) =>
            [-15, 0, 15].every((dx) =>
              [-21, 0, 21].every((dy) => document.elementFromPoint(x + dx, y + dy) === element),
            ),
          await middleOf(handle),
        );
        expect(isOwn, `${ages} at ${width} px`).toBe(true);
      }
      const [handle, other, way] = ages === 18 ? [most, least, 60] : [least, most, -60];
      const { x, y } = await middleOf(handle);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - way, y);
      await expect(handle).toHaveValue(String(ages));
      await page.mouse.move(x + way, y);
      await page.mouse.up();
      await expect(handle).not.toHaveValue(String(ages));
      await expect(other).toHaveValue(String(ages));
    }
  }
});

test("one person fills a phone's screen and two a laptop's, with Pass and Like in reach, wherever the page is", {
  tag: "@all",
}, async ({ browser }) => {
  const artists = ownArtists.map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  const [ada, ben] = [
    await settle(await signUp(browser, "Ada", true), "Húsavík", { artists }),
    await settle(await addMember("Ben"), "Húsavík", { artists }),
    await settle(await addMember("Cleo"), "Húsavík", { artists: [...artists.slice(0, 1), "Somebody Else"] }),
  ];
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "/discover");
  const [first, second] = [page.getByRole("article").first(), page.getByRole("article").nth(1)];
  const barTop = (await page.locator(".bottom-bar").boundingBox())?.y ?? 0;
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) };
  };
  const decisions = (article: Locator) => article.locator(".decision-buttons");
  const photo = first.locator(".poster-photo");
  const photoHeight = async () => (await photo.boundingBox())?.height ?? Number.NaN;
  expect((await boxOf(decisions(first))).bottom).toBeLessThanOrEqual(barTop);
  // Nobody can be decided on before they are seen.
  expect((await boxOf(decisions(second))).top).toBeGreaterThan(740);

  const lead = first.getByText(/^You both love The Unheard/);
  await expect(lead).toContainText("A few here");
  expect((await boxOf(decisions(first))).top).toBeLessThan(barTop);
  for (const [width, height] of [
    [480, 800],
    [600, 800],
    [719, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    const actionsTop = (await boxOf(decisions(first))).top;
    for (const part of [lead, first.getByRole("heading")]) {
      expect((await boxOf(part)).top, `${width} × ${height}`).toBeGreaterThan(0);
      expect((await boxOf(part)).bottom, `${width} × ${height}`).toBeLessThanOrEqual(actionsTop);
    }
  }
  await second.evaluate((card) =>
    window.scrollBy(0, card.getBoundingClientRect().top - window.innerHeight + 200),
  );
  const seen = (await boxOf(decisions(second))).top - (await boxOf(second)).top;
  expect(seen).toBeGreaterThanOrEqual(0.6 * (await photoHeight()));
  await page.setViewportSize({ width: 360, height: 900 });
  expect((await photoHeight()) / ((await photo.boundingBox())?.width ?? 1)).toBeCloseTo(1.25, 1);
  // A link that gets the focus is not behind them.
  await page.setViewportSize({ width: 412, height: 823 });
  for (const link of await page.getByRole("article").getByRole("link").all()) {
    await link.focus();
    const isOnTop = await link.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop, (await link.textContent()) ?? "").toBe(true);
  }

  // On a laptop, two people fit, each with a name, Pass and Like.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const card of [first, second]) {
    expect((await boxOf(card.getByRole("heading"))).bottom).toBeLessThanOrEqual(
      (await boxOf(decisions(card))).top,
    );
    expect((await boxOf(decisions(card))).bottom).toBeLessThanOrEqual(720);
  }

  // Large letters get one column.
  const columns = () =>
    page
      .locator(".discover-grid")
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
  expect(await columns()).toBe(2);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await columns()).toBe(1);

  // The link to the reasons is as high as a finger, and covers nothing.
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/discover", `/members/${ben.id}`]) {
      await visit(page, path);
      const link = page.getByRole("link", { name: /^Why \d+%\? With Ben L\.$/ });
      // The buttons of a card stick to the bottom.
      await link.evaluate((why) => why.scrollIntoView({ block: "center" }));
      const box = await link.boundingBox();
      expect(box?.height, `${path} at ${width} px`).toBeGreaterThanOrEqual(44);
      const covered = await link.evaluate((why) => {
        const own = why.getBoundingClientRect();
        return Array.from(document.querySelectorAll("main a, main button, main summary"))
          .filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return (
              other !== why && left < own.right && right > own.left && top < own.bottom && bottom > own.top
            );
          })
          .map((other) => other.textContent);
      });
      expect(covered, `${path} at ${width} px`).toEqual([]);
    }
  }

  // Ticking a genre moves nothing. What is above them may still load.
  await visit(page, "/discover");
  const genres = page.getByRole("group", { name: "Music Genres" });
  const places = () =>
    genres.evaluate(async (group) => {
      await document.fonts.ready;
      const chips = [...group.querySelectorAll("label")].map((chip) => chip.getBoundingClientRect());
      return chips.map(({ left, top, width }) => [
        left - (chips[0]?.left ?? 0),
        top - (chips[0]?.top ?? 0),
        width,
      ]);
    });
  const before = await places();
  await page.getByLabel("Jazz").check();
  expect(await places()).toEqual(before);

  // In the middle of a long list, where the top of the page is far above. Only demo members have these ages.
  await visit(page, "/discover?ageMin=19&ageMax=28&maxDistance=&minCompatibility=");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(20);
  const following = await cards.nth(6).getByRole("heading").getByRole("link").getAttribute("href");
  await cards
    .nth(5)
    .getByRole("button", { name: /^Pass on/ })
    .click();
  await expect(flash(page, "Passed")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: /^Undo / })).toBeInViewport({ ratio: 1 });
  await expect(cards.filter({ has: page.locator(`h2 a[href="${following}"]`) })).toBeInViewport();
});
