// Practice: dealt at the press of a button, then read from its address.
import { createHash } from "node:crypto";
import { db } from "db/client.server";
import { alikeArtist, artist, memberArtist, triviaGame, triviaQuestion } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, ne, sql } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { CURRENT_BUFFER } from "~/matching/weights";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { clipOf } from "./clip.server";
import { dealQuestions } from "./deal.server";
import { canSeeGame } from "./game-access.server";
import { PRACTICE_PATH, type Practice } from "./practice";
import { type BankQuestion, questionBank } from "./question-bank.server";
import { ROUNDS } from "./trivia";

/**
 * Deals a practice and returns its address. Questions about the member's own artists come first, then those about artists
 * alike; questions of their open games aren't asked. Refuses more than 20 a day (too-many).
 */
export async function startPractice(memberId: number): Promise<string> {
  await consumeRateLimit("practice", memberId);
  const dealt = await transaction(async (tx) => {
    const played = await listPlayed(memberId, tx);
    return dealQuestions(tx, [memberId], {
      deck: questionBank.filter(({ question }) => !played.has(question)),
      preferredKeys: await listPreferredKeys(tx, memberId),
    });
  });
  const cards = dealt.map((each) => questionBank.indexOf(each)).join(".");
  return `${PRACTICE_PATH}?cards=${cards}-${proofOf(memberId, cards)}`;
}

/** The practice in an address; undefined unless it was dealt to the member, and while an open game of theirs asks the same. */
export async function readPractice(memberId: number, query: URLSearchParams): Promise<Practice | undefined> {
  const dealt = query.get("cards") ?? "";
  const [cards = "", proof] = dealt.split(/-(.*)/);
  if (proof !== proofOf(memberId, cards)) return undefined;
  const questions = cards.split(".").flatMap((card) => questionBank[Number(card)] ?? []);
  const played = await listPlayed(memberId);
  if (questions.length !== ROUNDS || questions.some(({ question }) => played.has(question))) return undefined;
  const answers = query.getAll("answer").slice(0, ROUNDS);
  const rounds = questions.slice(0, answers.length + 1).map((question, index) => ({
    roundNumber: index + 1,
    question: question.question,
    options: orderOptions(question, cards),
    category: question.category,
    difficulty: question.difficulty,
    correctAnswer: index < answers.length ? question.correctAnswer : null,
    answer: answers[index] ?? null,
    ...(index < answers.length ? {} : clipOf(memberId, question.question)),
  }));
  const isOffered = rounds.every(({ options, answer }) => answer === null || options.includes(answer));
  return isOffered ? { cards: dealt, answers, totalRounds: ROUNDS, rounds } : undefined;
}

/** The keys of a member's artists, and of those that are alike. */
async function listPreferredKeys(tx: Tx, memberId: number): Promise<string[][]> {
  const ofMember = eq(memberArtist.memberId, memberId);
  const own = await tx
    .select({ key: artist.key })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(ofMember);
  const alike = await tx
    .selectDistinct({ key: artist.key })
    .from(memberArtist)
    .innerJoin(
      alikeArtist,
      and(eq(alikeArtist.buffer, sql.raw(CURRENT_BUFFER)), eq(alikeArtist.artistId, memberArtist.artistId)),
    )
    .innerJoin(artist, eq(artist.id, alikeArtist.otherId))
    .where(ofMember);
  return [own, alike].map((rows) => rows.map(({ key }) => key));
}

/** Proves that cards were dealt to a member. */
function proofOf(memberId: number, cards: string): string {
  // Not translated: a code.
  return keyedDigest(`practice ${memberId} ${cards}`);
}

/** The questions of the games that a member has not finished. */
async function listPlayed(memberId: number, on: Database = db): Promise<Set<string>> {
  const rows = await on
    .select({ question: triviaQuestion.question })
    .from(triviaGame)
    .innerJoin(triviaQuestion, eq(triviaQuestion.gameId, triviaGame.id))
    .where(and(canSeeGame(memberId), ne(triviaGame.status, "completed")));
  return new Set(rows.map(({ question }) => question));
}

/** The options of a question, in an order that is the same at every reading. */
function orderOptions({ question, correctAnswer, others }: BankQuestion, cards: string): string[] {
  const placeOf = (option: string) =>
    createHash("sha256").update(`${cards} ${question} ${option}`).digest("hex");
  return [correctAnswer, ...others].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}
