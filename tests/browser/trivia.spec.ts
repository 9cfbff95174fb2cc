// Two members play trivia: moves that show at once, the focus, answers shown before they are saved, and the frame without
// scripts.
import { expect, type Page } from "@playwright/test";
import { asksForSong } from "~/models/trivia/clip.server";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import {
  type Member,
  matchedPair,
  matchWithMember,
  type Person,
  sendForm,
  sendJson,
  signUp,
} from "./members";
import { collectErrors } from "./page-checks";
import { holdRequests, test, visit } from "./pages";

const rightAnswers = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));

async function begin(one: Member, other: Member): Promise<GameDetail> {
  return sendJson(one, "POST", "/api/trivia-games", { player2Id: other.id });
}

function pick(round: QuestionDto | undefined, isRight: boolean): string {
  const right = rightAnswers.get(round?.question ?? "");
  return round?.options.find((option) => (option === right) === isRight) ?? "";
}

/** Answers the current round through the API. */
async function answer(person: Member, game: GameDetail, isRight: boolean) {
  const now: GameDetail = await sendJson(person, "GET", `/api/trivia-games/${game.id}`, undefined);
  const round = now.questions.at(-1);
  const sent = { questionId: round?.id, answer: pick(round, isRight) };
  return sendJson(person, "POST", `/api/trivia-games/${game.id}/answer`, sent);
}

/** Answers on the screen once the round shows. */
async function answerOnScreen({ page }: Person, number: number, isRight: boolean) {
  await expect(page.locator("main").getByText(`Round ${number} of 5`).first()).toBeVisible();
  const question = (await page.locator("#question legend").textContent()) ?? "";
  const right = rightAnswers.get(question) ?? "";
  const options = page.locator("#question label");
  const words = await options.locator("span > span + span").allTextContents();
  await options.nth(words.findIndex((option) => (option === right) === isRight)).click();
  await page.getByRole("button", { name: "Submit Answer" }).click();
}

/** The texts of the bank that would be too wide for the screen of a game in its second round. */
function findTooWide(page: Page) {
  // Dealing is random, so each question replaces the dealt ones in turn.
  return page.evaluate(
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
      const asked = isTooWideIn("#question legend");
      const isOptionTooWide = isTooWideIn("#question label span > span + span");
      const isAnswerTooWide = isTooWideIn(".answer dd > .min-w-0");
      return questions.flatMap(({ question, correctAnswer, others }) => [
        ...[question].filter(asked),
        ...[correctAnswer, ...others].filter((words) => isOptionTooWide(words) || isAnswerTooWide(words)),
      ]);
    },
    questionBank.map(({ question, correctAnswer, others }) => ({ question, correctAnswer, others })),
  );
}

test("a member challenges a match and they play all rounds, each move showing at the other's with the focus on what is next", async ({
  browser,
}) => {
  const { ada, ben } = await matchedPair(browser, true);
  const failure = collectErrors(ada.page, ben.page);
  await visit(ada.page, `/trivia/new?with=${ben.id}`);
  await ada.page.getByLabel("One of your matches").selectOption("Ben L.");
  await ada.page.getByRole("button", { name: "Create Game" }).click();
  await expect(ada.page.getByText("Game Created!").first()).toBeVisible();
  await expect(ada.page.getByRole("button", { name: "Submit Answer" })).toBeDisabled();
  await answerOnScreen(ada, 1, true);
  await expect(ada.page.getByRole("heading", { name: "Answer Submitted!" })).toBeVisible();
  await expect(
    ada.page.getByText("Waiting for your opponent...").locator("visible=true").first(),
  ).toBeVisible();

  await ben.page.setViewportSize({ width: 360, height: 740 });
  await visit(ben.page, "/trivia");
  await ben.page.getByRole("link", { name: /Ada challenged you/ }).click();
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByText("Ada answered. Your move.", { exact: true })).toBeVisible();
  await expect(ben.page.locator("#question")).toBeFocused();
  // The result comes with the next question, its answers and the button in view, and the score below them.
  const { requested, release } = await holdRequests(ben.page, `**${new URL(ben.page.url()).pathname}.data*`);
  await answerOnScreen(ben, 1, true);
  await requested;
  release();
  const result = ben.page.getByRole("heading", { name: "Ada's point" });
  await expect(result).toBeFocused();
  await expect(result).toBeInViewport({ ratio: 1 });
  const submit = await ben.page.getByRole("button", { name: "Submit Answer" }).boundingBox();
  const bar = await ben.page.locator(".bottom-bar").boundingBox();
  expect(submit && submit.y + submit.height).toBeLessThan(bar?.y ?? 740);
  await ben.page.getByText("Correct answer:").click();
  await expect(
    ben.page.getByRole("region", { name: "Round 1" }).getByText("Ada", { exact: true }),
  ).toBeVisible();
  await ben.page.setViewportSize({ width: 320, height: 640 });
  expect(await findTooWide(ben.page)).toEqual([]);

  await expect(ada.page.getByRole("heading", { name: "Your point" })).toBeVisible();
  for (let number = 2; number <= 5; number++) {
    await answerOnScreen(ben, number, number < 4);
    await answerOnScreen(ada, number, number === 4);
  }
  await expect(ada.page.getByRole("heading", { name: "Game Complete!" })).toBeFocused();
  await expect(ada.page.getByText("It's a draw!")).toBeVisible();
  await expect(ben.page.getByText("Final score: 2 – 2")).toBeVisible();

  await ben.page.getByRole("button", { name: "Rematch" }).click();
  await expect(ben.page.getByText("Round 1 of 5")).toBeVisible();
  await expect(ben.page.locator("#question")).toBeFocused();
  await ada.page.getByRole("link", { name: "Go to rematch" }).click();
  await expect(ada.page.getByRole("heading", { name: "Do you accept?" })).toBeVisible();
  expect(failure).toEqual([]);
});

test("an answer shows before it is saved and a refusal beside the answers, and a game without a stream polls @all", async ({
  browser,
}) => {
  const { ada, ben } = await matchWithMember(browser);
  const game = await begin(ada, ben);
  const { page } = ada;
  await page.addInitScript("delete window.EventSource");
  await visit(page, `/trivia/${game.id}`);
  // The opponent's move shows, and an unsent choice stays selected.
  const option = page.locator("#question label").nth(1);
  await option.click();
  await answer(ben, game, true);
  await expect(page.getByText("Ben answered. Your move.")).toBeVisible();
  await expect(option.locator("input")).toBeChecked();

  const sending = `**/trivia/${game.id}.data*`;
  await page.route(sending, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const submit = page.getByRole("button", { name: "Submit Answer" });
  await submit.click();
  await expect(page.locator(".field-error")).toContainText("No connection.");
  await expect(option.locator("input")).toBeChecked();
  await page.unroute(sending);
  const { release } = await holdRequests(page, sending, "POST");
  await submit.click();
  await expect(page.getByRole("heading", { name: "Answer Submitted!" })).toBeFocused();
  // The game ends meanwhile, so the answer is refused and the page shows the result.
  const resign = ({ id }: GameDetail) => sendForm(ben, `/trivia/${id}/resign`);
  await resign(game);
  release();
  await expect(page.getByText("Game Complete!")).toBeVisible();
  await expect(page.getByText("Ben resigned.")).toBeVisible();

  // The question whether to resign gives way to the result when the opponent resigns first.
  const next = await begin(ada, ben);
  for (const who of [ada, ben]) await answer(who, next, who === ada);
  await visit(page, `/trivia/${next.id}/resign`);
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
  await resign(next);
  await expect(page).toHaveURL(`/trivia/${next.id}`);
  await expect(page.getByText("You won!")).toBeVisible();
});

test("without scripts, the opponent's move shows by itself in a frame, and an unsent choice stays selected", {
  tag: "@all",
}, async ({ browser }) => {
  const { ada, ben } = await matchedPair(browser, false, false);
  const game = await begin(ada, ben);
  const { page } = ada;
  await visit(page, `/trivia/${game.id}`);
  const frame = page.frameLocator("iframe[name=game]");
  await page.locator("#question label").nth(2).click();
  await answer(ben, game, true);
  await expect(frame.getByText("Ben answered. Your move.")).toBeVisible();
  await expect(page.locator("#question input[type=radio]").nth(2)).toBeChecked();
  const submit = page.getByRole("button", { name: "Submit Answer" });
  await submit.click();
  await expect(page.getByText("Round 2 of 5")).toBeVisible();
  await page.locator("#question label").first().click();
  await submit.click();
  await expect(frame.getByRole("status")).toHaveText("Waiting for Ben");
  await answer(ben, game, true);
  await frame.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("Round 3 of 5")).toBeVisible();
});

test("practice begins with a question whose answers and button are in a phone's window, whichever of its kind it is @all", async ({
  browser,
}) => {
  const { page } = await signUp(browser, "Ada", true);
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, "/trivia");
  await page.getByRole("button", { name: "Practice Alone" }).click();
  await expect(page.getByText("Question 1 of 5")).toBeVisible();
  await expect(page.getByText(/ right$/)).toHaveCount(0);
  const below = await page.evaluate(
    (questions) => {
      const bar = document.querySelector(".bottom-bar");
      const submit = document.querySelector("#question ~ button");
      const legend = document.querySelector("#question legend");
      const options = [...document.querySelectorAll("#question label span > span + span")];
      if (!bar || !submit || !legend || options.length !== 4) throw new Error("No question");
      // One about a song has a button that plays its clip.
      const hasClip = document.querySelector("#question .button") !== null;
      const ofItsKind = questions.filter(({ isAboutSong }) => isAboutSong === hasClip);
      return ofItsKind.filter(({ question, answers }) => {
        legend.textContent = question;
        for (const [at, option] of options.entries()) option.textContent = answers[at] ?? "";
        return submit.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
      });
    },
    questionBank.map(({ question, correctAnswer, others }) => ({
      question,
      answers: [correctAnswer, ...others],
      isAboutSong: asksForSong(question),
    })),
  );
  expect(below).toEqual([]);
});
