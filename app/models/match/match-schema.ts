// Schemas of likes, passes and the list of matches.
import { z } from "zod";
import { exactString, memberIdWithMessage } from "~/models/shared/fields";
import type { MatchCursor } from "./match";

const LIKED = "liked must be true or false";
const CURSOR = "The cursor is invalid";

/** The other member of a decision or a conversation. */
export const targetUserId = memberIdWithMessage(
  "targetUserId is required",
  "targetUserId must be a member id",
);

/** POST /api/matches, and the Like and Pass buttons. */
export const decisionInput = z.object({
  targetUserId,
  liked: z.preprocess(
    (value) => (value === "true" ? true : value === "false" ? false : value),
    z.boolean({
      required_error: LIKED,
      invalid_type_error: LIKED,
    }),
  ),
});
export type DecisionInput = z.output<typeof decisionInput>;

/** The Undo button of a pass. */
export const undoInput = z.object({ targetUserId });

/** The query of a list of matches: where the page begins. */
export const matchPage = z.object({
  cursor: exactString(CURSOR)
    .regex(/^\d{1,15}-\d{1,16}$/, CURSOR)
    .transform((typed): MatchCursor => {
      const [at, targetId] = typed.split("-").map(Number);
      return { at: at ?? 0, targetId: targetId ?? 0 };
    })
    .optional(),
});
