// Records: each member's own collection, and the records that they look for.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { db } from "db/client.server";
import { record } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { msg, t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { splitPage } from "~/models/cursor";
import {
  deletePicture,
  isSameCover,
  rejectCopyRemovedSince,
  rejectRemovedPicture,
} from "~/models/picture/picture.server";
import { coverKeys, coverUrl } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale, versionOf } from "~/models/version.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { formatNames } from "./format-names";
import { conditionNames, RECORDS_MAX, type RecordDto, type RecordInput, type RecordQuery } from "./record";
import { anotherQuery, recordCursor, recordKeys, recordQuery } from "./record-schema";
import { publishWanted } from "./wanted-record.server";

type Row = typeof record.$inferSelect;

const SEARCH_WORDS_MAX = 8;
/** How many records are read at once if all are needed. */
const PAGE_OF_ALL = 100;
/** The values of a missing year if it sorts before all years, and if it sorts after them. */
const NO_YEAR_FIRST = 0;
const NO_YEAR_LAST = 10_000;
const SORT_KEYS = {
  artist: ["artistKey", "year", "albumKey", "id"],
  album: ["albumKey", "artistKey", "id"],
  year: ["year", "artistKey", "id"],
} as const;

/** Reads the query of a collection from a request's URL. */
export function readRecordQuery(address: string): RecordQuery {
  return recordQuery.parse(Object.fromEntries(new URL(address).searchParams));
}

/** The format and condition that the address of a new record's form names. */
export function readAnotherQuery(address: string): Partial<Pick<RecordInput, "format" | "condition">> {
  return anotherQuery.parse(Object.fromEntries(new URL(address).searchParams));
}

/**
 * A page of the records that a member owns, or of those that they look for. `found` counts those that match the search,
 * `count` all; `next` leads to the next page.
 */
export async function listRecords(
  memberId: number,
  { wanted, q, sort, cursor }: RecordQuery,
  size: number,
): Promise<{ records: RecordDto[]; found: number; count: number; next?: { cursor: string } }> {
  const mine = isOf(memberId, wanted);
  const matching = and(mine, ...matches(q));
  const order = orderOf(sort, recordCursor.safeParse(cursor).data);
  const [rows, found, count] = await Promise.all([
    db
      .select()
      .from(record)
      .where(and(matching, order.rest))
      .orderBy(...order.columns)
      .limit(size + 1),
    db.$count(record, matching),
    db.$count(record, mine),
  ]);
  const { page, next } = splitPage(rows, size, ({ createdAt, artistKey, albumKey, year, id }) => ({
    at: createdAt.getTime(),
    artistKey,
    albumKey,
    year,
    id,
  }));
  return { records: page.map(toRecordDto), found, count, next };
}

/** The columns of an order, and the condition for the rows after a page's last one. */
function orderOf(sort: RecordQuery["sort"], after: z.output<typeof recordCursor>) {
  const { artistKey, albumKey, id } = record;
  if (sort === "added") {
    const { createdAt } = record;
    const rest = after && sql`(${createdAt}, ${id}) < (${after.at}, ${after.id})`;
    return { columns: [desc(createdAt), desc(id)], rest };
  }
  const undated = sort === "year" ? NO_YEAR_LAST : NO_YEAR_FIRST;
  const year = sql`coalesce(${record.year}, ${sql.raw(String(undated))})`;
  const keys = { artistKey, albumKey, year, id };
  const last = after && { ...after, year: after.year ?? undated };
  const names = SORT_KEYS[sort];
  const list = (values: Record<(typeof names)[number], unknown>) =>
    sql.join(
      names.map((name) => sql`${values[name]}`),
      sql`, `,
    );
  return {
    columns: names.map((name) => keys[name]),
    rest: last && sql`(${list(keys)}) > (${list(last)})`,
  };
}

/** Yields all records that a member owns, or looks for, ordered by artist, in pages: each is read within 10 ms. */
export async function* listAllRecords(memberId: number, wanted: boolean): AsyncGenerator<RecordDto[]> {
  const { artistKey, albumKey, id } = record;
  for (let after: SQL | undefined; ; ) {
    const rows = await db
      .select()
      .from(record)
      .where(and(isOf(memberId, wanted), after))
      .orderBy(artistKey, albumKey, id)
      .limit(PAGE_OF_ALL);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toRecordDto);
    after = sql`(${artistKey}, ${albumKey}, ${id}) > (${last.artistKey}, ${last.albumKey}, ${last.id})`;
  }
}

/** One of a member's own records. */
export async function getRecord(memberId: number, id: string): Promise<RecordDto | undefined> {
  const [row] = await db.select().from(record).where(isOwn(memberId, id));
  return row && toRecordDto(row);
}

/**
 * Adds a record; a repeat with the same id and fields returns the record that was added before.
 * Refuses a cover that the member has not uploaded (invalid), an id that is taken and a full collection (conflict), and
 * more than 120 records a minute (too-many).
 */
export async function addRecord(memberId: number, input: RecordInput): Promise<RecordDto> {
  await consumeRateLimit("record", memberId);
  const id = input.id ?? randomUUID();
  const { wanted } = input;
  const row = { ...toColumns(input), id, memberId, wanted, discogsUsername: null, createdAt: new Date() };
  await rejectCopyRemovedSince(memberId, row.pictureId, record.pictureId);
  return transaction(async (tx) => {
    const [existing] = await tx.select().from(record).where(eq(record.id, row.id));
    if (existing && isSame(existing, row) && (await isSameCover(memberId, existing, row, tx)))
      return toRecordDto(existing);
    await rejectFullCollection(memberId, 1, tx);
    await rejectRemovedPicture(memberId, row.pictureId, "imageUrl", tx);
    if (existing) throw duplicateIdRefusal();
    await tx.insert(record).values(row);
    await publishWanted(tx, memberId, { wanted, isAdded: eq(record.id, id) });
    return toRecordDto(row);
  });
}

/** The version of a record, as the form that edits it was opened. */
export function recordVersion({ id: _, createdAt: __, ...fields }: RecordDto): string {
  return versionOf(fields);
}

/**
 * Changes one of a member's own records. Refuses an absent record or another member's (absent), a form that was opened at
 * another `version` (conflict), and a cover that the member has not uploaded (invalid).
 */
export async function updateRecord(
  memberId: number,
  id: string,
  input: RecordInput,
  version?: string,
): Promise<RecordDto> {
  const change = { ...toColumns(input), wanted: input.wanted };
  await rejectCopyRemovedSince(memberId, change.pictureId, record.pictureId);
  const before = await transaction(async (tx) => {
    const [saved] = await tx.select().from(record).where(isOwn(memberId, id));
    if (!saved) throw notFoundRefusal();
    const { id: _, createdAt: __, ...fields } = toRecordDto(saved);
    rejectStale(version, fields, input, {
      format: (format) => t(formatNames[format]),
      condition: (condition) => t(conditionNames[condition]),
      imageUrl: (url) => (url ? t("another cover") : t("no cover")),
      wanted: (wanted) => (wanted ? t("wanted") : t("owned")),
    });
    await rejectRemovedPicture(memberId, change.pictureId, "imageUrl", tx);
    await tx.update(record).set(change).where(isOwn(memberId, id));
    if (saved.wanted !== change.wanted)
      await publishWanted(tx, memberId, { wanted: change.wanted, isAdded: eq(record.id, id) });
    return saved;
  });
  await deletePicture(memberId, before.pictureId);
  return toRecordDto({ ...before, ...change });
}

/** Removes one of a member's own records. Refuses an absent record or another member's (absent). */
export async function removeRecord(memberId: number, id: string) {
  const [removed] = await db
    .delete(record)
    .where(isOwn(memberId, id))
    .returning({ pictureId: record.pictureId });
  if (!removed) throw notFoundRefusal();
  await deletePicture(memberId, removed.pictureId);
}

/**
 * Moves a record that the member looks for to those that they own, as the newest. If they own the album in this format
 * already, it is no longer looked for. Refuses an absent record or another member's (absent).
 */
export async function moveToOwned(memberId: number, id: string): Promise<void> {
  const repeated = await transaction(async (tx) => {
    const [got] = await tx.select().from(record).where(isOwn(memberId, id));
    if (!got) throw notFoundRefusal();
    if (!got.wanted) return undefined;
    const isRepeat = and(
      isOf(memberId, false),
      eq(record.artistKey, got.artistKey),
      eq(record.albumKey, got.albumKey),
      eq(record.format, got.format),
    );
    if ((await tx.$count(record, isRepeat)) > 0) {
      await tx.delete(record).where(isOwn(memberId, id));
      return got;
    }
    await tx.update(record).set({ wanted: false, createdAt: new Date() }).where(isOwn(memberId, id));
    await publishWanted(tx, memberId, { wanted: false, isAdded: eq(record.id, id) });
    return undefined;
  });
  if (repeated) await deletePicture(memberId, repeated.pictureId);
}

/** Refuses (conflict) more records than a member's collection has room for. */
export async function rejectFullCollection(memberId: number, added: number, on: Database = db) {
  if ((await on.$count(record, eq(record.memberId, memberId))) + added <= RECORDS_MAX) return;
  throw new Refusal(
    "conflict",
    msg("A collection can hold up to {max, number} records.", { max: RECORDS_MAX }),
  );
}

/** The records that a member owns, or looks for. */
function isOf(memberId: number, wanted: boolean): SQL | undefined {
  return and(eq(record.memberId, memberId), eq(record.wanted, wanted));
}

function isOwn(memberId: number, id: string): SQL | undefined {
  return and(eq(record.id, id), eq(record.memberId, memberId));
}

/** True if two rows describe the same record, whatever its cover. */
function isSame(one: Row, other: Row): boolean {
  const withoutCover = { pictureId: null, externalImageUrl: null, discogsUsername: null, createdAt: null };
  return isDeepStrictEqual({ ...one, ...withoutCover }, { ...other, ...withoutCover });
}

/** Every word of a search occurs in the artist, the album or the genre. */
function matches(q: string): SQL[] {
  const words = q.split(/\s+/).map(artistKey).filter(Boolean).slice(0, SEARCH_WORDS_MAX);
  return words.map(
    (word) =>
      sql`instr(${record.artistKey} || ' ' || ${record.albumKey} || ' ' || ${record.genreKey}, ${word}) > 0`,
  );
}

/** The columns that say what a record is. */
export function toColumns({ id: _, wanted: __, imageUrl, ...fields }: RecordInput) {
  return { ...fields, ...recordKeys(fields), ...coverKeys(imageUrl) };
}

/** A record as its owner reads it. */
export function toRecordDto(row: Row): RecordDto {
  const { id, artist, album, year, genre, format, condition, notes, wanted } = row;
  const createdAt = row.createdAt.toISOString();
  const imageUrl = coverUrl(row);
  return { id, artist, album, year, genre, format, condition, notes, imageUrl, wanted, createdAt };
}
