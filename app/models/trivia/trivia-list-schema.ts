// The schema of the list's query. The list's screen would load the form schemas of trivia-schema.ts with it.
import { z } from "zod";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";

/** The query of the list of games. */
export const gamePage = z.object({
  cursor: cursorField({ group: cursorNumber, at: cursorNumber, id: cursorText }),
});
export type GameCursor = NonNullable<z.output<typeof gamePage>["cursor"]>;
