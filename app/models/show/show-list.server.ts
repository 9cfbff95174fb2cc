// Lists of shows: those near a member, those of one artist, and a member's own.
import { db } from "db/client.server";
import { artist, going, member, memberArtist, show, showArtist, showCalendar } from "db/schema";
import { and, asc, between, eq, gte, inArray, isNull, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import { earliestDay, toDate, toDay, toTime } from "~/days";
import { DAY_MS } from "~/durations";
import { cellsWithin, dayAt, distanceMiles } from "~/matching/cell";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { readSpellings } from "~/matching/spelling.server";
import { listAlikeKeys } from "~/models/artist/alike-artists.server";
import { toPeopleCount } from "~/models/count";
import { splitPage } from "~/models/cursor";
import { getMemberCards } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { listGoers, readGoing } from "./going.server";
import { isOver, LISTED_DAYS, type ShowDto } from "./show";
import { isThere } from "./show.server";
import type { ShowPageDto } from "./show-page";
import type { ShowCursor, ShowFilters } from "./show-schema";

const PAGE = 40;
const OF_ARTIST = 8;
/** How many artists alike to the member's own are looked for. */
const ALIKE = 100;
/** How many shows of these and of the member's own artists are looked at, the soonest first. */
const TASTE_SHOWS = 500;

type Viewer = Pick<Member, "id" | "cell">;
type Row = typeof show.$inferSelect;

/** The order within a day: shows of the viewer's artists, then those of artists alike to them, then others. */
const RANKS = { listed: 0, alike: 1, other: 2 };

/** A viewer's artists and those alike to them, by key. */
type Taste = Map<string, { artist: string; isListed: boolean }>;

/**
 * A page of the shows of the next 90 days near a member, by day: on each day first those of their artists, then those of
 * artists alike to them. For a member without a place, shows everywhere.
 */
export async function listShows(
  viewer: Viewer,
  { within, mine, month }: ShowFilters,
  after?: ShowCursor,
  now = Date.now(),
): Promise<{ shows: ShowDto[]; next?: { cursor: string } }> {
  const [from, to] = daysOf(month, dayAt(viewer.cell, now));
  const isListed = and(
    between(show.day, Math.max(from, after?.day ?? from), to),
    isNear(viewer.cell, within, show.cell),
    isThere(),
  );
  const taste = await readTaste(viewer.id);
  const isInReach = isNear(viewer.cell, within, showArtist.cell);
  const ofTaste = await rankShows(taste, and(between(showArtist.day, from, to), isInReach));
  const ranked = ofTaste.size
    ? await db
        .select()
        .from(show)
        .where(and(isListed, inArray(show.id, [...ofTaste.keys()])))
    : [];
  const ids = [...ofTaste.keys()];
  const isAfter =
    after && sql`(${show.day}, ${RANKS.other}, ${show.id}) > (${after.day}, ${after.rank}, ${after.id})`;
  const others = mine
    ? []
    : await db
        .select()
        .from(show)
        .where(and(isListed, isAfter, ids.length ? notInArray(show.id, ids) : undefined))
        .orderBy(asc(show.day), asc(show.id))
        .limit(PAGE + 1);
  const rankOf = ({ id }: Row) => ofTaste.get(id) ?? RANKS.other;
  const inOrder = (one: Order, other: Order) =>
    one.day - other.day || one.rank - other.rank || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
  const rows = [...ranked.filter((row) => !mine || rankOf(row) === RANKS.listed), ...others]
    .map((row) => ({ row, day: row.day, rank: rankOf(row), id: row.id }))
    .filter((each) => !after || inOrder(each, after) > 0)
    .sort(inOrder);
  const { page, next } = splitPage(rows, PAGE, ({ day, rank, id }) => ({ day, rank, id }));
  return {
    shows: await toShowDtos(
      viewer,
      page.map(({ row }) => row),
      taste,
    ),
    next,
  };
}

async function readViewer(id: number): Promise<Viewer> {
  const [row] = await db.select({ cell: member.cell }).from(member).where(eq(member.id, id));
  return { id, cell: row?.cell ?? null };
}

type Order = { day: number; rank: number; id: string };

/** The first and the last day of a list that begins at `today`: those of a month, if one is given. */
function daysOf(month: string, today: number): [number, number] {
  const last = today + LISTED_DAYS;
  const first = month ? toDay(`${month}-01`) : undefined;
  if (first === undefined) return [today, last];
  const next = new Date(first * DAY_MS);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return [Math.max(today, first), Math.min(last, next.getTime() / DAY_MS - 1)];
}

/** True for cells within this many miles of the viewer's, measured as on cards; for all if the viewer has no place. */
function isNear(
  cell: number | null,
  miles: number,
  column: typeof show.cell | typeof showArtist.cell,
): SQL | undefined {
  if (cell === null) return undefined;
  return or(...cellsWithin(cell, miles).map(({ low, high }) => between(column, low, high)));
}

/** The viewer's artists, and those alike to them. */
async function readTaste(viewerId: number): Promise<Taste> {
  const own = await db
    .select({ key: artist.key, name: memberArtist.name })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(eq(memberArtist.memberId, viewerId));
  const keys = own.map(({ key }) => key);
  const alike = await listAlikeKeys(keys, ALIKE);
  return new Map<string, { artist: string; isListed: boolean }>([
    ...alike.map(({ key, to }) => [key, { artist: to, isListed: false }] as const),
    ...own.map(({ key, name }) => [key, { artist: name, isListed: true }] as const),
  ]);
}

/** The ranks of the shows that match a taste, by id. */
async function rankShows(taste: Taste, which: SQL | undefined): Promise<Map<string, number>> {
  if (!taste.size) return new Map();
  const rows = await db
    .select({ id: showArtist.showId, key: showArtist.artistKey })
    .from(showArtist)
    .where(and(inArray(showArtist.artistKey, [...taste.keys()]), which, not(showArtist.isRemoved)))
    .orderBy(showArtist.day)
    .limit(TASTE_SHOWS);
  const ranks = new Map<string, number>();
  for (const { id, key } of rows) {
    const rank = taste.get(key)?.isListed ? RANKS.listed : RANKS.alike;
    ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  }
  return ranks;
}

/** The next shows of an artist near a member, as far as the list of shows can reach. */
export async function listShowsOf(viewerId: number, key: string, now = Date.now()): Promise<ShowDto[]> {
  const viewer = await readViewer(viewerId);
  const today = dayAt(viewer.cell, now);
  const rows = await db
    .select({ show })
    .from(showArtist)
    .innerJoin(show, eq(show.id, showArtist.showId))
    .where(
      and(
        eq(showArtist.artistKey, key),
        gte(showArtist.day, today),
        isNear(viewer.cell, DISTANCE_BOUNDS.max, showArtist.cell),
        not(showArtist.isRemoved),
        isThere(),
      ),
    )
    .orderBy(showArtist.day)
    .limit(OF_ARTIST);
  return toShowDtos(
    viewer,
    rows.map((row) => row.show),
    new Map(),
  );
}

/** The next show of an artist on a member's list near them, within this many miles; undefined for none. */
export async function findNextShow(
  viewerId: number,
  miles: number,
  now = Date.now(),
): Promise<ShowDto | undefined> {
  const viewer = await readViewer(viewerId);
  const today = dayAt(viewer.cell, now);
  if (viewer.cell === null) return undefined;
  const [row] = await db
    .select({ show, name: memberArtist.name, key: artist.key })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .innerJoin(showArtist, and(eq(showArtist.artistKey, artist.key), not(showArtist.isRemoved)))
    .innerJoin(show, eq(show.id, showArtist.showId))
    .where(
      and(
        eq(memberArtist.memberId, viewer.id),
        between(showArtist.day, today, today + LISTED_DAYS),
        isNear(viewer.cell, miles, showArtist.cell),
        isThere(),
        isNull(show.cancelledAt),
      ),
    )
    .orderBy(showArtist.day, memberArtist.position)
    .limit(1);
  if (!row) return undefined;
  const taste: Taste = new Map([[row.key, { artist: row.name, isListed: true }]]);
  const [found] = await toShowDtos(viewer, [row.show], taste);
  return found;
}

/** The shows that a member goes to, the next one first. */
export async function listOwnShows(viewer: Viewer, now = Date.now()): Promise<ShowDto[]> {
  const rows = await db
    .select({ show })
    .from(going)
    .innerJoin(show, eq(show.id, going.showId))
    .where(and(eq(going.memberId, viewer.id), gte(show.day, earliestDay(now)), isThere()))
    .orderBy(show.day, show.id);
  return toShowDtos(
    viewer,
    rows.map((row) => row.show),
    new Map(),
  );
}

/** A show as a member sees it, with who goes; undefined for one that isn't there. */
export async function getShow(
  viewer: Member,
  id: string,
  now = Date.now(),
): Promise<ShowPageDto | undefined> {
  const [row] = await db
    .select({ show, calendar: showCalendar })
    .from(show)
    .leftJoin(showCalendar, eq(showCalendar.id, show.calendarId))
    .where(and(eq(show.id, id), isThere()));
  if (!row) return undefined;
  const isPast = isOver(row.show, now);
  const taste = await readTaste(viewer.id);
  const [[dto], people] = await Promise.all([
    toShowDtos(viewer, [row.show], taste),
    // After the show only members who planned to go can see it.
    isPast ? NOBODY : listGoers(viewer.id, id),
  ]);
  if (!dto) return undefined;
  const cards = await getMemberCards(viewer, [...people.together, ...people.going]);
  const cardsOf = (ids: number[]) => ids.flatMap((each) => cards.get(each) ?? []);
  const { link, note } = row.show;
  return {
    ...dto,
    link,
    note,
    source: row.calendar && { name: row.calendar.name, url: link ?? row.calendar.homeUrl },
    isPast,
    people: { together: cardsOf(people.together), going: cardsOf(people.going) },
    atLeast: people.atLeast,
  };
}

const NOBODY = {
  together: [],
  going: [],
  atLeast: { together: toPeopleCount(0), going: toPeopleCount(0) },
};

/** Shows in the given order, with their artists as they are written here. */
async function toShowDtos(viewer: Viewer, rows: Row[], taste: Taste): Promise<ShowDto[]> {
  if (!rows.length) return [];
  const ids = rows.map(({ id }) => id);
  const [artists, own] = await Promise.all([
    db
      .select({ id: showArtist.showId, key: showArtist.artistKey, name: showArtist.name })
      .from(showArtist)
      .where(inArray(showArtist.showId, ids))
      .orderBy(showArtist.showId, showArtist.position),
    readGoing(viewer.id, ids),
  ]);
  const spell = await readSpellings([
    ...artists.map(({ name }) => name),
    ...[...taste.values()].map((each) => each.artist),
  ]);
  return rows.map((row) => {
    const listed = artists.filter(({ id }) => id === row.id);
    const found = listed.flatMap(({ key }) => taste.get(key) ?? []);
    const best = found.find(({ isListed }) => isListed) ?? found[0];
    return {
      id: row.id,
      artists: listed.map(({ name }) => spell(name)),
      date: toDate(row.day),
      doors: toTime(row.doors),
      venue: row.venue,
      town: row.placeName,
      distance: distanceMiles(viewer.cell, row.cell),
      isCancelled: row.cancelledAt !== null,
      yours: best ? { artist: spell(best.artist), isListed: best.isListed } : null,
      going: own.get(row.id) ?? "no",
    };
  });
}

/** The months that the next 90 days are in, such as "2026-12". */
export function listMonths(viewer: Viewer, now = Date.now()): string[] {
  const today = dayAt(viewer.cell, now);
  const days = Array.from({ length: LISTED_DAYS + 1 }, (_, index) => toDate(today + index).slice(0, 7));
  return [...new Set(days)];
}
