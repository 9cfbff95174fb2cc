// Schema of a step of the search for covers.
import { z } from "zod";
import { COVER_SEARCH_STEPS } from "./cover-search";

const STEP = "step must be start, pause or resume";

export const coverSearchInput = z.object({
  step: z.enum(COVER_SEARCH_STEPS, { errorMap: () => ({ message: STEP }) }),
});
