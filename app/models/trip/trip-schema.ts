// The schema of a trip.
import { z } from "zod";
import { NO_DATE, toDay } from "~/days";
import { msg } from "~/language/text";
import { checkbox, optionalClientId, readText, requiredText } from "~/models/fields";

const TOWN_MAX = 200;

/** The form at /settings/trips and POST /api/profile/trips. The client makes the `id`, so that a repeat is the same trip. */
export const tripInput = z.object({
  id: optionalClientId,
  town: requiredText(msg("Town is required"), TOWN_MAX),
  from: readText(requiredText(msg("First day is required"), 20), toDay, NO_DATE),
  until: readText(requiredText(msg("Last day is required"), 20), toDay, NO_DATE),
  isEarly: checkbox,
});
export type TripInput = z.output<typeof tripInput>;
