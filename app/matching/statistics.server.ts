// Corpus statistics: how many members there are and how many list each artist, frozen between two counts.
import { client, db } from "db/client.server";
import { preferences, statistics } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { correctLists } from "./artist.server";
import { countStatisticsWith } from "./count-statistics.server";
import { makeQuery } from "./query";
import { CURRENT_BUFFER, sqlNorm } from "./weights";
import { canWorkersWrite, statisticsWorkers } from "./worker-pool.server";

/** Communities up to this size are counted within milliseconds. */
const SMALL_COMMUNITY = 2000;

/** Counts the statistics in this process; see `countStatisticsWith()`. */
export async function countStatistics(): Promise<boolean> {
  await correctLists();
  return countStatisticsWith(makeQuery(client), async () => undefined);
}

/** Counts the statistics if there are none yet or the community is small. */
export async function countStatisticsAtStart(): Promise<void> {
  if ((await getStatisticsAgeMs()) === Number.POSITIVE_INFINITY || (await isSmallCommunity()))
    await countStatistics();
  else await correctLists();
}

/** Counts the statistics once they are a day old, or if an earlier version with other weights has counted them. */
export async function countStatisticsDaily(): Promise<void> {
  if ((await getStatisticsAgeMs()) >= DAY_MS || (await haveWeightsChanged())) await recountStatistics();
}

/** Whether the stored norm of a member with artists differs from the one computed now. */
async function haveWeightsChanged(): Promise<boolean> {
  const norm = sql.raw(`iif(${CURRENT_BUFFER} = 1, norm_1, norm_0)`);
  const [listed] = await db.all<{ isOther: number }>(sql`
    select ${norm} <> ${sql.raw(sqlNorm("candidate.member_id"))} as isOther from candidate
    where exists (select 1 from member_artist where member_artist.member_id = candidate.member_id) limit 1`);
  return listed?.isOther === 1;
}

/** Counts the statistics, in a worker if the community is large. */
async function recountStatistics(): Promise<void> {
  if (!canWorkersWrite || (await isSmallCommunity())) {
    await countStatistics();
    return;
  }
  await correctLists();
  await statisticsWorkers.run({ name: "count-statistics" });
}

/** Whether the community is small enough to be counted, or its index read, within milliseconds. */
export async function isSmallCommunity(): Promise<boolean> {
  return (await db.$count(preferences)) <= SMALL_COMMUNITY;
}

async function getStatisticsAgeMs(): Promise<number> {
  const [current] = await db.select().from(statistics).where(eq(statistics.isCurrent, true));
  return current ? Date.now() - current.countedAt.getTime() : Number.POSITIVE_INFINITY;
}
