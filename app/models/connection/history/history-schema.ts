// The schema of what is sent beside a listening history.
import { z } from "zod";
import { type TextEncoding, textEncodingNames } from "~/models/text-encoding";

const encodings = Object.keys(textEncodingNames) as [TextEncoding, ...TextEncoding[]];

/** The query of a history: what the letters of a CSV are, if they were read wrong. */
export const historyInput = z.object({
  encoding: z.enum(encodings, { errorMap: () => ({ message: `Use ${encodings.join(", ")}` }) }).optional(),
});
export type HistoryInput = z.output<typeof historyInput>;
