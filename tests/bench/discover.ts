// Discover's first page with the default filters, beside the straightforward way.
import { isDeepStrictEqual } from "node:util";
import { client } from "db/client.server";
import { type DiscoverPage, discover } from "~/matching/discover.server";
import { DISCOVER_DEFAULTS } from "~/models/discovery";
import { discoverStraightforward, prepareStraightforward } from "./straightforward";

const VIEWERS = 16;
/** After a first one that warms up and compares. */
const ROUNDS = 3;

/** Prints a line for the largest town and one for the town of the median member. Fails when the two ways differ. */
export async function measureDiscover() {
  await prepareStraightforward();
  const { rows } = await client.execute(
    "select cell, place_name as name, count(*) as members from member where cell is not null group by cell order by members desc",
  );
  const towns = rows.map((row) => ({
    cell: Number(row.cell),
    name: String(row.name),
    members: Number(row.members),
  }));
  const all = towns.reduce((sum, { members }) => sum + members, 0);
  let seen = 0;
  const median = towns.find(({ members }) => {
    seen += members;
    return seen >= all / 2;
  });
  console.info(`\nDiscover, first page, default filters, ${all} members (milliseconds)`);
  const lines = [];
  for (const [kind, town] of Object.entries({ largest: towns[0], median })) {
    if (town) lines.push(await measureTown(`${kind}: ${town.name}`, town.cell));
  }
  // biome-ignore lint/suspicious/noConsole: a table is what is asked for
  console.table(lines);
}

async function measureTown(town: string, cell: number) {
  const { rows } = await client.execute({
    sql: `select id from member where cell is not null and age is not null
      order by abs(cell / 3600 - ?) + abs(cell % 3600 - ?), id limit ?`,
    args: [Math.floor(cell / 3600), cell % 3600, VIEWERS],
  });
  const ours: number[] = [];
  const theirs: number[] = [];
  let found = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const viewer of rows.map(({ id }) => Number(id))) {
      const started = performance.now();
      const page = await discover(viewer, DISCOVER_DEFAULTS);
      const between = performance.now();
      const yardstick = await discoverStraightforward(viewer, DISCOVER_DEFAULTS);
      const ended = performance.now();
      if (round === 0) {
        if (!isSamePage(page, yardstick)) throw new Error(`The two ways differ for member ${viewer}`);
        found += page.members.length;
      } else {
        ours.push(between - started);
        theirs.push(ended - between);
      }
    }
  }
  return {
    town,
    "found, of 20": round(found / rows.length),
    "discover p50": round(percentile(ours, 0.5)),
    "discover p95": round(percentile(ours, 0.95)),
    "straightforward p50": round(percentile(theirs, 0.5)),
    "straightforward p95": round(percentile(theirs, 0.95)),
    "times p50": round(percentile(theirs, 0.5) / percentile(ours, 0.5)),
    "times p95": round(percentile(theirs, 0.95) / percentile(ours, 0.95)),
  };
}

function isSamePage(page: DiscoverPage, yardstick: Awaited<ReturnType<typeof discoverStraightforward>>) {
  return isDeepStrictEqual(
    page.members.map(({ id, compatibilityScore, distance }) => [Number(id), compatibilityScore, distance]),
    yardstick.map(({ id, score, distance }) => [id, score, distance]),
  );
}

function percentile(times: number[], part: number) {
  return [...times].sort((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0;
}

function round(value: number) {
  return Number(value.toPrecision(3));
}
