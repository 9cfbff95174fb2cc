// Discover: filters, likes, passes, undo, matches, starting a conversation, reasons, pages, and errors.
import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { like, makeMatch, type Person, sendJson, setPreferences, signUp } from "./members";
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoHorizontalScroll,
} from "./page-checks";
import { holdRequests, keepToast, restAfterDecision, test, visit, waitForHydration } from "./pages";

const ownArtists = ["The Unheard", "Nobody Home", "Attic Tapes", "Mono Lake", "Second Pressing"];

/** Signs up a member of 30 in Reykjavík with artists unique to this test, so that only its members find each other. */
async function settle(
  browser: Browser,
  name: string,
  hasScripts: boolean,
  { genres = ["Jazz"], artists = ownArtists, bio = "Likes records.", location = "Reykjavík" } = {},
): Promise<Person> {
  const person = await signUp(browser, name, hasScripts);
  await sendJson(person, "PATCH", "/api/profile", { bio, age: 30, location });
  const { project, testId } = test.info();
  const mark = `${project.name === "scripts on" ? "I" : "O"}${testId.slice(-4)}`;
  await setPreferences(
    person,
    artists.map((artist) => `${artist} ${mark}`),
    genres,
  );
  return person;
}

/** The usual filters, which stay as they are even where they find nobody. */
const USUAL = "/discover?ageMin=18&ageMax=35&maxDistance=25&minCompatibility=70";

const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: `${name} L.` }) });

const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

const withoutHash = (page: Page) => page.url().replace(/#.*$/, "");

test("a member filters, likes, passes, undoes, matches and starts chatting", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts);
  const ben = await settle(browser, "Ben", false);
  await settle(browser, "Cleo", false, { genres: ["Rock"] });
  await settle(browser, "Dan", false, { genres: ["Jazz", "Folk"] });
  await like(ben, ada);
  const { page } = ada;

  await visit(page, "/discover");
  for (const name of ["Ben", "Cleo", "Dan"]) await expect(card(page, name)).toBeVisible();

  await page.getByLabel("Jazz").check();
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(/[?&]genres=Jazz(&|$)/);
  await expect(card(page, "Cleo")).toHaveCount(0);
  await expect(page.getByLabel("Jazz")).toBeChecked();
  const filtered = withoutHash(page);

  await page.getByRole("button", { name: "Pass on Dan L." }).click();
  await expect(notice(page, "Passed")).toBeVisible();
  await keepToast(page);
  await expect(notice(page, "You won't see Dan L. again.")).toBeVisible();
  await expect(card(page, "Dan")).toHaveCount(0);
  await expect(card(page, "Ben")).toBeVisible();
  expect(withoutHash(page)).toBe(filtered);

  await page.getByRole("button", { name: "Undo" }).click();
  if (scripts) await expect(page.getByRole("main")).toBeFocused();
  await expect(notice(page, "Pass undone")).toBeVisible();
  await expect(card(page, "Dan")).toBeVisible();
  expect(withoutHash(page)).toBe(filtered);

  if (scripts) await restAfterDecision(page);
  await page.getByRole("button", { name: "Like Dan L." }).click();
  await expect(notice(page, "Match recorded")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page, "Like undone")).toBeVisible();
  if (scripts) await restAfterDecision(page);
  await page.getByRole("button", { name: "Like Dan L." }).click();
  await expect(card(page, "Dan")).toHaveCount(0);
  await expect(notice(page, "Match recorded")).toBeVisible();
  if (scripts) await restAfterDecision(page);
  await page.getByRole("button", { name: "Like Ben L." }).click();
  await expect(page.getByText("It's mutual! You two like each other.")).toBeVisible();
  await page.getByRole("link", { name: "Keep Looking" }).click();
  await expect(page.getByText("No users to discover")).toBeVisible();

  await visit(page, "/matches");
  await expect(page.getByText("1 Mutual", { exact: true })).toBeVisible();
  const mutual = page.getByRole("region", { name: "Mutual Matches" });
  await expect(mutual.getByRole("article")).toHaveCount(1);
  await expect(mutual).toContainText("Matched Just now");
  const liked = page.getByRole("region", { name: "People You Liked" });
  await expect(liked).toContainText("Liked Just now");
  await expect(liked.getByRole("heading", { name: "Dan L." })).toBeVisible();
  await expect(liked.getByRole("button", { name: "Send Message to Dan L." })).toBeVisible();

  await mutual.getByRole("button", { name: "Start Conversation with Ben L." }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}#write$/);
  await expect(notice(page, "Conversation started")).toBeVisible();
  await expect(notice(page, "You can now chat with your match!")).toBeVisible();

  // From now on they have a conversation to open.
  const chat = withoutHash(page);
  for (const path of ["/matches", `/members/${ben.id}`]) {
    await visit(page, path);
    await expect(page.getByRole("button", { name: /^Start Conversation/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Open Conversation with Ben L." }).click();
    await expect(page).toHaveURL(chat);
  }
});

test("a match has a mixtape card to look at and to save", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const [ada, ben] = [await settle(browser, "Ada", scripts), await settle(browser, "Ben", false)];
  const { page } = ada;
  await makeMatch(ada, ben);
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, `/members/${ben.id}`);
  await page.getByRole("link", { name: "Your mixtape card" }).click();
  await expect(page).toHaveTitle("Your Mixtape with Ben · B-Side");
  const card = page.getByRole("img", { name: /^A card for you and Ben/ });
  await expect(card).toHaveJSProperty("naturalHeight", 1350);
  await expectNoHorizontalScroll(page);
  if (scripts) await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save Picture" }).click();
  expect((await download).suggestedFilename()).toBe("b-side-mixtape.png");
});

test("a match has a page with both faces and what they share, and starts the conversation", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const [ada, ben] = [await settle(browser, "Ada", scripts), await settle(browser, "Ben", false)];
  await like(ben, ada);
  await visit(ada.page, "/discover");
  await ada.page.getByRole("button", { name: "Like Ben L." }).click();
  const heading = ada.page.getByRole("heading", { name: "You and Ben L." });
  await expect(heading).toBeVisible();
  if (scripts) await expect(heading).toBeFocused();
  await expect(ada.page.getByRole("img", { name: "Ben L." })).toBeVisible();
  await expect(ada.page.getByRole("img", { name: "You" })).toBeVisible();
  await expect(ada.page.getByText(/^You both love/)).toBeVisible();
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(ada.page);
  if (scripts) await expectAccessible(ada.page);
  const match = ada.page.url();
  await ada.page.getByRole("button", { name: "What got you into Jazz?" }).click();
  const field = ada.page.getByPlaceholder("Type a message...");
  await expect(field).toHaveValue("What got you into Jazz?");
  await expect(ada.page.getByText("No messages yet.")).toBeAttached();
  await visit(ada.page, match);
  await ada.page.getByRole("button", { name: "Say Hello to Ben" }).click();
  await expect(ada.page).toHaveURL(/\/messages\/[0-9a-f-]{36}#write$/);
  await expect(field).toHaveValue("");
});

test("a member's page has the decision and the reasons for the score", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts);
  const ben = await settle(browser, "Ben", false, { bio: "Repairs\naccordions." });
  const { page } = ada;
  await visit(page, "/discover");
  await card(page, "Ben").getByRole("link", { name: "Ben L.", exact: true }).click();
  await expect(page).toHaveURL(`/members/${ben.id}`);
  await expect(page).toHaveTitle("Ben L. · Members · B-Side");
  await expect(page.getByText("30 · Reykjavík")).toBeVisible();
  const scoreColor = () => page.locator(".score > b").evaluate((element) => getComputedStyle(element).color);
  const readable = await scoreColor();
  await page.emulateMedia({ forcedColors: "active" });
  expect(await scoreColor()).toBe(readable);
  await page.emulateMedia({ forcedColors: "none" });
  await page.getByRole("button", { name: "Pass" }).click();
  await expect(page.getByText("You passed on Ben L.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Pass", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Like" }).click();
  await expect(page.getByRole("button", { name: "Send Message to Ben L." })).toBeVisible();

  await page.getByRole("link", { name: /^Why \d+%\?/ }).click();
  const reasons = scripts ? page.getByRole("dialog") : page.getByRole("main");
  await expect(reasons.getByRole("heading", { name: /^Artists you share \d+%$/ })).toBeVisible();
  const sums = await reasons.locator("section > :is(h2, h3)").allTextContents();
  const parts = await reasons.getByText(/^\+\d+%$/).allTextContents();
  const total = parts.reduce((sum, part) => sum + Number.parseInt(part, 10), 0);
  expect(sums.reduce((sum, text) => sum + Number(text.match(/(\d+)%$/)?.[1]), 0)).toBe(total);
  await expect(reasons.getByRole("heading", { name: `Why ${total}%?` })).toBeVisible();
  if (scripts) {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Why \d+%\?/ })).toBeFocused();
  } else {
    await expect(page).toHaveURL(`/members/${ben.id}/why`);
  }
});

test("the link to the reasons is 44 px high and covers no other control", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const [ada, ben] = [await settle(browser, "Ada", scripts), await settle(browser, "Ben", false)];
  const { page } = ada;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/discover", `/members/${ben.id}`]) {
      await visit(page, path);
      const link = page.getByRole("link", { name: /^Why \d+%\? With Ben L\.$/ });
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
});

test("right-to-left names and texts keep their order", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts);
  const bio = "אני אוהב תקליטים!";
  const lior = await settle(browser, "ליאור", false, { bio });
  await visit(ada.page, `/members/${lior.id}`);
  await expect(ada.page.getByText(bio)).toHaveCSS("direction", "rtl");
  await expect(ada.page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText("ליאור L.");
  await visit(ada.page, `/members/${lior.id}/why`);
  await expect(ada.page.locator("bdi").first()).toBeVisible();
});

test("one person fills a phone's screen and two a laptop's, with Pass and Like in reach", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const artists = ownArtists.map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  const [ada] = [
    await settle(browser, "Ada", scripts, { artists }),
    await settle(browser, "Ben", false, { artists }),
    await settle(browser, "Cleo", false, { artists: [...artists.slice(0, 1), "Somebody Else"] }),
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
  await expect(lead).toContainText("1 other here");
  const actionsTop = (await boxOf(decisions(first))).top;
  expect(actionsTop).toBeLessThan(barTop);
  for (const part of [lead, first.getByRole("heading")]) {
    expect((await boxOf(part)).top).toBeGreaterThan(0);
    expect((await boxOf(part)).bottom).toBeLessThanOrEqual(actionsTop);
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
  await expectNoHorizontalScroll(page);

  // On a laptop, two people fit, each with a name, Pass and Like.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const card of [first, second]) {
    expect((await boxOf(card.getByRole("heading"))).bottom).toBeLessThanOrEqual(
      (await boxOf(decisions(card))).top,
    );
    expect((await boxOf(decisions(card))).bottom).toBeLessThanOrEqual(720);
  }
  if (scripts) await expectAccessible(page);
});

test("cards lead with the rarest artist and mark what is shared in words", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const artists = ownArtists.map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  const taste = { artists: [...artists.slice(0, 2), "Radiohead"], genres: ["Jazz", "Rock"] };
  const ada = await settle(browser, "Ada", scripts, { artists: [...artists, "Radiohead"] });
  const ben = await settle(browser, "Ben", false, taste);
  const { page } = ada;
  await visit(page, `/discover?minCompatibility=50`);
  const found = card(page, "Ben");
  await expect(found.locator(".obi")).toHaveText(
    new RegExp(`^You both love ${artists[0]} .*Only you two · 2 more in common$`),
  );
  await expect(found.locator(".artist-names").getByText("on your list too")).toHaveCount(3);
  await expect(found.getByText("Shared Interests").locator("..")).toHaveText("Shared InterestsJazz");
  await visit(page, `/members/${ben.id}`);
  await expect(page.locator(".shared-lead")).toHaveText(/^You both love .*2 more in common\.$/);
  await expect(page.getByRole("listitem").filter({ hasText: artists[0] })).toContainText("on your list too");
  await expect(page.getByRole("listitem").filter({ hasText: "Jazz" })).toContainText("on your list too");
  await expect(page.getByRole("listitem").filter({ hasText: "Rock" })).toHaveText("Rock");
  if (scripts) await expectAccessible(page);
});

test("ticking a genre moves nothing", async ({ browser, javaScriptEnabled }) => {
  const { page } = await settle(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/discover");
  const genres = page.getByRole("group", { name: "Music Genres" });
  // From the first one on: what is above them may still load.
  const places = () =>
    genres.evaluate(async (group) => {
      await document.fonts.ready;
      const chips = [...group.querySelectorAll<HTMLElement>(".chip")].map((chip) =>
        chip.getBoundingClientRect(),
      );
      return chips.map(({ left, top, width }) => [
        left - (chips[0]?.left ?? 0),
        top - (chips[0]?.top ?? 0),
        width,
      ]);
    });
  const before = await places();
  await page.getByLabel("Jazz").check();
  expect(await places()).toEqual(before);
});

test("invalid filters are kept and reported at their fields", async ({ browser, javaScriptEnabled }) => {
  const ada = await settle(browser, "Ada", javaScriptEnabled !== false);
  const answer = await visit(ada.page, "/discover?ageMin=200&ageMax=30&maxDistance=abc");
  expect(answer?.status()).toBe(400);
  await expect(ada.page.getByLabel("Minimum age")).toHaveValue("200");
  await expect(ada.page.getByLabel("Maximum age")).toHaveValue("30");
  await expect(ada.page.getByLabel("Distance")).toHaveValue("abc");
  const summary = ada.page.getByRole("alert");
  await summary.getByRole("link", { name: "Age must be from 18 to 65" }).click();
  await expect(ada.page.getByLabel("Minimum age")).toBeFocused();
  await ada.page.getByLabel("Minimum age").fill("20");
  await ada.page.getByLabel("Distance").fill("25");
  await ada.page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(ada.page).toHaveURL(/ageMin=20&ageMax=30&maxDistance=25/);
  await expect(ada.page.getByRole("alert")).toHaveCount(0);
});

test("genres chosen while a search loads stay chosen and focused, and other addresses bring their own", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts every search is another page");
  const { page } = await settle(browser, "Ada", javaScriptEnabled);
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
});

test("an empty search shows a notice and wider searches", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts, { location: "Nuuk" });
  await settle(browser, "Ben", false);
  await visit(ada.page, "/discover?maxDistance=25&minCompatibility=70");
  await expect(ada.page.getByText("No users to discover")).toBeVisible();
  await expect(ada.page.getByText("Check back later for new potential matches!")).toBeVisible();
  await ada.page.getByRole("link", { name: "1 more at any distance" }).click();
  await expect(card(ada.page, "Ben")).toBeVisible();
});

test("a newcomer sees what is missing from their profile", async ({ browser, javaScriptEnabled }) => {
  const eve = await signUp(browser, "Eve", javaScriptEnabled !== false);
  for (const path of ["/", "/discover"]) {
    await visit(eve.page, path);
    await expect(eve.page.getByRole("heading", { name: "Complete Your Music Profile" })).toBeVisible();
    const link = eve.page.getByRole("link", { name: "Add your music" });
    await expect(link).toHaveAttribute("href", "/profile?tab=music");
  }
});

test("a long list is paginated, and a decision keeps the page in place", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await settle(browser, "Ada", javaScriptEnabled !== false);
  const cards = page.getByRole("main").getByRole("article");
  // Only demo members have these ages: members of other tests would change the results.
  await visit(page, "/discover?ageMin=19&ageMax=28&maxDistance=&minCompatibility=");
  await expect(cards).toHaveCount(20);
  const links = cards.getByRole("heading").getByRole("link");
  const list = () => links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const first = await list();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/&cursor=/);
  const back = page.getByRole("link", { name: "First page" });
  await expect(back).toBeVisible();
  const second = await list();
  expect(second.length).toBeGreaterThan(1);
  expect(second.filter((member) => first.includes(member))).toEqual([]);

  const address = withoutHash(page);
  await cards
    .first()
    .getByRole("button", { name: /^Pass on/ })
    .click();
  await expect(notice(page, "Passed")).toBeVisible();
  await keepToast(page);
  await expect(links.first()).toHaveAttribute("href", second[1] ?? "");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(links.first()).toHaveAttribute("href", second[0] ?? "");
  expect(withoutHash(page)).toBe(address);
  await back.click();
  await expect(page).not.toHaveURL(/cursor=/);
  await expect(cards).toHaveCount(20);

  // In the middle of the list, where the top of the page is far above.
  const following = (await list())[6] ?? "";
  await cards
    .nth(5)
    .getByRole("button", { name: /^Pass on/ })
    .click();
  await expect(notice(page, "Passed")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport({ ratio: 1 });
  await expect(cards.filter({ has: page.locator(`h2 a[href="${following}"]`) })).toBeInViewport();
});

test("filters are number fields, and with JavaScript sliders whose handles do not cross", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await settle(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, USUAL);
  if (javaScriptEnabled === false) {
    for (const [label, min, max, step, value] of [
      ["Minimum age", "18", "65", "1", "18"],
      ["Maximum age", "18", "65", "1", "35"],
      ["Distance", "5", "100", "5", "25"],
      ["Min Compatibility", "50", "100", "5", "70"],
    ] as const) {
      const field = page.getByRole("spinbutton", { name: label });
      await expect(field).toHaveValue(value);
      for (const [name, limit] of Object.entries({ min, max, step })) {
        await expect(field).toHaveAttribute(name, limit);
      }
    }
    await page.getByLabel("Minimum age").fill("40");
    await page.getByLabel("Maximum age").fill("30");
  } else {
    await page.getByRole("slider", { name: "Minimum age" }).focus();
    for (let age = 18; age < 40; age++) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("slider", { name: "Minimum age" })).toHaveValue("35");
    await page.getByRole("slider", { name: "Maximum age" }).press("End");
    await expect(page.getByText("35 – 65+")).toBeVisible();
  }
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(javaScriptEnabled === false ? /ageMin=40&ageMax=30/ : /ageMin=35&ageMax=65/);
  const from = page.getByLabel("Minimum age");
  await expect(from).toHaveValue(javaScriptEnabled === false ? "30" : "35");
});

test("both handles of the ages can be dragged wherever they stand", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the ages are number fields");
  const { page } = await settle(browser, "Ada", true);
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

test("on a small screen the filters are collapsed and open from the keyboard", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await settle(browser, "Ada", javaScriptEnabled !== false);
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, USUAL);
  const apply = page.getByRole("button", { name: "Apply Filters" });
  await expect(apply).toBeHidden();
  await expect(page.getByText("Ages 18–35 · within 25 miles · 70% match or higher")).toBeVisible();
  await page.getByRole("checkbox", { name: "Filters" }).press("Space");
  await expect(apply).toBeVisible();
  await apply.press("Enter");
  await expect(page).toHaveURL(/ageMin=18/);
  await expect(apply).toBeHidden();
});

test.describe("with JavaScript", () => {
  test.skip(
    ({ javaScriptEnabled }) => javaScriptEnabled === false,
    "nothing of this happens without scripts",
  );

  test("one gesture decides on one person: a second tap and a held key do nothing", async ({ browser }) => {
    const ada = await settle(browser, "Ada", true);
    for (const name of ["Ben", "Cleo", "Dan", "Eve"]) await settle(browser, name, false);
    const { page } = ada;
    let decisions = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/discover/decide")) decisions++;
    });
    await visit(page, "/discover");
    const cards = page.getByRole("article");
    const pass = () => page.getByRole("button", { name: /^Pass on/ }).first();
    const count = await cards.count();

    // Two taps in the same moment; slower ones are too slow on a slow machine.
    await page.evaluate(() => {
      for (const button of [...document.querySelectorAll<HTMLElement>("button[value=false]")].slice(0, 2))
        button.click();
    });
    await expect(cards).toHaveCount(count - 1);
    await expect(notice(page, "Passed")).toBeVisible();
    await restAfterDecision(page);
    expect(decisions).toBe(1);

    await pass().focus();
    for (let presses = 0; presses < 15; presses++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(cards).toHaveCount(count - 2);
    await expect(cards.first().locator("xpath=ancestor::li")).toBeFocused();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect(decisions).toBe(2);

    await restAfterDecision(page);
    await pass().focus();
    await page.keyboard.press("Enter");
    await expect(cards).toHaveCount(count - 3);
  });

  test("a card leaves at once and passes the focus on, with its buttons disabled", async ({ browser }) => {
    const ada = await settle(browser, "Ada", true);
    for (const name of ["Ben", "Cleo", "Dan"]) await settle(browser, name, false);
    const { page } = ada;
    await visit(page, "/discover");
    const names = await page.getByRole("article").getByRole("heading").allTextContents();
    const [first = "", second = ""] = names.map((name) => name.replace(/, 30$/, ""));
    const deciding = await holdRequests(page, "**/discover/decide.data*");
    await page.getByRole("button", { name: `Like ${first}` }).press("Enter");
    const next = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: `Like ${second}` }) });
    await expect(next).toBeFocused();
    await expect(page.getByRole("article")).toHaveCount(names.length - 1);
    await deciding.requested;
    await expect(page.getByText("Match recorded")).toHaveCount(0);
    deciding.release();
    await expect(notice(page, "Match recorded")).toBeVisible();
    await expect(next).toBeFocused();
  });

  test("a refused decision restores the card and shows why", async ({ browser }) => {
    const ada = await settle(browser, "Ada", true);
    await settle(browser, "Ben", false);
    const { page } = ada;
    await visit(page, USUAL);
    await card(page, "Ben")
      .locator("input[name=targetUserId]")
      .evaluate((input: HTMLInputElement) => {
        input.value = "4";
      });
    await page.getByRole("button", { name: "Like Ben L." }).click();
    await expect(notice(page, "Error")).toBeVisible();
    await expect(notice(page, "404: There is nothing here.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Like Ben L." })).toBeEnabled();

    await page.reload();
    await waitForHydration(page);
    await page.getByRole("button", { name: "Pass on Ben L." }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Like Ben L." })).toBeEnabled();
    await restAfterDecision(page);
    await ada.context.setOffline(true);
    await page.getByRole("button", { name: "Like Ben L." }).click();
    await expect(notice(page, "We couldn't reach B-Side. Check your connection.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Like Ben L." })).toBeEnabled();
  });

  test("a running search shows four placeholders", async ({ browser }) => {
    const ada = await settle(browser, "Ada", true);
    for (const name of ["Ben", "Cleo"]) await settle(browser, name, false);
    const { page } = ada;
    await visit(page, "/discover");
    const height = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.height ?? 0;
    const cardHeight = await height("main article");
    const searching = await holdRequests(page, "**/discover.data*");
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await expect(page.locator(".placeholder")).toHaveCount(4);
    expect(Math.abs((await height(".placeholder")) - cardHeight)).toBeLessThan(16);
    searching.release();
    await expect(page.locator(".placeholder")).toHaveCount(0);
    await expect(card(page, "Ben")).toBeVisible();
  });
});

test("nothing is wider than a 320 px screen", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts);
  const longest = { bio: "Donaudampfschifffahrtsgesellschaft".repeat(14), artists: ["W".repeat(90)] };
  const ben = await settle(browser, `Ben${"n".repeat(37)}`, false, longest);
  await like(ada, ben);
  await ada.page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    "/",
    "/discover?maxDistance=",
    "/matches",
    `/members/${ben.id}`,
    `/members/${ben.id}/why`,
  ]) {
    await visit(ada.page, path);
    const wider = await ada.page.evaluate(() =>
      Array.from(document.querySelectorAll("main *"))
        .filter((element) => element.getBoundingClientRect().right > 320)
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(wider, path).toEqual([]);
  }
});

test("large letters get one column of cards on a wide screen, and normal ones two", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await settle(browser, "Ada", javaScriptEnabled !== false);
  await settle(browser, "Ben", false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, USUAL);
  const columns = () =>
    page
      .locator(".discover-grid")
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
  expect(await columns()).toBe(2);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await columns()).toBe(1);
});

test("names and bios are escaped", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const hostile = `<img src=x onerror=alert(1)>"'</script>`;
  const ada = await settle(browser, "Ada", scripts);
  const eve = await settle(browser, hostile, false, {
    bio: `${hostile}<script>alert(2)</script>`,
    artists: [...ownArtists.slice(1), `</script><script>alert(3)</script>`],
  });
  const failure = collectErrors(ada.page);
  for (const path of ["/discover", `/members/${eve.id}`, `/members/${eve.id}/why`]) {
    await visit(ada.page, path);
    await expect(ada.page.getByText(`${hostile} L.`).first()).toBeVisible();
  }
  await visit(ada.page, "/discover");
  await card(ada.page, hostile).getByRole("button", { name: "Like" }).click();
  await expect(notice(ada.page, "Match recorded")).toBeVisible();
  await visit(ada.page, "/matches");
  await expect(ada.page.getByRole("heading", { name: `${hostile} L.` })).toBeVisible();
  expect(failure).toEqual([]);
});

test("axe finds no violations, light and dark", async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled !== false;
  const [ada, ben] = [await settle(browser, "Ada", true), await settle(browser, "Ben", false)];
  await settle(browser, "Cleo", false);
  await like(ben, ada);
  await like(ada, ben);
  const { page } = ada;
  // axe is a script itself, so the page runs scripts here, except its own.
  if (!scripts) await page.route("**/build/**/*.js", (route) => route.abort());
  const addresses = ["/", "/discover", "/discover?ageMin=9", "/discover?minCompatibility=100"];
  for (const path of [...addresses, "/matches", `/members/${ben.id}`, `/members/${ben.id}/why`]) {
    await (scripts ? visit(page, path) : page.goto(path));
    if (scripts && path === "/discover") await expect(page.getByRole("slider").first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
});
