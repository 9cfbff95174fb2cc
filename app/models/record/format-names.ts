// The names of formats. Kept apart from record.ts for screens that show releases but no records.
import type { RecordFormat } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const formatNames: Record<RecordFormat, Message> = {
  vinyl: msg("Vinyl"),
  cd: msg("CD"),
  cassette: msg("Cassette"),
};
