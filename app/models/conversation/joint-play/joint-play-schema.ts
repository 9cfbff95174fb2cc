// Schemas of playing in step.
import { z } from "zod";
import { msg, t } from "~/language/text";
import { clientId, optionalClientId, optionalWholeNumber, saying } from "~/models/fields";
import { jointPlaySteps, POSITION_MAX } from "./joint-play";

const UNKNOWN = msg("Unknown step");

/** POST /api/conversations/{id}/joint-play: `id` is made by the client, and a repeat is the same joint play. */
export const jointPlayInput = z.object({ id: optionalClientId, messageId: clientId });
export type JointPlayInput = z.output<typeof jointPlayInput>;

/** PATCH /api/joint-plays/{id}. Without a position, in ms, it stays where it is. */
export const jointPlayStepInput = z.object({
  step: z.enum(jointPlaySteps, { errorMap: saying(UNKNOWN) }),
  position: optionalWholeNumber({
    min: 0,
    max: POSITION_MAX,
    message: msg("Must be a number of milliseconds"),
  }),
});
export type JointPlayStepInput = z.output<typeof jointPlayStepInput>;

/** The same as the forms of a conversation: a start, or a step or the end of what is played. */
export const jointPlayForm = z.discriminatedUnion(
  "step",
  [
    jointPlayInput.extend({ step: z.literal("start") }),
    jointPlayStepInput.extend({ id: clientId }),
    z.object({ step: z.literal("end"), id: clientId }),
  ],
  {
    errorMap: (issue, { defaultError }) => ({
      message: issue.path[0] === "step" ? t(UNKNOWN) : defaultError,
    }),
  },
);
