// Likes and passes: what a member sends to decide on another.
import { z } from "zod";
import { memberIdField } from "./fields";

/** POST /api/matches, and the Like and Pass buttons. */
export const decisionInput = z.object({
  targetUserId: memberIdField,
  liked: z.preprocess(
    (value) => (value === "true" ? true : value === "false" ? false : value),
    z.boolean({
      required_error: "Say whether you like or pass",
      invalid_type_error: "Say whether you like or pass",
    }),
  ),
});
export type DecisionInput = z.output<typeof decisionInput>;

/** What is said when a decision was saved. */
export const decisionWords = { title: "Match recorded", description: "We'll let you know if it's mutual!" };
