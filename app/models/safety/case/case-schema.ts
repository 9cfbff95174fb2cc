// Schemas of the moderators' forms and of their pages' parameters.
import { MODERATION_ACTIONS, PHOTO_CHECK_OUTCOMES, REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { z } from "zod";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import {
  checkbox,
  choice,
  exactString,
  listOf,
  memberIdField,
  optionalMemberId,
  optionalText,
  requiredText,
  withRules,
} from "~/models/fields";
import { REASON_MAX } from "~/models/picture/photo-check";
import { SUSPENSION_DAYS } from "~/models/safety/sanctions/sanction";
import { STATEMENT_MAX } from "./case";
import { CASE_NOTE_MAX, QUESTION_MAX } from "./talk";

/** How much one sanction removes. */
const REMOVED_MAX = 64;

const SECTION_MAX = 120;

const CHOOSE = "Choose a decision";
const EXPLAIN = "Explain why in a sentence or two";

/** The section of the operator's rules that is cited; blank or absent cites none. */
const section = optionalText(SECTION_MAX).optional();
const statement = requiredText(EXPLAIN, STATEMENT_MAX);

/** POST /moderation/cases/:id: the sanction, the rule, and the explanation for the member. */
export const sanctionInput = withRules(
  z.object({
    kind: z.enum(SANCTION_KINDS, { errorMap: () => ({ message: CHOOSE }) }),
    days: choice(
      SUSPENSION_DAYS,
      "3",
      `Choose ${SUSPENSION_DAYS.slice(0, -1).join(", ")} or ${SUSPENSION_DAYS.at(-1)} days`,
    ),
    rule: z.enum(REPORT_REASONS, { errorMap: () => ({ message: "Choose a rule" }) }),
    section,
    statement,
    /** What the senders of notices are told. */
    reply: optionalText(STATEMENT_MAX),
    /** Removes copies of the same pictures from other members too. */
    copies: checkbox,
    /** The keys of the content that is removed, as its boxes send them. */
    removed: z.preprocess(
      (chosen) => (Array.isArray(chosen) ? chosen : [chosen ?? []].flat()),
      listOf(exactString("Must be a key"), 0, REMOVED_MAX, `Choose at most ${REMOVED_MAX} things to remove`),
    ),
  }),
  ({ kind, removed }, refuse) => {
    if (kind === "removal" && removed?.length === 0) refuse("kind", "Choose what to remove");
  },
);

export type SanctionInput = z.output<typeof sanctionInput>;

/** POST /moderation/cases/:id/question. */
export const questionInput = z.object({ question: requiredText("Write a question", QUESTION_MAX) });

export type QuestionInput = z.output<typeof questionInput>;

/** POST /moderation/cases/:id/note: the note, and the moderator whose opinion it asks for. */
export const caseNoteInput = withRules(
  z.object({
    note: requiredText("Write a note", CASE_NOTE_MAX),
    colleague: optionalMemberId,
    isBinding: checkbox,
  }),
  ({ colleague, isBinding }, refuse) => {
    if (colleague === null && isBinding) refuse("colleague", "Choose whom to ask");
  },
);

export type CaseNoteInput = z.output<typeof caseNoteInput>;

/** POST /moderation/appeals/:id: the outcome of an appeal and the explanation for the member. */
export const appealOutcomeInput = z.object({
  outcome: z.enum(["upheld", "overturned"], { errorMap: () => ({ message: CHOOSE }) }),
  statement,
});

export type AppealOutcomeInput = z.output<typeof appealOutcomeInput>;

const review = z.object({
  outcome: z.enum(["approve", "reject"], { errorMap: () => ({ message: CHOOSE }) }),
  section,
  statement: optionalText(STATEMENT_MAX),
});

type Review = Partial<z.output<typeof review>>;

function explainRejection({ outcome, statement }: Review, refuse: (field: "statement", why: string) => void) {
  if (outcome === "reject" && statement === "") refuse("statement", EXPLAIN);
}

/** POST /moderation/photos/:id. */
export const pictureReviewInput = withRules(
  review.extend({ rule: z.enum(REPORT_REASONS).catch("other") }),
  explainRejection,
);

export type PictureReviewInput = z.output<typeof pictureReviewInput>;

/** POST /moderation/messages/:id. */
export const messageReviewInput = withRules(review, explainRejection);

export type MessageReviewInput = z.output<typeof messageReviewInput>;

/** POST /moderation/photo-checks/:id, with the member's profile photo that was compared. */
export const photoCheckInput = z
  .object({
    outcome: z.enum(PHOTO_CHECK_OUTCOMES, { errorMap: () => ({ message: CHOOSE }) }),
    reason: optionalText(REASON_MAX),
    photoId: exactString("Must be an id").max(60, "Must be an id").optional(),
  })
  .refine(({ outcome, reason }) => outcome !== "differs" || reason !== "", {
    path: ["reason"],
    message: "Say what doesn't match",
  });

export type PhotoCheckInput = z.output<typeof photoCheckInput>;

/** The query of the queue: where the page begins. */
export const queuePage = z.object({
  cursor: cursorField({ tier: cursorNumber, at: cursorNumber, id: cursorText }).catch(undefined),
});
export type QueueCursor = NonNullable<z.output<typeof queuePage>["cursor"]>;

/** The query of a case: the open report, and the page of its messages. */
export const caseQuery = z.object({
  report: exactString("Must be an id").max(60).optional().catch(undefined),
  page: z.coerce.number().int().positive().safe().optional().catch(undefined),
});
export type CaseQuery = z.output<typeof caseQuery>;

/** The filters and page of the moderators' log. Ignores unknown filters. */
export const logFilters = z.object({
  action: z.enum(MODERATION_ACTIONS).optional().catch(undefined),
  actor: memberIdField.optional().catch(undefined),
  member: memberIdField.optional().catch(undefined),
  case: exactString("Must be an id").max(60).optional().catch(undefined),
  before: z.coerce.number().int().positive().safe().optional().catch(undefined),
});

export type LogFilters = z.output<typeof logFilters>;
