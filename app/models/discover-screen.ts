// Discover's filters as the screen holds them: in the address, and in the fields of its form.
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS } from "./discover-bounds";
import {
  DISCOVER_DEFAULTS,
  type DiscoverFilters,
  discoverFilters,
  discoverParams,
  readDiscoverParams,
} from "./discovery";
import { FILTER_GENRES } from "./genre";
import type { FieldMessages } from "./refusal";

/** What stands in the form's fields. */
export type FilterFields = {
  ageMin: string;
  ageMax: string;
  maxDistance: string;
  minCompatibility: string;
  anyDistance: boolean;
  anyCompatibility: boolean;
  /** The genres to choose from: the usual ones, and whatever else the address asks for. */
  genres: { name: string; chosen: boolean }[];
};

/** What an address asks of the screen: filters, or what is wrong with them; and the fields, as typed when refused. */
export type AskedFilters =
  | { filters: DiscoverFilters; fields: FilterFields; errors?: undefined }
  | { filters?: undefined; fields: FilterFields; errors: FieldMessages };

/** Reads the screen's filters. An address that names none of them asks for the defaults. */
export function readFilters(params: URLSearchParams): AskedFilters {
  const names = ["ageMin", "ageMax", "maxDistance", "minCompatibility", "genres"];
  if (!names.some((name) => params.has(name))) {
    return { filters: DISCOVER_DEFAULTS, fields: fieldsOf(DISCOVER_DEFAULTS) };
  }
  const typed = readDiscoverParams(params);
  const read = discoverFilters.safeParse(typed);
  if (read.success) return { filters: read.data, fields: fieldsOf(read.data) };
  const errors: FieldMessages = {};
  for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message;
  return { fields: typedFields(typed), errors };
}

/** The screen's address under these filters, on the page that a cursor begins. */
export function discoverAddress(filters: DiscoverFilters, cursor?: string): string {
  const params = discoverParams(filters);
  if (cursor) params.set("cursor", cursor);
  return `/discover?${params}`;
}

/** The page of Discover that a button stood on, from the query it was given: at the card of the member `next`. */
export function discoverPage(query: URLSearchParams): string {
  const page = new URLSearchParams(query);
  page.delete("next");
  const next = query.get("next");
  const search = page.size ? `?${page}` : "";
  return `/discover${search}${next ? `#member-${encodeURIComponent(next)}` : ""}`;
}

/** The filters in a few words: "18 to 35 · within 25 miles · from 70% on · Rock, Jazz". */
export function describeFilters({ ageMin, ageMax, maxDistance, genres, minCompatibility }: DiscoverFilters) {
  const from = ageMin ?? AGE_BOUNDS.min;
  const to = ageMax ?? AGE_BOUNDS.max;
  return [
    to >= AGE_BOUNDS.max ? `${from} and over` : `${from} to ${to}`,
    maxDistance ? `within ${maxDistance} miles` : "at any distance",
    minCompatibility ? `from ${minCompatibility}% on` : "at any compatibility",
    ...(genres ? [genres.join(", ")] : []),
  ].join(" · ");
}

function fieldsOf({
  ageMin = AGE_BOUNDS.min,
  ageMax = AGE_BOUNDS.max,
  maxDistance,
  genres = [],
  minCompatibility,
}: DiscoverFilters): FilterFields {
  return {
    ageMin: String(ageMin),
    ageMax: String(ageMax),
    maxDistance: String(maxDistance ?? DISTANCE_BOUNDS.max),
    minCompatibility: String(minCompatibility ?? COMPATIBILITY_BOUNDS.min),
    anyDistance: maxDistance === undefined,
    anyCompatibility: minCompatibility === undefined,
    genres: genreChoices(genres),
  };
}

function typedFields(typed: { [name: string]: string | string[]; genres: string[] }): FilterFields {
  const text = (name: string) => (typeof typed[name] === "string" ? typed[name] : "");
  return {
    ageMin: text("ageMin"),
    ageMax: text("ageMax"),
    maxDistance: text("maxDistance"),
    minCompatibility: text("minCompatibility"),
    anyDistance: false,
    anyCompatibility: false,
    genres: genreChoices(typed.genres.flatMap((names) => names.split(","))),
  };
}

function genreChoices(chosen: string[]) {
  const usual: string[] = FILTER_GENRES;
  const others = chosen.filter((name) => name.trim() !== "" && !usual.includes(name));
  return [...usual, ...new Set(others)].map((name) => ({ name, chosen: chosen.includes(name) }));
}
