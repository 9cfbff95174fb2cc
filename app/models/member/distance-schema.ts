// The schema of the unit that distances are shown in.
import { DISTANCE_UNITS } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import { saying } from "~/models/fields";

/** PUT /api/profile/distances, and the form. Null follows the browser's language. */
export const distancesInput = z.object({
  unit: z.enum(DISTANCE_UNITS, { errorMap: saying(msg("Choose miles or kilometers")) }).nullable(),
});
