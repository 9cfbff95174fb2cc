// Schemas of a collection's query. The form of a record would load them with record-schema.ts.
import { z } from "zod";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import { choice, optionalText } from "~/models/fields";
import { RECORD_SORTS } from "./record";

/** Search, order and cursor of a collection. Values that cannot be read count as missing. */
export const recordQuery = z.object({
  q: optionalText(100).catch(""),
  sort: choice(RECORD_SORTS, "added", "").catch("added"),
  cursor: cursorText.optional().catch(undefined),
});

/** The values by which any order of a collection goes on. */
export const recordCursor = cursorField({
  at: cursorNumber,
  artistKey: cursorText,
  albumKey: cursorText,
  year: cursorNumber.nullable(),
  id: cursorText,
});
