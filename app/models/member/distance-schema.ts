// The schema of the unit that distances are shown in.
import { DISTANCE_UNITS } from "db/column-types";
import { z } from "zod";

/** PUT /api/profile/distances, and the form. Null follows the browser's language. */
export const distancesInput = z.object({
  unit: z.enum(DISTANCE_UNITS, { errorMap: () => ({ message: "Choose miles or kilometers" }) }).nullable(),
});
