// The records that members own and show to others: on their page, and on their card in Discover.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { member, record } from "db/schema";
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canMeet, canSeeOrIs } from "~/models/access.server";
import { isPending } from "~/models/picture/picture.server";
import { coverUrl, visiblePictureUrl } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { SHOWN_RECORDS_MAX, type ShownRecord } from "./record";

/**
 * Shows a member's records and public playlists to those who see their page, or hides them again. Refuses more than 60 changes
 * of settings an hour (too-many).
 */
export async function setCollectionShown(memberId: number, showsCollection: boolean): Promise<void> {
  await consumeRateLimit("settings", memberId);
  await db.update(member).set({ showsCollection }).where(eq(member.id, memberId));
}

/** Stores who can see a new collection, if the form that asks has an answer. Refuses as `setCollectionShown()` does. */
export async function answerShelfQuestion(memberId: number, answer: unknown): Promise<void> {
  if (answer === "shown" || answer === "hidden") await setCollectionShown(memberId, answer === "shown");
}

/** Whether a member has no records, so that the first ones come with the question of who can see them. */
export async function isCollectionEmpty(memberId: number): Promise<boolean> {
  const found = await db.select({ id: record.id }).from(record).where(eq(record.memberId, memberId)).limit(1);
  return found.length === 0;
}

/** How many records the address of a member's page asks for; 0 unless it says so. */
export function readShownLimit(url: string): number {
  const limit = Number(new URL(url).searchParams.get("records"));
  return Number.isInteger(limit) ? Math.min(Math.max(limit, 0), SHOWN_RECORDS_MAX) : 0;
}

/**
 * The newest records on a member's page, and how many there are. None unless the member shows them and the viewer can see the
 * page.
 */
export async function listShownRecords(
  viewerId: number,
  ownerId: number,
  limit: number,
): Promise<{ records: ShownRecord[]; count: number }> {
  const rows = await selectShownRecords(canSeeOrIs(viewerId, ownerId), limit);
  const isAll = rows.length < limit;
  const isOwned = and(eq(record.memberId, ownerId), eq(record.wanted, false));
  const count = isAll ? rows.length : await db.$count(record, isOwned);
  return { records: rows.map(toShownRecord), count };
}

/** The newest records of members in Discover, by owner: `limit` each, of those who show them. */
export async function listRecordsOnCards(
  viewerId: number,
  ownerIds: number[],
  limit: number,
): Promise<Map<number, ShownRecord[]>> {
  const shown = new Map<number, ShownRecord[]>();
  if (!ownerIds.length) return shown;
  for (const row of await findRecordsOnCards().all({ viewerId, ownerIds: JSON.stringify(ownerIds), limit })) {
    shown.set(row.memberId, [...(shown.get(row.memberId) ?? []), toShownRecord(row)]);
  }
  return shown;
}

const findRecordsOnCards = once(() => selectShownRecords(isOnCards(), sql.placeholder("limit")).prepare());

/** True for the members `ownerIds` whom `viewerId` can discover. */
export function isOnCards(): SQL | undefined {
  return and(
    sql`${member.id} in (select value from json_each(${sql.placeholder("ownerIds")}))`,
    isNull(member.withdrawnAt),
    isNull(member.unlistedAt),
    canMeet(sql.placeholder("viewerId"), member.id),
  );
}

/** The columns that `toShownRecord()` needs. */
export const shownRecordColumns = {
  id: record.id,
  artist: record.artist,
  album: record.album,
  format: record.format,
  pictureId: sql<string | null>`iif(${isPending(record.pictureId)}, null, ${record.pictureId})`,
  externalImageUrl: record.externalImageUrl,
};

/** The newest records, `limit` each, of members who match a condition and show theirs. */
function selectShownRecords(condition: SQL | undefined, limit: Given<number>) {
  const newest = alias(record, "newest");
  const shown = db
    .select({ id: newest.id })
    .from(newest)
    .where(and(eq(newest.memberId, member.id), eq(newest.wanted, false)))
    // By nothing else: the index gives this order, and an import adds thousands of records at the same time.
    .orderBy(desc(newest.createdAt))
    .limit(limit);
  return db
    .select({ ...shownRecordColumns, memberId: record.memberId })
    .from(member)
    .innerJoin(record, inArray(record.id, shown))
    .where(and(eq(member.showsCollection, true), condition))
    .orderBy(desc(record.createdAt), record.artistKey, record.albumKey);
}

type Row = Omit<Awaited<ReturnType<typeof selectShownRecords>>[number], "memberId">;

/** A record as others see it. */
export function toShownRecord({ id, artist, album, format, pictureId, externalImageUrl }: Row): ShownRecord {
  return {
    id,
    artist,
    album,
    format,
    imageUrl: visiblePictureUrl(coverUrl({ pictureId, externalImageUrl }), false),
  };
}
