// Discover's filters without their schema: defaults, URLs and descriptions.
import type { DistanceUnit } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import {
  AGE_BOUNDS,
  COMPATIBILITY_BOUNDS,
  DISTANCE_BOUNDS,
  type DiscoverFilters,
  type Widening,
} from "~/matching/filters";
import { artistPath, capitalize } from "~/models/artist/artist";
import { formatPeople, type PeopleCount } from "~/models/count";
import { formatDistance } from "~/models/member/distance";
import { stepPath } from "~/models/member/welcome";
import { genreName } from "~/models/music/genre";

/** The filters that the screen starts with. */
export const DISCOVER_DEFAULTS: DiscoverFilters = {
  ageMin: 18,
  ageMax: 35,
  maxDistance: 25,
  minCompatibility: 70,
};

/**
 * The filters as a URL's parameters. Missing limits are written as blanks, because a URL without any parameter gets the
 * defaults. An unchecked box is in no URL.
 */
export function discoverParams(filters: DiscoverFilters): URLSearchParams {
  const {
    ageMin = "",
    ageMax = "",
    maxDistance = "",
    genres = [],
    minCompatibility = "",
    verifiedListeners,
    photoChecked,
  } = filters;
  const limits = {
    ageMin,
    ageMax,
    maxDistance,
    genres: genres.join(","),
    minCompatibility,
    ...(verifiedListeners ? { verifiedListeners: 1 } : {}),
    ...(photoChecked ? { photoChecked: 1 } : {}),
  } satisfies Partial<Record<keyof DiscoverFilters, string | number>>;
  return new URLSearchParams(Object.entries(limits).map(([name, limit]) => [name, String(limit)]));
}

/** The order of the list: best match first, or members who are new here first. */
export type DiscoverOrder = "match" | "new";

/** The screen's URL with these filters, at the page that `cursor` begins. */
export function discoverPath(
  filters: DiscoverFilters,
  cursor?: string,
  order: DiscoverOrder = "match",
): string {
  const params = discoverParams(filters);
  if (order === "new") params.set("order", order);
  if (cursor) params.set("cursor", cursor);
  return `/discover?${params}`;
}

/** How many people a member could meet, and how many of them they have decided on: "42 people so far. You've seen 30." */
export function describeSmall(people: number, seen: number): string {
  if (seen === 0) return t("{people, plural, one {One person so far.} other {# people so far.}}", { people });
  if (seen === people)
    return t(
      "{people, plural, one {One person so far. You've seen them.} other {# people so far. You've seen everyone.}}",
      { people },
    );
  return t(
    "{people, plural, one {One person so far. You've seen {seen}.} other {# people so far. You've seen {seen}.}}",
    { people, seen },
  );
}

/** Discover without any limit. */
export const WIDEST_SEARCH = discoverPath({});

/**
 * The path of the page that a button was on: home with `from=home`, the first run with `from=welcome`, that of an `artist`,
 * else Discover, scrolled to the card or to that of member `next`.
 */
export function discoverReturnPath(query: URLSearchParams): string {
  const artist = artistPath(query.get("artist") ?? "");
  if (artist) return artist;
  if (query.get("from") === "home") return "/#somebody-to-meet";
  if (query.get("from") === "welcome") return stepPath("people");
  const page = new URLSearchParams(query);
  page.delete("next");
  const next = query.get("next");
  const search = page.size ? `?${page}` : "";
  return `/discover${search}${next ? `#member-${encodeURIComponent(next)}` : ""}`;
}

/** The filters other than ages, in words. */
function limitTexts(
  { maxDistance, genres, minCompatibility, verifiedListeners, photoChecked }: DiscoverFilters,
  unit: DistanceUnit,
) {
  return {
    distance: maxDistance && t("within {distance}", { distance: formatDistance(maxDistance, unit) }),
    match:
      minCompatibility &&
      (minCompatibility < COMPATIBILITY_BOUNDS.max
        ? t("{minCompatibility}%+ match", { minCompatibility })
        : t("{minCompatibility}% match", { minCompatibility })),
    more: [
      ...(genres ? [genres.map(genreName).join(", ")] : []),
      ...(verifiedListeners ? [t("verified listeners")] : []),
      ...(photoChecked ? [t("photo checked")] : []),
    ],
  };
}

/** The filters in a few words: "Ages 18–35 · within 25 miles · 70%+ match · Rock, Jazz". */
export function describeFilters(filters: DiscoverFilters, unit: DistanceUnit): string {
  const ages = describeAges(filters.ageMin, filters.ageMax);
  const { distance, match, more } = limitTexts(filters, unit);
  const limits = [distance || t("any distance"), match || t("any match"), ...more];
  return [ages ? t("Ages {ages}", { ages }) : t("Any age"), ...limits].join(" · ");
}

/** The limits in a few words, leaving out unset ones: "within 50 miles · 70%+ match", or "anywhere". */
export function describeLimits(filters: DiscoverFilters, unit: DistanceUnit): string {
  const ages = describeAges(filters.ageMin, filters.ageMax);
  const { distance, match, more } = limitTexts(filters, unit);
  const limits = [ages && t("ages {ages}", { ages }), distance, match, ...more].filter(Boolean);
  return limits.join(" · ") || t("anywhere");
}

/** Filters with one limit widened, and how many more people they find. */
export type WiderSearch = Omit<Widening, "count"> & { atLeast: PeopleCount };

/** What a wider search would find: "10+ more within 100 miles". */
export function describeWidening({ widens, filters, atLeast }: WiderSearch, unit: DistanceUnit): string {
  const { ageMin, ageMax, maxDistance, minCompatibility } = filters;
  const ages = describeAges(ageMin, ageMax);
  const people = capitalize(formatPeople(atLeast));
  switch (widens) {
    case "distance":
      return maxDistance
        ? t("{people} more within {distance}", { people, distance: formatDistance(maxDistance, unit) })
        : t("{people} more at any distance", { people });
    case "compatibility":
      return minCompatibility
        ? t("{people} more at {minCompatibility}% or higher", { people, minCompatibility })
        : t("{people} more at any match score", { people });
    case "genres":
      return t("{people} more in any genre", { people });
    case "listeners":
      return t("{people} more who aren't verified listeners", { people });
    case "age":
      return ages
        ? t("{people} more aged {ages}", { people, ages })
        : t("{people} more of any age", { people });
    case "photo-check":
      return t("{people} more whose photo isn't checked", { people });
  }
}

/** The refusal of a distance out of range: "Distance must be from 5 to 100 miles". */
export function distanceError(unit: DistanceUnit): Message {
  const [min, max] = [DISTANCE_BOUNDS.min, DISTANCE_BOUNDS.max].map(
    (miles) => formatDistance(miles, unit).split(" ")[0] ?? "",
  ) as [string, string];
  return unit === "miles"
    ? msg("Distance must be from {min} to {max} miles", { min, max })
    : msg("Distance must be from {min} to {max} km", { min, max });
}

/** "18–35" or "40 and up"; undefined for every age. */
function describeAges(ageMin: number = AGE_BOUNDS.min, ageMax: number = AGE_BOUNDS.max): string | undefined {
  if (ageMax < AGE_BOUNDS.max) return `${ageMin}–${ageMax}`;
  return ageMin > AGE_BOUNDS.min ? t("{age} and up", { age: ageMin }) : undefined;
}
