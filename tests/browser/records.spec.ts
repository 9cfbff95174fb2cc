// A collection with scripts: dialogs, records shown before they are saved, searching while typing, uploads with progress.
import { expect, type Page } from "@playwright/test";
import { like, makeMatch, type Person, sendJson, signUp } from "./members";
import { collectErrors, expectFocusInMain } from "./page-checks";
import {
  holdRequests,
  openOptions,
  openScreen,
  test,
  visit,
  visitDialog,
  waitForFrames,
  waitForHydration,
} from "./pages";

const HEAD = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";

async function addRecord(person: Person, fields: Record<string, unknown>) {
  return sendJson(person, "POST", "/api/record-collections", fields);
}

/** Adds records that no test looks for. */
async function addMore(person: Person, count: number) {
  for (let number = 1; number <= count; number++)
    await addRecord(person, { artist: "Zoviet France", album: `Shouting ${number}` });
}

function cards(page: Page) {
  return page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
}

test("a record is typed before its dialog is ready, shows before it is saved, and stays when it can't be deleted", async ({
  browser,
}) => {
  const { page } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  const scripts = await holdRequests(page, "**/assets/root-*.js");
  await page.goto("/records/new", { waitUntil: "commit" });
  await page.getByLabel("Album", { exact: true }).fill("Haha Sound");
  await page.getByLabel("Format").selectOption("CD");
  scripts.release();
  await waitForHydration(page);
  await expect(page.getByLabel("Album", { exact: true })).toHaveValue("Haha Sound");
  await expect(page.getByLabel("Format")).toHaveValue("cd");
  // The server refuses what the page can't check yet, and the page is loaded again.
  const checks = await holdRequests(page, "**/assets/basic-form-validator-*.js");
  await page.getByLabel("Year").fill("1899");
  await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
  const add = page.locator("form").getByRole("button", { name: "Add Record" });
  const loadedAgain = page.waitForResponse(/new\.data/);
  await add.click();
  await expect(page.locator(".field-error")).toContainText("Enter a year, 1900 or later");
  await loadedAgain;
  checks.release();
  await waitForFrames(page);
  await expect(page.getByLabel("Format")).toHaveValue("cd");
  await page.getByLabel("Year").fill("2003");

  // A response that is not the server's gets our own error message.
  const answering = "**/records/new.data*";
  await page.route(answering, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  );
  await add.click();
  await expect(page.getByText("Failed to add record to collection").first()).toBeVisible();
  await expect(page.getByText("Failed to create record").first()).toBeVisible();
  await expect(page.getByLabel("Album", { exact: true })).toHaveValue("Haha Sound");
  await page.unroute(answering);
  await add.click();
  // The number changes before the record is saved.
  await expect(page).toHaveURL("/records");
  await expect(page.getByText("You have 1 record in your collection")).toBeVisible();
  await expect(cards(page)).toContainText("CD");

  const saving = await holdRequests(page, answering, "POST");
  await page.getByRole("link", { name: "Add Record" }).click();
  await page.getByLabel("Artist", { exact: true }).fill("Nico");
  await page.getByLabel("Album", { exact: true }).fill("Desertshore");
  await page.getByRole("dialog").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(cards(page).first()).toContainText("Desertshore");
  await expect(cards(page).first()).toContainText("Saving...");
  saving.release();
  await expect(page.getByText("You have 2 records in your collection")).toBeVisible();

  // The sleeve leads to its record.
  await page.locator(".record-card img").first().click();
  await expect(page).toHaveURL(/\/records\/[^/]+\/edit$/);
  await page.getByLabel("Album", { exact: true }).fill("Tender Buttons");
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page.getByText("Record updated successfully").first()).toBeVisible();
  await expect(cards(page).first()).toContainText("Tender Buttons");
  await expectFocusInMain(page);

  // One menu has everything else, by keys too.
  const menu = page.locator("summary", { hasText: "More options for Tender Buttons" });
  await menu.focus();
  for (const key of ["Enter", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/records\/[^/]+\/delete$/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/records");
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const ask = page.getByRole("link", { name: "Delete Tender Buttons" });
  await expect(ask).toBeHidden();

  await openOptions(page, "Tender Buttons");
  await ask.click();
  const confirm = page.getByRole("button", { name: "Delete", exact: true });
  await expect(confirm).toBeVisible();
  await page.context().setOffline(true);
  await confirm.click();
  await expect(page.getByText("Failed to delete record").first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(cards(page)).toHaveCount(2);
  await openOptions(page, "Tender Buttons");
  await ask.click();
  await confirm.click();
  await expect(page.getByText("Record removed from collection").first()).toBeVisible();
  await expect(cards(page)).toHaveText([/Haha Sound/]);
  await expectFocusInMain(page);
  expect(failure).toEqual([]);
});

test("typing searches a collection of nine, keeps the focus while it loads, and Back leads out of the search @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await addMore(ada, 8);
  await visit(page, "/records");
  const [field, sort] = [page.getByLabel("Search"), page.getByLabel("Sort by")];
  await expect(cards(page)).toHaveCount(8);
  await expect(field).toHaveCount(0);
  // A cover that can't be loaded gives way to the drawn sleeve.
  await page.route("https://covers.example.org/**", (route) => route.abort());
  const imageUrl = "https://covers.example.org/1.jpg";
  await addRecord(ada, { artist: "Nick Drake", album: "Bryter Layter", imageUrl });
  for (const name of ["Discover", "Records"]) await openScreen(page, name);
  await expect(cards(page)).toHaveCount(9);
  await expect(cards(page).first().locator('img[src^="/sleeves/"]')).toBeVisible();

  await field.pressSequentially("nick ");
  await expect(page).toHaveURL("/records?q=nick+&sort=added");
  await expect(cards(page)).toHaveCount(1);
  await field.pressSequentially("drake");
  await expect(page.getByText("1 result for “nick drake”")).toBeVisible();
  await expect(page).toHaveURL("/records?q=nick+drake&sort=added");
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/records");
  await expect(cards(page)).toHaveCount(9);
  await expect(field).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL("/discover");
  // The address changes before the screen does.
  await expect(page.getByRole("heading", { name: "Discover", level: 1 })).toBeFocused();

  // What is typed while another search loads is kept.
  await openScreen(page, "Records");
  await expect(cards(page)).toHaveCount(9);
  const held = await holdRequests(page, "**/records.data?*sort=artist*");
  await sort.selectOption("Artist");
  await held.requested;
  await field.fill("nick ");
  held.release();
  await expect(page.getByRole("link", { name: "Add Record" })).toHaveAttribute("href", /sort=artist/);
  await expect(field).toHaveValue("nick ");
  await expect(page.getByText("1 result for “nick”")).toBeVisible();
  await expect(field).toBeFocused();
  await field.press("Enter");
  await expect(field).toBeFocused();
  await page.getByRole("link", { name: "Show All" }).click();
  await expect(field).toHaveValue("");
  await page.goBack();
  await expect(field).toHaveValue("nick");
  await expect(sort).toHaveValue("artist");
});

test("an import reports a file that is too large or can't be sent, and shows the upload's progress", {
  tag: "@all",
}, async ({ browser }) => {
  const { page, context } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  await visitDialog(page, "/records/import");
  const field = page.getByLabel("File", { exact: true });
  const file = (buffer: Buffer) => ({ name: "all.csv", mimeType: "text/csv", buffer });
  const preview = page.getByRole("button", { name: "Preview" });
  await field.setInputFiles(file(Buffer.alloc(3_999_500, "x")));
  await expect(page.locator(".field-error")).toHaveText("That is too large: the limit is 4 MB.");
  await expect(field).toHaveValue("");
  await preview.click();
  await expect(field).toBeFocused();
  await expect(page.getByText("Choose a file first.")).toHaveCount(0);
  await field.setInputFiles(file(Buffer.from("x")));
  await expect(page.locator(".field-error")).toHaveCount(0);
  await context.setOffline(true);
  await preview.click();
  await expect(
    page.locator(".toasts").filter({ hasText: "We couldn't reach B-Side. Check your connection." }),
  ).toBeVisible();
  await expect(page.locator("progress")).toHaveCount(0);
  await context.setOffline(false);
  await preview.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Artist");

  const note = "Bought at a fair ".repeat(10);
  const lines = Array.from({ length: 1500 }, (_, at) => `Artist ${at},Album ${at},1999,LP,Mint (M),${note}`);
  await field.setInputFiles(file(Buffer.from([HEAD, ...lines].join("\n"))));
  // Records everything the bar shows, because polling would miss values.
  await page.evaluate(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar) seen.push(bar.getAttribute("value") ?? bar.nextElementSibling?.textContent ?? null);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const throughput = { latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await line.send("Network.emulateNetworkConditions", { offline: false, ...throughput });
  await preview.click();
  await expect(page.getByText("And 1,490 more.")).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const shares = seen.filter((each) => /^\d+$/.test(each)).map(Number);
  expect(shares.filter((share) => share > 0 && share < 100).length).toBeGreaterThan(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe("Reading the file...");
  await page.getByRole("button", { name: "Import 1,500 records" }).click();
  await expect(page.getByText("1,500 records added to your collection").first()).toBeVisible();
  expect(failure).toEqual([]);
});

test("on a member's page, the list whose last records were asked for takes the focus", {
  tag: "@all",
}, async ({ browser }) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await signUp(browser, "Ben", true)];
  const { page } = ada;
  await like(ada, ben);
  for (let at = 0; at < 8; at++) await addRecord(ben, { artist: "Low", album: `Album ${at}` });
  await visit(ben.page, "/settings");
  await ben.page.getByRole("button", { name: "Show on My Page" }).click();
  await expect(ben.page.getByRole("button", { name: "Hide from My Page" })).toBeVisible();
  const askForMore = async (count: number) => {
    await visit(page, `/members/${ben.id}`);
    await page
      .getByRole("link", { name: `Show ${count} more records` })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: /^Show \d+ more/ })).toHaveCount(0);
    await expect(page.locator("#records")).toBeFocused();
  };
  await askForMore(2);

  // Another list, which shows all that they share, does not take it.
  await makeMatch(ada, ben);
  for (let at = 0; at < 13; at++) await addRecord(ada, { artist: "Low", album: `Album ${at}` });
  for (let at = 8; at < 13; at++) await addRecord(ben, { artist: "Low", album: `Album ${at}` });
  await visit(page, `/members/${ben.id}`);
  await expect(page.locator("#records-in-common li")).toHaveCount(12);
  await askForMore(7);
  await expect(page.locator("#records-in-common li")).toHaveCount(13);
});
