// Towns from the offline gazetteer: resolves what a member types to a place name and a 0.1° cell.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type BatchStatement, type Connection, openConnection } from "db/connection.server";
import { distance } from "fastest-levenshtein";
import { msg } from "~/language/text";
import { placeKey, SUGGESTED_TOWNS } from "~/models/member/place/place";
import { invalidAt } from "~/refusal";

/** A town as members see it ("Portland, Oregon, US") and its cell, the most precise location that is used. */
export interface Place {
  name: string;
  cell: number;
}

/** A country, or a region of one. */
interface Area {
  country: string;
  region: string;
}

interface Town extends Place, Area {
  /** The population, or a tenth of it for an alternate name. */
  weight: number;
}

const TEXT_MAX = 200;
const LABELS_MAX = 8;
/** The minimum weight for a town to be preferred over a country or region of the same name. */
const AREA_NAMESAKE_WEIGHT = 60_000;
/** How many towns with similar names are offered, and their least weight by the length of the text. */
const SIMILAR_MAX = 5;
const SIMILAR_WEIGHT = 10_000;
const SIMILAR_LETTERS = 4;
/** Other towns of the same name are offered from this share of the first one's weight. */
const LIKELY_SHARE = 0.5;

/**
 * The town that a text names ("Portland", "Portland, OR", "Paris Texas", "München"); undefined if there is none.
 * Prefers towns in `country` (a code such as "US"), then the most populous.
 */
export function resolvePlace(text: string, country?: string): Place | undefined {
  const [town] = townsNamed(text, country);
  return town && { name: town.name, cell: town.cell };
}

/** The town that was typed; the member's own if it has that name. Refuses an unknown one (invalid, at `town`). */
export function findTown(typed: string, placeName: string | null): Place {
  const isOwn = placeName !== null && placeKey(placeName.split(",")[0] ?? "") === placeKey(typed);
  const place = resolvePlace(isOwn ? placeName : typed);
  if (place) return place;
  const [other] = getPlaceSuggestions(typed, null).others;
  const message = other
    ? msg("We couldn't find {typed}. Did you mean {other}?", { typed, other })
    : msg("We couldn't find {typed}", { typed });
  throw invalidAt("town", message);
}

/** Up to eight labels to choose from if a text is ambiguous; empty if it is not. */
export function placeChoices(text: string): string[] {
  const towns = townsNamed(text);
  const [first, second] = towns;
  if (!first || !second || second.weight < first.weight * LIKELY_SHARE) return [];
  const labels = distinct(towns.map((town) => town.name));
  return labels.length > 1 ? labels : [];
}

/**
 * Suggestions for a saved location: towns that may have been meant instead (`others`), with the same name or one like an
 * unknown name, and the towns suggested before any input, which begin with those.
 */
export function getPlaceSuggestions(location: string, placeName: string | null) {
  const isResolved = placeName !== null;
  const others = isResolved
    ? placeChoices(location).filter((name) => name !== placeName)
    : similarTowns(location);
  const near = isResolved || others.length ? others : suggestPlaces(location);
  return { others, towns: distinct([...near, ...SUGGESTED_TOWNS], near.length + SUGGESTED_TOWNS.length) };
}

/**
 * Up to five labels of towns for a text that names none: those whose names differ from it in one letter, those that begin
 * with it, and, for a text of six letters or more, those that differ in two; the most populous first.
 */
function similarTowns(text: string): string[] {
  const begun = suggestPlaces(text);
  const [key = ""] = partsOf(text);
  const [first = "", second = "", third = ""] = key;
  if (key.length < SIMILAR_LETTERS) return distinct(begun, SIMILAR_MAX);
  const most = key.length < 6 ? 1 : 2;
  // One of the first letters may be wrong, too; comparing all names would take too long.
  const starts = new Set([first + second, second + first, first + third]);
  const rows = [...starts].flatMap((start) =>
    lookUp([
      `select key, label, weight from name join place on place.id = place_id
        where key >= ? and key < ? and weight >= ? and length(key) between ? and ?`,
      [start, `${start}\u{10ffff}`, SIMILAR_WEIGHT, key.length - most, key.length + most],
    ]),
  );
  const near = rows
    .map(({ key: name, label, weight }) => ({
      label: String(label),
      weight: Number(weight),
      letters: distance(key, String(name)),
    }))
    .filter(({ letters }) => letters <= most)
    .sort((a, b) => b.weight - a.weight);
  const within = (most: number) => near.filter(({ letters }) => letters <= most).map(({ label }) => label);
  return distinct([...within(1), ...begun, ...within(most)], SIMILAR_MAX);
}

/**
 * Up to eight labels of towns that begin with a text of at least three letters (two in scripts other than Latin), the most
 * populous first. A comma begins the region or country. Each label resolves to its own town.
 */
export function suggestPlaces(text: string): string[] {
  const [key = "", ...within] = partsOf(text);
  if (within.length) {
    const towns = townsByKey(key);
    const inside = towns.filter(({ name }) => {
      const areas = name.split(",").slice(1).map(placeKey);
      return within.every((prefix) => areas.some((area) => area.startsWith(prefix)));
    });
    return distinct(inside.map((town) => town.name));
  }
  if (key.length < (/^[ -~]*$/.test(key) ? 3 : 2)) return [];
  const rows = lookUp([
    `select label from
      (select place_id, weight from name where key >= ? and key < ? order by weight desc limit 60)
      join place on place.id = place_id order by weight desc`,
    [key, `${key}\u{10ffff}`],
  ]);
  return distinct(rows.map((row) => String(row.label)));
}

/** All towns that a text may mean, the likeliest first. */
function townsNamed(text: string, country?: string): Town[] {
  const [key = "", ...within] = partsOf(text);
  if (within.length) return townsWithin(key, within);
  const bare = townsWithBareName(key, country);
  if (bare.length) return bare;
  // "Portland Oregon", "Paris TX": the last words are the area.
  const words = key.split(" ");
  for (let split = words.length - 1; split > 0 && split >= words.length - 3; split--) {
    const towns = townsWithin(words.slice(0, split).join(" "), [words.slice(split).join(" ")]);
    if (towns.length) return towns;
  }
  return [];
}

function townsWithBareName(key: string, country?: string) {
  const areas = areasByKey(key);
  const towns = townsByKey(key);
  return towns
    .filter(
      (town) =>
        !areas.length || town.weight >= AREA_NAMESAKE_WEIGHT || areas.some((area) => liesIn(town, area)),
    )
    .sort((a, b) => Number(b.country === country) - Number(a.country === country) || b.weight - a.weight);
}

/** The towns of a name within all of these areas: exact labels first, then main names, then alternate names. */
function townsWithin(key: string, within: string[]) {
  let towns = townsByKey(key);
  for (const name of within) {
    const areas = areasByKey(name);
    towns = towns.filter((town) => areas.some((area) => liesIn(town, area)));
  }
  const label = [key, ...within].join(" ");
  const closeness = ({ name }: Town) =>
    placeKey(name) === label ? 2 : placeKey(name.split(",")[0] ?? "") === key ? 1 : 0;
  return towns.sort((a, b) => closeness(b) - closeness(a) || b.weight - a.weight);
}

function townsByKey(key: string): Town[] {
  const rows = lookUp([
    `select label, cell, country, region, weight from name join place on place.id = place_id
      where key = ? order by weight desc, place_id limit 500`,
    [key],
  ]);
  return rows.map((row) => ({
    name: String(row.label),
    cell: Number(row.cell),
    country: String(row.country),
    region: String(row.region),
    weight: Number(row.weight),
  }));
}

function areasByKey(key: string): Area[] {
  const rows = lookUp(["select country, region from area where key = ?", [key]]);
  return rows.map((row) => ({ country: String(row.country), region: String(row.region) }));
}

function liesIn(town: Area, area: Area) {
  return town.country === area.country && (area.region === "" || area.region === town.region);
}

/** The keys of the comma-separated parts: the town, then up to three areas. */
function partsOf(text: string) {
  return text
    .slice(0, TEXT_MAX)
    .split(",")
    .map(placeKey)
    .filter((key) => key !== "")
    .slice(0, 4);
}

function distinct(labels: string[], limit = LABELS_MAX) {
  return [...new Set(labels)].slice(0, limit);
}

let opened: Connection | undefined;

/** Reads from the gazetteer, over its only connection. */
function lookUp(statement: BatchStatement) {
  opened ??= openGazetteer();
  return opened.execute(statement).rows;
}

function openGazetteer() {
  const file = join(process.cwd(), "db/places.sqlite");
  if (!existsSync(file))
    throw new Error(`The gazetteer ${file} is missing: run "npx tsx db/seed/places.ts".`);
  const connection = openConnection(file);
  connection.execute("pragma query_only = on");
  return connection;
}
