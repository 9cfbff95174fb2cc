// Schemas of plans, of friends' links, and of the answers to questions about a plan.
import { PLAN_ANSWERS } from "db/column-types";
import { z } from "zod";
import { cleanText, removeDirections } from "~/clean-text";
import { NO_DATE, NO_TIME, toDay, toMinutes } from "~/days";
import { msg, t } from "~/language/text";
import {
  clientId,
  exactString,
  optionalClientId,
  optionalText,
  readOptionalText,
  saying,
  withRules,
} from "~/models/fields";
import { LINK_NOTE_MAX, PLACE_MAX, SENTENCE_MAX } from "./plan";

const PLACE = msg("Say where you'd meet");
const STEP = msg("Unknown step");
const ANSWER = msg("Choose an answer");
const ZONE_MAX = 60;

/** Blank for a show's own day. */
const date = readOptionalText(20, toDay, NO_DATE);
const time = readOptionalText(20, toMinutes, NO_TIME);
const showId = z.preprocess(
  (value) => (value === "" ? undefined : value),
  exactString(msg("Choose a show")).max(64).optional(),
);

/** The form of a plan and POST /api/conversations/{id}/plan. The client makes the `id`, so that a repeat is the same plan. */
export const planInput = withRules(
  z.object({
    id: optionalClientId,
    showId,
    place: optionalText(PLACE_MAX).transform((typed) => cleanText(removeDirections(typed))),
    date,
    time,
  }),
  ({ showId, place, date, time }, refuse) => {
    if (showId) return;
    if (place === "") refuse("place", PLACE);
    if (date === null) refuse("date", msg("Date is required"));
    if (time === null) refuse("time", msg("Time is required"));
  },
);
export type PlanInput = z.output<typeof planInput>;

const sentence = optionalText(SENTENCE_MAX);

/** The form that cancels a plan. */
export const cancelInput = z.object({ planId: clientId, sentence });

/** PATCH /api/conversations/{id}/plan: `planId` is the plan as the member has read it. */
export const planStepInput = z.object({
  planId: clientId,
  step: z.enum(["accept", "decline", "cancel"], { errorMap: saying(STEP) }),
  sentence,
});

/** PUT /api/conversations/{id}/plan/answer. */
export const planAnswerInput = z.object({
  planId: clientId,
  answer: z.enum(PLAN_ANSWERS, { errorMap: saying(ANSWER) }),
});

/** The form of a friend's link and POST /api/conversations/{id}/plan/links; `askAt` is a time of day in `timeZone`. */
export const linkInput = z.object({
  id: optionalClientId,
  planId: clientId,
  note: optionalText(LINK_NOTE_MAX),
  askAt: time,
  timeZone: optionalText(ZONE_MAX),
});
export type LinkInput = z.output<typeof linkInput>;

/** The buttons of a plan's page. */
export const planForm = z.discriminatedUnion(
  "step",
  [
    z.object({ step: z.enum(["accept", "decline"]), planId: clientId }),
    planAnswerInput.extend({ step: z.literal("answer") }),
    z.object({ step: z.enum(["home", "not-home", "end-link"]), linkId: clientId }),
  ],
  { errorMap: (issue, { defaultError }) => ({ message: issue.path[0] === "step" ? t(STEP) : defaultError }) },
);
