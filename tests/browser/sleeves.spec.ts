// Drawn sleeves stand wherever a record, song or playlist has no picture, and a wall of them leads everywhere.
import { type Browser, expect, type Page } from "@playwright/test";
import { conversingPair, type Person, sendJson, signUp } from "./members";
import { collectErrors, expectUsable } from "./page-checks";
import { test, visit } from "./pages";

const records = [
  { artist: "Can", album: "Tago Mago" },
  { artist: "細野晴臣", album: "はらいそ" },
  { artist: `"'><img src=x onerror=alert(1)>`, album: "]]></svg><script>alert(2)</script>" },
];

/** Ada and Ben have the same records, a playlist each, and a shared song. */
async function collectors(browser: Browser, hasScripts: boolean) {
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts);
  for (const person of [ada, ben])
    for (const record of records) await sendJson(person, "POST", "/api/record-collections", record);
  for (const person of [ada, ben])
    await sendJson(person, "POST", "/api/playlists", { name: "Slow trains 🚆", isPublic: true });
  const [playlist] = (await sendJson(ada, "GET", "/api/playlists", undefined)).own;
  await sendJson(ada, "POST", `/api/playlists/${playlist.id}/songs`, { artist: "Can", title: "Vitamin C" });
  await sendJson(ben, "POST", `/api/conversations/${conversationId}/messages`, {
    content: "This one",
    messageType: "music_share",
    metadata: { type: "song", artist: "Can", title: "Vitamin C" },
  });
  await showCollection(ben);
  return { ada, ben, conversationId, playlistId: playlist.id as string };
}

async function showCollection(person: Person) {
  const form = { shown: "true" };
  await person.context.request.post("/settings/collection", {
    form,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
}

/** Expects this many sleeves, all of them drawn. */
async function expectSleeves(page: Page, count: number, hasScripts: boolean) {
  const sleeves = page.locator('img[src^="/sleeves/"]');
  await expect(sleeves).toHaveCount(count);
  for (const sleeve of await sleeves.all()) {
    if (!hasScripts) {
      const source = (await sleeve.getAttribute("src")) ?? "";
      expect((await page.context().request.get(source)).status()).toBe(200);
      continue;
    }
    await sleeve.scrollIntoViewIfNeeded();
    await expect
      .poll(() => sleeve.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
}

test("records, playlists, songs and shares without a picture have a sleeve", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId, playlistId } = await collectors(browser, javaScriptEnabled);
  const failure = collectErrors(ada.page);
  for (const [path, count] of [
    ["/records", 3],
    ["/playlists", 1],
    [`/playlists/${playlistId}`, 2],
    // Three in common, three of Ben's, and a playlist.
    [`/members/${ben.id}`, 7],
  ] as const) {
    await visit(ada.page, path);
    await expectSleeves(ada.page, count, javaScriptEnabled);
    await expectUsable(ada.page, javaScriptEnabled);
  }
  await visit(ada.page, `/messages/${conversationId}`);
  const chat = javaScriptEnabled ? ada.page : ada.page.frameLocator("iframe");
  await expect(chat.locator('.share img[src^="/sleeves/"]')).toBeVisible();
  expect(failure).toEqual([]);
});

test("a sleeve leads to its record, and one menu has everything else", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", javaScriptEnabled);
  await sendJson({ page, ...ada }, "POST", "/api/record-collections", records[0]);
  await visit(page, "/records");
  await page.locator(".record-card img").click();
  await expect(page).toHaveURL(/\/records\/[^/]+\/edit$/);
  await expect(page.getByLabel("Album")).toHaveValue("Tago Mago");

  await visit(page, "/records");
  await expect(page.getByRole("link", { name: "Delete Tago Mago" })).toBeHidden();
  const menu = page.locator("summary", { hasText: "More options for Tago Mago" });
  await menu.focus();
  await page.keyboard.press("Enter");
  for (const target of [menu, ...(await page.locator(".record-card .nav-link").all())]) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/records\/[^/]+\/delete$/);
  if (!javaScriptEnabled) return;
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/records");
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Delete Tago Mago" })).toBeHidden();
});

test("a cover that can't be loaded gives way to the drawn sleeve", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts its place stays empty");
  const ada = await signUp(browser, "Ada", true);
  await ada.context.route("https://covers.example.org/**", (route) => route.abort());
  const imageUrl = "https://covers.example.org/1.jpg";
  await sendJson(ada, "POST", "/api/record-collections", { ...records[0], imageUrl });
  await visit(ada.page, "/records");
  await expectSleeves(ada.page, 1, true);
});

test("visitors see a shelf of sleeves", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await expectSleeves(page, 8, javaScriptEnabled);
});
