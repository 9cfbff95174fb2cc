// Two members play trivia: one with scripts and one without, whichever of them begins.
import { expect } from "@playwright/test";
import type { GameDetail, ShownQuestion } from "../../app/models/trivia";
import { bank } from "../../db/trivia";
import { expectAccessible, expectNoSidewaysScroll, hold, test, visit, watch } from "./pages";
import { matchedTwo, type Person, send, signUp } from "./people";

const rightAnswers = new Map(bank.map(({ question, correctAnswer }) => [question, correctAnswer]));

async function begin(one: Person, other: Person): Promise<GameDetail> {
  return send(one, "POST", "/api/trivia-games", { player2Id: other.id });
}

function pick(round: ShownQuestion | undefined, isRight: boolean): string {
  const right = rightAnswers.get(round?.question ?? "");
  return round?.options.find((option) => (option === right) === isRight) ?? "";
}

/** Answers through the API. */
async function answer(person: Person, game: GameDetail, number: number, isRight: boolean) {
  const round = game.questions[number - 1];
  const sent = { questionId: round?.id, answer: pick(round, isRight) };
  return send(person, "POST", `/api/trivia-games/${game.id}/answer`, sent);
}

/** Answers on the screen, once the round is there; without scripts by way of the frame's link. */
async function answerOnScreen(person: Person, number: number, isRight: boolean) {
  const { page } = person;
  await comeTo(person, `Round ${number} of 5`);
  const question = (await page.locator("legend.question").textContent()) ?? "";
  const right = rightAnswers.get(question) ?? "";
  const options = page.locator("label.option");
  const words = await options.locator(".option-words").allTextContents();
  const place = words.findIndex((option) => (option === right) === isRight);
  await options.nth(place).click();
  await page.getByRole("button", { name: "Submit Answer" }).click();
}

async function comeTo({ page, hasScripts }: Person, words: string) {
  const there = page.locator("main").getByText(words).first();
  const goOn = page.frameLocator("iframe[name=game]").getByRole("link", { name: "Go on" });
  // Without scripts the page is there already, or on its way, or will be when one goes on.
  await expect(async () => {
    if (!hasScripts && (await goOn.isVisible())) await goOn.click({ timeout: 1000 });
    await expect(there).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("a member challenges a match, and they play all rounds, one with scripts and one without", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  const trouble = watch(ada.page, ben.page);
  await visit(ada.page, "/trivia");
  await expect(ada.page).toHaveTitle("Music Trivia · B-Side");
  await expect(ada.page.getByRole("heading", { name: "No Games Yet" })).toBeVisible();
  // From a match's card one comes with the match already chosen.
  await visit(ada.page, "/matches");
  await ada.page.getByRole("link", { name: "Challenge Ben L. to trivia" }).click();
  await expect(ada.page.getByLabel("One of your matches")).toHaveValue(ben.id);
  await visit(ada.page, "/trivia");
  await ada.page.getByRole("link", { name: "New Game" }).click();
  await expect(ada.page.getByText("Challenge Someone to Trivia!")).toBeVisible();
  await expect(ada.page.getByText("The first to answer correctly gets the point.")).toBeVisible();
  await ada.page.getByRole("button", { name: "Create Game" }).click();
  await expect(
    ada.page.locator(".field-error").filter({ hasText: "Opponent user ID is required" }),
  ).toBeVisible();
  await ada.page.getByLabel("One of your matches").selectOption("Ben L.");
  await ada.page.getByRole("button", { name: "Create Game" }).click();
  await expect(ada.page.getByText("Game Created!").first()).toBeVisible();
  await expect(ada.page.getByRole("heading", { name: "Trivia with Ben" })).toBeVisible();
  await expect(ada.page.getByText("Waiting for opponent", { exact: true })).toBeVisible();
  const submit = ada.page.getByRole("button", { name: "Submit Answer" });
  if (javaScriptEnabled) await expect(submit).toBeDisabled();
  await answerOnScreen(ada, 1, true);
  await expect(ada.page.getByRole("heading", { name: "Answer Submitted!" })).toBeVisible();
  await expect(ada.page.getByText("Waiting for your opponent...").first()).toBeVisible();

  await visit(ben.page, "/trivia");
  await ben.page.getByRole("link", { name: /Ada has challenged you/ }).click();
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("In Progress", { exact: true })).toBeVisible();
  await answerOnScreen(ben, 1, true);
  const result = ben.page.getByRole("heading", { name: "The point is Ada's" });
  await expect(result).toBeVisible();
  if (ben.hasScripts) await expect(result).toBeFocused();
  await comeTo(ada, "The point is yours");
  await expect(ada.page.getByText("Correct answer")).toBeVisible();

  for (let number = 2; number <= 5; number++) {
    await answerOnScreen(ben, number, number < 4);
    await answerOnScreen(ada, number, number === 4);
  }
  await expect(ada.page.getByText("Game Complete!")).toBeVisible();
  await expect(ada.page.getByText("It's a draw!")).toBeVisible();
  if (ada.hasScripts) await expect(ada.page.getByRole("heading", { name: "Game Complete!" })).toBeFocused();
  await comeTo(ben, "Game Complete!");
  await expect(ben.page.getByText("Final score: 2 – 2")).toBeVisible();
  expect(trouble).toEqual([]);
});

test("winner and loser are told, by all rounds or by giving up", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled);
  const game = await begin(ada, ben);
  for (let number = 1; number <= 5; number++) {
    await answer(ada, game, number, true);
    await answer(ben, game, number, false);
  }
  await visit(ada.page, `/trivia/${game.id}`);
  await expect(ada.page.getByText("Congratulations! You won!")).toBeVisible();
  await visit(ben.page, `/trivia/${game.id}`);
  await expect(ben.page.getByText("Better luck next time!")).toBeVisible();
  await expect(ben.page.getByText("Final score: 0 – 5")).toBeVisible();
  await visit(ben.page, "/trivia");
  await expect(ben.page.getByRole("link", { name: /Winner: Ada/ })).toBeVisible();

  const next = await begin(ben, ada);
  await answer(ada, next, 1, true);
  await visit(ben.page, `/trivia/${next.id}`);
  await ben.page.getByRole("link", { name: "Resign" }).click();
  await ben.page.getByRole("button", { name: "Resign" }).click();
  await expect(ben.page.getByText("You have resigned.").first()).toBeVisible();
  await visit(ada.page, `/trivia/${next.id}`);
  await expect(ada.page.getByText("Ben has resigned.")).toBeVisible();
});

test("a finished game is played again, and the other may decline", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  const game = await begin(ada, ben);
  for (let number = 1; number <= 5; number++) {
    for (const who of [ada, ben]) await answer(who, game, number, false);
  }
  await visit(ada.page, `/trivia/${game.id}`);
  await visit(ben.page, `/trivia/${game.id}`);
  await ben.page.getByRole("button", { name: "Rematch" }).click();
  await expect(ben.page.getByText("Game Created!").first()).toBeVisible();
  await expect(ben.page.getByText("Round 1 of 5")).toBeVisible();
  await ada.page.reload();
  await ada.page.getByRole("link", { name: "Go to the rematch" }).click();
  await expect(ada.page.getByRole("heading", { name: "Do you accept?" })).toBeVisible();
  await ada.page.getByRole("link", { name: "Decline" }).click();
  await ada.page.getByRole("button", { name: "Decline" }).click();
  await expect(ada.page.getByText("Challenge declined").first()).toBeVisible();
  await expect(ada.page.getByRole("link", { name: /You have declined/ })).toBeVisible();
});

test("what the other does shows at once, and a choice that is being made stays", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled, false);
  const game = await begin(ada, ben);
  const { page } = ada;
  await visit(page, `/trivia/${game.id}`);
  const standing = javaScriptEnabled
    ? page.locator(".game-standing")
    : page.frameLocator("iframe[name=game]");
  await page.locator("label.option").nth(2).click();
  await answer(ben, game, 1, true);
  await expect(standing.getByText("Ben has answered: your move")).toBeVisible();
  await expect(page.locator("label.option input").nth(2)).toBeChecked();
});

test("where no stream can be opened, moves are asked for every three seconds", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "polling needs scripts");
  const { ada, ben } = await matchedTwo(browser, true, false);
  const game = await begin(ada, ben);
  await ada.page.addInitScript("delete window.EventSource");
  await visit(ada.page, `/trivia/${game.id}`);
  await answer(ben, game, 1, true);
  await expect(ada.page.getByText("Ben has answered: your move")).toBeVisible();
});

test("an answer shows before it is saved, and one that is refused is said beside the answers", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const { ada, ben } = await matchedTwo(browser, true, false);
  const game = await begin(ada, ben);
  const { page } = ada;
  await visit(page, `/trivia/${game.id}`);
  const sending = `**/trivia/${game.id}.data*`;
  await page.route(sending, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const option = page.locator("label.option").nth(1);
  await option.click();
  await page.getByRole("button", { name: "Submit Answer" }).click();
  await expect(page.locator(".field-error")).toContainText("There is no connection.");
  await expect(option.locator("input")).toBeChecked();
  await page.unroute(sending);
  const { release } = await hold(page, sending, "POST");
  await page.getByRole("button", { name: "Submit Answer" }).click();
  await expect(page.getByRole("heading", { name: "Answer Submitted!" })).toBeFocused();
  // Meanwhile the game ends: the answer cannot be taken, and the page says what is so.
  await send(ben, "POST", `/api/trivia-games/${game.id}/answer`, {
    questionId: game.questions[0]?.id,
    answer: pick(game.questions[0], true),
  });
  const over = await ben.context.request.post(`/trivia/${game.id}/resign`, {
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
    form: {},
  });
  expect(over.ok()).toBe(true);
  release();
  await expect(page.getByText("Game Complete!")).toBeVisible();
  await expect(page.getByText("Ben has resigned.")).toBeVisible();
});

test("an unknown opponent and oneself are refused in words, and what was typed stays", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", javaScriptEnabled);
  const refusals = [
    ["12345", "Nobody with this user ID can be challenged"],
    [ada.id, "You cannot challenge yourself"],
    ["<img src=x onerror=alert(1)>", "A user ID is a number"],
  ] as const;
  const trouble = watch(page);
  await visit(page, "/trivia/new");
  if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByText(`Yours is ${ada.id}.`)).toBeVisible();
  for (const [typed, says] of refusals) {
    await page.getByLabel("Opponent's user ID").fill(typed);
    await page.getByRole("button", { name: "Create Game" }).click();
    await expect(page.locator(".field-error").filter({ hasText: says })).toBeVisible();
    await expect(page.getByLabel("Opponent's user ID")).toHaveValue(typed);
  }
  expect(trouble).toEqual([]);
});

test("every question and answer of the bank fits a narrow screen", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  const game = await begin(ada, ben);
  for (const who of [ada, ben]) await answer(who, game, 1, who === ada);
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await visit(ada.page, `/trivia/${game.id}`);
  // What is drawn is chance, so each is put in the place of those that were.
  const tooWide = await ada.page.evaluate(
    (questions) => {
      const root = document.documentElement;
      const isTooWideIn = (place: string) => {
        const texts = [...document.querySelectorAll(place)].map(({ firstChild }) => firstChild);
        if (texts.length === 0) throw new Error(`Nothing at ${place}`);
        return (words: string) => {
          const drawn = texts.map((text) => text?.textContent ?? "");
          for (const text of texts) if (text) text.textContent = words;
          const isTooWide = root.scrollWidth > root.clientWidth;
          for (const [at, text] of texts.entries()) if (text) text.textContent = drawn[at] ?? "";
          return isTooWide;
        };
      };
      const asked = isTooWideIn("legend.question");
      const offered = isTooWideIn(".option-words");
      const told = isTooWideIn(".given-words");
      return questions.flatMap(({ question, correctAnswer, others }) => [
        ...[question].filter(asked),
        ...[correctAnswer, ...others].filter((words) => offered(words) || told(words)),
      ]);
    },
    bank.map(({ question, correctAnswer, others }) => ({ question, correctAnswer, others })),
  );
  expect(tooWide).toEqual([]);
});

test("trivia fits narrow screens and axe finds nothing", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedTwo(browser, javaScriptEnabled, !javaScriptEnabled);
  const [open, over] = [await begin(ada, ben), await begin(ben, ada)];
  for (const who of [ada, ben]) await answer(who, open, 1, true);
  for (let number = 1; number <= 5; number++) {
    for (const who of [ada, ben]) await answer(who, over, number, who === ada);
  }
  const waiting = await begin(ada, ben);
  await answer(ada, waiting, 1, false);
  const challenged = await begin(ben, ada);
  await ada.page.setViewportSize({ width: 320, height: 640 });
  const inDialogs = ["/trivia/new", `/trivia/${open.id}/resign`];
  const games = [open, over, waiting, challenged].map(({ id }) => `/trivia/${id}`);
  for (const path of ["/trivia", ...games, ...inDialogs, `/trivia/${open.id}/frame?still`]) {
    await visit(ada.page, path);
    if (javaScriptEnabled && inDialogs.includes(path))
      await expect(ada.page.getByRole("dialog")).toBeVisible();
    await expectNoSidewaysScroll(ada.page);
    if (javaScriptEnabled) await expectAccessible(ada.page);
  }
});
