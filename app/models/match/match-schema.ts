// Schemas of likes and passes, and of undoing them.
import { z } from "zod";
import { msg } from "~/language/text";
import { saying, targetUserId } from "~/models/fields";

const LIKED = msg("liked must be true or false");
/** POST /api/matches, and the Like and Pass buttons. */
export const decisionInput = z.object({
  targetUserId,
  liked: z.preprocess(
    (value) => (value === "true" ? true : value === "false" ? false : value),
    z.boolean({ errorMap: saying(LIKED) }),
  ),
});
export type DecisionInput = z.output<typeof decisionInput>;

/** The Undo button of a like or a pass. */
export const targetInput = z.object({ targetUserId });
