// A member edits and imports a collection, with and without scripts.
import { expect, type Page } from "@playwright/test";
import { type Person, sendJson, signUp, signUpPair } from "./members";
import {
  collectErrors,
  expectAccessible,
  expectFocusInMain,
  expectNoHorizontalScroll,
  expectUsable,
} from "./page-checks";
import { holdRequests, openOptions, test, visit, visitDialog, waitForHydration } from "./pages";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;
const QUESTION = "Are you sure you want to remove this record from your collection?";
const HEAD = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";

async function addRecord(person: Person, fields: Record<string, unknown>) {
  return sendJson(person, "POST", "/api/record-collections", fields);
}

/** Adds records that no test looks for. */
async function addMore(person: Person, count: number) {
  for (let number = 1; number <= count; number++)
    await addRecord(person, { artist: "Zoviet France", album: `Shouting ${number}` });
}

async function fillIn(page: Page, artist: string, album: string) {
  await page.getByLabel("Artist").fill(artist);
  await page.getByLabel("Album").fill(album);
}

function cards(page: Page) {
  return page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
}

test("a member adds, edits and removes a record", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const failure = collectErrors(page);
  await visit(page, "/records");
  await expect(page).toHaveTitle("Records · B-Side");
  await expect(page.getByRole("heading", { name: "No Records Yet" })).toBeVisible();

  await page.getByRole("link", { name: "Add Your First Record" }).click();
  await expect(page).toHaveTitle("Add Record · Records · B-Side");
  await expect(page.getByLabel("Format")).toHaveValue("vinyl");
  await expect(page.getByLabel("Condition")).toHaveValue("very_good");
  await fillIn(page, "Broadcast", "Tender Buttons");
  await page.getByLabel("Year").fill("2005");
  await page.getByLabel("Genre").fill("Electronic");
  await page.getByLabel("Notes").fill(HOSTILE);
  await page
    .getByRole("main")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Add Record" })
    .click();

  await expect(page).toHaveURL("/records");
  await expect(page.getByText("Record added to your collection").first()).toBeVisible();
  await expect(page.getByText("You have 1 record in your collection")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("Tender Buttons");
  for (const words of ["Broadcast", "Vinyl", "Very Good", "2005 · Electronic", HOSTILE])
    await expect(cards(page)).toContainText(words);

  await page.getByRole("link", { name: "Edit Tender Buttons" }).click();
  await expect(page.getByLabel("Artist")).toHaveValue("Broadcast");
  await expect(page.getByLabel("Notes")).toHaveValue(HOSTILE);
  await page.getByLabel("Album").fill("Haha Sound");
  await page.getByLabel("Format").selectOption("CD");
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page.getByText("Record updated successfully").first()).toBeVisible();
  await expect(cards(page)).toContainText("Haha Sound");
  await expect(cards(page)).toContainText("CD");
  if (javaScriptEnabled) await expectFocusInMain(page);

  await openOptions(page, "Haha Sound");
  await page.getByRole("link", { name: "Delete Haha Sound" }).click();
  await expect(page.getByText(QUESTION)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Record removed from collection").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Records Yet" })).toBeVisible();
  if (javaScriptEnabled) await expectFocusInMain(page);
  expect(failure).toEqual([]);
});

test("a refusal is shown at its field, with the input kept", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/records/new");
  await page.getByLabel("Album").fill("Tender Buttons");
  await page.getByLabel("Year").fill("1899");
  await page.getByLabel("Or image URL").fill("http://example.org/a.jpg");
  await page.getByLabel("Or image URL").blur();
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  for (const message of ["Artist is required", "Enter a year, 1900 or later", "starts with https://"])
    await expect(page.locator(".field-error").filter({ hasText: message })).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
  await expect(page.getByLabel("Year")).toHaveValue("1899");
  await page.getByLabel("Artist").fill("Broadcast");
  await page.getByLabel("Year").fill("2005");
  await page.getByLabel("Or image URL").fill("");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(cards(page)).toContainText("Tender Buttons");
});

test("what is typed and chosen before the dialog hydrates is not lost", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "dialogs need scripts");
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const scripts = await holdRequests(page, "**/build/root-*.js");
  await page.goto("/records/new", { waitUntil: "commit" });
  await page.getByLabel("Album").fill("Haha Sound");
  await page.getByLabel("Format").selectOption("CD");
  scripts.release();
  await waitForHydration(page);
  await expect(page.getByLabel("Album")).toHaveValue("Haha Sound");
  await expect(page.getByLabel("Format")).toHaveValue("cd");
  await page.getByLabel("Artist").fill("Broadcast");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(cards(page)).toContainText("CD");
});

test("a record shows before it is saved, and disappears before it is deleted", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await addRecord(ada, { artist: "Nico", album: "Desertshore" });
  await visit(page, "/records");
  const { release } = await holdRequests(page, "**/records/new.data*", "POST");
  await page.getByRole("link", { name: "Add Record" }).click();
  await fillIn(page, "Broadcast", "Tender Buttons");
  await page.getByRole("dialog").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(cards(page).first()).toContainText("Tender Buttons");
  await expect(cards(page).first()).toContainText("Saving...");
  release();
  await expect(page.getByText("You have 2 records in your collection")).toBeVisible();

  await openOptions(page, "Desertshore");
  await page.getByRole("link", { name: "Delete Desertshore" }).click();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Failed to delete record").first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(cards(page)).toHaveCount(2);
});

test("a refusal by the server restores the form", async ({ browser, javaScriptEnabled }) => {
  const [ada, ben] = [
    await signUp(browser, "Ada", javaScriptEnabled),
    await signUp(browser, "Ben", javaScriptEnabled),
  ];
  const { page } = ada;
  const { id } = await addRecord(ben, { artist: "Nico", album: "Desertshore" });
  await page.route("**/records/new*", (route) => {
    const body = route
      .request()
      .postData()
      ?.replace(/(?<=name="id"\r\n\r\n)[\da-f-]{36}/, id);
    return route.continue(body ? { postData: body } : {});
  });
  await visit(page, "/records");
  await page.getByRole("link", { name: "Add Your First Record" }).click();
  await fillIn(page, "Broadcast", "Tender Buttons");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  const summary = page.getByRole("alert");
  await expect(summary.getByText("Failed to add record to collection")).toBeVisible();
  await expect(summary.getByText(/^Something else was already sent from this page/)).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
  await expect(page.getByRole("heading", { name: "Tender Buttons" })).toBeHidden();
});

test("a response that is not the server's gets our own error message", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows the response itself");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/records");
  await page.getByRole("link", { name: "Add Your First Record" }).click();
  await fillIn(page, "Broadcast", "Tender Buttons");
  await page.route("**/records/new.data*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  );
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByText("Failed to add record to collection").first()).toBeVisible();
  await expect(page.getByText("Failed to create record").first()).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
});

test("a collection is searched and sorted, and editing returns to the same page of it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await addRecord(ada, { artist: "Björk", album: "Homogenic", year: 1997, format: "cd" });
  await addRecord(ada, { artist: "Alice Coltrane", album: "Ptah", year: 1970, format: "cassette" });
  await addMore(ada, 7);
  await visit(page, "/records");
  const apply = page.getByRole("button", { name: "Apply" });
  await expect(apply).toHaveCount(javaScriptEnabled ? 0 : 1);
  await page.getByLabel("Sort by").selectOption("Artist");
  if (!javaScriptEnabled) await apply.click();
  await expect(page).toHaveURL("/records?q=&sort=artist");
  await expect(cards(page).first()).toContainText("Alice Coltrane");
  await page.getByLabel("Search").fill("bjork");
  if (!javaScriptEnabled) await apply.click();
  await expect(page.getByText("1 result for “bjork”")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Edit Homogenic" }).click();
  await page.getByLabel("Notes").fill("A present");
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page).toHaveURL("/records?q=bjork&sort=artist");
  await expect(cards(page)).toContainText("A present");
});

test("a search keeps the focus and what is typed while it loads, and links update its fields", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts every search is another page");
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await addRecord(ada, { artist: "Björk", album: "Homogenic" });
  await addMore(ada, 8);
  await visit(page, "/records");
  const [field, sort] = [page.getByLabel("Search"), page.getByLabel("Sort by")];

  const held = await holdRequests(page, "**/records.data?*sort=artist*");
  await sort.selectOption("Artist");
  await held.requested;
  await field.fill("bjork ");
  held.release();
  await expect(page.getByRole("link", { name: "Add Record" })).toHaveAttribute("href", /sort=artist/);
  await expect(field).toHaveValue("bjork ");

  await expect(page.getByText("1 result for “bjork”")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("bjork ");
  await field.press("Enter");
  await expect(field).toBeFocused();
  await page.getByRole("link", { name: "Show All" }).click();
  await expect(field).toHaveValue("");
  await page.goBack();
  await expect(field).toHaveValue("bjork");
  await expect(sort).toHaveValue("artist");
});

test("typing searches a collection of nine, and Back leads out of the search", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the search has a button");
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await addMore(ada, 8);
  await visit(page, "/records");
  const field = page.getByLabel("Search");
  await expect(cards(page)).toHaveCount(8);
  await expect(field).toHaveCount(0);
  await addRecord(ada, { artist: "Nick Drake", album: "Bryter Layter" });
  await visit(page, "/discover");
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect(cards(page)).toHaveCount(9);

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
});

test("a file is previewed before it is imported, with its unreadable lines listed", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  const failure = collectErrors(page);
  const choose = async (text: string) => {
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: "../../collection.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await page.getByRole("button", { name: "Preview" }).click();
  };
  const lines = Array.from({ length: 5000 }, (_, i) => `Artist ${i},Album ${i},1999,"LP, Album",Mint (M),`);
  await addRecord(ada, { artist: "Artist 4", album: "Album 4" });
  await visit(page, "/records");
  await page.getByRole("link", { name: "Import CSV" }).click();

  await choose(`${HEAD}\n,No artist,,,,\n`);
  await expect(page.getByRole("alert").getByText("Nothing was added")).toBeVisible();
  await expect(page.getByText("1 line couldn't be read. Fix it and choose the file again.")).toBeVisible();
  await expect(page.getByText("Line 2: Artist is required.")).toBeVisible();

  const hostile = HOSTILE.replaceAll('"', '""').replace(/.*/, '"$&",Hostile,,,,');
  const kept = lines.slice(1).map((line, i) => (i === 4996 ? ",No artist,,,," : line));
  await choose([HEAD, hostile, ...kept].join("\n"));
  await expect(page.getByRole("heading", { name: "Ready to import" })).toBeVisible();
  const summary = "4,998 records ready to import. 1 line can't be read and will be skipped:";
  await expect(page.getByText(summary)).toBeVisible();
  await expect(page.getByText("Line 4999: Artist is required.")).toBeVisible();
  await expect(page.getByText("And 4,988 more.")).toBeVisible();
  await expect(page.getByText("1 is already in your collection and will be skipped.")).toBeVisible();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  expect(await (await ada.context.request.get("/api/record-collections")).json()).toHaveLength(1);
  await page.getByRole("button", { name: "Import 4,998 records" }).click();
  await expect(page.getByText("You have 4,999 records in your collection")).toBeVisible();
  await expect(page.getByText("4,998 records added to your collection").first()).toBeVisible();

  const download = await ada.context.request.get("/records/export.csv");
  expect(download.headers()["content-disposition"]).toBe('attachment; filename="records.csv"');
  expect((await download.text()).split("\r\n").slice(0, 1)).toEqual([`${HEAD},Genre,Cover`]);
  expect(failure).toEqual([]);
});

test("the collection fits narrow screens, and axe finds no violations", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await addRecord(ada, { artist: "W".repeat(100), album: "M".repeat(100), notes: "N".repeat(200) });
  const { id } = await addRecord(ada, { artist: "Nico", album: "Desertshore", format: "cd" });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/records", "/records/new", `/records/${id}/delete`, "/records/import"]) {
    await visit(page, path);
    if (javaScriptEnabled && path !== "/records") await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoHorizontalScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
  }
});

test("an import shows the upload's progress, then that the file is being read", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows its own progress");
  const { page, context } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  await visitDialog(page, "/records/import");
  const note = "Bought at a fair ".repeat(10);
  const lines = Array.from(
    { length: 5000 },
    (_, i) => `Artist ${i},Album ${i},1999,"LP, Album",Mint (M),${note}`,
  );
  const file = { name: "all.csv", mimeType: "text/csv", buffer: Buffer.from([HEAD, ...lines].join("\n")) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
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
  const throughput = { latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 };
  await line.send("Network.emulateNetworkConditions", { offline: false, ...throughput });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("And 4,990 more.")).toBeVisible({ timeout: 45_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const shares = seen.filter((each) => /^\d+$/.test(each)).map(Number);
  expect(shares.filter((share) => share > 0 && share < 100).length).toBeGreaterThan(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe("Reading the file...");
  expect(failure).toEqual([]);
});

test("a file that is too large or can't be delivered is reported at its field", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the server reports it");
  const { page, context } = await signUp(browser, "Ada", true);
  await visitDialog(page, "/records/import");
  const field = page.getByLabel("File", { exact: true });
  const file = (length: number) => ({
    name: "all.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(length, "x"),
  });
  await field.setInputFiles(file(3_999_500));
  await expect(page.locator(".field-error")).toHaveText("That is too large: the limit is 4 MB.");
  await expect(field).toHaveValue("");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(field).toBeFocused();
  await expect(page.getByText("Choose a file first.")).toHaveCount(0);
  await field.setInputFiles(file(100));
  await expect(page.locator(".field-error")).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Preview" }).click();
  const toast = page
    .locator(".toasts")
    .filter({ hasText: "We couldn't reach B-Side. Check your connection." });
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator("progress")).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Artist");
});

test("a member shows the collection on their page, and hides it again", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, ben } = await signUpPair(browser, hasScripts, hasScripts);
  const failure = collectErrors(ada.page, ben.page);
  await addRecord(ben, { artist: "Broadcast", album: "Tender Buttons", notes: "Between us" });
  await sendJson(ben, "POST", "/api/playlists", { name: "Sundays", isPublic: true });
  const album = ada.page.getByText("Tender Buttons");
  await visit(ada.page, `/members/${ben.id}`);
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText("Ben L.");
  await expect(album).toHaveCount(0);

  await visit(ben.page, "/records");
  await expect(ben.page.getByText("Only your matches see the records you both own.")).toBeVisible();
  await ben.page.getByRole("button", { name: "Show on My Page" }).click();
  await expect(ben.page.getByRole("button", { name: "Hide from My Page" })).toBeVisible();
  await expect(ben.page).toHaveURL("/records");

  await visit(ada.page, `/members/${ben.id}`);
  await expect(album).toBeVisible();
  await expect(ada.page.getByText("Between us")).toHaveCount(0);
  await expectUsable(ada.page, hasScripts, 320);
  await ada.page.getByRole("link", { name: "Sundays" }).click();
  await expect(ada.page.getByRole("heading", { name: "Sundays" })).toBeVisible();

  await visit(ben.page, "/settings");
  await ben.page.getByRole("button", { name: "Hide from My Page" }).click();
  await expect(ben.page.getByRole("button", { name: "Show on My Page" })).toBeVisible();
  await visit(ada.page, `/members/${ben.id}`);
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText("Ben L.");
  await expect(album).toHaveCount(0);
  expect(failure).toEqual([]);
});
