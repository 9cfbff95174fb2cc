// What moderators and the member say in a case, as their pages show it.

import { msg } from "~/language/text";

export const QUESTION_MAX = 1000;
export const ANSWER_MAX = 2000;
export const CASE_NOTE_MAX = 2000;

/** How many questions the member can get in a case, each with one answer, and how many notes a case can have. */
export const QUESTIONS_MAX = 5;
export const NOTES_MAX = 50;

/** What a case says while a question waits. */
export const WAITING = msg("Waiting for an answer");

/** Why a moderator who has asked for an opinion can't decide yet. */
export const NEEDS_NOTE = msg(
  "You asked for a second opinion, so you can decide once another moderator has written a note.",
);

/** A question, with its author for moderators only, or an answer. */
type Said = { id: number; kind: "question" | "answer"; content: string; createdAt: string };

/** A note that only moderators read; `asked` is the moderator whose opinion it asks for. */
type Note = {
  id: number;
  author: string;
  asked: string | null;
  isBinding: boolean;
  content: string;
  createdAt: string;
};

/** All questions, answers and notes of a case, oldest first, as moderators read them. */
export type CaseTalk = { said: (Said & { author: string | null })[]; notes: Note[] };

/** The questions to a member in one case with their answers, and the one that waits for an answer. */
export type Questions = { caseId: string; isOpen: boolean; said: Said[]; waitingId: number | null };
