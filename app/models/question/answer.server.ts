// Answers to the question of the day: written by members, kept for some days, and shown that day to people who could meet.
import { db } from "db/client.server";
import type { DailyAnswer, QuestionId } from "db/column-types";
import { dailyAnswer, member } from "db/schema";
import { type Database, hasRow, transaction } from "db/transaction.server";
import { and, desc, eq, lte, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { ANSWER_DAYS } from "~/durations";
import { msg, t } from "~/language/text";
import { readSeeker, type Seeker } from "~/matching/candidate.server";
import { couldMeet } from "~/models/access.server";
import { typedIn } from "~/models/conversation/contact-details";
import { fetchLinkDetails } from "~/models/conversation/link-details.server";
import { toShare } from "~/models/member/anthem.server";
import { dayOf } from "~/models/member/visit.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectJudgedWords, rejectPublicWords } from "~/models/safety/public-words.server";
import { rejectStale, versionOf } from "~/models/version.server";
import { Refusal } from "~/refusal";
import { lateMessage, questionOf } from "./question";
import type { AnswerInput } from "./question-schema";

/** Refusals appear at the line, even if the song caused them. */
const PUBLIC = {
  thing: "answer",
  field: "text",
  contacts: msg("Leave out links, email addresses and phone numbers. You can add a song below."),
} as const;

/** What a form edits. */
type Written = Pick<DailyAnswer, "text" | "song">;

const NOTHING: Written = { text: "", song: null };

/**
 * Saves a member's only answer to today's question. Refuses an answer to an earlier question (conflict), contact details, held
 * words and what the checking service rejects (invalid, all at `text`), one that was opened at another `version` (conflict),
 * and more than 30 changes an hour (too-many). `now` is in ms.
 */
export async function saveAnswer(
  memberId: number,
  { question, text, song }: AnswerInput,
  version?: string,
  now = Date.now(),
): Promise<Written> {
  rejectLate(question, now);
  await consumeRateLimit("answer", memberId);
  const share = song && toShare(song);
  const words = typedIn({ content: text, metadata: share?.metadata });
  rejectPublicWords(words, PUBLIC);
  const before = await getOwnAnswer(memberId, now);
  if (before?.text !== text || JSON.stringify(before.song) !== JSON.stringify(song))
    await rejectJudgedWords(words, PUBLIC);
  if (share) await fetchLinkDetails(memberId, share);
  await transaction(async (tx) => {
    rejectStale(
      version,
      toWritten(await getOwnAnswer(memberId, now, tx)),
      { text, song },
      { song: formatSong },
    );
    const answer = { question, text, song, answeredAt: new Date(now) };
    await tx
      .insert(dailyAnswer)
      .values({ memberId, day: dayOf(now), ...answer })
      .onConflictDoUpdate({ target: [dailyAnswer.memberId, dailyAnswer.day], set: answer });
  });
  return { text, song };
}

/** Refuses an answer to an earlier day's question (conflict, at `text`). */
function rejectLate(question: QuestionId, now: number) {
  const today = questionOf(dayOf(now));
  if (question === today) return;
  const message = lateMessage(question, today);
  throw new Refusal("conflict", message, { text: message });
}

/** Removes a member's answer to today's question. Refuses more than 30 changes an hour (too-many). */
export async function removeAnswer(memberId: number, now = Date.now()): Promise<void> {
  await consumeRateLimit("answer", memberId);
  await db.delete(dailyAnswer).where(isTodays(memberId, now));
}

/** A member's own answer to today's question. */
export async function getOwnAnswer(
  memberId: number,
  now = Date.now(),
  on: Database = db,
): Promise<Written | undefined> {
  const { text, song } = dailyAnswer;
  const [row] = await on.select({ text, song }).from(dailyAnswer).where(isTodays(memberId, now));
  return row;
}

/** The version of an answer, as its form edits it. */
export function answerVersion(answer: Written | undefined): string {
  return versionOf(toWritten(answer));
}

function toWritten(answer: Written | undefined): Written {
  return answer ? { text: answer.text, song: answer.song } : NOTHING;
}

function formatSong(song: Written["song"]): string {
  if (!song) return t("no song");
  return song.type === "song"
    ? t("{title} by {artist}", { title: song.title, artist: song.artist })
    : song.url;
}

function isTodays(memberId: number, now: number): SQL | undefined {
  const day = dayOf(now);
  return and(
    eq(dailyAnswer.memberId, memberId),
    eq(dailyAnswer.day, day),
    eq(dailyAnswer.question, questionOf(day)),
  );
}

/**
 * True for the `member` with an answer of this day if the viewer may read it: they could meet, and the viewer has answered the
 * same question.
 */
export function canReadAnswer(
  viewer: Seeker,
  day: number,
  question: QuestionId,
  ownerId?: number,
): SQL | undefined {
  const own = alias(dailyAnswer, "own_answer");
  const hasAnswered = and(eq(own.memberId, viewer.id), eq(own.day, day), eq(own.question, question));
  return and(hasRow(own, hasAnswered), couldMeet(viewer, ownerId));
}

/** Another member's answer to today's question, as far as the viewer may read it. */
export async function getShownAnswer(
  viewerId: number,
  memberId: number,
  on: Database = db,
  now = Date.now(),
): Promise<DailyAnswer | undefined> {
  const day = dayOf(now);
  return readAnswerOf(await readSeeker(viewerId, on), memberId, day, questionOf(day), on);
}

async function readAnswerOf(
  viewer: Seeker,
  memberId: number,
  day: number,
  question: QuestionId,
  on: Database,
): Promise<DailyAnswer | undefined> {
  const { text, song } = dailyAnswer;
  const [row] = await on
    .select({ day: dailyAnswer.day, question: dailyAnswer.question, text, song })
    .from(member)
    .innerJoin(dailyAnswer, eq(dailyAnswer.memberId, member.id))
    .where(
      and(
        eq(dailyAnswer.day, day),
        eq(dailyAnswer.question, question),
        canReadAnswer(viewer, day, question, memberId),
      ),
    );
  return row;
}

/** A member's stored answer of a day that the viewer may read, or could read on that day. */
export async function getReportableAnswer(
  on: Database,
  viewerId: number,
  memberId: number,
  day: number,
): Promise<DailyAnswer | undefined> {
  return readAnswerOf(await readSeeker(viewerId, on), memberId, day, questionOf(day), on);
}

/** All stored answers of a member, the newest first. */
export async function listKeptAnswers(memberId: number, on: Database = db): Promise<DailyAnswer[]> {
  const { day, question, text, song } = dailyAnswer;
  return on
    .select({ day, question, text, song })
    .from(dailyAnswer)
    .where(eq(dailyAnswer.memberId, memberId))
    .orderBy(desc(day));
}

/** Deletes the answers of days that are long over. */
export async function deleteOldAnswers(now = Date.now()): Promise<void> {
  await db.delete(dailyAnswer).where(lte(dailyAnswer.day, dayOf(now) - ANSWER_DAYS));
}
