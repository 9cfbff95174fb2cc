// Practice for one member: a game without an opponent, stored only in its address.
import type { QuestionDto } from "./trivia";

export const PRACTICE_PATH = "/trivia/practice";

/** A question of practice that has been reached; `correctAnswer` is null until it is answered. */
export type PracticeRound = Pick<
  QuestionDto,
  "roundNumber" | "question" | "options" | "category" | "difficulty" | "correctAnswer" | "clipUrl"
> & { answer: string | null };

/** The rounds reached, in order, and the parts of the address. */
export type Practice = { cards: string; answers: string[]; totalRounds: number; rounds: PracticeRound[] };

/** How many answers of a practice are right. */
export function countRight({ rounds }: Practice): number {
  return rounds.filter(({ answer, correctAnswer }) => answer !== null && answer === correctAnswer).length;
}
