// The queries for artists.
import { z } from "zod";
import { msg } from "~/language/text";
import { cursorField, cursorNumber } from "~/models/cursor";
import { exactString } from "~/models/fields";

/** The query of the wall of artists. */
export const lovedPage = z.object({ cursor: cursorField({ from: cursorNumber.nonnegative() }) });

/** With `q`, asks for names to suggest while an artist is typed; without it, for the wall. */
export const artistsQuery = lovedPage.extend({ q: exactString(msg("Must be text")).catch("").optional() });
