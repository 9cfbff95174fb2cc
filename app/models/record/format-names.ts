// The names of formats. Apart from record.ts, for screens that show releases and no records.
import type { RecordFormat } from "db/column-types";

export const formatNames: Record<RecordFormat, string> = { vinyl: "Vinyl", cd: "CD", cassette: "Cassette" };
