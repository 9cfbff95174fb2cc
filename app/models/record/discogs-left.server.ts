// Records that have left a member's collection on Discogs since they were imported, offered for removal.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { discogsImport, record, recordImport, recordImportPart } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { deletePicture } from "~/models/picture/picture.server";
import { countStored, MAX_RESTARTS } from "./discogs-import.server";
import { LEFT_MAX, type RecordDto } from "./record";

/** What identifies a stored row: the copy on Discogs, and the album in a format. */
type Keys = { id: string; artistKey: string; albumKey: string; format: string };

/** The first of these records, by artist, and how many there are. */
export type LeftRecords = { records: Pick<RecordDto, "id" | "artist" | "album" | "format">[]; count: number };

const NONE: LeftRecords = { records: [], count: 0 };

/**
 * The member's records from a collection on Discogs that an import no longer found there: neither the copy nor another one of
 * the album in the format. None once the import is confirmed, for a wantlist, and for a collection that changed too often while
 * it was read or that Discogs didn't send completely.
 */
export async function listLeftRecords(memberId: number, importId: string): Promise<LeftRecords> {
  const [found] = await db
    .select({
      wanted: recordImport.wanted,
      unreadableCount: recordImport.unreadableCount,
      reading: discogsImport,
    })
    .from(discogsImport)
    .innerJoin(recordImport, eq(recordImport.id, discogsImport.importId))
    .where(and(eq(recordImport.id, importId), eq(recordImport.memberId, memberId)));
  if (!found || found.wanted) return NONE;
  const { username, finishedAt, error, restarts, total } = found.reading;
  if (!finishedAt || error || restarts >= MAX_RESTARTS) return NONE;
  if ((await countStored(importId)) + found.unreadableCount < (total ?? 0)) return NONE;
  const { id, artist, album, format, artistKey, albumKey } = record;
  const cameFromThere = and(
    eq(record.memberId, memberId),
    eq(record.wanted, false),
    eq(record.discogsUsername, username.toLowerCase()),
  );
  const candidates = await db
    .select({ id, artist, album, format, artistKey, albumKey })
    .from(record)
    .where(cameFromThere)
    .orderBy(asc(artistKey), asc(albumKey), asc(id));
  const there = candidates.length ? await readKeys(importId) : undefined;
  if (!there) return NONE;
  const left = candidates.filter((each) => !there.has(each.id) && !there.has(albumOf(each)));
  const records = left
    .slice(0, LEFT_MAX)
    .map(({ id, artist, album, format }) => ({ id, artist, album, format }));
  return { records, count: left.length };
}

/**
 * Removes those of the records with these ids that an import offers for removal, before the import is confirmed. Returns how
 * many were removed.
 */
export async function removeLeftRecords(memberId: number, importId: string, ids: string[]): Promise<number> {
  if (!ids.length) return 0;
  const { records } = await listLeftRecords(memberId, importId);
  const removed = records.map(({ id }) => id).filter((id) => ids.includes(id));
  const pictures = await transaction((tx) =>
    tx
      .delete(record)
      .where(and(eq(record.memberId, memberId), inArray(record.id, removed)))
      .returning({ pictureId: record.pictureId }),
  );
  for (const { pictureId } of pictures) await deletePicture(memberId, pictureId);
  return pictures.length;
}

/** The ids and albums of an import's records; undefined once a part is confirmed, which empties it. */
async function readKeys(importId: string): Promise<Set<string> | undefined> {
  const { number, isChecked } = recordImportPart;
  const parts = await db
    .select({ number, isChecked })
    .from(recordImportPart)
    .where(eq(recordImportPart.importId, importId));
  if (!parts.length || parts.some(({ isChecked }) => isChecked)) return undefined;
  const keys = new Set<string>();
  for (const part of parts) {
    await setImmediate();
    const [row] = await db
      .select({
        json: sql<string>`(select json_group_array(json_object('id', value ->> '$.id', 'artistKey', value ->> '$.artistKey',
          'albumKey', value ->> '$.albumKey', 'format', value ->> '$.format')) from json_each(${recordImportPart.rows}))`,
      })
      .from(recordImportPart)
      .where(and(eq(recordImportPart.importId, importId), eq(number, part.number)));
    for (const each of JSON.parse(row?.json ?? "[]") as Keys[]) keys.add(each.id).add(albumOf(each));
  }
  return keys;
}

function albumOf({ artistKey, albumKey, format }: Omit<Keys, "id">): string {
  return JSON.stringify([artistKey, albumKey, format]);
}
