// How far a member has read.
import { z } from "zod";

/** The sequence of the last message that was shown. */
export const readingInput = z.object({
  sequence: z.number({ message: "Say how far was read, as a whole number" }).int().positive().safe(),
});
