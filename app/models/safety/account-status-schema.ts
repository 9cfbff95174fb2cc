// The schema of an appeal.
import { z } from "zod";
import { requiredText } from "~/models/fields";
import { APPEAL_MAX } from "./account-status";

/** POST /account-status/:id/appeal. */
export const appealInput = z.object({
  words: requiredText("Tell us why you think the decision is wrong", APPEAL_MAX),
});

export type AppealInput = z.output<typeof appealInput>;
