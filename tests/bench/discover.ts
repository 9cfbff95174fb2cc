// Discover's first page, compared with a baseline and with reading the candidates once; how long its index takes to stand; its
// effect on the main thread; and the distribution of scores.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { client } from "db/client.server";
import { cellsWithin } from "~/matching/cell";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS, type DiscoverFilters } from "~/matching/filters";
import { VIEWERS_KEPT } from "~/matching/index-reader.server";
import { getIndexState, scoresWith, startIndex } from "~/matching/search.server";
import { searchWorkers } from "~/matching/worker-pool.server";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { type DiscoverPage, discover } from "~/models/match/discover.server";
import { discoverBaseline, prepareBaseline } from "./baseline";
import { percentile } from "./measurements";

const VIEWERS = 16;
const ROUNDS = 4;
/** The baseline takes seconds in a large community: it runs for at least this many viewers, and more while time is left. */
const BASELINE_VIEWERS = 4;
const BASELINE_MS = 5000;
const DECISIONS = 5000;
const IN_FLIGHT = 16;
const WARM_UP = 3000;
const SAMPLE_SIZE = 200;

/** The widest filters that the screen's fields allow. */
const WIDEST: DiscoverFilters = {
  ageMin: AGE_BOUNDS.min,
  ageMax: AGE_BOUNDS.max,
  maxDistance: DISTANCE_BOUNDS.max,
  minCompatibility: COMPATIBILITY_BOUNDS.min,
};

const SEARCHES: Record<string, DiscoverFilters> = {
  default: DISCOVER_DEFAULTS,
  widest: WIDEST,
  "any distance": { minCompatibility: 50 },
};

type Town = { cell: number; name: string };

/**
 * Prints a table for the largest town and the town of the median member. Throws if Discover and the baseline disagree.
 * Discover is measured as the screen calls it, with cards, counts of wider filters and the round trip to the worker;
 * "page only" is what the API calls; so is "new viewer", for a viewer whom the index hasn't kept. The baseline finds the page
 * without cards in this process.
 */
export async function measureDiscover() {
  await waitForIndex();
  await prepareBaseline();
  const { all, largest, median } = await readTowns();
  await warmUp();
  console.info(`\nDiscover, first page, ${all} members, viewers with ${DECISIONS} decisions (milliseconds)`);
  const table = [];
  for (const [kind, town] of Object.entries({ largest, median })) {
    const viewers = await chooseViewers(town);
    await addDecisions(viewers, town);
    for (const [name, filters] of Object.entries(SEARCHES)) {
      table.push({
        town: `${kind}: ${town.name.split(",")[0]}`,
        filters: name,
        ...(await measure(viewers, town, filters)),
      });
    }
  }
  // biome-ignore lint/suspicious/noConsole: the output of a bench is a table
  console.table(table);
  await measureMainThread(await chooseViewers(largest));
}

/** Searches for random members, in each way that is measured, until both processes have compiled and optimized their code. */
async function warmUp() {
  const filters = Object.values(SEARCHES);
  for (const [index, id] of (await readRandomMembers(WARM_UP)).entries()) {
    await discover(id, filters[index % filters.length] as DiscoverFilters, undefined, { pageOnly: true });
    await discover(id, filters[index % filters.length] as DiscoverFilters);
  }
}

async function readRandomMembers(count: number): Promise<number[]> {
  const { rows } = await client.execute({
    sql: "select id from member where cell is not null and age is not null order by id * 7919 % 1000003 limit ?",
    args: [count],
  });
  return rows.map(({ id }) => Number(id));
}

/** Waits until the index in memory stands, and prints how long that took and what its process holds besides mapped files. */
async function waitForIndex() {
  const started = performance.now();
  await startIndex();
  const pid = searchWorkers.processes()[0]?.pid;
  const memory = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  const milliseconds = Math.round(performance.now() - started);
  console.info(
    `\nThe index in memory: ${getIndexState()} after ${milliseconds} ms, ${Math.round(Number(memory) / 1000)} MB`,
  );
}

async function readTowns(): Promise<{ all: number; largest: Town; median: Town }> {
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
  const [largest] = towns;
  if (!largest || !median) throw new Error("No member has a town");
  return { all, largest, median };
}

async function chooseViewers(town: Town): Promise<number[]> {
  const { rows } = await client.execute({
    sql: `select id from member where cell is not null and age is not null
      order by abs(cell / 3600 - ?) + abs(cell % 3600 - ?), id limit ?`,
    args: [Math.floor(town.cell / 3600), town.cell % 3600, VIEWERS],
  });
  return rows.map(({ id }) => Number(id));
}

/** Gives long-standing members their decisions: on half of those nearby, up to the maximum, then on others. */
async function addDecisions(viewers: number[], town: Town) {
  const nearby = `json_each(:ranges) cross join candidate where cell between value ->> 'low' and value ->> 'high'`;
  const ranges = JSON.stringify(cellsWithin(town.cell, 100));
  for (const viewer of viewers) {
    const { rows } = await client.execute({ sql: `select count(*) as n from ${nearby}`, args: { ranges } });
    const near = Math.min(DECISIONS, Math.floor(Number(rows[0]?.n) / 2));
    const decide =
      "insert into decision (member_id, target_id, liked, decided_at) select :viewer, member_id, 0, 0";
    await client.batch(
      [
        {
          sql: `${decide} from ${nearby} and member_id <> :viewer
            order by (member_id + :viewer) % 9973 limit ${near} on conflict do nothing`,
          args: { viewer, ranges },
        },
        {
          sql: `${decide} from candidate where member_id <> :viewer and cell not in (
            select cell from ${nearby}) order by member_id limit ${DECISIONS - near} on conflict do nothing`,
          args: { viewer, ranges },
        },
      ],
      "write",
    );
  }
}

async function measure(viewers: number[], town: Town, filters: DiscoverFilters) {
  const screenTimes: number[] = [];
  const pageTimes: number[] = [];
  const newViewerTimes: number[] = [];
  const baselineTimes: number[] = [];
  const readTimes: number[] = [];
  let found = 0;
  let refused = 0;
  const others = await readRandomMembers(VIEWERS_KEPT);
  for (let round = 0; round <= ROUNDS; round++) {
    // Others make the index forget the viewers, who are kept from one search to the next.
    for (const other of others) await discover(other, filters).catch(() => undefined);
    for (const viewer of viewers) {
      const discoverPage = () => discover(viewer, filters, undefined, { pageOnly: true });
      const [newViewerTime] = await time(() => discoverPage().catch(() => undefined));
      const [screenTime, page] = await time(() => discover(viewer, filters).catch(() => undefined));
      const [pageTime] = await time(() => discoverPage().catch(() => undefined));
      if (!page) refused++;
      if (round === 0) found += page?.members.length ?? 0;
      else {
        screenTimes.push(screenTime);
        pageTimes.push(pageTime);
        newViewerTimes.push(newViewerTime);
      }
      if (round === 1) readTimes.push((await time(() => readCandidates(town, filters)))[0]);
    }
  }
  // Without a distance, the baseline would read every member's artists into memory.
  const isComparable = filters.maxDistance !== undefined;
  const until = performance.now() + BASELINE_MS;
  for (const viewer of isComparable ? viewers : []) {
    if (baselineTimes.length >= BASELINE_VIEWERS && performance.now() > until) break;
    const [baselineTime, baseline] = await time(() => discoverBaseline(viewer, filters));
    baselineTimes.push(baselineTime);
    if (!isSamePage(await discover(viewer, filters), baseline))
      throw new Error(`Discover and the baseline disagree for member ${viewer}`);
  }
  const [screen, page, newViewer, baseline, read] = [
    screenTimes,
    pageTimes,
    newViewerTimes,
    baselineTimes,
    readTimes,
  ].map((times) => percentile(times, 0.5)) as [number, number, number, number, number];
  return {
    "found of 20": round(found / viewers.length),
    refused,
    p50: round(screen),
    p95: round(percentile(screenTimes, 0.95)),
    p99: round(percentile(screenTimes, 0.99)),
    "baseline p50": isComparable ? round(baseline) : "",
    speedup: isComparable ? round(baseline / screen) : "",
    "page only p50": round(page),
    "page only speedup": isComparable ? round(baseline / page) : "",
    "new viewer p50": round(newViewer),
    "new viewer speedup": isComparable ? round(baseline / newViewer) : "",
    "read once p50": round(read),
    "times read once": round(screen / read),
  };
}

/** Reads the candidates within the distance once, as a lower bound. */
async function readCandidates(town: Town, { maxDistance }: DiscoverFilters) {
  const everywhere = [{ low: -1, high: Number.MAX_SAFE_INTEGER }];
  await client.execute({
    sql: `select count(*), sum(age), sum(genres), sum(norm_0) from json_each(?) cross join candidate
      where cell between value ->> 'low' and value ->> 'high'`,
    args: [JSON.stringify(maxDistance === undefined ? everywhere : cellsWithin(town.cell, maxDistance))],
  });
}

/** Prints the event-loop delay of the main process while members run the widest search, many at a time. */
async function measureMainThread(viewers: number[]) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let searches = 0;
  const until = performance.now() + 5000;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, i) => {
      while (performance.now() < until) {
        await discover(viewers[i % viewers.length] as number, WIDEST).catch(() => undefined);
        searches++;
      }
    }),
  );
  delay.disable();
  console.info(
    `Main thread with ${IN_FLIGHT} searches in flight: event-loop delay p50 ${round(delay.percentile(50) / 1e6)} ms, ` +
      `p99 ${round(delay.percentile(99) / 1e6)} ms (1 ms of it is the timer's resolution), ${Math.round(searches / 5)} searches a second`,
  );
}

/** Prints the scores of random pairs and what the default filters find for random members. */
export async function measureScores() {
  const ids = await readRandomMembers(SAMPLE_SIZE * 6);
  const lists = await readLists(ids);
  const scores: number[] = [];
  const sharing: number[] = [];
  for (const viewer of ids.slice(0, SAMPLE_SIZE)) {
    const own = new Set(lists.get(viewer));
    for (const [other, score] of await scoresWith(viewer, ids.slice(SAMPLE_SIZE))) {
      scores.push(score);
      if (lists.get(other)?.some((artist) => own.has(artist))) sharing.push(score);
    }
  }
  for (const [kind, some] of Object.entries({ pairs: scores, "pairs that share an artist": sharing })) {
    const shareFrom = (minimum: number) =>
      `${round((100 * some.filter((score) => score >= minimum).length) / some.length)} % reach ${minimum}`;
    console.info(
      `Of ${some.length} random ${kind} ${[50, 60, 70, 80, 90, 100].map(shareFrom).join(", ")}; p99 ${percentile(some, 0.99)}, the highest ${percentile(some, 1)}`,
    );
  }
  const pages: DiscoverPage[] = [];
  for (const viewer of ids.slice(0, SAMPLE_SIZE)) pages.push(await discover(viewer, DISCOVER_DEFAULTS));
  const shareOf = (condition: (page: DiscoverPage) => boolean) =>
    `${round((100 * pages.filter(condition).length) / pages.length)} %`;
  console.info(
    `Of ${pages.length} random viewers, the default filters find nobody for ${shareOf(({ members }) => !members.length)} ` +
      `and less than a page for ${shareOf(({ members }) => members.length < 20)}; ` +
      `${shareOf(({ members, wider }) => !members.length && wider.length > 0)} find nobody and are offered a wider filter that does`,
  );
}

/** Reads the members' artists. */
async function readLists(ids: number[]): Promise<Map<number, number[]>> {
  const { rows } = await client.execute({
    sql: `select json_group_array(json_array(value, (
        select json_group_array(artist_id) from member_artist where member_id = value))) as lists from json_each(?)`,
    args: [JSON.stringify(ids)],
  });
  return new Map(JSON.parse(String(rows[0]?.lists)) as [number, number[]][]);
}

async function time<T>(run: () => Promise<T>): Promise<[milliseconds: number, T]> {
  const started = performance.now();
  const value = await run();
  return [performance.now() - started, value];
}

function isSamePage(page: DiscoverPage, baseline: Awaited<ReturnType<typeof discoverBaseline>>) {
  return isDeepStrictEqual(
    page.members.map(({ id, compatibilityScore, distance }) => [Number(id), compatibilityScore, distance]),
    baseline.map(({ id, score, distance }) => [id, score, distance]),
  );
}

function round(value: number) {
  return Number(value.toPrecision(3));
}
