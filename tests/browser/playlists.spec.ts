// Two members share a playlist, with and without scripts.
import { expect, type Page, type Request } from "@playwright/test";
import { matchedPair, type Person, sendJson, signUp } from "./members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll, expectUsable } from "./page-checks";
import { holdRequests, openOptions, test, visit, waitForHydration } from "./pages";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;

function songs(page: Page) {
  return page.locator("ol.songs > li");
}

async function expectOrder(page: Page, titles: string[]) {
  await expect(page.locator("ol.songs > li b")).toHaveText(titles);
}

async function begin(
  person: Person,
  fields: Record<string, unknown>,
  titles: string[] = [],
): Promise<string> {
  const { id } = await sendJson(person, "POST", "/api/playlists", { name: "Sundays", ...fields });
  for (const title of titles)
    await sendJson(person, "POST", `/api/playlists/${id}/songs`, { artist: "Broadcast", title });
  return `/playlists/${id}`;
}

async function addSong(page: Page, title: string, duration = "") {
  await page.getByRole("link", { name: "Add Song" }).first().click();
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
  await page.getByLabel("Duration").fill(duration);
  await page.locator("form").getByRole("button", { name: "Add Song" }).click();
  await expect(page.getByText("Song added to playlist").first()).toBeVisible();
}

test("a member starts a playlist with a match, both add songs, and the match leaves", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const failure = collectErrors(ada.page, ben.page);
  await visit(ada.page, "/playlists");
  await expect(ada.page).toHaveTitle("Playlists · B-Side");
  await expect(ada.page.getByRole("heading", { name: "No Playlists Yet" })).toBeVisible();
  await ada.page.getByRole("link", { name: "Create Playlist" }).click();
  await ada.page.locator("form").getByRole("button", { name: "Create Playlist" }).click();
  await expect(ada.page.locator(".field-error").filter({ hasText: "Name is required" })).toBeVisible();
  await ada.page.getByLabel("Name").fill(HOSTILE.slice(0, 100));
  await ada.page.getByLabel("Description").fill(HOSTILE);
  await ada.page.getByLabel("Collaborator").selectOption("Ben L.");
  await ada.page.locator("form").getByRole("button", { name: "Create Playlist" }).click();
  await expect(ada.page.getByText("Playlist created successfully").first()).toBeVisible();
  await expect(ada.page.getByRole("heading", { name: HOSTILE.slice(0, 100), level: 1 })).toBeVisible();
  await expect(ada.page.getByRole("heading", { name: "No Songs Yet" })).toBeVisible();
  await addSong(ada.page, "Tender Buttons", "2:59");
  await expect(songs(ada.page)).toContainText("2:59");

  await visit(ben.page, "/playlists");
  await expect(ben.page.getByRole("heading", { name: "Shared with Me (1)" })).toBeVisible();
  await ben.page.getByRole("link", { name: HOSTILE.slice(0, 100) }).click();
  await addSong(ben.page, HOSTILE);
  await expectOrder(ben.page, ["Tender Buttons", HOSTILE]);
  await expect(songs(ben.page).last()).toContainText("--:--");
  await expect(ben.page.locator("summary", { hasText: "More options for Tender Buttons" })).toHaveCount(0);

  if (!javaScriptEnabled) await ada.page.reload();
  await expectOrder(ada.page, ["Tender Buttons", HOSTILE]);
  await expect(songs(ada.page).last()).toContainText("Added by Ben");

  await pressOption(ben.page, HOSTILE, `Remove ${HOSTILE}`);
  await expect(ben.page.getByText("Song removed from playlist").first()).toBeVisible();
  await expectOrder(ben.page, ["Tender Buttons"]);
  await openOptions(ben.page, HOSTILE.slice(0, 100));
  await ben.page.getByRole("link", { name: "Leave" }).click();
  await ben.page.getByRole("button", { name: "Leave" }).click();
  await expect(ben.page.getByText("You have left the playlist").first()).toBeVisible();
  await expect(ben.page.getByRole("heading", { name: "No Playlists Yet" })).toBeVisible();
  expect(failure).toEqual([]);
});

test("the owner reorders songs with buttons, and the page does not jump", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", javaScriptEnabled);
  const address = await begin({ page, ...ada }, {}, ["One", "Two", "Three"]);
  await visit(page, address);
  const press = async (name: string) => {
    const arrived = javaScriptEnabled ? page.waitForResponse(/\/move\.data/) : undefined;
    await pressOption(page, name.split(" ")[1] ?? "", name);
    await arrived;
  };
  await openOptions(page, "One");
  await expect(page.getByRole("button", { name: "Move One up" })).toBeDisabled();
  await openOptions(page, "One");
  await press("Move Three up");
  await expectOrder(page, ["One", "Three", "Two"]);
  if (javaScriptEnabled) await expect(page.getByRole("button", { name: "Move Three up" })).toBeFocused();
  await press("Move Three up");
  await expectOrder(page, ["Three", "One", "Two"]);
  await press("Move Three down");
  await expectOrder(page, ["One", "Three", "Two"]);
  await press("Move Three down");
  await expectOrder(page, ["One", "Two", "Three"]);
  expect(new URL(page.url()).pathname).toBe(address);
  if (javaScriptEnabled) await expectSaved(page);
  await page.reload();
  await expectOrder(page, ["One", "Two", "Three"]);
});

test("one menu has what else can be done with a playlist, and one with each song", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two"]));
  for (const [name, options] of [
    ["Sundays", ["Edit Sundays", "Delete Sundays"]],
    ["Two", ["Move Two up", "Move Two down", "Remove Two"]],
  ] as const) {
    const summary = page.locator("summary", { hasText: `More options for ${name}` });
    await summary.focus();
    await page.keyboard.press("Enter");
    const choices = page.locator("details[open]").locator("a, button");
    await expect(choices).toHaveText([...options]);
    for (const target of [summary, ...(await choices.all())]) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectUsable(page, javaScriptEnabled);
    await page.keyboard.press("Tab");
    await expect(choices.first()).toBeFocused();
    if (javaScriptEnabled) await page.keyboard.press("Escape");
    else await summary.click();
    await expect(choices.first()).toBeHidden();
  }
});

/** Presses a button of a song's menu, which stays open after a move unless the page is loaded again. */
async function pressOption(page: Page, song: string, name: string) {
  const button = songs(page).getByRole("button", { name, exact: true });
  if (!(await button.isVisible())) {
    // An open menu may cover the button of another.
    await page.getByRole("heading", { level: 1 }).click();
    await songs(page)
      .locator("summary", { hasText: `More options for ${song}` })
      .click();
  }
  await button.click();
}

/** Drags a song by its handle over part of another one. */
async function dragSong(page: Page, from: number, to: number, over: number) {
  const handle = await page.locator(".drag-handle").nth(from).boundingBox();
  const target = await songs(page).nth(to).boundingBox();
  if (!handle || !target) throw new Error("Nothing to drag");
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x + 20, target.y + target.height * over, { steps: 5 });
  await page.mouse.up();
}

/** Waits until nothing is being sent anymore: a reload would lose it. */
async function expectSaved(page: Page) {
  await expect.poll(() => page.evaluate(() => window.__remixRouter.state.fetchers.size)).toBe(0);
}

/** Lets go of the moves, and returns the orders that the list shows until all have arrived. */
async function ordersUntilSaved(page: Page, release: () => void) {
  const orders = await page.locator("ol.songs").evaluateHandle((list) => {
    const orderNow = () =>
      Array.from(list.children, (song) => song.querySelector("b")?.textContent).join(" ");
    const orders = [orderNow()];
    new MutationObserver(() => orders.push(orderNow())).observe(list, { childList: true, subtree: true });
    return orders;
  });
  release();
  await expectSaved(page);
  return new Set(await orders.jsonValue());
}

test("a song that is dragged again moves once its last move has arrived", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "dragging needs scripts");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 1000, height: 1000 });
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two", "Three", "Four"]));
  const events: string[] = [];
  const isMove = (request: Request) => request.method() === "POST" && request.url().includes("/move.data");
  page.on("request", (request) => isMove(request) && events.push("sent"));
  page.on("response", (response) => isMove(response.request()) && events.push("answered"));
  const moves = await holdRequests(page, "**/move.data*", "POST");
  await dragSong(page, 3, 0, 0.2);
  await moves.requested;
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  await dragSong(page, 0, 3, 0.2);
  await expectOrder(page, ["One", "Two", "Four", "Three"]);
  expect(await ordersUntilSaved(page, moves.release)).toEqual(new Set(["One Two Four Three"]));
  expect(events).toEqual(["sent", "answered", "sent", "answered"]);
  await page.reload();
  await expectOrder(page, ["One", "Two", "Four", "Three"]);
});

test("a song's buttons can be pressed again before its last move has arrived", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the page is loaded after each press");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two", "Three", "Four"]));
  const moves = await holdRequests(page, "**/move.data*", "POST");
  await openOptions(page, "Four");
  const up = page.getByRole("button", { name: "Move Four up" });
  await up.click();
  await moves.requested;
  await up.click();
  await up.click();
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  expect(await ordersUntilSaved(page, moves.release)).toEqual(new Set(["Four One Two Three"]));
  await page.reload();
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
});

test("another song's move waits for the one on its way", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the page is loaded after each press");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two", "Three"]));
  const events: string[] = [];
  const nameOf = (request: Request) => (request.url().includes("/move.data") ? request.method() : "");
  page.on("request", (request) => nameOf(request) === "POST" && events.push("sent"));
  page.on("response", (response) => nameOf(response.request()) === "POST" && events.push("answered"));
  const moves = await holdRequests(page, "**/move.data*", "POST");
  await pressOption(page, "Three", "Move Three up");
  await moves.requested;
  await pressOption(page, "One", "Move One down");
  await expectOrder(page, ["Three", "One", "Two"]);
  expect(await ordersUntilSaved(page, moves.release)).toEqual(new Set(["Three One Two"]));
  expect(events).toEqual(["sent", "answered", "sent", "answered"]);
  await page.reload();
  await expectOrder(page, ["Three", "One", "Two"]);
});

test("moves that wait are sent when the member leaves the playlist", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts each move is a page load");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  const address = await begin({ page, ...ada }, {}, ["One", "Two", "Three", "Four"]);
  await visit(page, address);
  const moves = await holdRequests(page, "**/move.data*", "POST");
  for (const song of ["Two", "Three", "Four"]) await pressOption(page, song, `Move ${song} up`);
  await expectOrder(page, ["Two", "Three", "Four", "One"]);
  await moves.requested;
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(page).toHaveTitle("Records · B-Side");
  moves.release();
  const order = async () => {
    const { songs } = await sendJson({ page, ...ada }, "GET", `/api${address}`, undefined);
    return (songs as { title: string }[]).map(({ title }) => title);
  };
  await expect.poll(order).toEqual(["Two", "Three", "Four", "One"]);
});

test("a move stays shown until the new order has arrived", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts nothing is shown ahead of an answer");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two"]));
  const states = await page.evaluateHandle(() => {
    const states: { shown: typeof window.__remixRouter.state; before: string[] }[] = [];
    const fetchersOf = ({ fetchers }: typeof window.__remixRouter.state) =>
      Array.from(fetchers.values(), ({ state }) => state);
    window.__remixRouter.subscribe((shown) => states.push({ shown, before: fetchersOf(shown) }));
    return {
      before: () => states.flatMap(({ before }) => before),
      now: () => states.flatMap(({ shown }) => fetchersOf(shown)),
    };
  });
  await pressOption(page, "Two", "Move Two up");
  await expectOrder(page, ["Two", "One"]);
  await expect
    .poll(() => states.evaluate(({ before }) => before()))
    .toEqual(expect.arrayContaining(["submitting", "loading", "idle"]));
  const [before, now] = await states.evaluate(({ before, now }) => [before(), now()]);
  expect(now).toEqual(before);
});

test("songs can be dragged by their handle", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "dragging needs scripts");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 1000, height: 1000 });
  await visit(page, await begin({ page, ...ada }, {}, ["One", "Two", "Three", "Four"]));
  let saved = 0;
  page.on("response", (response) => {
    if (response.request().method() === "POST" && response.url().includes("/move.data")) saved += 1;
  });
  // A move waits for the one before it, and a reload would lose it.
  const reloadOnceSaved = async (moves: number) => {
    await expect.poll(() => saved).toBe(moves);
    await page.reload();
  };
  const drag = (from: number, to: number, over: number) => dragSong(page, from, to, over);
  await drag(3, 0, 0.2);
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  await drag(0, 3, 0.9);
  await expectOrder(page, ["One", "Two", "Three", "Four"]);
  await drag(0, 2, 0.2);
  await expectOrder(page, ["Two", "One", "Three", "Four"]);
  await reloadOnceSaved(3);
  await expectOrder(page, ["Two", "One", "Three", "Four"]);

  await waitForHydration(page);
  const moves = await holdRequests(page, "**/move.data*", "POST");
  await drag(3, 0, 0.2);
  await moves.requested;
  await drag(1, 3, 0.9);
  await expectOrder(page, ["Four", "One", "Three", "Two"]);
  moves.release();
  await reloadOnceSaved(5);
  await expectOrder(page, ["Four", "One", "Three", "Two"]);
});

const PAGE = 50;

/** Begins a playlist with numbered songs, as fast as one may add them. */
async function beginLong(person: Person, count: number, fields: Record<string, unknown> = {}) {
  return begin(
    person,
    fields,
    Array.from({ length: count }, (_, index) => `No. ${index + 1}`),
  );
}

async function goTo(page: Page, name: "Next page" | "Previous page", firstTitle: string) {
  await page.getByRole("link", { name }).click();
  await expect(songs(page).locator("b").first()).toHaveText(firstTitle);
}

test("a song crosses a page's border, is added where it is seen, and the last one of a page is removed", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const { page } = ada;
  const address = await beginLong(ada, PAGE, { collaboratorId: ben.id });
  const failure = collectErrors(page, ben.page);
  await visit(page, address);
  await expect(songs(page)).toHaveCount(PAGE);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();

  // The new song begins a page of its own.
  await addSong(page, "No. 51");
  await expect(songs(page)).toHaveCount(1);
  await expect(songs(page).first()).toContainText("51");
  await expect(songs(page).first()).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();

  await visit(ben.page, new URL(page.url()).pathname + new URL(page.url()).search);
  await expectOrder(ben.page, ["No. 51"]);
  await pressOption(page, "No. 51", "Move No. 51 up");
  if (javaScriptEnabled) {
    await expectOrder(page, ["No. 50"]);
    await expectSaved(page);
    await expect(page.getByRole("link", { name: "Previous page" })).toBeFocused();
    await expectOrder(ben.page, ["No. 50"]);
    await goTo(page, "Previous page", "No. 1");
  } else {
    // The page on which the song stands now.
    await expect(songs(page)).toHaveCount(PAGE);
  }
  await expect(
    songs(page)
      .locator("b")
      .nth(PAGE - 2),
  ).toHaveText("No. 49");
  await expect(
    songs(page)
      .locator("b")
      .nth(PAGE - 1),
  ).toHaveText("No. 51");
  await pressOption(page, "No. 51", "Move No. 51 down");
  if (javaScriptEnabled) {
    await expect(
      songs(page)
        .locator("b")
        .nth(PAGE - 1),
    ).toHaveText("No. 50");
    await expectSaved(page);
    await expect(page.getByRole("link", { name: "Next page" })).toBeFocused();
    await goTo(page, "Next page", "No. 51");
  }
  await expectOrder(page, ["No. 51"]);
  await expect(songs(page).first()).toContainText("51");

  // Dialogs stand above their page.
  await openOptions(page, "Sundays");
  await page.getByRole("link", { name: "Edit" }).click();
  if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole(javaScriptEnabled ? "button" : "link", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Edit Playlist" })).toBeHidden();
  await expectOrder(page, ["No. 51"]);

  await pressOption(page, "No. 51", "Remove No. 51");
  await expect(page.getByText("Song removed from playlist").first()).toBeVisible();
  await expect(songs(page)).toHaveCount(PAGE);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  expect(failure).toEqual([]);
});

test("a song dragged below the last of a page stays at the page's end", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "dragging needs scripts");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 1000, height: 1000 });
  const address = await beginLong({ page, ...ada }, PAGE + 3);
  await visit(page, address);
  await songs(page)
    .nth(PAGE - 1)
    .scrollIntoViewIfNeeded();
  await dragSong(page, PAGE - 3, PAGE - 1, 0.9);
  const shown = () => songs(page).locator("b").allTextContents();
  await expect.poll(async () => (await shown()).slice(-3)).toEqual(["No. 49", "No. 50", "No. 48"]);
  await expectSaved(page);
  await page.reload();
  await expect.poll(async () => (await shown()).slice(-3)).toEqual(["No. 49", "No. 50", "No. 48"]);
  await goTo(page, "Next page", "No. 51");
});

test("a song that is being typed stays when the owner deletes the playlist", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the page of the dialog is gone with its playlist");
  const { ada, ben } = await matchedPair(browser, true);
  const address = await begin(ada, { collaboratorId: ben.id }, ["One"]);
  const { page } = ben;
  await visit(page, `${address}/add`);
  await page.getByLabel("Artist").fill("Nico");
  await visit(ada.page, `${address}/delete`);
  const reloaded = page.waitForResponse((response) => new URL(response.url()).pathname === "/counts");
  await ada.page.getByRole("button", { name: "Delete" }).click();
  await expect(ada.page.getByText("Playlist deleted").first()).toBeVisible();
  await reloaded;
  await page.getByLabel("Title", { exact: true }).fill("Afraid");
  await page.getByRole("button", { name: "Add Song" }).click();
  await expect(page.getByText("This playlist is no longer available.").first()).toBeVisible();
  await expect(page.getByLabel("Artist")).toHaveValue("Nico");
});

test("an open playlist that its owner deletes says so", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const address = await begin(ada, { collaboratorId: ben.id }, ["One"]);
  const { page } = ben;
  await visit(page, address);
  await expect(songs(page)).toHaveCount(1);
  await visit(ada.page, `${address}/delete`);
  await ada.page.getByRole("button", { name: "Delete" }).click();
  await expect(ada.page.getByText("Playlist deleted").first()).toBeVisible();
  if (!javaScriptEnabled) await page.reload();
  await expect(page.getByText("This playlist is no longer available.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Playlist Not Found");
  await expect(page.getByText("router")).toHaveCount(0);
  await expect(page).toHaveTitle("Not Found · Playlists · B-Side");
  if (javaScriptEnabled) await expectAccessible(page);
});

test("a song that is being typed stays when the owner ends the collaboration", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the dialog can't be loaded again");
  const { ada, ben } = await matchedPair(browser, true);
  const address = await begin(ada, { collaboratorId: ben.id, isPublic: true }, ["One"]);
  const { page } = ben;
  await visit(page, `${address}/add`);
  await page.getByLabel("Artist").fill("Nico");
  await page.getByLabel("Title", { exact: true }).fill("Afraid");
  await visit(ada.page, `${address}/edit`);
  await ada.page.getByLabel("Collaborator").selectOption("No one");
  await ada.page.getByRole("button", { name: "Save Playlist" }).click();
  await expect(ada.page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Add Song" }).click();
  await expect(page.getByText("Only the owner of this playlist can do that.").first()).toBeVisible();
  await expect(page.getByLabel("Artist")).toHaveValue("Nico");
});

test("the owner edits a playlist, shares it by link and deletes it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const address = await begin(ada, { description: "Slow ones" }, ["One"]);
  await visit(ben.page, address);
  await expect(ben.page.getByRole("heading", { name: "Playlist Not Found" })).toBeVisible();

  await visit(ada.page, address);
  await openOptions(ada.page, "Sundays");
  await ada.page.getByRole("link", { name: "Edit" }).click();
  await expect(ada.page.getByLabel("Description")).toHaveValue("Slow ones");
  await ada.page.getByLabel("Name").fill("Mondays");
  await ada.page.getByLabel("Anyone on B-Side with the link can view it").check();
  await ada.page.getByRole("button", { name: "Save Playlist" }).click();
  await expect(ada.page.getByRole("heading", { name: "Mondays", level: 1 })).toBeVisible();
  await openOptions(ada.page, "Mondays");
  await ada.page.getByRole("link", { name: "Edit" }).click();
  await expect(ada.page.getByLabel("Anyone on B-Side with the link can view it")).toBeChecked();

  await visit(ben.page, address);
  await expectOrder(ben.page, ["One"]);
  await expect(ben.page.getByRole("link", { name: "Add Song" })).toBeHidden();
  await expect(songs(ben.page).locator("summary")).toHaveCount(0);
  await openOptions(ben.page, "Mondays");
  await expect(ben.page.locator(".playlist-header").getByRole("link")).toHaveText(["Report Mondays"]);

  await visit(ada.page, `${address}/delete`);
  await ada.page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(ada.page.getByText("Playlist deleted").first()).toBeVisible();
  await visit(ben.page, address);
  await expect(ben.page.getByRole("heading", { name: "Playlist Not Found" })).toBeVisible();
});

test("a song shows before it is saved", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const { page, ...ada } = await signUp(browser, "Ada", true);
  await visit(page, await begin({ page, ...ada }, {}, ["One"]));
  const { release } = await holdRequests(page, "**/add.data*", "POST");
  await page.getByRole("link", { name: "Add Song" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Two");
  await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
  await page.getByRole("dialog").getByRole("button", { name: "Add Song" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectOrder(page, ["One", "Two"]);
  release();
  await expect(page.getByText("Song added to playlist").first()).toBeVisible();
  await expectOrder(page, ["One", "Two"]);
});

test("playlists fit narrow screens, and axe finds no violations", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const long = { name: "W".repeat(100), description: "M".repeat(500), collaboratorId: ben.id };
  const address = await begin(ada, long, ["N".repeat(200), "One"]);
  await ada.page.setViewportSize({ width: 320, height: 640 });
  const inDialogs = ["/playlists/new", `${address}/add`, `${address}/edit`, `${address}/delete`];
  for (const path of ["/playlists", address, ...inDialogs]) {
    await visit(ada.page, path);
    if (javaScriptEnabled && inDialogs.includes(path))
      await expect(ada.page.getByRole("dialog")).toBeVisible();
    await expectNoHorizontalScroll(ada.page);
    if (javaScriptEnabled) await expectAccessible(ada.page);
  }
});
