// The cost of one changed member to alerts, beside a search, in a community where every tenth member has an alert.
import { cpSync, rmSync } from "node:fs";
import { percentile } from "./measurements";

const CHANGED = 60;

/** Prints both times of the community in DATA_DIR, of which it changes a copy. Needs a build. */
export async function measureAlerts() {
  const copy = `${process.env.DATA_DIR}-alerts`;
  cpSync(process.env.DATA_DIR ?? "", copy, { recursive: true });
  process.env.DATA_DIR = copy;
  const { client } = await import("db/client.server");
  const { search, startIndex } = await import("~/matching/search.server");
  const { closedInDiscover } = await import("~/models/access.server");
  const { searchForAlerts } = await import("~/models/alert/alert-search.server");
  const { alertCell } = await import("~/matching/candidate.server");
  const { db } = await import("db/client.server");
  const { sql } = await import("drizzle-orm");
  try {
    // Two fifths are for members within 50 miles, two fifths for an artist of the owner's, and one fifth for anybody who fits
    // very well.
    await client.execute(`insert into alert (id, member_id, filters, artist, artist_key, created_at)
      select 'alert-' || member.id, member.id,
        case when member.id % 50 < 20 then '{"maxDistance":50,"minCompatibility":70}'
          when member.id % 50 < 40 then '{}' else '{"minCompatibility":90}' end,
        iif(member.id % 50 between 20 and 39, artist.key, null), iif(member.id % 50 between 20 and 39, artist.key, null), 0
      from member join member_artist on member_artist.member_id = member.id and position = 1
      join artist on artist.id = artist_id where member.id % 10 = 0`);
    await db.run(sql`update alert set cell = ${alertCell} where artist_key is null`);
    const { rows } = await client.execute(
      `select member_id as id from candidate where cell >= 0 order by member_id * 7919 % 1000003 limit ${CHANGED}`,
    );
    await startIndex();
    const times = { alerts: [] as number[], searches: [] as number[] };
    for (const { id } of rows) {
      await client.execute({
        sql: "insert or replace into candidate_change (member_id, before) values (?, 'false')",
        args: [id as number],
      });
      times.alerts.push(await time(searchForAlerts));
      const job = { viewerId: Number(id), filters: { minCompatibility: 50 }, closed: closedInDiscover };
      times.searches.push(await time(() => search(job)));
    }
    const alerts = await client.execute("select count(*) as count from alert");
    const hits = await client.execute("select count(*) as count from alert_hit");
    console.info(`\n${alerts.rows[0]?.count} alerts, ${hits.rows[0]?.count} hits of ${CHANGED} newcomers`);
    for (const share of [0.5, 0.95]) {
      const [look, found] = [percentile(times.alerts, share), percentile(times.searches, share)];
      console.info(
        `a newcomer p${share * 100} ${look.toPrecision(3)} ms, a search with its cards ${found.toPrecision(3)} ms: ` +
          (look / found).toPrecision(2),
      );
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  process.exit();
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
