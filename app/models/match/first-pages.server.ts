// Counts who appears on the first pages of Discover, by searching once for everybody.
import { setTimeout as pause } from "node:timers/promises";
import { client } from "db/client.server";
import { timeout } from "remix-utils/promise";
import { log } from "~/log.server";
import { makeQuery } from "~/matching/query";
import { refusalIn } from "~/refusal";
import { findFirst } from "./discover.server";
import { type Places, spreadOf, tallyOf } from "./matching-figures";

const MEMBERS_PER_READ = 1000;

/** How long a count waits before it retries a search. */
const RETRY_MS = 30_000;

/** How long a page waits for a count, which takes longer in a large community. */
const WAIT_MS = 3000;

/** This process's count for the month, begun when somebody first asks for it. */
let count: { month: string; places: Promise<Places> } | undefined;

/** The places, counted once a month when first asked for; undefined while that takes longer than three seconds. */
export async function getPlaces(now = new Date()): Promise<Places | undefined> {
  const month = now.toISOString().slice(0, 7);
  if (count?.month !== month) {
    const places = countPlaces(now);
    count = { month, places };
    places.catch((error) => {
      count = undefined;
      log.bug(undefined, error);
    });
  }
  return timeout(count.places, { ms: WAIT_MS }).catch(() => undefined);
}

/**
 * Counts how often each member appears on the first page that Discover shows to another. After each search it waits for as long
 * as that took, so that a million members take an hour or two and no other search waits for more than one.
 */
export async function countPlaces(now = new Date()): Promise<Places> {
  const members = await listMembers(now.getTime());
  const places = new Uint32Array(members.ids.length);
  for (const [index, id] of members.ids.entries()) {
    const started = performance.now();
    const find = () => findFirst(id, members.hasTaste[index] ?? false);
    for (const shown of await find().catch((error) => waitIfBusy(error).then(find))) {
      const place = findIndex(members.ids, shown);
      if (place >= 0) places[place] = (places[place] ?? 0) + 1;
    }
    await pause(performance.now() - started);
  }
  return {
    day: now.toISOString().slice(0, 10),
    all: spreadOf(tallyOf(places)),
    newcomers: spreadOf(tallyOf(places.filter((_, index) => members.isNew[index]))),
  };
}

/** Waits if Discover is busy or getting ready; throws any other error. */
async function waitIfBusy(error: unknown): Promise<void> {
  if (refusalIn(error)?.code !== "unavailable") throw error;
  await pause(RETRY_MS);
}

/** Everybody in Discover by ascending id: whether they have preferences, and are new here. */
async function listMembers(now: number) {
  const query = makeQuery(client);
  const members: { ids: number[]; hasTaste: boolean[]; isNew: boolean[] } = {
    ids: [],
    hasTaste: [],
    isNew: [],
  };
  for (;;) {
    const read = await query(
      `select json_group_array(json_array(member_id, has_taste, is_new)) from (
        select candidate.member_id, preferences.member_id is not null as has_taste, new_until > ? as is_new
        from candidate join member on member.id = candidate.member_id
          left join preferences on preferences.member_id = candidate.member_id
        where candidate.member_id > ? order by candidate.member_id limit ${MEMBERS_PER_READ})`,
      [now, members.ids.at(-1) ?? -1],
    );
    const rows: [id: number, hasTaste: 0 | 1, isNew: 0 | 1 | null][] = JSON.parse(String(read));
    if (!rows.length) return members;
    for (const [id, hasTaste, isNew] of rows) {
      members.ids.push(id);
      members.hasTaste.push(hasTaste === 1);
      members.isNew.push(isNew === 1);
    }
    await pause();
  }
}

/** The index of a number in an ascending array; negative if it is missing. */
function findIndex(sorted: number[], wanted: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted ? from : -1;
}
