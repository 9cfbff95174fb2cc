// Dialogs are places: Back closes them, and nothing that was typed is lost without a question.
import { expect, type Page } from "@playwright/test";
import { sendJson, setPreferences, signUp } from "../members";
import { test, visit } from "../pages";

const QUESTION = "Leave without saving what you typed?";

/** Answers the questions of the page, and lists them. */
function answerQuestions(page: Page) {
  const questions: string[] = [];
  const answers = { questions, leaves: false };
  page.on("dialog", async (dialog) => {
    questions.push(dialog.type() === "confirm" ? dialog.message() : dialog.type());
    await (answers.leaves ? dialog.accept() : dialog.dismiss());
  });
  return answers;
}

test("Back closes the reasons on Discover, and so do Escape and a reloaded page's close button", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the reasons are a page");
  const ada = await signUp(browser, "Ada", true);
  const ben = await signUp(browser, "Ben", true);
  for (const person of [ada, ben]) {
    await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Qaqortoq" });
    await setPreferences(person, ["Broadcast", "Stereolab"], ["Electronic"]);
  }
  const { page } = ada;
  await visit(page, "/matches");
  await visit(page, "/discover");
  const link = page.getByRole("link", { name: "Why", exact: false }).first();
  const dialog = page.getByRole("dialog", { name: /^Why \d+%\?$/ });
  await link.click();
  await expect(dialog).toBeVisible();
  let loads = 0;
  page.on("request", (request) => {
    if (/\/discover\.data/.test(request.url())) loads++;
  });
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/discover");
  await expect(link).toBeFocused();
  expect(loads).toBe(0);

  await link.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/discover");

  await link.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/discover");
  await page.goBack();
  await expect(page).toHaveURL("/matches");
});

test("Escape, a press beside a dialog, its close button and Back ask before they lose what was typed", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser keeps it in its history");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/playlists");
  await page.getByRole("link", { name: "Create Playlist" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create Playlist" });
  const name = dialog.getByLabel("Name");
  await name.fill("Mondays");
  const answers = answerQuestions(page);
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(3, 400),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.evaluate(() => history.back()),
  ];
  for (const [index, leave] of ways.entries()) {
    await leave();
    await expect.poll(() => answers.questions).toEqual(Array(index + 1).fill(QUESTION));
    await expect(name).toHaveValue("Mondays");
    await expect(page).toHaveURL("/playlists/new");
  }
  answers.leaves = true;
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/playlists");

  // Nothing was typed, or what was typed is sent.
  const asked = answers.questions.length;
  await page.getByRole("link", { name: "Create Playlist" }).first().click();
  await name.fill("Tuesdays");
  await name.fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Create Playlist" }).first().click();
  await name.fill("Tuesdays");
  await dialog.getByRole("button", { name: "Create Playlist" }).click();
  await expect(page.getByText("Playlist created").first()).toBeVisible();
  await visit(page, "/records");
  expect(answers.questions).toHaveLength(asked);
});

test("a bio that isn't saved is not lost without a question", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser keeps it in its history");
  const ada = await signUp(browser, "Ada", true);
  await sendJson(ada, "PATCH", "/api/profile", { age: 30, location: "Qaqortoq" });
  const { page } = ada;
  await visit(page, "/records");
  await visit(page, "/profile?tab=profile");
  const answers = answerQuestions(page);
  const bio = page.getByLabel("Bio");
  await bio.fill("I collect test pressings.");
  await page.getByRole("link", { name: "Music Preferences" }).click();
  await expect.poll(() => answers.questions).toEqual([QUESTION]);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(() => answers.questions).toEqual([QUESTION, QUESTION]);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  // A dialog over the page keeps it.
  await page.evaluate(() => window.__remixRouter.navigate("/profile/photo"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bio).toHaveValue("I collect test pressings.");
  expect(answers.questions).toHaveLength(2);
  await page.reload({ timeout: 3000 }).catch(() => undefined);
  await expect.poll(() => answers.questions).toEqual([QUESTION, QUESTION, "beforeunload"]);
  await expect(bio).toHaveValue("I collect test pressings.");

  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated").first()).toBeVisible();
  await page.getByRole("link", { name: "Music Preferences" }).click();
  await expect(page).toHaveURL("/profile?tab=music");
  expect(answers.questions).toHaveLength(3);
});

test("a refused form still asks, and Cancel does not", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser keeps it in its history");
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/profile/anthem");
  const answers = answerQuestions(page);
  await page.getByLabel("Artist").fill("Low");
  await page.getByRole("button", { name: "Save Anthem" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect.poll(() => answers.questions).toEqual([QUESTION]);
  await expect(page.getByLabel("Artist")).toHaveValue("Low");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/profile?tab=profile");
  expect(answers.questions).toHaveLength(1);
});
