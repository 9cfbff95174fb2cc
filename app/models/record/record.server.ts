// Records: each member's own collection, and what two collections share.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { record } from "db/schema";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { spend } from "./allowance.server";
import { artistKey } from "./artist";
import { noBlockBetween } from "./block.server";
import { pairOf } from "./pair";
import { dropPicture, mayShow, pictureGone, refuseGone, rowShowing } from "./picture.server";
import { RECORDS_MAX, type RecordInput, type RecordQuery, type ShownRecord } from "./record";
import { recordKeys, recordQuery } from "./record-input";
import { absent, Refusal, usedAlready } from "./refusal";

const MOST_WORDS = 8;

/** The query in the address of a request. */
export function readRecordQuery(address: string): RecordQuery {
  return recordQuery.parse(Object.fromEntries(new URL(address).searchParams));
}

/** A page of a member's records, how many were found, and how many there are; `next` is the page after it. */
export async function listRecords(
  memberId: number,
  { q, sort, page }: RecordQuery,
  size: number,
): Promise<{ records: ShownRecord[]; found: number; count: number; next?: { page: string } }> {
  const mine = eq(record.memberId, memberId);
  const wanted = and(mine, ...matches(q));
  const orders = {
    added: [desc(record.createdAt)],
    artist: [asc(record.artistKey), asc(record.year), asc(record.albumKey)],
    album: [asc(record.albumKey), asc(record.artistKey)],
    year: [sql`${record.year} is null`, asc(record.year), asc(record.artistKey)],
  };
  const [rows, found, count] = await Promise.all([
    db
      .select()
      .from(record)
      .where(wanted)
      .orderBy(...orders[sort], record.id)
      .limit(size)
      .offset((page - 1) * size),
    db.$count(record, wanted),
    db.$count(record, mine),
  ]);
  const next = page * size < found ? { page: String(page + 1) } : undefined;
  return { records: rows.map(shownRecord), found, count, next };
}

/** All of a member's records, by artist. */
export async function listAllRecords(memberId: number): Promise<ShownRecord[]> {
  const rows = await db
    .select()
    .from(record)
    .where(eq(record.memberId, memberId))
    .orderBy(record.artistKey, record.albumKey, record.id);
  return rows.map(shownRecord);
}

/** One of a member's own records. */
export async function getRecord(memberId: number, id: string): Promise<ShownRecord | undefined> {
  const [row] = await db.select().from(record).where(isOwn(memberId, id));
  return row && shownRecord(row);
}

/**
 * Adds a record; the same id and words from the same member are the same record.
 * Refuses a cover that somebody else has uploaded (invalid), an id that was used for something else and a collection that
 * is full (conflict), and more than 120 a minute (too-many).
 */
export async function addRecord(memberId: number, input: RecordInput): Promise<ShownRecord> {
  await spend("record", memberId);
  const id = input.id ?? randomUUID();
  const same = db
    .select()
    .from(record)
    .where(and(isOwn(memberId, id), hasWords(input)));
  const [known] = await same;
  if (known) return shownRecord(known);
  await refuseFull(memberId, 1);
  const row = { ...input, ...recordKeys(input), id, memberId, createdAt: new Date() };
  const [, [kept]] = await db.batch([
    db
      .insert(record)
      .select(rowShowing(memberId, input.imageUrl, record, row))
      .onConflictDoNothing(),
    same,
  ]);
  if (kept) return shownRecord(kept);
  await refuseGone(memberId, input.imageUrl, "imageUrl");
  throw usedAlready();
}

/**
 * Changes one of a member's own records. Refuses what is absent or another's (absent), and a cover that somebody else has
 * uploaded (invalid).
 */
export async function changeRecord(memberId: number, id: string, input: RecordInput): Promise<ShownRecord> {
  const { id: _, ...change } = input;
  const [[before], [changed]] = await db.batch([
    db.select({ imageUrl: record.imageUrl }).from(record).where(isOwn(memberId, id)),
    db
      .update(record)
      .set({ ...change, ...recordKeys(input) })
      .where(and(isOwn(memberId, id), mayShow(memberId, input.imageUrl)))
      .returning(),
  ]);
  if (!before) throw absent();
  if (!changed) throw pictureGone("imageUrl");
  await dropPicture(memberId, before.imageUrl);
  return shownRecord(changed);
}

/** Removes one of a member's own records. Refuses what is absent or another's (absent). */
export async function removeRecord(memberId: number, id: string) {
  const [removed] = await db
    .delete(record)
    .where(isOwn(memberId, id))
    .returning({ imageUrl: record.imageUrl });
  if (!removed) throw absent();
  await dropPicture(memberId, removed.imageUrl);
}

/**
 * What the viewer's collection shares with a mutual match's, by artist, at most `limit`, and how much it is; nothing
 * with anybody else.
 */
export async function listRecordsInCommon(
  viewerId: number,
  otherId: number,
  limit: number,
): Promise<{ records: ShownRecord[]; count: number }> {
  const pair = pairOf(viewerId, otherId);
  const shared = and(
    eq(record.memberId, viewerId),
    sql`exists (select 1 from record theirs where theirs.member_id = ${otherId}
      and theirs.artist_key = ${record.artistKey} and theirs.album_key = ${record.albumKey})`,
    sql`exists (select 1 from match where low_id = ${pair.lowId} and high_id = ${pair.highId})`,
    sql`exists (select 1 from member where id = ${otherId} and deleted_at is null)`,
    noBlockBetween(viewerId, otherId),
  );
  const albums = await db
    .select()
    .from(record)
    .where(shared)
    .groupBy(record.artistKey, record.albumKey)
    .orderBy(record.artistKey, record.albumKey);
  return { records: albums.slice(0, limit).map(shownRecord), count: albums.length };
}

/** Refuses (conflict) what would not fit into a member's collection any more. */
export async function refuseFull(memberId: number, more: number) {
  if ((await db.$count(record, eq(record.memberId, memberId))) + more <= RECORDS_MAX) return;
  throw new Refusal("conflict", `A collection holds at most ${RECORDS_MAX.toLocaleString("en-US")} records.`);
}

function isOwn(memberId: number, id: string): SQL | undefined {
  return and(eq(record.id, id), eq(record.memberId, memberId));
}

/** Whether a record says what was typed. Its cover may be another: a file is a new picture each time it is sent. */
function hasWords({ artist, album, year, genre, format, condition, notes }: RecordInput): SQL | undefined {
  return and(
    eq(record.artist, artist),
    eq(record.album, album),
    sql`${record.year} is ${year}`,
    eq(record.genre, genre),
    eq(record.format, format),
    eq(record.condition, condition),
    eq(record.notes, notes),
  );
}

/** Every word of the search is somewhere in artist, album or genre. */
function matches(q: string): SQL[] {
  const words = q.split(/\s+/).map(artistKey).filter(Boolean).slice(0, MOST_WORDS);
  return words.map(
    (word) =>
      sql`instr(${record.artistKey} || ' ' || ${record.albumKey} || ' ' || ${record.genreKey}, ${word}) > 0`,
  );
}

function shownRecord(row: typeof record.$inferSelect): ShownRecord {
  const { id, artist, album, year, genre, format, condition, notes, imageUrl } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, artist, album, year, genre, format, condition, notes, imageUrl, createdAt };
}
