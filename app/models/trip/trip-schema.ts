// The schema of a trip.
import { z } from "zod";
import { NO_DATE, toDay } from "~/days";
import { checkbox, optionalClientId, readText, requiredText } from "~/models/fields";

const TOWN_MAX = 200;

/** The form at /settings/trips and POST /api/profile/trips. The client makes the `id`, so that a repeat is the same trip. */
export const tripInput = z.object({
  id: optionalClientId,
  town: requiredText("Town is required", TOWN_MAX),
  from: readText(requiredText("First day is required", 20), toDay, NO_DATE),
  until: readText(requiredText("Last day is required", 20), toDay, NO_DATE),
  isEarly: checkbox,
});
export type TripInput = z.output<typeof tripInput>;
