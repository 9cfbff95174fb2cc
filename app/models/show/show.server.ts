// Shows: added by members, recognized when somebody adds the same one, cancelled, removed and erased.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { going, member, show, showArtist } from "db/schema";
import { deleteInSteps, updateInSteps } from "db/steps.server";
import { type Tx, transaction } from "db/transaction.server";
import { and, between, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, type SQL } from "drizzle-orm";
import { earliestDay, toDate } from "~/days";
import { DAY_MS, SHOW_KEPT_DAYS } from "~/durations";
import { msg, t } from "~/language/text";
import { publish } from "~/live/publish.server";
import { artistKey } from "~/matching/artist-key";
import { cellsAround, dayAt } from "~/matching/cell";
import { knownArtist } from "~/matching/known-artists.server";
import { hasContactDetails } from "~/models/conversation/contact-details";
import { publishShowOfPlans } from "~/models/conversation/plan/plan.server";
import type { Member } from "~/models/member/member.server";
import { findTown, type Place } from "~/models/member/place/place.server";
import { rejectBeyond } from "~/models/rate-limit.server";
import { rejectJudgedWords, rejectPublicWords } from "~/models/safety/public-words.server";
import { duplicateIdRefusal, invalidAt, Refusal } from "~/refusal";
import { SHOWS_PER_WEEK, YEARS_AHEAD } from "./show";
import type { ShowInput } from "./show-schema";

const CONTACTS = msg("Leave out links, email addresses and phone numbers. There's a field for a link.");
const CONTACTS_ELSEWHERE = msg("Leave out links, email addresses and phone numbers");

/** What a show is recognized by, and stored with. */
export type NewShow = {
  artists: string[];
  day: number;
  doors: number | null;
  venue: string;
  place: Place;
  link: string | null;
  note: string;
};

/**
 * Adds a show, or finds the same one: a show by one of its artists, on the same day in the same town or one next to it. A
 * repeat with the same id is the same show. Refuses a day that is over there or more than two years ahead, an unknown town,
 * contact details, held words and what the checking service rejects (invalid, each at its field), a new show by a member whom a
 * sanction hides (forbidden), and more than ten new shows in a week (too-many).
 */
export async function addShow(
  { id: memberId, placeName }: Pick<Member, "id" | "placeName">,
  input: ShowInput,
  now = Date.now(),
): Promise<{ id: string; isNew: boolean }> {
  const { id = randomUUID(), date: day, doors, venue, link, note } = input;
  const artists = distinctArtists([input.artist, input.artist2, input.artist3, input.artist4]);
  const place = findTown(input.town, placeName);
  rejectDay(day, place.cell, now);
  rejectContacts(input);
  rejectPublicWords([...artists, venue, note].join("\n"), {
    thing: "show",
    field: "note",
    contacts: CONTACTS,
  });
  await rejectJudgedWords([...artists, venue, link ?? "", note].join("\n"), {
    ...{ thing: "show", field: "note", contacts: CONTACTS },
  });
  const added: NewShow = { artists, day, doors, venue, place, link, note };
  return transaction(async (tx) => {
    const [own] = await tx.select({ addedBy: show.addedBy }).from(show).where(eq(show.id, id));
    if (own?.addedBy === memberId) return { id, isNew: true };
    if (own) throw duplicateIdRefusal();
    const same = await findSame(tx, added);
    if (same !== undefined) return { id: same, isNew: false };
    await rejectHidden(tx, memberId);
    await rejectTooMany(tx, memberId, now);
    await insertShow(tx, { id, addedBy: memberId }, added);
    return { id, isNew: true };
  });
}

/** The names, only the first of each artist's. */
function distinctArtists(names: string[]): string[] {
  const keys = names.map(artistKey);
  return names.filter((name, index) => name && keys.indexOf(artistKey(name)) === index);
}

function rejectDay(day: number, cell: number, now: number): void {
  const last = dayAt(cell, now) + YEARS_AHEAD * 366;
  const message =
    day < dayAt(cell, now)
      ? msg("This day is over")
      : day > last
        ? msg("Use a date before {date}, {years} years ahead", {
            date: toDate(last + 1),
            years: YEARS_AHEAD,
          })
        : undefined;
  if (message) throw invalidAt("date", message);
}

/** A venue or an artist with contact details would be an advertisement. */
function rejectContacts(input: ShowInput): void {
  for (const field of ["artist", "artist2", "artist3", "artist4", "venue"] as const) {
    const isKnown = field !== "venue" && knownArtist(artistKey(input[field]));
    if (!isKnown && hasContactDetails(input[field])) throw invalidAt(field, CONTACTS_ELSEWHERE);
  }
}

/** Shows don't name the member who added them, but everybody near would read one. */
async function rejectHidden(tx: Tx, memberId: number): Promise<void> {
  if (!(await tx.$count(member, and(eq(member.id, memberId), isNotNull(member.hiddenAt))))) return;
  throw new Refusal("forbidden", msg("You can't add shows while you're hidden from Discover."));
}

async function rejectTooMany(tx: Tx, memberId: number, now: number): Promise<void> {
  const isOfWeek = and(eq(show.addedBy, memberId), gt(show.createdAt, new Date(now - 7 * DAY_MS)));
  const recent = await tx
    .select({ at: show.createdAt })
    .from(show)
    .where(isOfWeek)
    .orderBy(show.createdAt)
    .limit(SHOWS_PER_WEEK);
  const message = t("You can add up to {count} shows a week.", { count: SHOWS_PER_WEEK });
  rejectBeyond(recent, { most: SHOWS_PER_WEEK, ms: 7 * DAY_MS, message }, now);
}

/** The show by one of these artists on the day in the town or one next to it; undefined for none. */
export async function findSame(
  tx: Tx,
  { artists, day, place }: Pick<NewShow, "artists" | "day" | "place">,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: showArtist.showId })
    .from(showArtist)
    .where(
      and(
        inArray(showArtist.artistKey, artists.map(artistKey)),
        eq(showArtist.day, day),
        or(...cellsAround(place.cell).map(({ low, high }) => between(showArtist.cell, low, high))),
        not(showArtist.isRemoved),
      ),
    )
    .orderBy(showArtist.position)
    .limit(1);
  return found?.id;
}

/** Writes a new show with its artists. */
export async function insertShow(
  tx: Tx,
  row: Pick<typeof show.$inferInsert, "id" | "addedBy" | "calendarId" | "uid">,
  { artists, place, ...fields }: NewShow,
): Promise<void> {
  const { name: placeName, cell } = place;
  await tx.insert(show).values({ ...row, ...fields, placeName, cell, createdAt: new Date() });
  await writeArtists(tx, row.id, { artists, day: fields.day, place });
}

/** Writes the artists of a show, replacing any earlier ones. */
export async function writeArtists(
  tx: Tx,
  showId: string,
  { artists, day, place: { cell } }: Pick<NewShow, "artists" | "day" | "place">,
): Promise<void> {
  await tx.delete(showArtist).where(eq(showArtist.showId, showId));
  const rows = artists.map((name, position) => ({
    ...{ showId, position, name, day, cell },
    artistKey: artistKey(name),
  }));
  await tx.insert(showArtist).values(rows).onConflictDoNothing();
}

/** Tells those who go, or plan to meet there, that a show is off or has moved to another day, unless it is over. */
export async function notifyGoers(
  tx: Tx,
  showId: string,
  { isMoved = false, now = Date.now() } = {},
): Promise<void> {
  const goers = await tx
    .select({ memberId: going.memberId })
    .from(going)
    .innerJoin(show, eq(show.id, going.showId))
    .where(and(eq(going.showId, showId), not(lt(show.day, earliestDay(now)))));
  await publish(tx, "show", { id: showId, members: goers.map(({ memberId }) => memberId), isMoved });
  await publishShowOfPlans(tx, showId, now);
}

/** True for shows that members can open. */
export function isThere(): SQL {
  return isNull(show.removedAt);
}

/** Cancels a show, or says that it takes place after all, and tells those who go. */
export async function setCancelled(tx: Tx, showId: string, isCancelled: boolean): Promise<void> {
  const cancelledAt = isCancelled ? new Date() : null;
  await tx.update(show).set({ cancelledAt }).where(eq(show.id, showId));
  if (isCancelled) await notifyGoers(tx, showId);
}

/**
 * Erases old shows, with who went. A show that a moderator has removed keeps its bare row, so that messages that quote it don't
 * name it again.
 */
export async function deletePastShows(now = Date.now()): Promise<void> {
  const isOver = lt(show.day, earliestDay(now) - SHOW_KEPT_DAYS);
  await deleteInSteps(show, and(isOver, isNull(show.removedAt)));
  await updateInSteps(
    show,
    { link: null, note: "" },
    and(isOver, or(isNotNull(show.link), ne(show.note, ""))),
  );
  const removed = db.select({ id: show.id }).from(show).where(isOver);
  await deleteInSteps(going, inArray(going.showId, removed));
}
