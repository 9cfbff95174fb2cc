// Schemas of the form "Who You'd Like to Meet" and its API.
import { GENDERS, MEET_CHOICES, PURPOSES } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { checkbox, listOf, optionalText, optionalWholeNumber, saying } from "~/models/fields";
import { AGE_MAX, AGE_MIN } from "./profile";
import { GENDER_WORDS_MAX, meetField, type OwnWishes } from "./wishes";

const CHOOSE = msg("Choose from the list");
const age = optionalWholeNumber({
  min: AGE_MIN,
  max: AGE_MAX,
  message: msg("Age must be from {min} to {max}", { min: AGE_MIN, max: AGE_MAX }),
});

/**
 * PUT /api/profile/wishes. `consents` says that the member agrees to WISHES_CONSENT, which they have to do once. Missing or
 * blank means unsaid. Gender words without a gender make it the member's own, and those beside another gender are dropped. A
 * single age limit is completed by its bound, and both bounds mean all ages.
 */
export const wishesInput: z.ZodType<OwnWishes & { consents: boolean }, z.ZodTypeDef, unknown> = z
  .object({
    gender: optionalChoice(GENDERS),
    genderWords: optionalText(GENDER_WORDS_MAX),
    meets: z.preprocess(
      (value) => value ?? [],
      listOf(z.enum(MEET_CHOICES, { errorMap: saying(CHOOSE) }), 0, MEET_CHOICES.length, CHOOSE),
    ),
    meetAgeMin: age,
    meetAgeMax: age,
    purpose: optionalChoice(PURPOSES),
    showsWishes: checkbox,
    consents: checkbox,
  })
  .superRefine(({ gender, genderWords, meetAgeMin, meetAgeMax }, context) => {
    if (gender === "own" && !genderWords)
      context.addIssue({ code: "custom", path: ["genderWords"], message: t("Add your own words") });
    if ((meetAgeMin ?? AGE_MIN) > (meetAgeMax ?? AGE_MAX))
      context.addIssue({
        code: "custom",
        path: ["meetAgeMax"],
        message: t("Must be the same as or higher than “From”"),
      });
  })
  .transform(({ genderWords, meetAgeMin, meetAgeMax, meets, ...rest }) => {
    const gender = rest.gender ?? (genderWords ? "own" : null);
    const [from, to] = [meetAgeMin ?? AGE_MIN, meetAgeMax ?? AGE_MAX];
    const isAllAges = from === AGE_MIN && to === AGE_MAX;
    return {
      ...rest,
      gender,
      genderWords: gender === "own" ? genderWords : null,
      meets: MEET_CHOICES.filter((choice) => meets.includes(choice)),
      meetAgeMin: isAllAges ? null : from,
      meetAgeMax: isAllAges ? null : to,
    };
  });

/** The form's own schema: each choice of `meets` is a checkbox of its own name. */
export const wishesForm = z.preprocess((sent) => {
  if (typeof sent !== "object" || sent === null) return sent;
  return { ...sent, meets: MEET_CHOICES.filter((choice) => meetField(choice) in sent) };
}, wishesInput);

/** One of a list; blank becomes null. */
function optionalChoice<Option extends string>(options: readonly [Option, ...Option[]]) {
  return z.preprocess(
    (value) => (value === "" ? null : (value ?? null)),
    z.enum(options, { errorMap: saying(CHOOSE) }).nullable(),
  );
}
