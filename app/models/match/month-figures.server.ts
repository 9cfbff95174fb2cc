// How likes, first messages and plans of a month were answered, counted from what is stored.

import { ANSWERED_WITHIN_DAYS, DAY_MS, NEW_DAYS } from "~/durations";
import type { Query } from "~/matching/query";
import { reportWorkers } from "~/matching/worker-pool.server";
import { type Answers, type Month, type Share, shareOf, spreadOf, type Tally } from "./matching-figures";

const MONTHS = 3;
/** Later answers don't count; a month is counted once all its answers are in, so its figures never change afterwards. */
const ANSWER_MS = ANSWERED_WITHIN_DAYS * DAY_MS;
const NEW_MS = NEW_DAYS * DAY_MS;

/** Whole tables are read. */
const LIMITS = { waitMs: 60_000, workMs: 300_000 };

/** The figures of the newest months, which this process has counted when they were first asked for. */
let counted: { newest: number; months: Promise<Month[]> } | undefined;

/** The months that `countMonths()` counts, counted once. */
export function getMonths(now = new Date()): Promise<Month[]> {
  const newest = startOfMonth(newestMonth(now), 0).getTime();
  if (counted?.newest !== newest) {
    const months = countMonths(
      now,
      (sql) => reportWorkers.run({ name: "read", sql, args: [] }, LIMITS) as ReturnType<Query>,
    );
    counted = { newest, months };
    months.catch(() => {
      counted = undefined;
    });
  }
  return counted.months;
}

/** The last three calendar months in UTC that have been over for a week, newest first. */
export async function countMonths(now: Date, query: Query): Promise<Month[]> {
  const months: Month[] = [];
  for (let ago = 0; ago < MONTHS; ago++) {
    const [from, to] = [startOfMonth(newestMonth(now), ago), startOfMonth(newestMonth(now), ago - 1)];
    const count = (ofNewcomers: boolean) => countAnswers(query, from.getTime(), to.getTime(), ofNewcomers);
    months.push({
      month: from.toISOString().slice(0, 7),
      all: await count(false),
      newcomers: await count(true),
    });
  }
  return months;
}

function newestMonth(now: Date): Date {
  return startOfMonth(new Date(now.getTime() - ANSWER_MS), 1);
}

function startOfMonth(at: Date, ago: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - ago));
}

/**
 * Counts a month's answers: likes returned within a week or before; first messages answered by the other within a week; plans
 * that somebody said they met for. Newcomers are members whom Discover first listed in the month: by who gave a like, received
 * it, wrote first or planned.
 */
async function countAnswers(query: Query, from: number, to: number, ofNewcomers: boolean): Promise<Answers> {
  // Not translated: SQL.
  const wasNew = ofNewcomers ? `member.new_until between ${from + NEW_MS} and ${to + NEW_MS - 1}` : "true";
  const isThen = (at: string) => `${at} >= ${from} and ${at} < ${to}`;
  const isSoon = (answer: string, first: string) => `${answer} < ${first} + ${ANSWER_MS}`;
  const [fromDay, toDay] = [from / DAY_MS, to / DAY_MS];
  return {
    mostLiked: spreadOf(
      await readTally(
        query,
        `select target_id, count(*) as amount from decision join member on member.id = target_id
        where liked and ${isThen("decided_at")} and ${wasNew} group by target_id`,
      ),
    ).top,
    likes: await readShare(
      query,
      `select first.member_id as one, null as other, exists (select 1 from decision answer
          where answer.member_id = first.target_id and answer.target_id = first.member_id and answer.liked
            and ${isSoon("answer.decided_at", "first.decided_at")}) as is_answered
        from decision first join member on member.id = first.member_id
        where first.liked and ${isThen("first.decided_at")} and ${wasNew}`,
    ),
    messages: await readShare(
      query,
      `select first.sender_id as one, null as other, exists (select 1 from message answer
          where answer.conversation_id = first.conversation_id and answer.sequence > first.sequence
            and answer.sender_id <> first.sender_id and ${isSoon("answer.created_at", "first.created_at")}) as is_answered
        from message first join member on member.id = first.sender_id
        where first.number = 1 and ${isThen("first.created_at")} and ${wasNew}`,
    ),
    plans: await readShare(
      query,
      `select low_id as one, high_id as other, exists (select 1 from plan_answer
          where plan_id = plan.id and answer = 'yes') as is_answered
        from plan join conversation on conversation.id = conversation_id
        where plan.day >= ${fromDay} and plan.day < ${toDay} and plan.accepted_at is not null and cancelled_at is null
          and exists (select 1 from member where member.id in (low_id, high_id) and ${wasNew})`,
    ),
  };
}

/** Reads the share of answered rows, each of which has one or two people. */
async function readShare(query: Query, rows: string): Promise<Share> {
  // Not translated: SQL.
  const read = await query(`with rows as materialized (${rows}),
      people as (select one as id, is_answered from rows union all select other, is_answered from rows)
    select json_object('all', (select count(*) from rows), 'answered', (select count(*) from rows where is_answered),
      'people', (select count(distinct id) from people where is_answered))`);
  const { all, answered, people } = JSON.parse(String(read)) as Record<"all" | "answered" | "people", number>;
  return shareOf(answered, all, people);
}

/** Reads how many rows have each amount. */
async function readTally(query: Query, rows: string): Promise<Tally> {
  // Not translated: SQL.
  const read = await query(`select json_group_array(json_array(amount, people)) from
    (select amount, count(*) as people from (${rows}) group by amount)`);
  return new Map(JSON.parse(String(read)) as [amount: number, people: number][]);
}
