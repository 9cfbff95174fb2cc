// A member's alerts: saving, listing and ending their own.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { alert, member, show } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { and, asc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { earliestDay, toDate } from "~/days";
import { msg } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { alertCell, readSeeker } from "~/matching/candidate.server";
import { discoverParams } from "~/models/match/discover";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { isThere } from "~/models/show/show.server";
import { headlinerName } from "~/models/show/show-words.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { ALERTS_MAX, type AlertDto, type AlertOffer } from "./alert";
import type { AlertInput } from "./alert-schema";

const FULL = msg("You have {count} alerts already. End one in your notifications first.", {
  count: ALERTS_MAX,
});
const NO_AGE = msg("Add your age first: people have to be able to meet you, too.");
const AWAY = msg("You're not in Discover right now, so nobody new can fit. Come back first.");

/**
 * Saves an alert and returns its id; an alert with the same content is the same alert. Refuses a show that doesn't exist or is
 * over (absent), a fourth alert and a member who isn't in Discover (conflict), and more than 60 changes of settings an hour
 * (too-many).
 */
export async function saveAlert(
  memberId: number,
  { filters, artist, showId }: AlertInput,
  now = Date.now(),
): Promise<{ id: string; isNew: boolean }> {
  await consumeRateLimit("settings", memberId);
  return transaction(async (tx) => {
    const own = await tx
      .select()
      .from(alert)
      .where(and(eq(alert.memberId, memberId), isCurrent(now)));
    const same = own.find(isSame({ filters, artist, showId }));
    if (same) return { id: same.id, isNew: false };
    if (own.length >= ALERTS_MAX) throw new Refusal("conflict", FULL);
    const { listed } = await readSeeker(memberId, tx);
    if (!listed) {
      const [row] = await tx.select({ age: member.age }).from(member).where(eq(member.id, memberId));
      throw new Refusal("conflict", row?.age == null ? NO_AGE : AWAY);
    }
    if (showId !== null && !(await tx.$count(show, isAhead(showId, now)))) throw notFoundRefusal();
    const id = randomUUID();
    const key = artist === null ? null : artistKey(artist);
    const row = { id, memberId, filters, artist, artistKey: key, showId, createdAt: new Date(now) };
    await tx.insert(alert).values(row);
    if (key === null && showId === null)
      await tx.run(sql`update alert set cell = ${alertCell} where id = ${id}`);
    return { id, isNew: true };
  });
}

/** Matches a row with the same content. */
function isSame({ filters, artist, showId }: AlertInput) {
  const key = artist === null ? null : artistKey(artist);
  const words = String(discoverParams(filters));
  return (row: typeof alert.$inferSelect) =>
    row.artistKey === key && row.showId === showId && String(discoverParams(row.filters)) === words;
}

/** The alert that a page offers for what it shows. */
export async function offerAlert(memberId: number, asked: Partial<AlertInput>): Promise<AlertOffer> {
  const { filters = {}, artist = null, showId = null } = asked;
  const own = await db.select().from(alert).where(eq(alert.memberId, memberId));
  return {
    fields: {
      ...(artist === null ? {} : { artist }),
      ...(showId === null ? {} : { showId }),
      ...((artist ?? showId) ? {} : Object.fromEntries(discoverParams(filters))),
    },
    isSaved: own.some(isSame({ filters, artist, showId })),
  };
}

/**
 * Ends an alert. The member is still told of people it has found if another alert finds them, too. Refuses an unknown one
 * (absent).
 */
export async function endAlert(memberId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { rowsAffected } = await tx
      .delete(alert)
      .where(and(eq(alert.id, id), eq(alert.memberId, memberId)));
    if (!rowsAffected) throw notFoundRefusal();
  });
}

/** A member's alerts, or those under a condition, oldest first; alerts about shows that are over are left out. */
export async function listAlerts(memberId: number, which?: SQL, now = Date.now()): Promise<AlertDto[]> {
  const rows = await db
    .select({ alert, day: show.day, headliner: headlinerName() })
    .from(alert)
    .leftJoin(show, eq(show.id, alert.showId))
    .where(and(eq(alert.memberId, memberId), isCurrent(now), which))
    .orderBy(asc(alert.createdAt), asc(alert.id));
  return rows.map(({ alert: { id, filters, artist, showId }, day, headliner }) => ({
    ...{ id, filters, artist },
    show: showId === null ? null : { id: showId, artist: headliner ?? "", date: toDate(day ?? 0) },
  }));
}

/** True for all alerts except those about shows that are over, cancelled or removed. */
export function isCurrent(now: number): SQL | undefined {
  return or(isNull(alert.showId), hasRow(show, isAhead(alert.showId, now)));
}

function isAhead(id: typeof alert.showId | string, now: number): SQL | undefined {
  return and(eq(show.id, id), isThere(), isNull(show.cancelledAt), gte(show.day, earliestDay(now)));
}
