// Which alerts a changed member newly fits, found from the change log that the index in memory reads.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import type { AlertView, DiscoverFilters } from "db/column-types";
import { alert, artist, candidate, candidateChange, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, type Column, eq, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { alertView } from "~/matching/candidate.server";
import { cellsWithin, NO_CELL } from "~/matching/cell";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { passes } from "~/matching/finder";
import { scoresWith, usableFilters } from "~/matching/search.server";
import type { TasteView } from "~/matching/search-page.server";
import { canMeet, hasDecidedOn } from "~/models/access.server";
import { MOST_PEOPLE } from "~/models/count";
import { isCurrent } from "./alert.server";

/** How many alerts are read at once: some milliseconds of work. */
const ALERTS_PER_STEP = 200;
/** The pause between two steps, in which requests get their turn. */
const PAUSE_MS = 5;
const HIGHEST_CELL = 3600 * 1800;

/** An alert with its member's place in Discover. */
export type Watch = {
  alert: Pick<typeof alert.$inferSelect, "id" | "memberId" | "filters" | "artistKey" | "showId">;
  owner: Pick<typeof candidate.$inferSelect, "cell" | "tripCell" | "age" | "wishes">;
};

/** What alerts look at in a member now; false for members whom Discover doesn't list. */
type View = AlertView | false;

/**
 * Looks at one member, the one whose unseen change is oldest, and notes whom to tell of them; false if there is none. A change
 * that happens meanwhile is looked at again, from the same earlier state.
 */
export async function searchForAlerts(now = Date.now()): Promise<boolean> {
  const { sequence, memberId, before } = candidateChange;
  const [change] = await db
    .select({ sequence, memberId, before })
    .from(candidateChange)
    .where(isNotNull(before))
    .orderBy(asc(sequence))
    .limit(1);
  if (!change) return false;
  const after = (await readViews([change.memberId])).get(change.memberId) ?? false;
  if (after && JSON.stringify(after) !== JSON.stringify(change.before))
    await noteHits(change.memberId, change.before ?? false, after, now);
  await db.update(candidateChange).set({ before: null }).where(eq(sequence, change.sequence));
  return true;
}

/** What alerts look at in these members; members whom Discover doesn't list are missing. */
export async function readViews(ids: number[]): Promise<Map<number, AlertView>> {
  const rows = await db
    .select({ id: member.id, view: sql<string | null>`${alertView}` })
    .from(member)
    .where(inArray(member.id, ids));
  return new Map(rows.flatMap(({ id, view }) => (view ? [[id, JSON.parse(view)]] : [])));
}

/** Reads the alerts that could find the member by index, a step at a time, and notes those that newly do. */
async function noteHits(id: number, before: View, after: AlertView, now: number): Promise<void> {
  const keys = await readKeys(after.artists);
  for (const place of await listPlaces(after, keys)) {
    for (let last: Step[number] | undefined; ; ) {
      const step: Step = await readStep(place, last, now);
      const watches = step.filter((each) => each.alert.memberId !== id && isFound(each, after, keys));
      if (watches.length) await saveHits(id, await findNewly(id, watches, before, after, keys), now);
      last = step.at(-1);
      if (step.length < ALERTS_PER_STEP) break;
      await pause(PAUSE_MS);
    }
  }
}

/** The keys of artists by id. */
export async function readKeys(artists: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: artist.id, key: artist.key })
    .from(artist)
    .where(sql`${artist.id} in (select value from json_each(${JSON.stringify(artists)}))`);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** A range of an index with alerts that could find a member: the column that orders it, and the condition. */
type Place = { column: Column; which: SQL | undefined };

/**
 * By artist, by show, and by the cells of members who live near enough, are on a trip or set no distance; places without alerts
 * are left out.
 */
async function listPlaces(
  { artists, shows, cell, tripCell }: AlertView,
  keys: Map<number, string>,
): Promise<Place[]> {
  // Members without a place pass any distance, and everybody passes alerts without one.
  const near =
    cell === NO_CELL
      ? [{ low: NO_CELL, high: HIGHEST_CELL }]
      : [
          { low: NO_CELL, high: NO_CELL },
          ...[cell, tripCell].flatMap((at) => (at === null ? [] : cellsWithin(at, DISTANCE_BOUNDS.max))),
        ];
  const named = artists.flatMap((id) => keys.get(id) ?? []);
  const [asked, gone, ranges] = await Promise.all([
    findAsked(named, sql`artist_key = value`),
    findAsked(shows, sql`show_id = value`),
    findAsked(near, sql`cell >= value ->> 'low' and cell <= value ->> 'high'`),
  ]);
  return [
    ...asked.map((key) => ({ column: alert.artistKey, which: eq(alert.artistKey, key) })),
    ...gone.map((id) => ({ column: alert.showId, which: eq(alert.showId, id) })),
    ...ranges.map(({ low, high }) => ({
      column: alert.cell,
      which: and(gte(alert.cell, low), lte(alert.cell, high)),
    })),
  ];
}

/** The values for which there is an alert. */
async function findAsked<Value>(values: Value[], isAsked: SQL): Promise<Value[]> {
  const rows = await db.all<{ key: number }>(sql`select key from json_each(${JSON.stringify(values)})
    where exists (select 1 from alert where ${isAsked})`);
  return rows.flatMap(({ key }) => values[key] ?? []);
}

type Step = (Watch & { at: unknown })[];

async function readStep({ column, which }: Place, last: Step[number] | undefined, now: number) {
  const isAfter = last && sql`(${column}, ${alert.id}) > (${last.at}, ${last.alert.id})`;
  return selectWatches({ at: sql<unknown>`${column}` }, and(which, isAfter, isCurrent(now)))
    .orderBy(asc(column), asc(alert.id))
    .limit(ALERTS_PER_STEP);
}

/** The query for the alerts under a condition whose owners are in Discover. */
export function selectWatches<More extends Record<string, SQL>>(more: More, which: SQL | undefined) {
  const { id, memberId, filters, artistKey, showId } = alert;
  const { cell, tripCell, age, wishes } = candidate;
  return db
    .select({
      alert: { id, memberId, filters, artistKey, showId },
      owner: { cell, tripCell, age, wishes },
      ...more,
    })
    .from(alert)
    .innerJoin(candidate, eq(candidate.memberId, memberId))
    .where(which);
}

/** Whether an alert finds somebody, apart from the score and from decisions and blocks; `keys` are those of their artists. */
export function isFound({ alert: asked, owner }: Watch, view: AlertView, keys: Map<number, string>): boolean {
  const { artistKey, showId, filters } = asked;
  return (
    passes(owner, usableFilters(filters), view) &&
    (artistKey === null || view.artists.some((id) => keys.get(id) === artistKey)) &&
    (showId === null || view.shows.includes(showId))
  );
}

/** Of the alerts that find a member now, those that didn't find them before and whose owners Discover would show them to. */
async function findNewly(
  id: number,
  watches: Watch[],
  before: View,
  after: AlertView,
  keys: Map<number, string>,
): Promise<Watch[]> {
  // The index answers for all of them at once, which leaves few to look up in the database.
  const reach = await readReach(id, watches);
  const reaching = watches.filter(reach);
  const open = await readOpen(reaching.map(({ alert: { memberId } }) => [memberId, id]));
  const found = reaching.filter(({ alert: { memberId } }) => open.has(pairKey(memberId, id)));
  const known = before ? found.filter((each) => isFound(each, before, keys)) : [];
  const isSameTaste =
    before && before.genres === after.genres && String(before.artists) === String(after.artists);
  const reached = before && !isSameTaste ? await readReach(id, known, before) : () => true;
  return found.filter((each) => !known.includes(each) || !reached(each));
}

/** Tells for each alert whether the member's score with its owner is high enough, or was with another taste. */
async function readReach(id: number, watches: Watch[], taste?: TasteView) {
  const owners = watches.flatMap(({ alert: { filters, memberId } }) =>
    filters.minCompatibility === undefined ? [] : [memberId],
  );
  const scores = owners.length
    ? await scoresWith(id, [...new Set(owners)], taste)
    : new Map<number, number>();
  return ({ alert: { filters, memberId } }: Watch) => reaches(filters, scores.get(memberId));
}

/** Whether a score is as high as the filters ask; members without a list have none. */
export function reaches({ minCompatibility = 0 }: DiscoverFilters, score = 0): boolean {
  return score >= minCompatibility;
}

/**
 * Which of these pairs of a viewer and another Discover would show: no ended connection, block or decision stands between them.
 */
export async function readOpen(pairs: [viewer: number, other: number][]): Promise<Set<string>> {
  const [viewer, other] = [sql`value ->> 0`, sql`value ->> 1`];
  const rows = await db.all<{
    viewer: number;
    other: number;
  }>(sql`select ${viewer} as viewer, ${other} as other
    from json_each(${JSON.stringify(pairs)}) where ${canMeet(viewer, other)} and not ${hasDecidedOn(viewer, other)}`);
  return new Set(rows.map((row) => pairKey(row.viewer, row.other)));
}

/** A pair as a key of `readOpen()`. */
export function pairKey(viewer: number, other: number): string {
  return `${viewer} ${other}`;
}

/** Notes whom to tell of a member, and when: once a day, and of no more members than are counted anyway. */
async function saveHits(id: number, watches: Watch[], now: number): Promise<void> {
  if (!watches.length) return;
  const ids = JSON.stringify(watches.map(({ alert: asked }) => asked.id));
  await transaction((tx) =>
    tx.run(sql`insert into alert_hit (member_id, found_id, alert_id, due_at)
      select alert.member_id, ${id}, alert.id, max(${now}, coalesce(${DAY_MS} + (
        select max(told_at) from alert_hit told where told.member_id = alert.member_id), 0))
      from json_each(${ids}) found join alert on alert.id = found.value
      where (select count(*) from alert_hit waiting
        where waiting.member_id = alert.member_id and due_at is not null) < ${MOST_PEOPLE}
      on conflict do update set alert_id = excluded.alert_id where due_at is not null`),
  );
}
