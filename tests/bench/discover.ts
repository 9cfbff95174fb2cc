// Discover's first page, beside the straightforward way and beside reading the candidates once; what it does to the main
// thread; and how the scores lie.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { client } from "db/client.server";
import { cellsWithin } from "~/matching/cell";
import { type DiscoverPage, discover, scoresWith } from "~/matching/discover.server";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS } from "~/models/discover-bounds";
import { DISCOVER_DEFAULTS, type DiscoverFilters } from "~/models/discovery";
import { discoverStraightforward, prepareStraightforward } from "./straightforward";

const VIEWERS = 16;
const ROUNDS = 4;
/** Of the straightforward way, which takes seconds in a large community: so many at least, and more for so long. */
const SLOW_VIEWERS = 4;
const SLOW_MS = 5000;
const DECISIONS = 5000;
const IN_FLIGHT = 16;
const PAIRS_OF = 200;

/** As wide as the screen's own fields go. */
const WIDEST: DiscoverFilters = {
  ageMin: AGE_BOUNDS.min,
  ageMax: AGE_BOUNDS.max,
  maxDistance: DISTANCE_BOUNDS.max,
  minCompatibility: COMPATIBILITY_BOUNDS.min,
};

type Town = { cell: number; name: string };

/**
 * Prints a table for the largest town and the town of the median member. Fails when the two ways differ. Ours is all that
 * the screen asks for, with cards and counts for wider filters, and with the message to another process and back; "page
 * only" is what the API asks for. The straightforward way finds the page, without cards, in this process.
 */
export async function measureDiscover() {
  await prepareStraightforward();
  const { all, largest, median } = await readTowns();
  console.info(`\nDiscover, first page, ${all} members, viewers with ${DECISIONS} decisions (milliseconds)`);
  const lines = [];
  for (const [kind, town] of Object.entries({ largest, median })) {
    const viewers = await chooseViewers(town);
    await decideFor(viewers, town);
    const asked = { default: DISCOVER_DEFAULTS, widest: WIDEST, "any distance": { minCompatibility: 50 } };
    for (const [name, filters] of Object.entries(asked)) {
      lines.push({
        town: `${kind}: ${town.name.split(",")[0]}`,
        filters: name,
        ...(await measure(viewers, town, filters)),
      });
    }
  }
  // biome-ignore lint/suspicious/noConsole: a table is what is asked for
  console.table(lines);
  await measureMainThread(await chooseViewers(largest));
  await measureSpread();
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
  if (!largest || !median) throw new Error("Nobody has a town");
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

/** As somebody who has been here for long: decided on half the neighbourhood, or so many of it, and then elsewhere. */
async function decideFor(viewers: number[], town: Town) {
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
  const ours: number[] = [];
  const pages: number[] = [];
  const theirs: number[] = [];
  const reading: number[] = [];
  let found = 0;
  let givenUp = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const viewer of viewers) {
      const [took, page] = await time(() => discover(viewer, filters).catch(() => undefined));
      const pageOnly = () => discover(viewer, filters, undefined, { pageOnly: true });
      const [tookPage] = await time(() => pageOnly().catch(() => undefined));
      if (!page) givenUp++;
      if (round === 0) found += page?.members.length ?? 0;
      else {
        ours.push(took);
        pages.push(tookPage);
      }
      if (round === 1) reading.push((await time(() => readCandidates(town, filters)))[0]);
    }
  }
  // Anywhere, the straightforward way reads every member's artists into memory.
  const isComparable = filters.maxDistance !== undefined;
  const until = performance.now() + SLOW_MS;
  for (const viewer of isComparable ? viewers : []) {
    if (theirs.length >= SLOW_VIEWERS && performance.now() > until) break;
    const [took, yardstick] = await time(() => discoverStraightforward(viewer, filters));
    theirs.push(took);
    if (!isSamePage(await discover(viewer, filters), yardstick))
      throw new Error(`The two ways differ for member ${viewer}`);
  }
  const p50 = percentile(ours, 0.5);
  return {
    "found of 20": round(found / viewers.length),
    "given up": givenUp,
    p50: round(p50),
    p95: round(percentile(ours, 0.95)),
    p99: round(percentile(ours, 0.99)),
    "straightforward p50": isComparable ? round(percentile(theirs, 0.5)) : "",
    times: isComparable ? round(percentile(theirs, 0.5) / p50) : "",
    "page only p50": round(percentile(pages, 0.5)),
    "times of it": isComparable ? round(percentile(theirs, 0.5) / percentile(pages, 0.5)) : "",
    "reading once p50": round(percentile(reading, 0.5)),
    "of reading": round(p50 / percentile(reading, 0.5)),
  };
}

/** The rows of everybody within reach, read once. */
async function readCandidates(town: Town, { maxDistance }: DiscoverFilters) {
  const everywhere = [{ low: -1, high: Number.MAX_SAFE_INTEGER }];
  await client.execute({
    sql: `select count(*), sum(age), sum(genres), sum(norm_0) from json_each(?) cross join candidate
      where cell between value ->> 'low' and value ->> 'high'`,
    args: [JSON.stringify(maxDistance === undefined ? everywhere : cellsWithin(town.cell, maxDistance))],
  });
}

/** How late the main thread is while members search as widely as they can, so many at a time. */
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
      `p99 ${round(delay.percentile(99) / 1e6)} ms (1 ms of it is the clock's), ${Math.round(searches / 5)} searches a second`,
  );
}

/** The scores of random pairs, and what the default filters find for random members. */
async function measureSpread() {
  const { rows } = await client.execute({
    sql: "select id from member where cell is not null and age is not null order by id * 7919 % 1000003 limit ?",
    args: [PAIRS_OF * 6],
  });
  const ids = rows.map(({ id }) => Number(id));
  const scores: number[] = [];
  for (const viewer of ids.slice(0, PAIRS_OF)) {
    scores.push(...(await scoresWith(viewer, ids.slice(PAIRS_OF))).values());
  }
  const share = (minimum: number) =>
    `${round((100 * scores.filter((score) => score >= minimum).length) / scores.length)} %`;
  console.info(
    `Of ${scores.length} random pairs ${share(50)} reach 50, ${share(70)} reach 70, ${share(90)} reach 90`,
  );
  const pages: DiscoverPage[] = [];
  for (const viewer of ids.slice(0, PAIRS_OF)) pages.push(await discover(viewer, DISCOVER_DEFAULTS));
  const part = (is: (page: DiscoverPage) => boolean) =>
    `${round((100 * pages.filter(is).length) / pages.length)} %`;
  console.info(
    `Of ${pages.length} random viewers the default filters find nobody for ${part(({ members }) => !members.length)}, ` +
      `less than a page for ${part(({ members }) => members.length < 20)}; of all, ` +
      `${part(({ members, wider }) => !members.length && wider.length > 0)} find nobody and are offered somebody by a wider filter`,
  );
}

async function time<T>(run: () => Promise<T>): Promise<[milliseconds: number, T]> {
  const started = performance.now();
  const value = await run();
  return [performance.now() - started, value];
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
