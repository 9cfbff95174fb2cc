// Importing records from a file: reading, previewing and adding them in parts, so that other requests get their turn.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { FileLine, ImportedRecord } from "db/column-types";
import { record, recordImport, recordImportPart } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { createWorkerPool } from "db/workers.server";
import { and, eq, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import type { EncodingJob } from "~/models/encoding-worker.server";
import { canUsePicture } from "~/models/picture/picture.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { TextEncoding } from "~/models/text-encoding";
import { decodeText, type EncodingJudge } from "~/models/text-file.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { rejectFullCollection } from "./record.server";
import { type CollectionFile, LISTED_LINES, readRecordsCsv } from "./record-csv.server";

const REPLACED = "Another file replaced this import before it finished. Check your records.";
const PREVIEWED = 10;
/** How many records are written at once. */
const PART_ROWS = 200;
/** A judge starts and answers within a second. */
const JUDGE_MS = 10_000;

/** Most files are UTF-8 and need none. */
const encodingWorkers = createWorkerPool<EncodingJob>(1, join(process.cwd(), "build/encoding-worker.js"));

/** Western where the judge fails: the preview asks whether the letters are wrong. */
const judgeElsewhere: EncodingJudge = (sample) =>
  (encodingWorkers.run({ sample }, JUDGE_MS) as ReturnType<EncodingJudge>).catch(() => "windows-1252");

/** What a file would add. */
export type ImportPreview = {
  id: string;
  /** The first records that would be added. */
  records: ImportedRecord[];
  toAdd: number;
  /** How many are in the collection already and are left out. */
  known: number;
  /** The first lines that are left out because they cannot be read. */
  unreadable: FileLine[];
  unreadableCount: number;
  /** The first records that would be added with a cell changed or left out. */
  changed: FileLine[];
  changedCount: number;
  /** Null until the import is confirmed. */
  addedCount: number | null;
};

/**
 * Reads a file and stores its records for a day, for a preview. Returns the preview's id and the file's encoding, which a
 * member may have chosen, or why no line can be read.
 * Refuses a file that is not a collection (invalid), more than 20 files an hour (too-many), and more records than the
 * collection has room for (conflict).
 */
export async function prepareImport(
  memberId: number,
  bytes: Uint8Array,
  chosen?: TextEncoding,
): Promise<{ id: string; encoding: TextEncoding } | Omit<CollectionFile, "records">> {
  await consumeRateLimit("import", memberId);
  const { text, encoding } = await decodeText(bytes, { judge: judgeElsewhere, chosen });
  const { records, unreadable, unreadableCount } = await readRecordsCsv(text);
  if (!records.length) return { unreadable, unreadableCount };
  await rejectFullCollection(memberId, records.length);
  const id = randomUUID();
  await transaction(async (tx) => {
    await tx.delete(recordImport).where(eq(recordImport.memberId, memberId));
    await tx
      .insert(recordImport)
      .values({ id, memberId, unreadable, unreadableCount, createdAt: new Date() });
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
  return { id, encoding };
}

/** Deletes imports a day after their file was sent, whether or not they were confirmed. */
export async function deleteExpiredImports() {
  await db.delete(recordImport).where(lt(recordImport.createdAt, new Date(Date.now() - DAY_MS)));
}

/** What one of the member's own imports would add, or has added. */
export async function getImport(memberId: number, id: string): Promise<ImportPreview | undefined> {
  const [stored] = await db
    .select({ unreadable: recordImport.unreadable, unreadableCount: recordImport.unreadableCount })
    .from(recordImport)
    .where(and(eq(recordImport.id, id), eq(recordImport.memberId, memberId)));
  if (!stored) return undefined;
  const parts = await listParts(id);
  const records: ImportedRecord[] = [];
  const changed: FileLine[] = [];
  let [total, toAdd, changedCount] = [0, 0, 0];
  for (const { number } of parts) {
    await setImmediate();
    const [counts] = await countRows(memberId, id, number);
    const list = (value: SQL<string>, most: number) =>
      db
        .select({ json: value })
        .from(recordImportPart)
        .crossJoin(importedRows)
        .where(and(isPart(id, number), isNew(memberId), isNotNull(value)))
        .orderBy(sql`row.key`)
        .limit(most);
    const previewed = await list(sql`row.value`, PREVIEWED - records.length);
    const listed = await list(CHANGE, LISTED_LINES - changed.length);
    total += counts?.total ?? 0;
    toAdd += counts?.toAdd ?? 0;
    changedCount += counts?.changed ?? 0;
    records.push(...previewed.map(({ json }) => JSON.parse(json) as ImportedRecord));
    changed.push(...listed.map(({ json }) => JSON.parse(json) as FileLine));
  }
  const counts = { toAdd, known: total - toAdd, changedCount, addedCount: countAdded(parts) };
  return { id, records, changed, ...counts, ...stored };
}

/** Counts the records of a part, those that are new to the collection, and those of them in which a cell was changed. */
function countRows(memberId: number, id: string, number: number) {
  return db
    .select({
      total: sql<number>`count(*)`,
      toAdd: sql<number>`count(case when ${isNew(memberId)} then 1 end)`,
      changed: sql<number>`count(case when ${CHANGE} is not null and ${isNew(memberId)} then 1 end)`,
    })
    .from(recordImportPart)
    .crossJoin(importedRows)
    .where(isPart(id, number));
}

/**
 * Adds the records of one of the member's own imports, except those already in the collection. A second confirmation
 * changes nothing, or adds the rest if the first was interrupted. Returns how many were added. Refuses an absent import
 * (absent), more records than the collection has room for, and an import that another file replaces meanwhile (conflict).
 */
export async function runImport(memberId: number, id: string): Promise<number> {
  const own = and(eq(recordImport.id, id), eq(recordImport.memberId, memberId));
  const [stored] = await db.select({ id: recordImport.id }).from(recordImport).where(own);
  if (!stored) throw notFoundRefusal();
  const parts = await listParts(id);
  let toAdd = 0;
  for (const { number } of parts) {
    await setImmediate();
    const [counts] = await countRows(memberId, id, number);
    toAdd += counts?.toAdd ?? 0;
  }
  await rejectFullCollection(memberId, toAdd);
  // Known records are removed from all parts before the first is added: a file may hold several copies of an album.
  for (const { number } of parts) {
    await setImmediate();
    await removeKnownRecords(memberId, id, number);
  }
  const now = Date.now();
  for (const { number } of parts) {
    await setImmediate();
    await addPart(memberId, id, number, now);
  }
  const added = await listParts(id);
  if (added.length < parts.length) throw new Refusal("conflict", REPLACED);
  return countAdded(added) ?? 0;
}

async function removeKnownRecords(memberId: number, id: string, number: number) {
  const rows = sql`(select json_group_array(json(row.value)) from ${importedRows} where ${isNew(memberId)})`;
  await db
    .update(recordImportPart)
    .set({ rows, isChecked: true })
    .where(and(isPart(id, number), eq(recordImportPart.isChecked, false)));
}

async function addPart(memberId: number, id: string, number: number, now: number) {
  const pictureId = rowValue("pictureId");
  const column = (name: keyof ImportedRecord) => rowValue(name).as(name);
  await transaction(async (tx) => {
    const { rowsAffected } = await tx
      .insert(record)
      .select(
        tx
          .select({
            id: column("id"),
            memberId: sql`${memberId}`.as("memberId"),
            artist: column("artist"),
            album: column("album"),
            artistKey: column("artistKey"),
            albumKey: column("albumKey"),
            genreKey: column("genreKey"),
            year: column("year"),
            genre: column("genre"),
            format: column("format"),
            condition: column("condition"),
            notes: column("notes"),
            // Another member's upload, or one that is gone, is left out.
            pictureId: sql`case when ${canUsePicture(memberId, pictureId)} then ${pictureId} end`.as(
              "pictureId",
            ),
            externalImageUrl: column("externalImageUrl"),
            // The first of the file becomes the newest of the collection.
            createdAt: sql`${now - number * PART_ROWS} - row.key`.as("createdAt"),
          })
          .from(recordImportPart)
          .crossJoin(importedRows)
          .where(isPart(id, number)),
      )
      .onConflictDoNothing();
    await tx
      .update(recordImportPart)
      .set({ addedCount: rowsAffected, rows: [] })
      .where(and(isPart(id, number), isNull(recordImportPart.addedCount)));
  });
}

function listParts(id: string) {
  const { number, addedCount } = recordImportPart;
  return db
    .select({ number, addedCount })
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

/** The collection does not have the same album in the same format. */
function isNew(memberId: number): SQL {
  const same = and(
    eq(record.memberId, memberId),
    eq(record.artistKey, rowValue("artistKey")),
    eq(record.albumKey, rowValue("albumKey")),
    eq(record.format, rowValue("format")),
  );
  return not(hasRow(record, same));
}
