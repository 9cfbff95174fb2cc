// Discover's filters without their schema: defaults, URLs and descriptions.
import type { DistanceUnit } from "db/column-types";
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

/** What the screen starts with. */
export const DISCOVER_DEFAULTS: DiscoverFilters = {
  ageMin: 18,
  ageMax: 35,
  maxDistance: 25,
  minCompatibility: 70,
};

/**
 * The filters as a URL's parameters. Missing limits are written as blanks: a URL without any parameter gets
 * the defaults. A box that isn't ticked is in no URL.
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

/** How the list is ordered: best match first, or who is new here first. */
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
  const all = people === 1 ? "One person so far." : `${people} people so far.`;
  if (seen === 0) return all;
  return `${all} You've seen ${seen === people ? (people === 1 ? "them" : "everyone") : seen}.`;
}

/** Discover without any limit. */
export const WIDEST_SEARCH = discoverPath({});

/**
 * The path of the page that a button was pressed on: home with `from=home`, the first run with `from=welcome`, that of an
 * `artist`, else Discover, scrolled to the card or to that of member `next`.
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

const [ANY_AGE, ANY_DISTANCE, ANY_MATCH] = ["Any age", "any distance", "any match"];
const NO_LIMITS = [ANY_AGE, ANY_DISTANCE, ANY_MATCH];

/** The filters in a few words: "Ages 18–35 · within 25 miles · 70%+ match · Rock, Jazz". */
export function describeFilters(
  { ageMin, ageMax, maxDistance, genres, minCompatibility, verifiedListeners, photoChecked }: DiscoverFilters,
  unit: DistanceUnit,
) {
  const ages = describeAges(ageMin, ageMax);
  return [
    ages ? `Ages ${ages}` : ANY_AGE,
    maxDistance ? `within ${formatDistance(maxDistance, unit)}` : ANY_DISTANCE,
    minCompatibility
      ? `${minCompatibility}%${minCompatibility < COMPATIBILITY_BOUNDS.max ? "+" : ""} match`
      : ANY_MATCH,
    ...(genres ? [genres.join(", ")] : []),
    ...(verifiedListeners ? ["verified listeners"] : []),
    ...(photoChecked ? ["photo checked"] : []),
  ].join(" · ");
}

/** The limits of filters in a few words, without those that are none: "within 50 miles · 70%+ match", or "anywhere". */
export function describeLimits(filters: DiscoverFilters, unit: DistanceUnit): string {
  const words = describeFilters(filters, unit).split(" · ");
  const limits = words.filter((each) => !NO_LIMITS.includes(each));
  return limits.length ? limits.join(" · ").replace("Ages ", "ages ") : "anywhere";
}

/** Filters widened in one limit, and how many more people they find. */
export type WiderSearch = Omit<Widening, "count"> & { atLeast: PeopleCount };

/** What a wider search would find: "10+ more within 100 miles". */
export function describeWidening({ widens, filters, atLeast }: WiderSearch, unit: DistanceUnit): string {
  const { ageMin, ageMax, maxDistance, minCompatibility } = filters;
  const ages = describeAges(ageMin, ageMax);
  const words = {
    distance: maxDistance ? `within ${formatDistance(maxDistance, unit)}` : "at any distance",
    compatibility: minCompatibility ? `at ${minCompatibility}% or higher` : "at any match score",
    genres: "in any genre",
    listeners: "who aren't verified listeners",
    age: ages ? `aged ${ages}` : "of any age",
    "photo-check": "whose photo isn't checked",
  };
  return `${capitalize(formatPeople(atLeast))} more ${words[widens]}`;
}

/** What a distance out of range is refused with: "Distance must be from 5 to 100 miles". */
export function distanceError(unit: DistanceUnit): string {
  const { min, max } = DISTANCE_BOUNDS;
  const [from] = formatDistance(min, unit).split(" ");
  return `Distance must be from ${from} to ${formatDistance(max, unit)}`;
}

/** "18–35" or "40 and up"; undefined for every age. */
function describeAges(ageMin: number = AGE_BOUNDS.min, ageMax: number = AGE_BOUNDS.max): string | undefined {
  if (ageMax < AGE_BOUNDS.max) return `${ageMin}–${ageMax}`;
  return ageMin > AGE_BOUNDS.min ? `${ageMin} and up` : undefined;
}
