// The names of formats. Apart from record.ts, for screens that show releases and no records.
import type { RecordFormat } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const formatNames: Record<RecordFormat, Message> = {
  vinyl: msg("Vinyl"),
  cd: msg("CD"),
  cassette: msg("Cassette"),
};
