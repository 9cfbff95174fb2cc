// Searches a second of one searching process, beside a process that searches a community of 10,000, and beside reads of
// one row.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS, type DiscoverFilters } from "~/matching/filters";
import { tieOrder } from "~/matching/search.server";
import type { Job } from "~/matching/worker-pool.server";
import { closedInDiscover } from "~/models/access.server";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { openDatabaseFile } from "../../tests/database-file";
import { percentile } from "./measurements";

const VIEWERS = 500;
const ROUNDS = 6;
const ROUND_MS = 1500;

const ANY_DISTANCE: DiscoverFilters = { minCompatibility: COMPATIBILITY_BOUNDS.min };

/** Filters that members search with: mostly the screen's defaults, sometimes something wider or narrower. */
const MIX: DiscoverFilters[] = [
  DISCOVER_DEFAULTS,
  DISCOVER_DEFAULTS,
  DISCOVER_DEFAULTS,
  { ...DISCOVER_DEFAULTS, maxDistance: DISTANCE_BOUNDS.max },
  { ...DISCOVER_DEFAULTS, genres: ["Jazz", "Electronic"] },
  { maxDistance: DISTANCE_BOUNDS.max, minCompatibility: COMPATIBILITY_BOUNDS.min },
  { ...ANY_DISTANCE, ageMin: 25, ageMax: 45 },
  ANY_DISTANCE,
];

type Searching = { child: ChildProcess; viewers: number[]; run: (job: Job) => Promise<unknown> };

/**
 * Prints mixed searches a second of the community in DATA_DIR and of that in the folder BESIDE, and the times of a search
 * at any distance and of a read of one row in the same process; all in alternating rounds. Needs a build.
 */
export async function measureSearches() {
  const here = await startSearching(process.env.DATA_DIR ?? "");
  const beside = await startSearching(process.env.BESIDE ?? "");
  try {
    const rates = { here: [] as number[], beside: [] as number[] };
    const anyDistance: number[] = [];
    const reads: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const [rate, rateBeside] = [
        await searchesPerSecond(here, round),
        await searchesPerSecond(beside, round),
      ];
      // The first round warms up.
      if (round) {
        rates.here.push(rate);
        rates.beside.push(rateBeside);
      }
      for (const viewer of here.viewers.slice(0, 60)) {
        const took = await time(() => here.run(searchJob(viewer, ANY_DISTANCE)));
        const read = await time(() =>
          here.run({ name: "read", sql: "select first_name from member where id = ?", args: [viewer] }),
        );
        if (round) {
          anyDistance.push(took);
          reads.push(read);
        }
      }
    }
    const [rate, rateBeside] = [percentile(rates.here, 0.5), percentile(rates.beside, 0.5)];
    console.info(
      `\nMixed searches a second of one process: ${Math.round(rate)}, with 10,000 members ${Math.round(rateBeside)}: ` +
        `${(rate / rateBeside).toPrecision(2)}`,
    );
    for (const share of [0.5, 0.95]) {
      const [search, read] = [percentile(anyDistance, share), percentile(reads, share)];
      console.info(
        `any distance p${share * 100} ${search.toPrecision(3)} ms, a read of one row ${read.toPrecision(3)} ms: ` +
          `${(search / read).toPrecision(2)}`,
      );
    }
  } finally {
    here.child.disconnect();
    beside.child.disconnect();
  }
}

/** Starts a process that has read the index of the database in a folder. */
async function startSearching(folder: string): Promise<Searching> {
  const file = join(folder, "b-side.sqlite");
  const child = fork("build/worker.js", [file], { execArgv: [], env: { NODE_ENV: "production" } });
  const run = async (job: Job) => {
    child.send(job);
    const [reply] = await once(child, "message");
    if ("error" in reply) throw new Error(reply.error);
    return reply.result;
  };
  await run({ name: "read-index" });
  const database = openDatabaseFile(file);
  const { rows } = await database.execute({
    sql: "select id from member where cell is not null and age is not null order by id * 7919 % 1000003 limit ?",
    args: [VIEWERS],
  });
  database.close();
  return { child, run, viewers: rows.map(({ id }) => Number(id)) };
}

async function searchesPerSecond({ viewers, run }: Searching, round: number): Promise<number> {
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < ROUND_MS; count++) {
    const viewer = viewers[(count + 97 * round) % viewers.length] as number;
    await run(searchJob(viewer, MIX[count % MIX.length] as DiscoverFilters));
  }
  return (count * 1000) / (performance.now() - began);
}

function searchJob(viewerId: number, filters: DiscoverFilters): Job {
  return {
    name: "search",
    search: { viewerId, filters, ties: tieOrder(viewerId), closed: closedInDiscover },
  };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
