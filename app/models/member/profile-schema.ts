// Schemas of the profile form and its API.
import { z } from "zod";
import { msg } from "~/language/text";
import { optionalText, requiredText, wholeNumber } from "~/models/fields";
import { AGE_MAX, AGE_MIN, BIO_MAX } from "./profile";

const LOCATION_MAX = 100;

/** The Edit Profile form and PATCH /api/profile. Other members see every field of it. */
export const profileInput = z.object({
  bio: optionalText(BIO_MAX, msg("Bio must be less than 500 characters")),
  age: wholeNumber({
    min: [AGE_MIN, msg("Must be at least 18")],
    max: [AGE_MAX, msg("Invalid age")],
    message: msg("Invalid age"),
  }),
  location: requiredText(msg("Location is required"), LOCATION_MAX),
});
export type ProfileInput = z.output<typeof profileInput>;

/** A stored profile. The age is null until the member sets one. */
export type Profile = Omit<ProfileInput, "age"> & { age: number | null };

export const profileFields = Object.keys(profileInput.shape) as (keyof Profile)[];

/** The form's own schema. */
export const profileForm = z.preprocess(pickTown, profileInput);

/**
 * Replaces a location by the town that was chosen for it (`town`). The choices were offered for the location `asked`; one typed
 * since stays.
 */
export function pickTown(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  const { town, asked, ...typed }: Record<string, unknown> = { ...sent };
  const isAsked = asked === undefined || asked === typed.location;
  return town && isAsked ? { ...typed, location: town } : typed;
}
