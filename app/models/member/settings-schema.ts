// The schema of the language that a member reads.
import { LANGUAGES } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";

const choose = msg("Choose a language from the list");

/** PUT /api/profile/language. Null follows the browser. */
export const languageInput = z.object({
  language: z.enum(LANGUAGES, { errorMap: () => ({ message: t(choose) }) }).nullable(),
});
