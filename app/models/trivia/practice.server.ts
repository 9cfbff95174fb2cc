// Practice: dealt with a press, then read from its address.
import { createHash } from "node:crypto";
import { artist, memberArtist } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { dealQuestions } from "./deal.server";
import { PRACTICE_PATH, type Practice } from "./practice";
import { type BankQuestion, questionBank } from "./question-bank.server";
import { ROUNDS } from "./trivia";

/**
 * Deals a practice and returns its address. Questions about the member's own artists are left for games, where they would
 * have been seen. Refuses more than 30 an hour (too-many).
 */
export async function startPractice(memberId: number): Promise<string> {
  await consumeRateLimit("practice", memberId);
  const dealt = await transaction(async (tx) => {
    const own = await tx
      .select({ key: artist.key })
      .from(memberArtist)
      .innerJoin(artist, eq(artist.id, memberArtist.artistId))
      .where(eq(memberArtist.memberId, memberId));
    const isOwn = (key: string) => own.some((each) => each.key === key);
    return dealQuestions(tx, [memberId], {
      deck: questionBank.filter(({ artistKeys }) => !artistKeys.some(isOwn)),
    });
  });
  return `${PRACTICE_PATH}?cards=${dealt.map((each) => questionBank.indexOf(each)).join(".")}`;
}

/** The practice that an address says; undefined if it says none. */
export function readPractice(query: URLSearchParams): Practice | undefined {
  const cards = query.get("cards") ?? "";
  const questions = cards
    .split(".")
    .flatMap((card) => (/^\d{1,4}$/.test(card) && questionBank[Number(card)]) || []);
  if (questions.length !== ROUNDS) return undefined;
  const answers = query.getAll("answer").slice(0, ROUNDS);
  const rounds = questions.slice(0, answers.length + 1).map((question, index) => ({
    roundNumber: index + 1,
    question: question.question,
    options: orderOptions(question, cards),
    category: question.category,
    difficulty: question.difficulty,
    correctAnswer: index < answers.length ? question.correctAnswer : null,
    answer: answers[index] ?? null,
  }));
  const isOffered = rounds.every(({ options, answer }) => answer === null || options.includes(answer));
  return isOffered ? { cards, answers, totalRounds: ROUNDS, rounds } : undefined;
}

/** The options of a question in an order that is the same whenever the practice is read. */
function orderOptions({ question, correctAnswer, others }: BankQuestion, cards: string): string[] {
  const placeOf = (option: string) =>
    createHash("sha256").update(`${cards} ${question} ${option}`).digest("hex");
  return [correctAnswer, ...others].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}
