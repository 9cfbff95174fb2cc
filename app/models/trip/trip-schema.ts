// The schema of a trip.
import { z } from "zod";
import { checkbox, optionalClientId, requiredText } from "~/models/fields";
import { toDay } from "~/models/show/show";

const TOWN_MAX = 200;

function dayField(required: string) {
  return requiredText(required, 20).transform((typed, context) => {
    const read = toDay(typed);
    if (read !== undefined) return read;
    context.addIssue({ code: "custom", message: "Use a date such as 2026-12-04" });
    return z.NEVER;
  });
}

/** The form at /settings/trips and POST /api/profile/trips. The client makes the `id`, so that a repeat is the same trip. */
export const tripInput = z.object({
  id: optionalClientId,
  town: requiredText("Town is required", TOWN_MAX),
  from: dayField("First day is required"),
  until: dayField("Last day is required"),
  isEarly: checkbox,
});
export type TripInput = z.output<typeof tripInput>;
