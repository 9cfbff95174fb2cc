// Records out of a file: read, kept to be looked at, and added all at once or not at all.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { recordImport } from "db/schema";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { spend } from "./allowance.server";
import { mayShow } from "./picture.server";
import type { ImportedRecord } from "./record";
import { refuseFull } from "./record.server";
import { type RecordsRead, readRecordsCsv } from "./record-csv";
import { recordKeys } from "./record-input";
import { absent } from "./refusal";

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = 10;

/** What a file would add. `known` of its records are in the collection already and are left out. */
export type ImportPreview = {
  id: string;
  /** The first ones to be added. */
  records: ImportedRecord[];
  toAdd: number;
  known: number;
  /** Null until the member has said yes. */
  addedCount: number | null;
};

/**
 * Reads a file and keeps its records for a day, to be looked at; or tells what is wrong with it.
 * Refuses more than 20 files an hour (too-many) and what would not fit into the collection (conflict).
 */
export async function prepareImport(
  memberId: number,
  file: Uint8Array,
): Promise<{ id: string } | Pick<RecordsRead, "errors" | "errorCount">> {
  await spend("import", memberId);
  const { records, errors, errorCount } = readRecordsCsv(decode(file));
  if (errorCount) return { errors, errorCount };
  await refuseFull(memberId, records.length);
  const id = randomUUID();
  const now = Date.now();
  const rows = records.map((record) => ({ ...record, ...recordKeys(record), id: randomUUID() }));
  await db.batch([
    db
      .delete(recordImport)
      .where(or(eq(recordImport.memberId, memberId), lt(recordImport.createdAt, new Date(now - DAY_MS)))),
    db.insert(recordImport).values({ id, memberId, rows, createdAt: new Date(now) }),
  ]);
  return { id };
}

/** What one of the member's own files would add, or has added. */
export async function getImport(memberId: number, id: string): Promise<ImportPreview | undefined> {
  const [[found], [counts], shown] = await db.batch([
    db.select({ addedCount: recordImport.addedCount }).from(recordImport).where(isOwn(memberId, id)),
    db.all<{ total: number; toAdd: number }>(sql`
      select count(*) as total, count(case when ${isNew(memberId)} then 1 end) as toAdd ${listed(memberId, id)}`),
    db.all<{ value: string }>(sql`
      select listed.value ${listed(memberId, id)} and ${isNew(memberId)} order by listed.key limit ${SHOWN}`),
  ]);
  if (!found) return undefined;
  const { total = 0, toAdd = 0 } = counts ?? {};
  const records = shown.map(({ value }) => JSON.parse(value) as ImportedRecord);
  return { id, records, toAdd, known: total - toAdd, addedCount: found.addedCount };
}

/**
 * Adds the records of one of the member's own files, all in one batch, but for those that the collection has already;
 * said twice, it is done once. Returns how many were added. Refuses an absent file (absent) and what would not fit
 * any more (conflict).
 */
export async function runImport(memberId: number, id: string): Promise<number> {
  const preview = await getImport(memberId, id);
  if (!preview) throw absent();
  await refuseFull(memberId, preview.toAdd);
  const now = Date.now();
  const value = (name: keyof ImportedRecord) => sql`listed.value ->> ${`$.${name}`}`;
  const [, , done] = await db.batch([
    // The first of the file stands first among the newest.
    db.run(sql`
      insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, year, genre, format,
        condition, notes, image_url, created_at)
      select ${value("id")}, ${memberId}, ${value("artist")}, ${value("album")}, ${value("artistKey")},
        ${value("albumKey")}, ${value("genreKey")}, ${value("year")}, ${value("genre")}, ${value("format")},
        ${value("condition")}, ${value("notes")}, ${coverOf(memberId)}, ${now} - listed.key
      ${listed(memberId, id)} and ${isNew(memberId)}
      on conflict do nothing`),
    db
      .update(recordImport)
      .set({ addedCount: sql`changes()`, rows: [] })
      .where(and(isOwn(memberId, id), sql`${recordImport.addedCount} is null`)),
    db.select({ addedCount: recordImport.addedCount }).from(recordImport).where(isOwn(memberId, id)),
  ]);
  return done[0]?.addedCount ?? 0;
}

function isOwn(memberId: number, id: string) {
  return and(eq(recordImport.id, id), eq(recordImport.memberId, memberId));
}

function listed(memberId: number, id: string) {
  return sql`from record_import, json_each(record_import.rows) listed
    where record_import.id = ${id} and record_import.member_id = ${memberId}`;
}

/** Covers that the member has not uploaded, or not here, are left out. */
function coverOf(memberId: number) {
  const address = sql`listed.value ->> 'imageUrl'`;
  return sql`case when ${mayShow(memberId, address)} then ${address} end`;
}

/** The same album in the same format is there already. */
function isNew(memberId: number) {
  return sql`not exists (select 1 from record where record.member_id = ${memberId}
    and record.artist_key = listed.value ->> 'artistKey' and record.album_key = listed.value ->> 'albumKey'
    and record.format = listed.value ->> 'format')`;
}

/** UTF-8, or what spreadsheets write instead: UTF-16 with its mark, else the Western European code page. */
function decode(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder("utf-16le").decode(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}
