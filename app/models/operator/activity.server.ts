// How many members signed up and were active on each day, counted from what is stored anyway.
import { db } from "db/client.server";
import { decision, member, message, picture, playlistSong, record, session, triviaAnswer } from "db/schema";
import { and, type Column, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { type SQLiteTable, unionAll } from "drizzle-orm/sqlite-core";
import { DAY_MS, FIGURES_DAYS } from "~/durations";
import { reportWorkers } from "~/matching/worker-pool.server";
import { type DayCounts, formatDate } from "./overview";

const LIMITS = { waitMs: 10_000, workMs: 10_000 };

type Statement = { toSQL: () => { sql: string; params: unknown[] } };

/**
 * The last 30 days (UTC), the newest first. A member was active on a day on which they signed in, sent a message, made a
 * decision, answered a question, or added a record or a song. Throws if counting takes longer than ten seconds.
 */
export async function countActivity(): Promise<DayCounts[]> {
  const today = Math.floor(Date.now() / DAY_MS);
  const since = new Date((today - FIGURES_DAYS + 1) * DAY_MS);
  const [signUps, active] = await Promise.all([readDays(signUpsSince(since)), readDays(activeSince(since))]);
  return Array.from({ length: FIGURES_DAYS }, (_, age) => {
    const day = today - age;
    const date = formatDate(new Date(day * DAY_MS));
    return { day: date, signUps: signUps.get(day) ?? 0, active: active.get(day) ?? 0 };
  });
}

/** How many uploaded pictures are stored. */
export async function countPictures(): Promise<number> {
  return Number(
    await readValue(
      db
        .select({ count: sql`count(*)` })
        .from(picture)
        .where(and(isNotNull(picture.madeAt), isNull(picture.removedAt))),
    ),
  );
}

function signUpsSince(since: Date): Statement {
  const days = db
    .select({ day: dayOf(member.createdAt), count: sql`count(*)`.as("count") })
    .from(member)
    .where(gte(member.createdAt, since))
    .groupBy(sql`day`)
    .as("days");
  return db.select({ json: asJson }).from(days);
}

function activeSince(since: Date): Statement {
  const actsIn = (table: SQLiteTable, memberId: Column, at: Column) =>
    db
      .select({ day: dayOf(at), memberId: sql<number>`${memberId}`.as("member_id") })
      .from(table)
      .where(gte(at, since));
  const acts = unionAll(
    actsIn(session, session.memberId, session.createdAt),
    actsIn(message, message.senderId, message.createdAt),
    actsIn(decision, decision.memberId, decision.decidedAt),
    actsIn(triviaAnswer, triviaAnswer.memberId, triviaAnswer.answeredAt),
    actsIn(record, record.memberId, record.createdAt),
    actsIn(playlistSong, playlistSong.addedBy, playlistSong.createdAt),
  ).as("acts");
  const days = db
    .select({ day: acts.day, count: sql`count(distinct ${acts.memberId})`.as("count") })
    .from(acts)
    .groupBy(sql`day`)
    .as("days");
  return db.select({ json: asJson }).from(days);
}

const asJson = sql<string>`json_group_array(json_array(day, count))`;

function dayOf(at: Column) {
  return sql<number>`${at} / ${sql.raw(String(DAY_MS))}`.as("day");
}

async function readDays(statement: Statement): Promise<Map<number, number>> {
  return new Map(JSON.parse(String(await readValue(statement))));
}

/** Reads one value in a worker process, because its tables are scanned whole. */
async function readValue(statement: Statement): Promise<unknown> {
  const { sql: text, params } = statement.toSQL();
  const args = params as (number | string)[];
  return reportWorkers.run({ name: "read", sql: text, args }, LIMITS);
}
