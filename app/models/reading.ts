// How far a member has read.
import { z } from "zod";

const WHOLE = "Say how far was read, as a whole number";

/** The sequence of the last message that was shown. */
export const readingInput = z.object({
  sequence: z.number({ message: WHOLE }).int(WHOLE).positive(WHOLE).safe(WHOLE),
});
