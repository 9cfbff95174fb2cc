// Trips: added and taken back, named on cards near their town, and begun and ended on their days.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { candidate, member, trip } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, gte, inArray, lte, sql } from "drizzle-orm";
import { earliestDay, toDate, toDay } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { msg, t } from "~/language/text";
import { sqlTripCell, updateCandidate } from "~/matching/candidate.server";
import { dayAt, hoursEast, NEAR_TRIP_MILES, nearestMiles } from "~/matching/cell";
import type { Member } from "~/models/member/member.server";
import { findTown } from "~/models/member/place/place.server";
import { rejectBeyond } from "~/models/rate-limit.server";
import { type ShowDto, shortTown } from "~/models/show/show";
import { duplicateIdRefusal, invalidAt, notFoundRefusal } from "~/refusal";
import {
  EARLY_DAYS,
  type ShownTrip,
  TRIP_AHEAD_DAYS,
  TRIP_DAYS_MAX,
  TRIP_MONTH_DAYS,
  TRIPS_A_MONTH,
  type TripDto,
  tripPath,
} from "./trip";
import type { TripInput } from "./trip-schema";

const MONTH_MS = TRIP_MONTH_DAYS * DAY_MS;

/**
 * Adds a trip. A repeat with the same id is the same trip. Refuses an unknown town, days that are over, more than 180 days
 * ahead, more than 30 or in the wrong order, days of another trip (invalid, each at its field), and a third trip in 30 days,
 * even if one was taken back (too-many).
 */
export async function addTrip(
  { id: memberId, placeName }: Pick<Member, "id" | "placeName">,
  { id = randomUUID(), town, from, until, isEarly }: TripInput,
  now = Date.now(),
): Promise<TripDto> {
  const { name, cell } = findTown(town, placeName);
  rejectDays(from, until, dayAt(cell, now));
  return transaction(async (tx) => {
    const [own] = await tx.select().from(trip).where(eq(trip.id, id));
    if (own && own.memberId !== memberId) throw duplicateIdRefusal();
    if (own) return toDto(own);
    await rejectTooMany(tx, memberId, now);
    const [other] = await tx
      .select()
      .from(trip)
      .where(and(isAhead(memberId, now), lte(trip.firstDay, until), gte(trip.lastDay, from)));
    if (other)
      throw invalidAt(
        "from",
        msg("You're in {town} then. Remove that trip first", { town: shortTown(other.placeName) }),
      );
    const row = {
      ...{ id, memberId, placeName: name, cell, isEarly },
      ...{ firstDay: from, lastDay: until },
      shownFrom: beginOf(isEarly ? from - EARLY_DAYS : from, cell),
      shownUntil: beginOf(until + 1, cell),
      createdAt: new Date(now),
    };
    await tx.insert(trip).values(row);
    await updateCandidate(tx, memberId);
    return toDto(row);
  });
}

/** When a day begins in a cell, as `dayAt()` counts days. */
function beginOf(day: number, cell: number): Date {
  return new Date(day * DAY_MS - hoursEast(cell) * HOUR_MS);
}

function rejectDays(from: number, until: number, today: number): void {
  if (from > today + TRIP_AHEAD_DAYS)
    throw invalidAt("from", msg("Use a date before {date}", { date: toDate(today + TRIP_AHEAD_DAYS + 1) }));
  if (until < from) throw invalidAt("until", msg("The last day can't be before the first"));
  if (until < today) throw invalidAt("until", msg("This day is over"));
  if (until - from >= TRIP_DAYS_MAX)
    throw invalidAt("until", msg("A trip can take up to {days} days", { days: TRIP_DAYS_MAX }));
}

async function rejectTooMany(tx: Tx, memberId: number, now: number): Promise<void> {
  const isOfMonth = and(eq(trip.memberId, memberId), gt(trip.createdAt, new Date(now - MONTH_MS)));
  const recent = await tx
    .select({ at: trip.createdAt })
    .from(trip)
    .where(isOfMonth)
    .orderBy(asc(trip.createdAt));
  const message = t("You can add up to {count} trips in {days} days.", {
    count: TRIPS_A_MONTH,
    days: TRIP_MONTH_DAYS,
  });
  rejectBeyond(recent, { most: TRIPS_A_MONTH, ms: MONTH_MS, message }, now);
}

function isAhead(memberId: number, now: number) {
  return and(eq(trip.memberId, memberId), gt(trip.shownUntil, new Date(now)));
}

function isShown(now: number) {
  return and(lte(trip.shownFrom, new Date(now)), gt(trip.shownUntil, new Date(now)));
}

/** A member's trips that aren't over, by day. */
export async function listTrips(memberId: number, now = Date.now()): Promise<TripDto[]> {
  const rows = await db.select().from(trip).where(isAhead(memberId, now)).orderBy(trip.firstDay);
  return rows.map(toDto);
}

/** The trip that a member is on, or that begins within a week if they want to be seen early; undefined without one. */
export async function getCurrentTrip(memberId: number, now = Date.now()): Promise<TripDto | undefined> {
  const isIt = and(eq(trip.memberId, memberId), isShown(now));
  const [row] = await db.select().from(trip).where(isIt).orderBy(trip.shownUntil).limit(1);
  return row && toDto(row);
}

/**
 * The prefilled form for a trip to a show, for a member who goes there and isn't discoverable there yet; undefined for a show
 * near home.
 */
export async function suggestTrip(
  memberId: number,
  show: Pick<ShowDto, "town" | "date" | "distance" | "going" | "isCancelled">,
): Promise<string | undefined> {
  const { date, distance, going, isCancelled } = show;
  const isElsewhere = distance !== null && distance > NEAR_TRIP_MILES;
  if (!isElsewhere || going === "no" || isCancelled) return undefined;
  const days = (toDay(date) ?? 0) - earliestDay();
  if (days < 0 || days > TRIP_AHEAD_DAYS) return undefined;
  const trips = await listTrips(memberId);
  return trips.some(({ from, until }) => from <= date && date <= until) ? undefined : tripPath(show);
}

function toDto({ id, placeName, firstDay, lastDay, isEarly }: Omit<typeof trip.$inferSelect, "createdAt">) {
  return { id, town: placeName, from: toDate(firstDay), until: toDate(lastDay), isEarly };
}

/** Takes a trip back. Refuses one that is over or another member's (absent). */
export async function endTrip(memberId: number, id: string, now = Date.now()): Promise<void> {
  await transaction(async (tx) => {
    const ended = await tx
      .update(trip)
      .set({ shownUntil: new Date(now) })
      .where(and(isAhead(memberId, now), eq(trip.id, id)))
      .returning({ id: trip.id });
    if (!ended.length) throw notFoundRefusal();
    await updateCandidate(tx, memberId);
  });
}

/** The second cells of members who are on a trip now, by id. */
export async function readTripCells(memberIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: candidate.memberId, cell: candidate.tripCell })
    .from(candidate)
    .where(inArray(candidate.memberId, memberIds));
  return new Map(rows.flatMap(({ id, cell }) => (cell === null ? [] : [[id, cell]])));
}

/**
 * The trips of these members that a viewer may know about, by member: those to a town near the viewer. Anybody else would learn
 * that they are away.
 */
export async function listShownTrips(
  viewerId: number,
  memberIds: number[],
  now = Date.now(),
): Promise<Map<number, ShownTrip>> {
  if (!memberIds.length) return new Map();
  const rows = await db
    .select({ trip })
    .from(candidate)
    .innerJoin(trip, and(eq(trip.memberId, candidate.memberId), eq(trip.cell, candidate.tripCell)))
    .where(and(inArray(candidate.memberId, memberIds), isShown(now)));
  if (!rows.length) return new Map();
  // Among two to the same town, the one that ends first stays in the map.
  rows.sort((one, other) => Number(other.trip.shownUntil) - Number(one.trip.shownUntil));
  const [home] = await db.select({ cell: member.cell }).from(member).where(eq(member.id, viewerId));
  const tripCell = (await readTripCells([viewerId])).get(viewerId) ?? null;
  const viewer = { cell: home?.cell ?? null, tripCell };
  return new Map(
    rows.flatMap(({ trip: row }) => {
      const { town, from, until } = toDto(row);
      const isNear = nearestMiles(viewer, { cell: null, tripCell: row.cell }) !== null;
      return isNear ? [[row.memberId, { town, from, until }]] : [];
    }),
  );
}

/** Begins and ends trips whose day has come, and erases those that no longer count. */
export async function updateTrips(now = Date.now()): Promise<void> {
  const due = await db
    .selectDistinct({ id: trip.memberId })
    .from(trip)
    .innerJoin(candidate, eq(candidate.memberId, trip.memberId))
    .where(sql`${candidate.tripCell} is not ${sqlTripCell(sql`${candidate.memberId}`, now)}`);
  for (const { id } of due) await transaction((tx) => updateCandidate(tx, id, now));
  await db
    .delete(trip)
    .where(and(lte(trip.shownUntil, new Date(now)), lte(trip.createdAt, new Date(now - MONTH_MS))));
}
