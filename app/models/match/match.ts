// Matches and likes, as lists show them.
import { z } from "zod";
import { exactText } from "./fields";
import type { MemberCard } from "./member";

/** Somebody the member liked; `mutual` when they liked back, dated by the second like. */
export type ShownMatch = {
  id: string;
  createdAt: string;
  compatibilityScore: number;
  mutual: boolean;
  targetUser: MemberCard;
};

/** Where the page before ended: the time and the member of its last row. */
export type MatchCursor = { at: number; targetId: number };

const NOT_OURS = "The cursor is not one of ours";

/** The query of a list of matches: where to go on. */
export const matchPage = z.object({
  cursor: exactText(NOT_OURS)
    .regex(/^\d{1,15}-\d{1,16}$/, NOT_OURS)
    .transform((typed): MatchCursor => {
      const [at, targetId] = typed.split("-").map(Number);
      return { at: at ?? 0, targetId: targetId ?? 0 };
    })
    .optional(),
});
