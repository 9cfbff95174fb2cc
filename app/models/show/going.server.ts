// Who goes to which show, and whom of them a member sees: people they could meet, as far as these allow it.
import { db } from "db/client.server";
import { going, member, show, showArtist } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { earliestDay, toDate } from "~/days";
import { msg } from "~/language/text";
import { noteChange, readSeeker, type Seeker } from "~/matching/candidate.server";
import { scoresWith } from "~/matching/search.server";
import { readSpellings } from "~/matching/spelling.server";
import { couldMeet, hasMatch } from "~/models/access.server";
import { MOST_PEOPLE, toPeopleCount } from "~/models/count";
import { pairInStatement } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { GOING_MAX, type Going, isOver, type SharedShow } from "./show";
import { isThere } from "./show.server";
import type { ShowPageDto } from "./show-page";

/** How many of those who go to a show are looked at, how many of them are scored, and how many of each kind are shown. */
const LOOKED_AT = 1_000;
const SCORED = 200;
const SHOWN_GOERS = 20;

/**
 * Saves whether a member goes to a show, goes and would like company, or doesn't go; a repeat changes nothing. Refuses a show
 * that isn't there (absent), going to one that is cancelled or over and to more than 50 upcoming ones (conflict), and more than
 * 120 changes an hour (too-many).
 */
export async function setGoing(
  memberId: number,
  showId: string,
  choice: Going,
  now = Date.now(),
): Promise<Going> {
  await consumeRateLimit("going", memberId);
  return transaction(async (tx) => {
    const isIt = and(eq(show.id, showId), isThere());
    const { day, cell, cancelledAt } = show;
    const [found] = await tx.select({ day, cell, cancelledAt }).from(show).where(isIt);
    if (!found) throw notFoundRefusal();
    const isOwn = and(eq(going.memberId, memberId), eq(going.showId, showId));
    await noteChange(tx, memberId);
    if (choice === "no") {
      await tx.delete(going).where(isOwn);
      return choice;
    }
    if (found.cancelledAt) throw new Refusal("conflict", msg("This show has been cancelled."));
    if (isOver(found, now)) throw new Refusal("conflict", msg("This show is over."));
    if (!(await tx.$count(going, isOwn))) await rejectFull(tx, memberId, now);
    const withSomebody = choice === "together";
    await tx
      .insert(going)
      .values({ memberId, showId, withSomebody, createdAt: new Date(now) })
      .onConflictDoUpdate({ target: [going.memberId, going.showId], set: { withSomebody } });
    return choice;
  });
}

async function rejectFull(tx: Tx, memberId: number, now: number): Promise<void> {
  const [counted] = await tx
    .select({ shows: sql<number>`count(*)` })
    .from(going)
    .innerJoin(show, eq(show.id, going.showId))
    .where(and(eq(going.memberId, memberId), gte(show.day, earliestDay(now)), isThere()));
  if ((counted?.shows ?? 0) < GOING_MAX) return;
  throw new Refusal(
    "conflict",
    msg("You can go to up to {count} upcoming shows. Take one back first.", { count: GOING_MAX }),
  );
}

/** What a member has said about these shows; they don't go to those that are missing. */
export async function readGoing(memberId: number, showIds: string[]): Promise<Map<string, Going>> {
  if (!showIds.length) return new Map();
  const rows = await db
    .select({ id: going.showId, withSomebody: going.withSomebody })
    .from(going)
    .where(and(eq(going.memberId, memberId), inArray(going.showId, showIds)));
  return new Map(rows.map(({ id, withSomebody }) => [id, withSomebody ? "together" : "going"]));
}

/**
 * True for the `member` of `going` if the viewer may see where they go: the two could meet, and the member shows it to such
 * people, or to matches if the viewer is one.
 */
function canSeeGoing(viewer: Seeker): SQL | undefined {
  const isMatch = hasMatch(pairInStatement(viewer.id, member.id));
  const isShown = or(eq(member.showsGoing, "people"), and(eq(member.showsGoing, "matches"), isMatch));
  return and(isShown, couldMeet(viewer));
}

/**
 * The ids of the people a viewer sees at a show, best match first: those who would like company, and those who just go; and how
 * many there are, as coarse as everywhere. If there are very many, only the former are scored.
 */
export async function listGoers(
  viewerId: number,
  showId: string,
): Promise<{ together: number[]; going: number[]; atLeast: ShowPageDto["atLeast"] }> {
  const viewer = await readSeeker(viewerId);
  const first = db
    .select({ memberId: going.memberId, withSomebody: going.withSomebody })
    .from(going)
    .where(and(eq(going.showId, showId), ne(going.memberId, viewerId)))
    // The order of the index.
    .orderBy(sql`${going.withSomebody} desc`, sql`${going.memberId} desc`)
    .limit(LOOKED_AT)
    .as("first");
  const rows = await db
    .select({ id: member.id, withSomebody: first.withSomebody })
    .from(first)
    .innerJoin(member, eq(member.id, first.memberId))
    .where(canSeeGoing(viewer))
    .limit(SCORED);
  const ids = rows.map(({ id }) => id);
  const scores = ids.length ? await scoresWith(viewerId, ids) : new Map<number, number>();
  const byScore = (one: { id: number }, other: { id: number }) =>
    (scores.get(other.id) ?? 0) - (scores.get(one.id) ?? 0) || one.id - other.id;
  const [together, others] = [true, false].map((is) =>
    rows
      .filter(({ withSomebody }) => withSomebody === is)
      .sort(byScore)
      .map(({ id }) => id),
  ) as [number[], number[]];
  const countOf = (people: number[]) => toPeopleCount(Math.min(people.length, MOST_PEOPLE));
  return {
    together: together.slice(0, SHOWN_GOERS),
    going: others.slice(0, SHOWN_GOERS),
    atLeast: { together: countOf(together), going: countOf(others) },
  };
}

/** Whether a viewer sees a member at a show; false once it is over. */
export async function isSeenAt(
  on: Database,
  viewerId: number,
  memberId: number,
  showId: string,
): Promise<boolean> {
  const viewer = await readSeeker(viewerId, on);
  const rows = await on
    .select({ day: show.day, cell: show.cell })
    .from(going)
    .innerJoin(member, eq(member.id, going.memberId))
    .innerJoin(show, eq(show.id, going.showId))
    .where(and(eq(going.memberId, memberId), eq(going.showId, showId), isThere(), canSeeGoing(viewer)));
  return rows.some((row) => !isOver(row));
}

/** For each of these members, the next show that both they and the viewer go to, if the viewer may see that they do. */
export async function findSharedShows(
  viewerId: number,
  memberIds: number[],
  now = Date.now(),
): Promise<Map<number, SharedShow>> {
  const ahead = await db
    .select({ id: show.id, day: show.day, cell: show.cell })
    .from(going)
    .innerJoin(show, eq(show.id, going.showId))
    .where(
      and(eq(going.memberId, viewerId), gte(show.day, earliestDay(now)), isNull(show.cancelledAt), isThere()),
    );
  const own = ahead.filter((each) => !isOver(each, now));
  if (!own.length || !memberIds.length) return new Map();
  const theirs = alias(going, "theirs");
  const viewer = await readSeeker(viewerId);
  const rows = await db
    .select({ memberId: member.id, showId: theirs.showId })
    .from(theirs)
    .innerJoin(member, eq(member.id, theirs.memberId))
    .where(
      and(
        inArray(theirs.memberId, memberIds),
        inArray(
          theirs.showId,
          own.map(({ id }) => id),
        ),
        canSeeGoing(viewer),
      ),
    );
  if (!rows.length) return new Map();
  const days = new Map(own.map(({ id, day }) => [id, day]));
  const next = new Map<number, string>();
  for (const { memberId, showId } of rows) {
    const other = next.get(memberId);
    if (other === undefined || isBefore(days, showId, other)) next.set(memberId, showId);
  }
  const artists = await readHeadliners([...new Set(next.values())]);
  return new Map(
    [...next].map(([memberId, id]) => [
      memberId,
      { id, artist: artists.get(id) ?? "", date: toDate(days.get(id) ?? 0) },
    ]),
  );
}

function isBefore(days: Map<string, number>, one: string, other: string): boolean {
  const apart = (days.get(one) ?? 0) - (days.get(other) ?? 0);
  return apart < 0 || (apart === 0 && one < other);
}

async function readHeadliners(showIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: showArtist.showId, name: showArtist.name })
    .from(showArtist)
    .where(and(inArray(showArtist.showId, showIds), lt(showArtist.position, 1)));
  const spell = await readSpellings(rows.map(({ name }) => name));
  return new Map(rows.map(({ id, name }) => [id, spell(name)]));
}
