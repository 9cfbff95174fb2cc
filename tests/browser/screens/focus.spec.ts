// The focus after submitting a form, and the tab stops before Discover's first card.
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { matchedPair, sendJson, setPreferences, signUp } from "../members";
import { expectFocusInMain, expectPressedOnce } from "../page-checks";
import { openOptions, test, visit } from "../pages";

/** Presses Enter on a button that has the focus. */
async function press(page: Page, name: string | RegExp) {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

test("starting a conversation focuses the composer", async ({ browser, javaScriptEnabled }) => {
  const { ada } = await matchedPair(browser, javaScriptEnabled !== false);
  await visit(ada.page, "/matches");
  await press(ada.page, "Start Conversation with Ben L.");
  await expect(ada.page.getByLabel("Message", { exact: true })).toBeFocused();
});

test("creating a game focuses the question", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled !== false);
  await visit(ada.page, `/trivia/new?with=${ben.id}`);
  await press(ada.page, "Create Game");
  await expect(ada.page.locator("fieldset#question")).toBeFocused();
  await ada.page.keyboard.press("Tab");
  await expect(ada.page.getByRole("radio").first()).toBeFocused();
});

test.describe("with JavaScript", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "without scripts the page reloads");

  test("a saved form keeps the focus on its button", async ({ browser }) => {
    const ada = await signUp(browser, "Ada", true);
    const { page } = ada;
    await visit(page, "/profile");
    await page.getByLabel("Age", { exact: true }).fill("30");
    await page.getByLabel("Location").fill("Reykjavík");
    await press(page, "Save Profile");
    await expect(page.getByText("Profile updated").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Profile" })).toBeFocused();

    await setPreferences(ada, ["Broadcast"], ["Electronic"]);
    await visit(page, "/profile?tab=music");
    await press(page, "Save Music Preferences");
    await expect(page.getByText("Music preferences updated").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Music Preferences" })).toBeFocused();
  });

  test("deciding on a member's page focuses what was decided", async ({ browser }) => {
    const ada = await signUp(browser, "Ada", true);
    const cleo = await signUp(browser, "Cleo", false);
    await visit(ada.page, `/members/${cleo.id}`);
    await press(ada.page, "Like");
    await expect(ada.page.locator(":focus")).toContainText("You liked Cleo L.");
    await ada.page.keyboard.press("Tab");
    await expect(ada.page.getByRole("button", { name: "Send Message to Cleo L." })).toBeFocused();
  });

  test("removing a song, unblocking and pausing leave the focus near", async ({ browser }) => {
    const ada = await signUp(browser, "Ada", true);
    const { page } = ada;
    const ben = await signUp(browser, "Ben", false);
    const id = crypto.randomUUID();
    await sendJson(ada, "POST", "/api/playlists", { id, name: "Mondays" });
    for (const title of ["One", "Two"])
      await sendJson(ada, "POST", `/api/playlists/${id}/songs`, { title, artist: "Can" });
    await visit(page, `/playlists/${id}`);
    await openOptions(page, "One");
    await press(page, "Remove One");
    await expect(page.getByText("Song removed").first()).toBeVisible();
    await expect(page.locator("#main")).toBeFocused();

    await sendJson(ada, "POST", "/api/blocks", { targetUserId: ben.id });
    await visit(page, "/settings/blocked");
    await press(page, "Unblock Ben L.");
    await expect(page.getByText("No blocked members")).toBeVisible();
    await expect(page.locator("#main")).toBeFocused();

    await visit(page, "/settings");
    await expectPressedOnce(page, "Pause Account");
    await expect(page.locator(":focus")).toHaveText("Your account is paused.");
    const row = page.getByRole("listitem").filter({ hasText: "Your account is paused." });
    await row.getByRole("button", { name: "Resume" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(":focus")).toHaveText(/^Pausing takes you out/);
  });

  test("a button keeps the focus while its form is sent, and sends it once", async ({ browser }) => {
    const { page } = await signUp(browser, "Ada", true);
    await visit(page, "/settings");
    await expectPressedOnce(page, "Show on My Page");
    await expect(page.getByRole("button", { name: "Hide from My Page" })).toBeFocused();

    await visit(page, "/settings/recovery-codes");
    await expectPressedOnce(page, "Create New Codes");
    await expect(page.getByRole("heading", { name: "Your new codes" })).toBeFocused();

    await visit(page, "/settings/authenticator");
    await expectPressedOnce(page, "Set Up");
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await expectPressedOnce(page, "Turn On");
    await expect(code).toHaveAttribute("aria-invalid", "true");
    const secret = Secret.fromBase32((await page.locator("code").innerText()).replaceAll(" ", ""));
    await code.fill(new TOTP({ secret }).generate());
    await code.press("Enter");
    await expect(page.getByRole("button", { name: "Turn Off" })).toBeVisible();
    await expectPressedOnce(page, "Turn Off");
    await expect(page.getByRole("button", { name: "Set Up" })).toBeVisible();
    await expectFocusInMain(page);

    await visit(page, "/settings/confirm");
    await page.getByLabel("Your password").fill("not mine");
    await expectPressedOnce(page, "Confirm");
    await expect(page.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  });

  test("connecting or disconnecting a service focuses its notice", async ({ browser }) => {
    const { page } = await signUp(browser, "Ada", true);
    await visit(page, "/music-connections");
    await page.getByLabel("Last.fm username").fill("rj");
    await page.keyboard.press("Enter");
    await expect(page.locator(":focus")).toContainText("Connected as RJ");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Import from Last.fm" })).toBeFocused();
    await press(page, "Disconnect Last.fm");
    await expect(page.locator(":focus")).toHaveText("Import your play count and top artists.");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Last.fm username")).toBeFocused();
  });

  test("applying filters on a small screen focuses the filter button", async ({ browser }) => {
    const { page } = await signUp(browser, "Ada", true);
    await page.setViewportSize({ width: 360, height: 640 });
    await visit(page, "/discover");
    await page.getByRole("checkbox", { name: "Filters" }).press("Space");
    await press(page, "Apply Filters");
    await expect(page).toHaveURL(/ageMin=/);
    await expect(page.getByRole("checkbox", { name: "Filters" })).toBeFocused();
  });
});

for (const width of [360, 1280]) {
  test(`the first member on Discover is at most 8 tab stops away, at ${width} px`, async ({
    browser,
    javaScriptEnabled,
  }) => {
    const hasScripts = javaScriptEnabled !== false;
    const [ada, ben] = [await signUp(browser, "Ada", hasScripts), await signUp(browser, "Ben", false)];
    for (const person of [ada, ben]) {
      await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Reykjavík" });
      await setPreferences(person, ["Attic Tapes"], ["Jazz"]);
    }
    const { page } = ada;
    await page.setViewportSize({ width, height: 640 });
    await visit(page, "/discover");
    const isAtPerson = () =>
      page.evaluate(() => document.activeElement?.closest(".discover-grid > li:first-child") !== null);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    let stops = 1;
    while (stops < 8 && !(await isAtPerson())) {
      await page.keyboard.press("Tab");
      stops += 1;
    }
    expect(await isAtPerson(), `after ${stops} stops`).toBe(true);
    // On a large screen the filters come after the cards, on screen and in the tab order.
    const cards = await page.locator(".discover-grid").boundingBox();
    const filters = await page.locator(".filters").boundingBox();
    if (width === 1280) expect(filters?.x).toBeGreaterThan((cards?.x ?? Number.NaN) + (cards?.width ?? 0));
    else expect(filters).toBeNull();
  });
}
