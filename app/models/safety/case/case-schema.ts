// Schemas of a case's question and note, and of the queries of the queue and a case.
import { z } from "zod";
import { msg } from "~/language/text";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import { checkbox, exactString, optionalMemberId, requiredText, withRules } from "~/models/fields";
import { CASE_NOTE_MAX, QUESTION_MAX } from "./case";

/** POST /moderation/cases/:id/question. */
export const questionInput = z.object({ question: requiredText(msg("Write a question"), QUESTION_MAX) });

export type QuestionInput = z.output<typeof questionInput>;

/** POST /moderation/cases/:id/note: the note, and the moderator whose opinion it asks for. */
export const caseNoteInput = withRules(
  z.object({
    note: requiredText(msg("Write a note"), CASE_NOTE_MAX),
    colleague: optionalMemberId,
    isBinding: checkbox,
  }),
  ({ colleague, isBinding }, refuse) => {
    if (colleague === null && isBinding) refuse("colleague", msg("Choose whom to ask"));
  },
);

export type CaseNoteInput = z.output<typeof caseNoteInput>;

/** The query of the queue: where the page begins. */
export const queuePage = z.object({
  cursor: cursorField({ tier: cursorNumber, at: cursorNumber, id: cursorText }).catch(undefined),
});
export type QueueCursor = NonNullable<z.output<typeof queuePage>["cursor"]>;

/** The query of a case: the open report, and the page of its messages. */
export const caseQuery = z.object({
  report: exactString(msg("Must be an id")).max(60).optional().catch(undefined),
  page: z.coerce.number().int().positive().safe().optional().catch(undefined),
});
export type CaseQuery = z.output<typeof caseQuery>;
