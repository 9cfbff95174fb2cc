// Dialogs are places that cover their page: they open at once, keep the focus, and lose nothing that was typed.
import { expect, type Page } from "@playwright/test";
import { addMember, makeMatch, sendJson, setPreferences, signUp } from "../members";
import { holdRequests, openOptions, openScreen, pressComposing, test, visit } from "../pages";

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

/**
 * Opens a dialog from a screen: its frame is there before its data and has a place of its own, which Back leaves and Forward
 * opens again. What is typed meanwhile is in the field `typedInto`. The focus goes back to its link.
 */
async function expectFrameFirst(page: Page, screen: string, path: string, typedInto?: string) {
  await visit(page, "/help");
  await visit(page, screen);
  const link = page.locator(`a[href="${path}"], a[href^="${path}?"]`).first();
  const held = await holdRequests(page, `**${path}.data*`);
  const frame = page.locator("[role=dialog][aria-busy=true]");
  // Back may come before the frame, too.
  for (const waits of [false, true]) {
    await link.click();
    await held.requested;
    if (waits) await expect(frame).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(screen);
    await expect(frame).toHaveCount(0);
    await expect(page.getByRole("progressbar", { name: "Loading page" })).toHaveCount(0);
  }
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(frame).toContainText("Loading...");
  const title = await frame.getByRole("heading").innerText();
  // What is typed already is for the first field, and presses no button.
  await expect(frame).toBeFocused();
  await page.keyboard.type("My Loww");
  await page.keyboard.press("Backspace");
  await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
  held.release();
  await expect(frame).toHaveCount(0);
  const dialog = page.getByRole("dialog", { name: title, exact: true });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  const field = dialog.getByLabel(typedInto ?? "", { exact: true });
  if (typedInto) {
    await expect(field).toHaveValue("My Low");
    await field.clear();
  }
  await expect(page).toHaveURL(({ pathname, hash }) => pathname === path && !hash);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(({ pathname, search, hash }) => pathname + search === screen && !hash);
  await expect(link).toBeFocused();
}

test("a dialog is there before its data, keeps what is below out of reach, and gives the focus back", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  for (let year = 1990; year < 2005; year++)
    await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: `Year ${year}`, year });
  await expectFrameFirst(page, "/records", "/records/new", "Artist, album or barcode");

  // One that is closed while it loads doesn't open: another screen shows that nothing is under way.
  await openScreen(page, "Playlists");
  const create = page.getByRole("link", { name: "Create Playlist" }).first();
  const held = await holdRequests(page, "**/playlists/new.data*");
  await create.click();
  await expect(page.getByRole("dialog", { name: "Create Playlist" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(create).toBeFocused();
  held.release();
  await page.getByRole("link", { name: "Trivia", exact: true }).first().click();
  await expect(page).toHaveURL("/trivia");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // What is below neither moves nor scrolls, and is out of reach.
  await openScreen(page, "Records");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const link = page.getByRole("link", { name: /^Edit Year/ }).last();
    await link.scrollIntoViewIfNeeded();
    const before = { y: await page.evaluate(() => scrollY), box: await link.boundingBox() };
    await link.click();
    const dialog = page.getByRole("dialog", { name: "Edit Record" });
    await expect(dialog.getByLabel("Artist", { exact: true })).toBeFocused();
    await expect(page.getByRole("main")).toHaveCount(0);
    await page.mouse.move(5, 690);
    await page.mouse.wheel(0, -400);
    expect(await page.evaluate(() => scrollY)).toBe(before.y);
    for (let stops = 0; stops < 20; stops++) {
      await page.keyboard.press("Tab");
      expect(await dialog.locator(":focus").count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    expect(await link.boundingBox()).toEqual(before.box);
    await expect(page.getByRole("main")).toHaveCount(1);
  }

  // In one that is higher than the window, the focus goes round in view, and a press beside it loses nothing.
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto("/records/new");
  const dialog = page.getByRole("dialog", { name: "Add Record" });
  const close = dialog.getByRole("button", { name: "Close" });
  await dialog.getByRole("button", { name: "Save and Add Another" }).focus();
  await page.keyboard.press("Tab");
  await expect(
    dialog.getByRole("link", { name: "Cancel" }).or(close).and(page.locator(":focus")),
  ).toBeInViewport();
  for (let i = 0; i < 3 && !(await close.evaluate((button) => button.matches(":focus"))); i++)
    await page.keyboard.press("Tab");
  await expect(close).toBeFocused();
  await expect(close).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(":focus")).toBeInViewport({ ratio: 1 });

  // It listens to Escape as soon as it is there: React lets the browser take keys between any two of its tasks.
  await visit(page, "/playlists");
  await page.evaluate(() => {
    let now = performance.now();
    performance.now = () => {
      now += 100;
      return now;
    };
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[role=dialog]")) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      document.body.dataset.pressed = "";
    }).observe(document.body, { childList: true });
  });
  await create.click();
  await expect(page.locator("[data-pressed]")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(create).toBeFocused();
  await expect(page).toHaveURL("/playlists");
});

test("Back closes a dialog and opens none again, and nothing that was typed is lost without a question @all", async ({
  browser,
}) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await addMember("Ben")];
  for (const person of [ada, ben]) {
    await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Qaqortoq" });
    await setPreferences(person, ["Broadcast", "Stereolab"], ["Electronic"]);
  }
  const { page } = ada;
  const answers = answerQuestions(page);
  const expectQuestions = (...questions: string[]) => expect.poll(() => answers.questions).toEqual(questions);

  // The reasons on Discover close by Back, by Escape, and by the button of a page that was loaded again.
  await visit(page, "/matches");
  await openScreen(page, "Discover");
  const link = page.getByRole("link", { name: "Why", exact: false }).first();
  const reasons = page.getByRole("dialog", { name: /^Why \d+%\?$/ });
  let loads = 0;
  page.on("request", (request) => {
    if (/\/discover\.data/.test(request.url())) loads++;
  });
  for (const leave of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await link.click();
    await expect(reasons).toBeVisible();
    await leave();
    await expect(reasons).toHaveCount(0);
    await expect(page).toHaveURL("/discover");
    await expect(link).toBeFocused();
  }
  expect(loads).toBe(0);
  // It is there before the reasons are.
  const held = await holdRequests(page, "**/why.data*");
  await link.click();
  await held.requested;
  await expect(reasons).toContainText("Loading...");
  held.release();
  await expect(reasons).toContainText("Artists you share");
  await page.reload();
  await expect(reasons).toBeVisible();
  await reasons.getByRole("button", { name: "Close" }).click();
  await expect(reasons).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/matches");

  // So is the form of a like, without its code and what it is about.
  await sendJson(ben, "PUT", "/api/profile/prompts", { prompts: [{ prompt: "best_show", answer: "Low" }] });
  await visit(page, `/members/${ben.id}`);
  const form = await holdRequests(page, "**/like.data*");
  await page.getByRole("link", { name: "Like this: Best show I ever saw" }).click();
  await form.requested;
  await expect(page.getByRole("dialog", { name: "Like this" })).toContainText("Loading...");
  form.release();
  await expect(page.getByRole("dialog", { name: "Like Ben's answer" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // And a dialog over another screen.
  await makeMatch(ada, ben);
  await visit(page, "/matches");
  const challenge = await holdRequests(page, "**/trivia/new.data*");
  await page.getByRole("link", { name: /^Challenge Ben.* to trivia$/ }).click();
  await challenge.requested;
  const game = page.getByRole("dialog", { name: "Challenge Someone to Trivia!" });
  await expect(game).toContainText("Loading...");
  challenge.release();
  await expect(game.getByRole("combobox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/trivia");

  // Whatever would close a dialog asks before what was typed is lost.
  await openScreen(page, "Playlists");
  const create = page.getByRole("link", { name: "Create Playlist" }).first();
  const dialog = page.getByRole("dialog", { name: "Create Playlist" });
  const name = dialog.getByLabel("Name");
  await create.click();
  await name.fill("Mondays");
  await pressComposing(page, "Escape");
  await expect(name).toHaveValue("Mondays");
  const asked: string[] = [];
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(3, 400),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    asked.push(QUESTION);
    await expectQuestions(...asked);
    await expect(name).toHaveValue("Mondays");
    await expect(page).toHaveURL("/playlists/new");
  }
  answers.leaves = true;
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/playlists");
  answers.leaves = false;

  // Nothing was typed, or what was typed is sent: nobody asks, and Back opens it no more.
  answers.questions.length = 0;
  await create.click();
  await name.fill("Tuesdays");
  await name.fill("");
  await page.mouse.click(3, 400);
  await expect(dialog).toHaveCount(0);
  await create.click();
  await name.fill("Tuesdays");
  await dialog.getByRole("button", { name: "Create Playlist" }).click();
  await expect(page.getByRole("heading", { name: "Tuesdays", level: 1 })).toBeVisible();
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await expect(page).toHaveURL("/playlists");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  // Nor one that asked about what is gone.
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Can", album: "Future Days" });
  await openScreen(page, "Records");
  await openOptions(page, "Future Days");
  await page.getByRole("link", { name: "Delete Future Days" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Record removed").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/records");
  await expect(page.getByText("404 Page Not Found")).toHaveCount(0);
  await expectQuestions();

  // A form that is a page asks as well, but not for a dialog over it, nor once it is saved.
  await visit(page, "/profile?tab=profile");
  const bio = page.getByLabel("Bio");
  await bio.fill("I collect test pressings.");
  await page.getByRole("link", { name: "Music Preferences" }).click();
  await expectQuestions(QUESTION);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expectQuestions(QUESTION, QUESTION);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  await page.getByRole("link", { name: "Change profile photo" }).click();
  await expect(page.getByRole("dialog").getByLabel("Photo", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bio).toHaveValue("I collect test pressings.");
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expectQuestions(QUESTION, QUESTION, "beforeunload");
  await expect(bio).toHaveValue("I collect test pressings.");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated").first()).toBeVisible();
  await page.getByRole("link", { name: "Music Preferences" }).click();
  await expect(page).toHaveURL("/profile?tab=music");
  expect(answers.questions).toHaveLength(3);

  // A refused form still asks; Cancel does not.
  await visit(page, "/profile/anthem");
  await page.getByLabel("Artist").fill("Low");
  await page.getByRole("button", { name: "Save Anthem" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("link", { name: "Records", exact: true }).first().click();
  await expect.poll(() => answers.questions).toHaveLength(4);
  await expect(page.getByLabel("Artist")).toHaveValue("Low");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/profile");
  expect(answers.questions).toHaveLength(4);
});

test("every dialog of a screen is there before its data", { tag: "@all" }, async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { id } = await sendJson(ada, "POST", "/api/playlists", { name: "Kite weather" });
  for (const [screen, path, typedInto] of [
    ["/records", "/records/import"],
    [`/playlists/${id}`, `/playlists/${id}/add`, "Title"],
    ["/trivia", "/trivia/new", "Opponent's user ID"],
    ["/profile?tab=profile", "/profile/photo"],
  ] as const)
    await expectFrameFirst(ada.page, screen, path, typedInto);
});
