// What is asked of the list of trivia games. Apart from what its forms send: the list's screen would carry that.
import { z } from "zod";
import { exactText } from "./fields";
import type { GameCursor } from "./trivia";

const NOT_OURS = "Use a cursor that a list has given";

/** Where the list of games goes on. */
export const gamePage = z.object({
  cursor: exactText(NOT_OURS)
    .regex(/^(open|over)_\d{1,15}_[\w-]{1,64}$/, NOT_OURS)
    .transform((typed): GameCursor => {
      const [, which, at, id = ""] = typed.match(/^(open|over)_(\d+)_(.*)$/) ?? [];
      return { isOver: which === "over", at: Number(at), id };
    })
    .optional(),
});
