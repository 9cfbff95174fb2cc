// Towns by name, from the offline gazetteer: what a member types becomes a place name and a 0.1° cell.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Client, createClient } from "@libsql/client";
import { BIG_TOWNS, placeKey } from "./place";

/** A town as members see it ("Portland, Oregon, US") and its cell: the finest that is known of it. */
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
  /** The population; for a name that is not the town's own a tenth of it. */
  weight: number;
}

const maxTextLength = 200;
const maxLabels = 8;
/** How much a town must weigh to be meant by a bare name that a country or region elsewhere has too. */
const knownBesideAnArea = 60_000;
/** A namesake of at least this part of the first one's weight may be meant as well. */
const likelyPart = 0.5;

/**
 * The town that a text names ("Portland", "Portland, OR", "Paris Texas", "München"); undefined when there is none.
 * Of several the one in `country` (a code such as "US") comes first, then the most populous.
 */
export async function resolvePlace(text: string, country?: string): Promise<Place | undefined> {
  const [town] = await townsNamed(text, country);
  return town && { name: town.name, cell: town.cell };
}

/** Up to eight labels to choose from when a text may well mean several towns; empty when it is clear. */
export async function placeChoices(text: string): Promise<string[]> {
  const towns = await townsNamed(text);
  const [first, second] = towns;
  if (!first || !second || second.weight < first.weight * likelyPart) return [];
  const labels = distinct(towns.map((town) => town.name));
  return labels.length > 1 ? labels : [];
}

/**
 * What a saved location leaves open: the namesakes of its town that may be meant instead, and the towns to offer before
 * anything is typed, first those that come near a text which no town goes by.
 */
export async function placeHelp(location: string, placeName: string | null) {
  const isKnown = placeName !== null;
  const others = isKnown ? (await placeChoices(location)).filter((name) => name !== placeName) : [];
  const near = isKnown ? others : await suggestPlaces(location);
  return { others, towns: distinct([...near, ...BIG_TOWNS], near.length + BIG_TOWNS.length) };
}

/**
 * Up to eight labels of towns that a text may be the beginning of, the most populous first: from three letters on
 * (two of a script that says more with each). After a comma the region or country is begun. Each resolves to itself.
 */
export async function suggestPlaces(text: string): Promise<string[]> {
  const [key = "", ...within] = partsOf(text);
  if (within.length) {
    const towns = await townsByKey(key);
    const inside = towns.filter(({ name }) => {
      const areas = name.split(",").slice(1).map(placeKey);
      return within.every((begun) => areas.some((area) => area.startsWith(begun)));
    });
    return distinct(inside.map((town) => town.name));
  }
  if (key.length < (/^[ -~]*$/.test(key) ? 3 : 2)) return [];
  const client = await gazetteer();
  const { rows } = await client.execute({
    sql: `select label from
      (select place_id, weight from name where key >= :from and key < :to order by weight desc limit 60)
      join place on place.id = place_id order by weight desc`,
    args: { from: key, to: `${key}\u{10ffff}` },
  });
  return distinct(rows.map((row) => String(row.label)));
}

/** Every town that a text may mean, the likeliest first. */
async function townsNamed(text: string, country?: string): Promise<Town[]> {
  const [key = "", ...within] = partsOf(text);
  if (within.length) return townsWithin(key, within);
  const bare = await townsWithBareName(key, country);
  if (bare.length) return bare;
  // "Portland Oregon", "Paris TX": the last words are the area.
  const words = key.split(" ");
  for (let split = words.length - 1; split > 0 && split >= words.length - 3; split--) {
    const towns = await townsWithin(words.slice(0, split).join(" "), [words.slice(split).join(" ")]);
    if (towns.length) return towns;
  }
  return [];
}

async function townsWithBareName(key: string, country?: string) {
  const areas = await areasByKey(key);
  const towns = await townsByKey(key);
  return towns
    .filter(
      (town) => !areas.length || town.weight >= knownBesideAnArea || areas.some((area) => liesIn(town, area)),
    )
    .sort((a, b) => Number(b.country === country) - Number(a.country === country) || b.weight - a.weight);
}

/** The towns of a name that lie in all of these areas: first by its whole label, then by a name of its own. */
async function townsWithin(key: string, within: string[]) {
  let towns = await townsByKey(key);
  for (const name of within) {
    const areas = await areasByKey(name);
    towns = towns.filter((town) => areas.some((area) => liesIn(town, area)));
  }
  const label = [key, ...within].join(" ");
  const closeness = ({ name }: Town) =>
    placeKey(name) === label ? 2 : placeKey(name.split(",")[0] ?? "") === key ? 1 : 0;
  return towns.sort((a, b) => closeness(b) - closeness(a) || b.weight - a.weight);
}

async function townsByKey(key: string): Promise<Town[]> {
  const client = await gazetteer();
  const { rows } = await client.execute({
    sql: `select label, cell, country, region, weight from name join place on place.id = place_id
      where key = ? order by weight desc, place_id limit 500`,
    args: [key],
  });
  return rows.map((row) => ({
    name: String(row.label),
    cell: Number(row.cell),
    country: String(row.country),
    region: String(row.region),
    weight: Number(row.weight),
  }));
}

async function areasByKey(key: string): Promise<Area[]> {
  const client = await gazetteer();
  const { rows } = await client.execute({
    sql: "select country, region from area where key = ?",
    args: [key],
  });
  return rows.map((row) => ({ country: String(row.country), region: String(row.region) }));
}

function liesIn(town: Area, area: Area) {
  return town.country === area.country && (area.region === "" || area.region === town.region);
}

/** The keys of what stands between the commas: the town, then at most three areas. */
function partsOf(text: string) {
  return text
    .slice(0, maxTextLength)
    .split(",")
    .map(placeKey)
    .filter((key) => key !== "")
    .slice(0, 4);
}

function distinct(labels: string[], most = maxLabels) {
  return [...new Set(labels)].slice(0, most);
}

let opened: Promise<Client> | undefined;

/** The one, read-only connection to the gazetteer. */
function gazetteer() {
  opened ??= openGazetteer();
  return opened;
}

async function openGazetteer() {
  const file = join(process.cwd(), "db/places.sqlite");
  if (!existsSync(file))
    throw new Error(`The gazetteer ${file} is missing; "npx tsx db/places.ts" makes it.`);
  const client = createClient({ url: pathToFileURL(file).href, concurrency: 1 });
  await client.execute("pragma query_only = on");
  return client;
}
