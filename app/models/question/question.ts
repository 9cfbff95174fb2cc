// The question of the day: about music, and the same for everybody. Days are in UTC, as everywhere in the app, so that it
// changes for all at the same moment.
import { type Anthem, type DailyAnswer, QUESTIONS, type QuestionId } from "db/column-types";
import { DAY_MS, HOUR_MS } from "~/durations";
import { type Message, msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import type { AnthemDto } from "~/models/member/anthem";
import type { MemberCardDto } from "~/models/member/member";
import type { Face } from "~/models/public-member";

export const QUESTION_PATH = "/question";

/** The longest line that answers a question, in characters. */
export const LINE_MAX = 150;

/** The questions as they are shown. */
export const questionTexts: Record<QuestionId, Message> = {
  played_twice: msg("The last record you played twice"),
  rainy_day: msg("The record for a whole day of rain"),
  best_closer: msg("The best last song on any album"),
  humming: msg("What you've been humming all week"),
  bought_blind: msg("A record you bought for its sleeve alone"),
  better_live: msg("A song that only makes sense live"),
  odd_instrument: msg("The best use of an odd instrument"),
  morning: msg("What gets you out of bed"),
  underplayed: msg("A song that deserves ten times the plays"),
  front_row: msg("Who you'd see from the front row tonight"),
  grower: msg("A record that took you five tries"),
  sleeve: msg("A sleeve you'd hang on the wall"),
  other_language: msg("A song you love in a language you don't speak"),
  cooking: msg("What's on while you cook"),
  bass_line: msg("A bass line that carries the whole song"),
  one_hit: msg("A one-hit wonder with a better second song"),
  time_machine: msg("One concert, any year: where do you go?"),
  instrumental: msg("A song that needs no words"),
  walk_home: msg("A song for the walk home"),
  borrowed: msg("A record you borrowed and never gave back"),
  perfect_side: msg("A side of a record without one bad song"),
  new_to_you: msg("The last artist that was new to you"),
  duet: msg("A duet worth learning both parts of"),
  after_midnight: msg("What you play after midnight"),
  best_opener: msg("The best first song on any album"),
  drums_on_table: msg("A drum part you play on tables"),
  summer: msg("The song of one particular summer"),
  soundtrack: msg("A soundtrack better than its film"),
  b_side_wins: msg("A B-side that beats its A-side"),
  came_back: msg("Something you came back to this year"),
  short_song: msg("The best song under two minutes"),
  gift: msg("The record you give to everybody"),
  sing_along: msg("The song you can't not sing along to"),
  train: msg("A record for a long train ride"),
  reunion: msg("A band you'd get back together for one night"),
  long_song: msg("A long song that isn't long enough"),
  genre_door: msg("Where to start with a genre you love"),
  ten_seconds: msg("Your favorite ten seconds of any song"),
  dance_floor: msg("The song that gets you onto any dance floor"),
  wrong_speed: msg("A record that works at the wrong speed"),
  first_memory: msg("The first song you remember loving"),
  winter: msg("A record that sounds like winter"),
  solo: msg("The one solo you'd keep"),
  label_trust: msg("A label you'd buy anything from"),
};

/** The question of a day, in days since 1970. */
export function questionOf(day: number): QuestionId {
  return QUESTIONS[day % QUESTIONS.length] as QuestionId;
}

/** "A new one in 5 hours." */
export function describeNext(nextAt: string, now = Date.now()): string {
  const hours = Math.ceil((Date.parse(nextAt) - now) / HOUR_MS);
  return hours <= 1
    ? t("A new one within the hour.")
    : t("A new one in {hours, plural, one {# hour} other {# hours}}.", { hours });
}

/** When the question of a day gives way to the next. */
export function nextQuestionAt(day: number): Date {
  return new Date((day + 1) * DAY_MS);
}

/** An answer as it is shown. */
export type AnswerDto = { text: string; song: AnthemDto | null };

/** An answer as plain text: its line, and its song below. */
export function formatAnswer({ text, song }: Pick<DailyAnswer, "text" | "song">): string {
  return [text, song ? formatSong(song) : ""].filter(Boolean).join("\n");
}

// Not translated: kept in quotes, which both members read.
function formatSong(song: Anthem): string {
  if (song.type === "song") return `${song.title} by ${song.artist}`;
  return song.type === "youtube" ? "A song on YouTube" : "A song on Spotify";
}

/** Today's question with the answer of one member; `reportId` names the answer in a report. */
export type TodaysAnswerDto = {
  question: { id: QuestionId; text: string };
  answer: AnswerDto;
  reportId: string;
};

/** Today's question to one member, with their own answer and, once there is one, those of others. */
export type QuestionDto = {
  question: { id: QuestionId; text: string };
  /** "2026-11-21". */
  day: string;
  nextAt: string;
  answer: AnswerDto | null;
  /** `reportId` names the answer in a report. */
  answers: { user: MemberCardDto; answer: AnswerDto; reportId: string }[];
  /** Whether others can see the member's answer, and the member theirs. */
  isSeen: boolean;
};

/** The question as the screens show it; `own` is the answer as its form edits it, and `next` says when there is a new one. */
export type ShownQuestion = Pick<QuestionDto, "question" | "answer" | "isSeen"> & {
  own: Pick<DailyAnswer, "text" | "song"> | null;
  version: string;
  next: string;
  answers: {
    id: string;
    name: string;
    face: Face;
    score: number;
    answer: AnswerDto;
    reportId: string;
    canSendNote: boolean;
  }[];
};

export const questionMessages: Record<"saved" | "removed", FlashMessage> = {
  saved: { title: msg("Answered") },
  removed: { title: msg("Answer removed") },
};

/** Why a late answer is refused. */
export function lateMessage(answered: QuestionId, today: QuestionId): Message {
  return msg("“{yesterdays}” was yesterday's question. Today's is “{todays}”.", {
    yesterdays: questionTexts[answered],
    todays: questionTexts[today],
  });
}
