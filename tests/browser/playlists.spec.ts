// A playlist with scripts: songs that move before they are saved, by keys and by drag, and two members at once.
import { expect, type Page, type Request } from "@playwright/test";
import { type Member, matchedPair, sendForm, sendJson, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { holdRequests, openOptions, test, visit, visitDialog } from "./pages";

const PAGE = 50;
const MOVES = "**/move.data*";

function songs(page: Page) {
  return page.locator("ol.songs > li");
}

async function expectOrder(page: Page, titles: string[]) {
  await expect(page.locator("ol.songs > li b")).toHaveText(titles);
}

/** Begins a playlist with songs; returns its address. */
async function begin(person: Member, fields: Record<string, unknown>, titles: string[] = []) {
  const { id } = await sendJson(person, "POST", "/api/playlists", { name: "Sundays", ...fields });
  for (const title of titles)
    await sendJson(person, "POST", `/api/playlists/${id}/songs`, { artist: "Broadcast", title });
  return `/playlists/${id}`;
}

/** Presses a button of a song's menu, which stays open after a move. */
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

test("songs move by drag and by buttons before they are saved, one request after another, and none is lost", async ({
  browser,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  await page.setViewportSize({ width: 1000, height: 1000 });
  const address = await begin(ada, {}, ["One", "Two", "Three", "Four"]);
  await visit(page, address);
  const events: string[] = [];
  const isMove = (request: Request) => request.method() === "POST" && request.url().includes("/move.data");
  page.on("request", (request) => isMove(request) && events.push("sent"));
  page.on("response", (response) => isMove(response.request()) && events.push("answered"));

  // A song that is dragged again moves once its last move has arrived.
  let moves = await holdRequests(page, MOVES, "POST");
  await dragSong(page, 3, 0, 0.2);
  await moves.requested;
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  await dragSong(page, 0, 3, 0.2);
  await expectOrder(page, ["One", "Two", "Four", "Three"]);
  expect(await ordersUntilSaved(page, moves.release)).toEqual(new Set(["One Two Four Three"]));
  expect(events).toEqual(["sent", "answered", "sent", "answered"]);
  await page.unroute(MOVES);
  await dragSong(page, 0, 3, 0.9);
  await expectOrder(page, ["Two", "Four", "Three", "One"]);
  const order = async () => {
    const { songs } = await sendJson(ada, "GET", `/api${address}`, undefined);
    return (songs as { title: string }[]).map(({ title }) => title);
  };
  await expectSaved(page);
  expect(await order()).toEqual(["Two", "Four", "Three", "One"]);

  // Buttons can be pressed again before the last move has arrived, and keep the focus.
  moves = await holdRequests(page, MOVES, "POST");
  await pressOption(page, "One", "Move One up");
  await moves.requested;
  await pressOption(page, "One", "Move One up");
  await pressOption(page, "One", "Move One up");
  await expectOrder(page, ["One", "Two", "Four", "Three"]);
  expect(await ordersUntilSaved(page, moves.release)).toEqual(new Set(["One Two Four Three"]));
  await expect(page.getByRole("button", { name: "Move One up" })).toBeDisabled();
  await page.unroute(MOVES);
  await page.keyboard.press("Escape");

  expect(failure).toEqual([]);

  // Another song's move waits for the one on its way, and both are sent when the member leaves the playlist.
  moves = await holdRequests(page, MOVES, "POST");
  await pressOption(page, "Three", "Move Three up");
  await expect(page.getByRole("button", { name: "Move Three up" })).toBeFocused();
  await moves.requested;
  await pressOption(page, "One", "Move One down");
  await pressOption(page, "Four", "Move Four up");
  await expectOrder(page, ["Two", "One", "Four", "Three"]);
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(page).toHaveTitle("Records · B-Side");
  moves.release();
  await expect.poll(order).toEqual(["Two", "One", "Four", "Three"]);
});

async function expectAt(page: Page, place: number, title: string) {
  await expect(songs(page).locator("b").nth(place)).toHaveText(title);
}

test("a song is added where it is seen, crosses a page's border with the focus, and stays at the page's end where it is dropped @all", async ({
  browser,
}) => {
  const { ada, ben } = await matchedPair(browser, true);
  const { page } = ada;
  await page.setViewportSize({ width: 1000, height: 1000 });
  const titles = Array.from({ length: PAGE }, (_, at) => `No. ${at + 1}`);
  const address = await begin(ada, { collaboratorId: ben.id }, titles);
  const failure = collectErrors(page, ben.page);
  await visit(page, address);
  await expect(songs(page)).toHaveCount(PAGE);

  // The new song begins a page of its own.
  const adding = await holdRequests(page, "**/add.data*", "POST");
  await page.getByRole("link", { name: "Add Song" }).first().click();
  await page.getByLabel("Title", { exact: true }).fill("No. 51");
  await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
  await page.getByRole("dialog").getByRole("button", { name: "Add Song" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  adding.release();
  await expect(page.getByText("Song added to playlist").first()).toBeVisible();
  await expectOrder(page, ["No. 51"]);
  await expect(songs(page).first()).toBeInViewport();
  const secondPage = page.url();

  await visit(ben.page, secondPage);
  await expectOrder(ben.page, ["No. 51"]);
  await pressOption(page, "No. 51", "Move No. 51 up");
  await expectOrder(page, ["No. 50"]);
  await expectSaved(page);
  await expect(page.getByRole("link", { name: "Previous page" })).toBeFocused();
  await expectOrder(ben.page, ["No. 50"]);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expectAt(page, PAGE - 2, "No. 49");
  await expectAt(page, PAGE - 1, "No. 51");
  await pressOption(page, "No. 51", "Move No. 51 down");
  await expectAt(page, PAGE - 1, "No. 50");
  await expectSaved(page);
  await expect(page.getByRole("link", { name: "Next page" })).toBeFocused();

  // The row is drawn anew as the saved list arrives.
  await expect(() =>
    songs(page)
      .nth(PAGE - 1)
      .scrollIntoViewIfNeeded(),
  ).toPass();
  await dragSong(page, PAGE - 3, PAGE - 1, 0.9);
  const shown = () => songs(page).locator("b").allTextContents();
  await expect.poll(async () => (await shown()).slice(-3)).toEqual(["No. 49", "No. 50", "No. 48"]);
  await expectSaved(page);
  const { songs: saved } = await sendJson(ada, "GET", `/api${address}`, undefined);
  expect(saved.slice(-4).map(({ title }: { title: string }) => title)).toEqual([
    ...["No. 49", "No. 50", "No. 48", "No. 51"],
  ]);

  // Dialogs stand above their page.
  await page.getByRole("link", { name: "Next page" }).click();
  await expectOrder(page, ["No. 51"]);
  await openOptions(page, "Sundays");
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expectOrder(page, ["No. 51"]);
  await pressOption(page, "No. 51", "Remove No. 51");
  await expect(page.getByText("Song removed from playlist").first()).toBeVisible();
  await expect(songs(page)).toHaveCount(PAGE);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  expect(failure).toEqual([]);
});

test("what one member does shows at the other's, and a song that is being typed outlives the playlist @all", async ({
  browser,
}) => {
  const { ada, ben } = await matchedPair(browser, true);
  const address = await begin(ada, { collaboratorId: ben.id, isPublic: true }, ["One"]);
  await visit(ada.page, address);
  const { page } = ben;
  await visit(page, address);
  const { release } = await holdRequests(page, "**/add.data*", "POST");
  const add = page.getByRole("dialog").getByRole("button", { name: "Add Song" });
  await page.getByRole("link", { name: "Add Song" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Two");
  await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
  await add.click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectOrder(page, ["One", "Two"]);
  await expectOrder(ada.page, ["One"]);
  release();
  await expect(page.getByText("Song added to playlist").first()).toBeVisible();
  await expectOrder(ada.page, ["One", "Two"]);
  await expect(songs(ada.page).last()).toContainText("Added by Ben");

  // The owner ends the collaboration while he types.
  await page.getByRole("link", { name: "Add Song" }).click();
  await page.getByLabel("Artist", { exact: true }).fill("Nico");
  await page.getByLabel("Title", { exact: true }).fill("Afraid");
  await openOptions(ada.page, "Sundays");
  await ada.page.getByRole("link", { name: "Edit" }).click();
  await expect(ada.page.getByRole("dialog")).toBeVisible();
  await ada.page.getByLabel("Collaborator").selectOption("No one");
  await ada.page.getByRole("button", { name: "Save Playlist" }).click();
  await expect(ada.page.getByRole("dialog")).toBeHidden();
  await add.click();
  await expect(page.getByText("Only the owner of this playlist can do that.").first()).toBeVisible();
  await expect(page.getByLabel("Artist", { exact: true })).toHaveValue("Nico");

  // The owner deletes the next one while he types.
  const next = await begin(ada, { collaboratorId: ben.id }, ["One"]);
  await visitDialog(page, `${next}/add`);
  await page.getByLabel("Artist", { exact: true }).fill("Nico");
  const reloaded = page.waitForResponse((response) => new URL(response.url()).pathname === "/counts");
  await sendForm(ada, `${next}/delete`);
  await reloaded;
  await page.getByLabel("Title", { exact: true }).fill("Afraid");
  await add.click();
  await expect(page.getByText("This playlist is no longer available.").first()).toBeVisible();
  await expect(page.getByLabel("Artist", { exact: true })).toHaveValue("Nico");

  // An open playlist that its owner deletes says so.
  const last = await begin(ada, { collaboratorId: ben.id }, ["One"]);
  await visit(page, last);
  await sendForm(ada, `${last}/delete`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Playlist Not Found");
  await expect(page.getByText("This playlist is no longer available.")).toBeVisible();
  await expect(page.getByText("router")).toHaveCount(0);
  await expect(page).toHaveTitle("Not Found · Playlists · B-Side");
});
