import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { knownArtist } from "~/matching/known-artists.server";
import { questionBank } from "~/models/trivia/question-bank.server";
import { CATEGORIES, DIFFICULTIES } from "~/models/trivia/trivia";
import { questionInput } from "~/models/trivia/trivia-schema";

const cells = CATEGORIES.flatMap((category) =>
  DIFFICULTIES.map((difficulty) => [category, difficulty] as const),
);

test("the bank has at least 200 questions", () => {
  expect(questionBank.length).toBeGreaterThanOrEqual(200);
});

test.each(cells)("%s has at least ten %s questions", (category, difficulty) => {
  const cell = questionBank.filter((each) => each.category === category && each.difficulty === difficulty);
  expect(cell.length).toBeGreaterThanOrEqual(10);
});

test("no question occurs twice, in any spelling", () => {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  expect(new Set(questionBank.map(({ question }) => words(question))).size).toBe(questionBank.length);
});

test("four of five questions are about artists of our own list", () => {
  const known = questionBank.filter(({ artistKeys }) => artistKeys.some(knownArtist));
  expect(known.length).toBeGreaterThan(0.8 * questionBank.length);
});

test("a question whose answer is a known artist is about them", () => {
  const astray = questionBank.filter(
    ({ category, correctAnswer, artistKeys }) =>
      category === "artist" &&
      knownArtist(artistKey(correctAnswer)) &&
      !artistKeys.includes(artistKey(correctAnswer)),
  );
  expect(astray).toEqual([]);
});

test("each is a valid question with four different answers, and does not contain them", () => {
  for (const { question, correctAnswer, others, category, difficulty } of questionBank) {
    const options = [correctAnswer, ...others];
    expect(new Set(options.map((option) => option.toLowerCase())).size, question).toBe(4);
    expect(options, question).toHaveLength(4);
    const sent = { gameId: "game", roundNumber: 1, question, correctAnswer, options, category, difficulty };
    expect(questionInput.safeParse(sent).success, question).toBe(true);
    expect(question).toMatch(/^[A-Z].*\?$/);
    for (const option of options) {
      expect(option, question).toBe(option.trim());
      if (category === "year") expect(option, question).toMatch(/^(19|20)\d\d$/);
      expect(question.toLowerCase()).not.toContain(option.toLowerCase());
    }
  }
});
