// The focus after a form is sent stays with what it was about, and a form that is under way is sent once.
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { addMember, matchWithMember, sendJson, setPreferences, signUp } from "../members";
import { expectFocusInMain, expectPressedOnce } from "../page-checks";
import { openOptions, openScreen, test, visit } from "../pages";
import { keepWaiting } from "./filled-site";

/** Presses Enter on a button that has the focus. */
async function press(page: Page, name: string | RegExp) {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

test("a form gives the focus to what comes next, stays near what is gone, and is sent once", async ({
  browser,
}) => {
  const { ada, ben } = await matchWithMember(browser);
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  for (const person of [ada, dan]) {
    await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Qaanaaq" });
    await setPreferences(person, ["Attic Tapes"], ["Jazz"]);
  }
  const { page } = ada;
  const focused = page.locator(":focus");

  // The first member on Discover is at most eight tab stops away, and filters come after the cards.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 640 });
    await visit(page, "/discover");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    const person = page.locator(".discover-grid > li:first-child :focus");
    for (let stops = 1; stops < 8 && !(await person.count()); stops++) await page.keyboard.press("Tab");
    expect(await person.count(), `at ${width} px`).toBe(1);
    if (width === 1280) {
      const cards = await page.locator(".discover-grid").boundingBox();
      const filters = await page.locator(".filters").boundingBox();
      expect(filters?.x).toBeGreaterThan((cards?.x ?? 0) + (cards?.width ?? 0));
    }
  }
  await page.getByRole("checkbox", { name: "Filters" }).press("Space");
  await press(page, "Apply Filters");
  await expect(page).toHaveURL(/ageMin=/);
  await expect(page.getByRole("checkbox", { name: "Filters" })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  // What a decision, a conversation or a game leads to.
  await visit(page, `/members/${cleo.id}`);
  await press(page, "Like");
  await expect(focused).toContainText("You liked Cleo L.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Undo / })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send Message to Cleo L." })).toBeFocused();
  await openScreen(page, "Matches");
  await press(page, "Start Conversation with Ben L.");
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  // From the list the field is two stops away, however much was said.
  await visit(page, "/messages");
  await page
    .getByRole("navigation", { name: "Conversations" })
    .getByRole("link", { name: /^Ben/ })
    .press("Enter");
  await expect(page.locator("#screen-title")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to message field" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await visit(page, `/trivia/new?with=${ben.id}`);
  await press(page, "Create Game");
  await expect(page.locator("fieldset#question")).toBeFocused();
  await page.keyboard.press("Tab");
  // Some questions play a clip before their answers.
  await expect(page.locator("fieldset#question").locator("input:focus, button:focus")).toBeVisible();

  // A saved form keeps it.
  await visit(page, "/profile?tab=profile");
  await press(page, "Save Profile");
  await expect(page.getByText("Profile updated").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Profile" })).toBeFocused();

  // What was pressed is gone.
  const id = crypto.randomUUID();
  await sendJson(ada, "POST", "/api/playlists", { id, name: "Mondays" });
  for (const title of ["One", "Two"])
    await sendJson(ada, "POST", `/api/playlists/${id}/songs`, { title, artist: "Can" });
  await visit(page, `/playlists/${id}`);
  await openOptions(page, "One");
  await press(page, "Remove One");
  await expect(page.getByText("Song removed").first()).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await sendJson(ada, "POST", "/api/blocks", { targetUserId: cleo.id });
  await visit(page, "/settings/blocked");
  await press(page, "Unblock Cleo L.");
  await expect(page.getByText("No blocked members")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await visit(page, "/music-connections");
  await page.getByLabel("Last.fm username").fill("rj");
  await page.keyboard.press("Enter");
  await expect(focused).toContainText("Connected as RJ");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Import from Last.fm" })).toBeFocused();
  await press(page, "Disconnect Last.fm");
  await expect(focused).toHaveText("Import your top artists and play count.");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Last.fm username")).toBeFocused();

  // A button keeps it while its form is sent, and sends it once.
  await visit(page, "/settings");
  await expectPressedOnce(page, "Pause Account");
  await expect(focused).toHaveText("Your account is paused.");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Your account is paused." })
    .getByRole("button", { name: "Resume" })
    .press("Enter");
  await expect(focused).toHaveText(/^Pausing takes you out/);
  await expectPressedOnce(page, "Show on My Page");
  await expect(page.getByRole("button", { name: "Hide from My Page" })).toBeFocused();
});

test("the forms of music, of Discover's question and of signing in keep the focus near, and are sent once", {
  tag: "@all",
}, async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  await setPreferences(ada, ["Attic Tapes"], ["Jazz"]);
  const { page } = ada;
  await visit(page, "/profile?tab=music");
  await press(page, "Save Music Preferences");
  await expect(page.getByText("Music preferences updated").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Music Preferences" })).toBeFocused();

  await keepWaiting(ada);
  await visit(page, "/discover");
  await press(page, "Not Now");
  await expect(page.getByRole("heading", { name: /waiting to hear from you$/ })).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();

  await visit(page, "/settings/recovery-codes");
  await expectPressedOnce(page, "Create New Codes");
  await expect(page.getByRole("heading", { name: "Your new codes" })).toBeFocused();
  await visit(page, "/settings/authenticator");
  await expectPressedOnce(page, "Set Up");
  const code = page.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await expectPressedOnce(page, "Turn On");
  await expect(code).toHaveAttribute("aria-invalid", "true");
  // Until the page is loaded again the form is still being sent, and takes nothing else.
  await expect(page.getByRole("button", { name: "Turn On" })).not.toHaveAttribute("aria-disabled", "true");
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
