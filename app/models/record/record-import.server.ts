// Importing records from a file: reading, previewing and adding them in parts, so that other requests get their turn.

import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { FileLine, ImportedRecord } from "db/column-types";
import { insertFrom } from "db/insert-from.server";
import { discogsImport, record, recordImport, recordImportPart } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { and, eq, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { msg } from "~/language/text";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { canUsePicture } from "~/models/picture/picture.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { decodeText } from "~/models/text-file/text-file.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { rejectFullCollection } from "./record.server";
import { type CollectionFile, LISTED_LINES, readRecordsCsv } from "./record-csv.server";
import { publishWanted } from "./wanted-record.server";

const REPLACED = msg("Another file replaced this import before it finished. Check your records.");
const PREVIEWED = 10;
/** How many records are written at once. */
const PART_ROWS = 200;
/** A judge starts and answers within a second of work. */
const JUDGE_LIMITS = { waitMs: 20_000, workMs: 5_000 };

/** A text, with its bytes as Latin-1, whose encoding is to be judged. */
export type EncodingJob = { sample: string };

/** Most files are UTF-8 and need no judge. */
const encodingWorkers = createFilePool<EncodingJob>("encoding", JUDGE_LIMITS);

/** Falls back to Western if the judge fails: the preview asks whether the letters are wrong. */
function judgeElsewhere(memberId: number, sample: string): Promise<TextEncoding> {
  const options = { kind: "encodingWork", owner: memberId, tooMuchWork: "", damaged: "" } as const;
  const judged = runMemberJob(encodingWorkers, { sample }, options) as Promise<TextEncoding>;
  return judged.catch((error) => {
    if (error instanceof Refusal && error.code === "invalid") return "windows-1252";
    throw error;
  });
}

/** An import, whose records the member owns or looks for. */
type Import = Pick<typeof recordImport.$inferSelect, "id" | "memberId" | "wanted">;

/** What a file would add. */
export type ImportPreview = {
  id: string;
  /** The member looks for its records, and doesn't own them. */
  wanted: boolean;
  /** The first records that would be added, which the file may say are wanted or owned. */
  records: ImportedRecord[];
  toAdd: number;
  /** How many of them are owned in an import of wanted records, or wanted in one of owned records. */
  otherCount: number;
  /** How many are in the collection already and are left out. */
  known: number;
  /** The first lines that are left out because they cannot be read. */
  unreadable: FileLine[];
  unreadableCount: number;
  /** The first records that would be added with a cell changed or left out. */
  changed: FileLine[];
  changedCount: number;
  /** How many more records Discogs counts than it has sent. */
  missingCount: number;
  /** Null until the import is confirmed. */
  addedCount: number | null;
};

/**
 * Reads a file and stores its records for a day, for a preview: owned ones, or `wanted` ones, unless the file says which they
 * are. Returns the preview's id, the file's encoding, which a member may have chosen, and how many records the file says are
 * neither; or why no line can be read.
 * Refuses a file that is not a collection (invalid), more than 20 files an hour (too-many), more records than the collection
 * has room for (conflict), and a file whose letters nobody has time to judge (unavailable).
 */
export async function prepareImport(
  memberId: number,
  bytes: Uint8Array,
  chosen?: TextEncoding,
  wanted = false,
): Promise<
  | { id: string; encoding: TextEncoding; unownedCount: number }
  | Pick<CollectionFile, "unreadable" | "unreadableCount">
> {
  await consumeRateLimit("import", memberId);
  const { text, encoding } = await decodeText(bytes, {
    judge: (sample) => judgeElsewhere(memberId, sample),
    chosen,
  });
  const { records, unownedCount, unreadable, unreadableCount } = await readRecordsCsv(text);
  if (!records.length) return { unreadable, unreadableCount };
  await rejectFullCollection(memberId, records.length);
  const id = randomUUID();
  await transaction(async (tx) => {
    await tx.delete(recordImport).where(eq(recordImport.memberId, memberId));
    await tx
      .insert(recordImport)
      .values({ id, memberId, wanted, unreadable, unreadableCount, createdAt: new Date() });
  });
  for (let number = 0; number * PART_ROWS < records.length; number++) {
    await setImmediate();
    const rows = records.slice(number * PART_ROWS, (number + 1) * PART_ROWS);
    await transaction(async (tx) => {
      // Another file that the member sends meanwhile replaces this import.
      const [kept] = await tx
        .select({ id: recordImport.id })
        .from(recordImport)
        .where(eq(recordImport.id, id));
      if (kept) await tx.insert(recordImportPart).values({ importId: id, number, rows });
    });
  }
  return { id, encoding, unownedCount };
}

/** Deletes imports a day after their file was sent, whether or not they were confirmed. */
export async function deleteExpiredImports() {
  await db.delete(recordImport).where(lt(recordImport.createdAt, new Date(Date.now() - DAY_MS)));
}

/** What one of the member's own imports would add, or has added. */
export async function getImport(memberId: number, id: string): Promise<ImportPreview | undefined> {
  const stored = await findImport(memberId, id);
  if (!stored) return undefined;
  const { wanted, unreadable, unreadableCount } = stored;
  const parts = await listParts(id);
  // Confirming a part empties it.
  const isWhole = parts.every(({ isChecked }) => !isChecked);
  const records: ImportedRecord[] = [];
  const changed: FileLine[] = [];
  let [total, toAdd, otherCount, changedCount] = [0, 0, 0, 0];
  for (const { number } of parts) {
    await setImmediate();
    const [counts] = await countRows(stored, number);
    const list = (value: SQL<string>, most: number) =>
      db
        .select({ json: value })
        .from(recordImportPart)
        .crossJoin(importedRows)
        .where(and(isPart(id, number), isNew(stored), isNotNull(value)))
        .orderBy(sql`row.key`)
        .limit(most);
    const previewed = await list(sql`row.value`, PREVIEWED - records.length);
    const listed = await list(CHANGE, LISTED_LINES - changed.length);
    total += counts?.total ?? 0;
    toAdd += counts?.toAdd ?? 0;
    otherCount += counts?.other ?? 0;
    changedCount += counts?.changed ?? 0;
    records.push(...previewed.map(({ json }) => JSON.parse(json) as ImportedRecord));
    changed.push(...listed.map(({ json }) => JSON.parse(json) as FileLine));
  }
  const counted = await db
    .select({ total: discogsImport.total })
    .from(discogsImport)
    .where(eq(discogsImport.importId, id));
  const missing = isWhole ? (counted[0]?.total ?? 0) - total - unreadableCount : 0;
  const counts = { toAdd, otherCount, known: total - toAdd, changedCount, addedCount: countAdded(parts) };
  const missingCount = Math.max(0, missing);
  return { id, wanted, records, changed, ...counts, missingCount, unreadable, unreadableCount };
}

/** One of the member's own imports. */
async function findImport(memberId: number, id: string) {
  const [found] = await db
    .select()
    .from(recordImport)
    .where(and(eq(recordImport.id, id), eq(recordImport.memberId, memberId)));
  return found;
}

/**
 * Counts the records of a part, those that are new to the collection, and among these the ones of the other kind and the
 * changed ones.
 */
function countRows(own: Import, number: number) {
  return db
    .select({
      total: sql<number>`count(*)`,
      toAdd: sql<number>`count(case when ${isNew(own)} then 1 end)`,
      other: sql<number>`count(case when ${isWantedRow(own)} <> ${Number(own.wanted)} and ${isNew(own)} then 1 end)`,
      changed: sql<number>`count(case when ${CHANGE} is not null and ${isNew(own)} then 1 end)`,
    })
    .from(recordImportPart)
    .crossJoin(importedRows)
    .where(isPart(own.id, number));
}

/**
 * Adds the records of one of the member's own imports, except those already in the collection. A second confirmation
 * changes nothing, or adds the rest if the first was interrupted. Returns how many were added. Refuses an absent import
 * (absent), more records than the collection has room for, and an import that another file replaces meanwhile (conflict).
 */
export async function runImport(memberId: number, id: string): Promise<number> {
  const own = await findImport(memberId, id);
  if (!own) throw notFoundRefusal();
  const parts = await listParts(id);
  let toAdd = 0;
  for (const { number } of parts) {
    await setImmediate();
    const [counts] = await countRows(own, number);
    toAdd += counts?.toAdd ?? 0;
  }
  await rejectFullCollection(memberId, toAdd);
  // Known records are removed from all parts before the first is added, because a file may hold several copies of an album.
  for (const { number } of parts) {
    await setImmediate();
    await removeKnownRecords(own, number);
  }
  const now = Date.now();
  for (const { number } of parts) {
    await setImmediate();
    await addPart(own, number, now);
  }
  const added = await listParts(id);
  if (added.length < parts.length) throw new Refusal("conflict", REPLACED);
  return countAdded(added) ?? 0;
}

async function removeKnownRecords(own: Import, number: number) {
  const rows = sql`(select json_group_array(json(row.value)) from ${importedRows} where ${isNew(own)})`;
  await db
    .update(recordImportPart)
    .set({ rows, isChecked: true })
    .where(and(isPart(own.id, number), eq(recordImportPart.isChecked, false)));
}

async function addPart(own: Import, number: number, now: number) {
  const { id, memberId, wanted } = own;
  const username = sql`(select lower(${discogsImport.username}) from ${discogsImport} where ${discogsImport.importId} = ${id})`;
  const pictureId = rowValue("pictureId");
  await transaction(async (tx) => {
    const row = {
      id: rowValue("id"),
      memberId,
      artist: rowValue("artist"),
      album: rowValue("album"),
      artistKey: rowValue("artistKey"),
      albumKey: rowValue("albumKey"),
      genreKey: rowValue("genreKey"),
      year: rowValue("year"),
      genre: rowValue("genre"),
      format: rowValue("format"),
      condition: rowValue("condition"),
      notes: rowValue("notes"),
      // An upload that is another member's or gone is left out.
      pictureId: sql`case when ${canUsePicture(memberId, pictureId)} then ${pictureId} end`,
      externalImageUrl: rowValue("externalImageUrl"),
      wanted: isWantedRow(own),
      discogsUsername: wanted ? null : username,
      // The first record of the file becomes the newest of the collection.
      createdAt: sql`${now - number * PART_ROWS} - row.key`,
    };
    const { rowsAffected } = await insertFrom(tx, record, row, (select) =>
      select.from(recordImportPart).crossJoin(importedRows).where(isPart(id, number)),
    ).onConflictDoNothing();
    const ids = tx
      .select({ id: sql`${rowValue("id")}` })
      .from(recordImportPart)
      .crossJoin(importedRows)
      .where(isPart(id, number));
    for (const wanted of [false, true])
      await publishWanted(tx, memberId, { wanted, isAdded: inArray(record.id, ids) });
    await tx
      .update(recordImportPart)
      .set({ addedCount: rowsAffected, rows: [] })
      .where(and(isPart(id, number), isNull(recordImportPart.addedCount)));
  });
}

function listParts(id: string) {
  const { number, isChecked, addedCount } = recordImportPart;
  return db
    .select({ number, isChecked, addedCount })
    .from(recordImportPart)
    .where(eq(recordImportPart.importId, id))
    .orderBy(number);
}

/** How many records an import has added; null until all its parts are added. */
function countAdded(parts: { addedCount: number | null }[]): number | null {
  return parts.reduce<number | null>(
    (sum, { addedCount }) => (sum === null || addedCount === null ? null : sum + addedCount),
    0,
  );
}

function isPart(id: string, number: number): SQL | undefined {
  return and(eq(recordImportPart.importId, id), eq(recordImportPart.number, number));
}

/** Joins a part of an import with each of its rows. */
const importedRows = sql`json_each(${recordImportPart.rows}) row`;

/** What was changed in a row, as JSON; null if nothing was. */
const CHANGE = sql<string>`row.value -> '$.change'`;

function rowValue(column: keyof ImportedRecord): SQL {
  return sql`row.value ->> ${`$.${column}`}`;
}

/** 1 if the member looks for the record of a row, 0 if they own it: as its file says, else like the whole import. */
function isWantedRow({ wanted }: Import): SQL<number> {
  return sql<number>`coalesce(${rowValue("wanted")}, ${Number(wanted)})`;
}

/**
 * True if the collection does not have the album in the same format. A wanted record must not be on the wantlist yet, either.
 */
function isNew(own: Import): SQL {
  const same = and(
    eq(record.memberId, own.memberId),
    sql`${record.wanted} <= ${isWantedRow(own)}`,
    eq(record.artistKey, rowValue("artistKey")),
    eq(record.albumKey, rowValue("albumKey")),
    eq(record.format, rowValue("format")),
  );
  return not(hasRow(record, same));
}
