// The schema of the list's query. The list's screen would load the form schemas of trivia-schema.ts with it.
import { z } from "zod";
import { exactString } from "~/models/shared/fields";
import type { GameCursor } from "./trivia";

const CURSOR = "Use a cursor from the previous page";

/** The query of the list of games. */
export const gamePage = z.object({
  cursor: exactString(CURSOR)
    .regex(/^(open|over)_\d{1,15}_[\w-]{1,64}$/, CURSOR)
    .transform((text): GameCursor => {
      const [, which, at, id = ""] = text.match(/^(open|over)_(\d+)_(.*)$/) ?? [];
      return { isOver: which === "over", at: Number(at), id };
    })
    .optional(),
});
