// Distances in words, in the viewer's unit.

import type { DistanceUnit } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { regionOf } from "./viewer-dates";

export const DISTANCES_PATH = "/settings/distances";

/** Regions whose road signs use miles. */
const IN_MILES = new Set(["US", "GB", "LR", "MM"]);
const KILOMETERS_PER_MILE = 1.609344;

export const distanceUnitNames: Record<DistanceUnit, Message> = {
  miles: msg("Miles"),
  kilometers: msg("Kilometers"),
};

/** The flash message for a saved unit. */
export const distancesSavedMessage: FlashMessage = { title: msg("Distances saved") };

/**
 * The unit that a member has chosen, or else that of the region of the browser's first language, such as kilometers for "de" or
 * "en-CA"; miles if nothing is known.
 */
export function distanceUnitOf(chosen: DistanceUnit | null, acceptLanguage: string | null): DistanceUnit {
  if (chosen) return chosen;
  const region = regionOf(acceptLanguage);
  return region === undefined || IN_MILES.has(region) ? "miles" : "kilometers";
}

/** "25 miles" or "40 km". Takes only steps of 5 miles: converting anything finer would tell more about where somebody lives. */
export function formatDistance(miles: number, unit: DistanceUnit): string {
  if (unit === "miles") return t("{miles, plural, one {# mile} other {# miles}}", { miles });
  return t("{kilometers, number} km", { kilometers: Math.round(miles * KILOMETERS_PER_MILE) });
}
