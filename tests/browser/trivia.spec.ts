// Two members play trivia, one with scripts and one without, whoever starts.
import { expect } from "@playwright/test";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import { matchedPair, type Person, sendJson, signUp } from "./members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "./page-checks";
import { holdRequests, test, visit, visitDialog } from "./pages";

const rightAnswers = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));

async function begin(one: Person, other: Person): Promise<GameDetail> {
  return sendJson(one, "POST", "/api/trivia-games", { player2Id: other.id });
}

function pick(round: QuestionDto | undefined, isRight: boolean): string {
  const right = rightAnswers.get(round?.question ?? "");
  return round?.options.find((option) => (option === right) === isRight) ?? "";
}

/** Answers through the API. */
async function answer(person: Person, game: GameDetail, number: number, isRight: boolean) {
  const now: GameDetail = await (await person.context.request.get(`/api/trivia-games/${game.id}`)).json();
  const round = now.questions[number - 1];
  const sent = { questionId: round?.id, answer: pick(round, isRight) };
  return sendJson(person, "POST", `/api/trivia-games/${game.id}/answer`, sent);
}

/** Answers on the screen once the round shows; without scripts after following the frame's link. */
async function answerOnScreen(person: Person, number: number, isRight: boolean) {
  const { page } = person;
  await comeTo(person, `Round ${number} of 5`);
  const question = (await page.locator("legend.question").textContent()) ?? "";
  const right = rightAnswers.get(question) ?? "";
  const options = page.locator("label.option");
  const words = await options.locator(".option-text").allTextContents();
  const place = words.findIndex((option) => (option === right) === isRight);
  await options.nth(place).click();
  await page.getByRole("button", { name: "Submit Answer" }).click();
}

async function comeTo({ page, hasScripts }: Person, words: string) {
  const there = page.locator("main").getByText(words).first();
  const goOn = page.frameLocator("iframe[name=game]").getByRole("link", { name: "Continue" });
  // Without scripts the page may be loaded, loading, or behind the frame's link.
  await expect(async () => {
    if (!hasScripts && (await goOn.isVisible())) await goOn.click({ timeout: 1000 });
    await expect(there).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("a member challenges a match and they play all rounds, one with JavaScript and one without", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled, !javaScriptEnabled);
  const failure = collectErrors(ada.page, ben.page);
  await visit(ada.page, "/trivia");
  await expect(ada.page).toHaveTitle("Music Trivia · B-Side");
  await expect(ada.page.getByRole("heading", { name: "No Games Yet" })).toBeVisible();
  // The link on a match's card preselects the match.
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
  const waiting = ada.page.getByText("Waiting for your opponent...").locator("visible=true");
  const status = ada.page.frameLocator("iframe[name=game]").getByRole("status");
  if (javaScriptEnabled) await expect(waiting.first()).toBeVisible();
  else await expect(status).toHaveText("Waiting for Ben");

  await visit(ben.page, "/trivia");
  await ben.page.getByRole("link", { name: /Ada challenged you/ }).click();
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("In Progress", { exact: true })).toBeVisible();
  if (ben.hasScripts) await expect(ben.page.locator("#question")).toBeFocused();
  await answerOnScreen(ben, 1, true);
  const result = ben.page.getByRole("heading", { name: "Ada's point" });
  await expect(result).toBeVisible();
  if (ben.hasScripts) await expect(result).toBeFocused();
  if (!javaScriptEnabled) {
    await expect(status).toHaveText("Your move");
    await expect(waiting).toHaveCount(0);
  }
  await comeTo(ada, "Your point");
  await expect(ada.page.getByText("Correct answer:")).toBeVisible();

  for (let number = 2; number <= 5; number++) {
    await answerOnScreen(ben, number, number < 4);
    await answerOnScreen(ada, number, number === 4);
  }
  await expect(ada.page.getByText("Game Complete!")).toBeVisible();
  await expect(ada.page.getByText("It's a draw!")).toBeVisible();
  if (ada.hasScripts) await expect(ada.page.getByRole("heading", { name: "Game Complete!" })).toBeFocused();
  await comeTo(ben, "Game Complete!");
  await expect(ben.page.getByText("Final score: 2 – 2")).toBeVisible();
  expect(failure).toEqual([]);
});

test("winner and loser see the result, after all rounds or a resignation", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
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
  await expect(ben.page.getByRole("link", { name: /Ada won/ })).toBeVisible();

  const next = await begin(ben, ada);
  await answer(ada, next, 1, true);
  await visit(ben.page, `/trivia/${next.id}`);
  await ben.page.getByRole("link", { name: "Resign" }).click();
  await ben.page.getByRole("button", { name: "Resign" }).click();
  await expect(ben.page.getByText("You resigned.").first()).toBeVisible();
  await visit(ada.page, `/trivia/${next.id}`);
  await expect(ada.page.getByText("Ben resigned.")).toBeVisible();
});

test("the question whether to resign gives way to the result when the opponent resigns first", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled);
  const game = await begin(ada, ben);
  await answer(ada, game, 1, true);
  await answer(ben, game, 1, false);
  await visit(ada.page, `/trivia/${game.id}/resign`);
  await expect(ada.page.getByRole("button", { name: "Resign" })).toBeVisible();
  await visit(ben.page, `/trivia/${game.id}/resign`);
  await ben.page.getByRole("button", { name: "Resign" }).click();
  await expect(ben.page).toHaveURL(`/trivia/${game.id}`);
  if (!javaScriptEnabled) await visit(ada.page, `/trivia/${game.id}/resign`);
  await expect(ada.page).toHaveURL(`/trivia/${game.id}`);
  await expect(ada.page.getByText("You won!")).toBeVisible();
});

test("a finished game has a rematch, which the opponent can decline", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled, !javaScriptEnabled);
  const game = await begin(ada, ben);
  for (let number = 1; number <= 5; number++) {
    for (const who of [ada, ben]) await answer(who, game, number, false);
  }
  await visit(ada.page, `/trivia/${game.id}`);
  await visit(ben.page, `/trivia/${game.id}`);
  await ben.page.getByRole("button", { name: "Rematch" }).click();
  await expect(ben.page.getByText("Game Created!").first()).toBeVisible();
  await expect(ben.page.getByText("Round 1 of 5")).toBeVisible();
  if (ben.hasScripts) await expect(ben.page.locator("#question")).toBeFocused();
  await ada.page.reload();
  await ada.page.getByRole("link", { name: "Go to rematch" }).click();
  await expect(ada.page.getByRole("heading", { name: "Do you accept?" })).toBeVisible();
  await ada.page.getByRole("link", { name: "Decline" }).click();
  await ada.page.getByRole("button", { name: "Decline" }).click();
  await expect(ada.page.getByText("Challenge declined").first()).toBeVisible();
  await expect(ada.page.getByRole("link", { name: /You declined/ })).toBeVisible();
});

test("the opponent's moves show at once, and an unsent choice stays selected", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled, false);
  const game = await begin(ada, ben);
  const { page } = ada;
  await visit(page, `/trivia/${game.id}`);
  const standing = javaScriptEnabled ? page.locator("main") : page.frameLocator("iframe[name=game]");
  await page.locator("label.option").nth(2).click();
  await answer(ben, game, 1, true);
  await expect(standing.getByText("Ben answered. Your move.")).toBeVisible();
  await expect(page.locator("label.option input").nth(2)).toBeChecked();
});

for (const [width, height] of [
  [360, 740],
  [1280, 720],
] as const) {
  test(`after a round, the score and the next question are in view at ${width} x ${height}`, async ({
    browser,
    javaScriptEnabled,
  }) => {
    const { ada, ben } = await matchedPair(browser, javaScriptEnabled, false);
    const game = await begin(ada, ben);
    await ada.page.setViewportSize({ width, height });
    await visit(ada.page, `/trivia/${game.id}`);
    await answer(ben, game, 1, true);
    await answerOnScreen(ada, 1, true);
    await expect(ada.page.getByRole("heading", { name: "Ben's point" })).toBeVisible();
    await expect(ada.page.getByRole("region", { name: "Score" })).toBeInViewport({ ratio: 1 });
    const question = await ada.page.locator("legend.question").boundingBox();
    const bar = await ada.page.locator(".bottom-bar").boundingBox();
    expect(question && question.y + question.height).toBeLessThan(bar?.y ?? height);
    await ada.page.getByText("Correct answer:").click();
    await expect(
      ada.page.getByRole("region", { name: "Round 1" }).getByText("Ben", { exact: true }),
    ).toBeVisible();
  });
}

test("without a stream, the game polls every three seconds", async ({ browser, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "polling needs scripts");
  const { ada, ben } = await matchedPair(browser, true, false);
  const game = await begin(ada, ben);
  await ada.page.addInitScript("delete window.EventSource");
  await visit(ada.page, `/trivia/${game.id}`);
  await answer(ben, game, 1, true);
  await expect(ada.page.getByText("Ben answered. Your move.")).toBeVisible();
});

test("an answer shows before it is saved, and a refusal is shown beside the answers", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "optimism needs scripts");
  const { ada, ben } = await matchedPair(browser, true, false);
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
  await expect(page.locator(".field-error")).toContainText("No connection.");
  await expect(option.locator("input")).toBeChecked();
  await page.unroute(sending);
  const { release } = await holdRequests(page, sending, "POST");
  await page.getByRole("button", { name: "Submit Answer" }).click();
  await expect(page.getByRole("heading", { name: "Answer Submitted!" })).toBeFocused();
  // The game ends meanwhile, so the answer is refused and the page shows the result.
  await sendJson(ben, "POST", `/api/trivia-games/${game.id}/answer`, {
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
  await expect(page.getByText("Ben resigned.")).toBeVisible();
});

test("an unknown opponent and the member's own ID are refused with a message, and the input stays", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, ...ada } = await signUp(browser, "Ada", javaScriptEnabled);
  const refusals = [
    ["12345", "You can't challenge anyone with this user ID"],
    [ada.id, "You can't challenge yourself"],
    ["<img src=x onerror=alert(1)>", "A user ID is a number"],
  ] as const;
  const failure = collectErrors(page);
  await visitDialog(page, "/trivia/new");
  await expect(page.getByText(`Yours is ${ada.id}.`)).toBeVisible();
  for (const [typed, message] of refusals) {
    await page.getByLabel("Opponent's user ID").fill(typed);
    await page.getByRole("button", { name: "Create Game" }).click();
    await expect(page.locator(".field-error").filter({ hasText: message })).toBeVisible();
    await expect(page.getByLabel("Opponent's user ID")).toHaveValue(typed);
  }
  expect(failure).toEqual([]);
});

test("every question and answer of the bank fits a narrow screen", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled, !javaScriptEnabled);
  const game = await begin(ada, ben);
  for (const who of [ada, ben]) await answer(who, game, 1, who === ada);
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await visit(ada.page, `/trivia/${game.id}`);
  // Dealing is random, so each question replaces the dealt ones in turn.
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
      const isOptionTooWide = isTooWideIn(".option-text");
      const isAnswerTooWide = isTooWideIn(".answer dd > .min-w-0");
      return questions.flatMap(({ question, correctAnswer, others }) => [
        ...[question].filter(asked),
        ...[correctAnswer, ...others].filter((words) => isOptionTooWide(words) || isAnswerTooWide(words)),
      ]);
    },
    questionBank.map(({ question, correctAnswer, others }) => ({ question, correctAnswer, others })),
  );
  expect(tooWide).toEqual([]);
});

test("trivia fits narrow screens, and axe finds no violations", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await matchedPair(browser, javaScriptEnabled, !javaScriptEnabled);
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
    await expectNoHorizontalScroll(ada.page);
    if (javaScriptEnabled) await expectAccessible(ada.page);
  }
});

test("an answer that came too late says nothing about the next question", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, "with scripts the other tab goes on by itself");
  const { ada, ben } = await matchedPair(browser, false);
  const game = await begin(ada, ben);
  await visit(ada.page, `/trivia/${game.id}`);
  await comeTo(ada, "Round 1 of 5");
  await answer(ada, game, 1, true);
  await answer(ben, game, 1, false);
  await ada.page.locator("label.option").first().click();
  await ada.page.getByRole("button", { name: "Submit Answer" }).click();
  await comeTo(ada, "Round 2 of 5");
  await expect(ada.page.getByRole("button", { name: "Submit Answer" })).toBeVisible();
  await expect(ada.page.getByText("You have already answered this question.")).toHaveCount(0);
});
