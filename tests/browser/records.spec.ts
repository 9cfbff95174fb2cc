// A member keeps a collection: with scripts and without, one by one and by the file.
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, hold, test, visit, watch } from "./pages";
import { type Person, send, signUp } from "./people";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;
const QUESTION = "Are you sure you want to remove this record from your collection?";
const HEAD = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";

async function addRecord(person: Person, fields: Record<string, unknown>) {
  return send(person, "POST", "/api/record-collections", fields);
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
  const trouble = watch(page);
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

  await page.getByRole("link", { name: "Delete Haha Sound" }).click();
  await expect(page.getByText(QUESTION)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Record removed from collection").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Records Yet" })).toBeVisible();
  expect(trouble).toEqual([]);
});

test("what is refused is said at its field, with what was typed kept", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/records/new");
  await page.getByLabel("Album").fill("Tender Buttons");
  await page.getByLabel("Year").fill("1899");
  await page.getByLabel("Or its address").fill("http://example.org/a.jpg");
  await page.getByLabel("Or its address").blur();
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  for (const says of ["Artist is required", "Use a year from 1900 on", "begins with https://"])
    await expect(page.locator(".field-error").filter({ hasText: says })).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
  await expect(page.getByLabel("Year")).toHaveValue("1899");
  await page.getByLabel("Artist").fill("Broadcast");
  await page.getByLabel("Year").fill("2005");
  await page.getByLabel("Or its address").fill("");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(cards(page)).toContainText("Tender Buttons");
});

test("what is typed as the dialog comes is not lost", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts no dialog comes");
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  // A message posted as the dialog's code runs arrives before whatever React puts off until later.
  await page.route("**/dialog-frame*.js", async (route) => {
    const answer = await route.fetch();
    const typing = `const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { document.getElementById("album").value = "Tender Buttons"; };
      port2.postMessage("");`;
    await route.fulfill({ response: answer, body: `${await answer.text()};${typing}` });
  });
  await visit(page, "/records/new");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
});

test("what was chosen before the dialog comes is not lost", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts no dialog comes");
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const dialog = await hold(page, "**/dialog-frame*.js");
  await visit(page, "/records/new");
  await page.getByLabel("Format").selectOption("CD");
  const came = page.waitForResponse("**/dialog-frame*.js");
  dialog.release();
  await came;
  await fillIn(page, "Broadcast", "Haha Sound");
  await expect(page.getByLabel("Format")).toHaveValue("cd");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(cards(page)).toContainText("CD");
});

test("a record is there before it is saved, and goes before it is removed", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await addRecord(ada, { artist: "Nico", album: "Desertshore" });
  await visit(page, "/records");
  const { release } = await hold(page, "**/records/new.data*", "POST");
  await page.getByRole("link", { name: "Add Record" }).click();
  await fillIn(page, "Broadcast", "Tender Buttons");
  await page.getByRole("dialog").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(cards(page).first()).toContainText("Tender Buttons");
  await expect(cards(page).first()).toContainText("Saving...");
  release();
  await expect(page.getByText("You have 2 records in your collection")).toBeVisible();

  await page.getByRole("link", { name: "Delete Desertshore" }).click();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Failed to delete record").first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(cards(page)).toHaveCount(2);
});

test("what the server refuses brings the form back as it was", async ({ browser, javaScriptEnabled }) => {
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
  await expect(page.getByText("Failed to add record to collection").first()).toBeVisible();
  await expect(
    page.getByRole("link", { name: /^Something else was sent from this page already/ }),
  ).toBeVisible();
  await expect(page.getByLabel("Album")).toHaveValue("Tender Buttons");
  await expect(page.getByRole("heading", { name: "Tender Buttons" })).toBeHidden();
});

test("an answer that is not the server's is told in words of our own", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows the answer itself");
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

test("a collection is searched and sorted, and one comes back to the same page of it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await addRecord(ada, { artist: "Björk", album: "Homogenic", year: 1997, format: "cd" });
  await addRecord(ada, { artist: "Alice Coltrane", album: "Ptah", year: 1970, format: "cassette" });
  await visit(page, "/records");
  await page.getByLabel("Sort by").selectOption("Artist");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL("/records?q=&sort=artist");
  await expect(cards(page).first()).toContainText("Alice Coltrane");
  await page.getByLabel("Search").fill("bjork");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("1 found for “bjork”.")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Edit Homogenic" }).click();
  await page.getByLabel("Notes").fill("A present");
  await page.getByRole("button", { name: "Save Record" }).click();
  await expect(page).toHaveURL("/records?q=bjork&sort=artist");
  await expect(cards(page)).toContainText("A present");
});

test("a file is looked at before it is added, and its wrong lines are named", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  const trouble = watch(page);
  const choose = async (text: string) => {
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: "../../collection.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await page.getByRole("button", { name: "Read file" }).click();
  };
  const lines = Array.from({ length: 5000 }, (_, i) => `Artist ${i},Album ${i},1999,"LP, Album",Mint (M),`);
  await addRecord(ada, { artist: "Artist 4", album: "Album 4" });
  await visit(page, "/records");
  await page.getByRole("link", { name: "Import CSV" }).click();

  await choose([HEAD, ...lines.map((line, i) => (i === 4997 ? ",No artist,,,," : line))].join("\n"));
  await expect(page.getByText("Nothing was added")).toBeVisible();
  await expect(page.getByText("Line 4999: Artist: Artist is required.")).toBeVisible();

  await choose(
    [HEAD, HOSTILE.replaceAll('"', '""').replace(/.*/, '"$&",Hostile,,,,'), ...lines.slice(1)].join("\n"),
  );
  await expect(page.getByText("And 4,989 more.")).toBeVisible();
  await expect(page.getByText("1 is in your collection already and will be left out.")).toBeVisible();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  expect(await (await ada.context.request.get("/api/record-collections")).json()).toHaveLength(1);
  await page.getByRole("button", { name: "Add 4,999 records" }).click();
  await expect(page.getByText("You have 5,000 records in your collection")).toBeVisible();
  await expect(page.getByText("4,999 records added to your collection").first()).toBeVisible();

  const download = await ada.context.request.get("/records/export.csv");
  expect(download.headers()["content-disposition"]).toBe('attachment; filename="records.csv"');
  expect((await download.text()).split("\r\n").slice(0, 1)).toEqual([`${HEAD},Genre,Cover`]);
  expect(trouble).toEqual([]);
});

test("the collection fits narrow screens and axe finds nothing", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await addRecord(ada, { artist: "W".repeat(100), album: "M".repeat(100), notes: "N".repeat(200) });
  const { id } = await addRecord(ada, { artist: "Nico", album: "Desertshore", format: "cd" });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/records", "/records/new", `/records/${id}/delete`, "/records/import"]) {
    await visit(page, path);
    if (javaScriptEnabled && path !== "/records") await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoSidewaysScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
  }
});

test("how much of a file has been sent is shown, and then that it is read", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser shows what it sends");
  const { page, context } = await signUp(browser, "Ada", true);
  const trouble = watch(page);
  await visit(page, "/records/import");
  await expect(page.getByRole("dialog")).toBeVisible();
  const note = "Bought at a fair ".repeat(10);
  const lines = Array.from(
    { length: 5000 },
    (_, i) => `Artist ${i},Album ${i},1999,"LP, Album",Mint (M),${note}`,
  );
  const file = { name: "all.csv", mimeType: "text/csv", buffer: Buffer.from([HEAD, ...lines].join("\n")) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  // All that the bar shows, kept as it comes: nobody can look often enough.
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
  await page.getByRole("button", { name: "Read file" }).click();
  await expect(page.getByText("And 4,990 more.")).toBeVisible({ timeout: 45_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const shares = seen.filter((each) => /^\d+$/.test(each)).map(Number);
  expect(shares.filter((share) => share > 0 && share < 100).length).toBeGreaterThan(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe("Reading the file...");
  expect(trouble).toEqual([]);
});

test("a file that is too large, or that nobody takes, is said where it was chosen", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the server says so");
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/records/import");
  await expect(page.getByRole("dialog")).toBeVisible();
  const field = page.getByLabel("File", { exact: true });
  const file = (length: number) => ({
    name: "all.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(length, "x"),
  });
  await field.setInputFiles(file(3_999_500));
  await expect(page.locator(".field-error")).toHaveText("That is too much at once: at most 4 MB.");
  await expect(field).toHaveValue("");
  await field.setInputFiles(file(100));
  await expect(page.locator(".field-error")).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Read file" }).click();
  const told = page.getByRole("dialog").getByRole("alert").filter({ hasText: "Nothing was added" });
  await expect(told).toContainText("The server could not be reached.");
  await expect(told).toBeFocused();
  // The toast's own code could not be fetched either.
  const toast = page.locator(".toasts").filter({ hasText: "The server could not be reached." });
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator("progress")).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Read file" }).click();
  await expect(told).toContainText("Artist");
});
