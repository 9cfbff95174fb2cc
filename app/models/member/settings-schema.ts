// Schemas of the language that a member reads, and of the unit of distances.
import { DISTANCE_UNITS, LANGUAGES } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { saying } from "~/models/fields";

const choose = msg("Choose a language from the list");

/** PUT /api/profile/language. Null follows the browser. */
export const languageInput = z.object({
  language: z.enum(LANGUAGES, { errorMap: () => ({ message: t(choose) }) }).nullable(),
});

/** PUT /api/profile/distances, and the form. Null follows the browser's language. */
export const distancesInput = z.object({
  unit: z.enum(DISTANCE_UNITS, { errorMap: saying(msg("Choose miles or kilometers")) }).nullable(),
});
