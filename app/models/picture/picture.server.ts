// Uploaded pictures: who may use and see them, and their removal.
import { db } from "db/client.server";
import { picture, removedPicture, sanction } from "db/schema";
import { hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, type Column, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import { type CoverKeys, pictureFile, pictureIdFromFile, uploadIdFromUrl } from "~/models/picture-url";
import { invalidAt } from "~/refusal";
import { HASHED_SIZE, hashPicture, rejectRemovedCopy } from "./picture-hash.server";
import { removeFiles, retireOrphaned } from "./picture-removal.server";

export const PICTURE_GONE = msg("This picture is no longer available. Choose it again.");

/** True for a picture that waits for a moderator. */
export function isPending(id: Column | string | null): SQL<number> {
  return sql<number>`exists (select 1 from picture where picture.id = ${id} and picture.pending_at is not null)`;
}

/**
 * The URLs, among those given, of the member's own pictures that wait for a moderator, and of those that are covers from
 * the Cover Art Archive.
 */
export async function classifyCovers(
  memberId: number,
  urls: (string | null)[],
): Promise<{ pending: string[]; archived: string[] }> {
  const uploads = urls.flatMap((url) => {
    const id = url && uploadIdFromUrl(url);
    return id ? [{ id, url }] : [];
  });
  if (!uploads.length) return { pending: [], archived: [] };
  const ids = uploads.map(({ id }) => id);
  const rows = await db
    .select({ id: picture.id, pendingAt: picture.pendingAt, releaseId: picture.releaseId })
    .from(picture)
    .where(and(inArray(picture.id, ids), eq(picture.ownerId, memberId)));
  const urlsWith = (column: "pendingAt" | "releaseId") =>
    uploads
      .filter(({ id }) => rows.some((row) => row.id === id && row[column] !== null))
      .map(({ url }) => url);
  return { pending: urlsWith("pendingAt"), archived: urlsWith("releaseId") };
}

/** Removes one of the member's own pictures once nothing shows it. Evidence keeps it for moderators only. */
export async function deletePicture(memberId: number, id: string | null) {
  if (!id) return;
  const removed = await transaction((tx) => retireOrphaned(tx, isUsable(memberId, id)));
  // The member's change is saved either way; the next sweep deletes what fails here.
  if (removed.length) await removeFiles(id).catch(() => undefined);
}

/**
 * True if the member may show a picture: there is none, or they uploaded it and it has not been removed. Part of the statement
 * that stores the key: after a separate check, the picture could be removed before the write.
 */
export function canUsePicture(memberId: number, id: SQL | string | null): SQL {
  return sql`(${id} is null or exists (select 1 from picture where ${isUsable(memberId, id)}))`;
}

/** Refuses (invalid, at `field`) a picture that the member may not show. */
export async function rejectRemovedPicture(memberId: number, id: string | null, field: string, tx: Tx) {
  if (!(await holds(tx, canUsePicture(memberId, id)))) throw invalidAt(field, PICTURE_GONE);
}

/**
 * Refuses (invalid) a member's picture that is a copy of one that a moderator has removed since it was uploaded, unless
 * `column` already shows it. It reads the picture's file, so call it before the transaction that stores the key.
 */
export async function rejectCopyRemovedSince(memberId: number, id: string | null, column?: Column) {
  if (!id) return;
  const removals = db.selectDistinct({ id: removedPicture.sanctionId }).from(removedPicture);
  const isLater = and(gt(sanction.startsAt, picture.madeAt), inArray(sanction.id, removals));
  const isShown = column && hasRow(column.table, eq(column, picture.id));
  const isUnsure = and(isUsable(memberId, id), hasRow(sanction, isLater), isShown && not(isShown));
  if (!(await db.$count(picture, isUnsure))) return;
  const bytes = await storage.get(pictureFile(id, HASHED_SIZE));
  if (bytes) await rejectRemovedCopy(await hashPicture(bytes));
}

/**
 * True for a cover that was sent again: the same address, or a picture of the same file, which has another id if it was
 * uploaded twice.
 */
export async function isSameCover(memberId: number, one: CoverKeys, other: CoverKeys, tx: Tx) {
  if (one.externalImageUrl !== other.externalImageUrl) return false;
  if (one.pictureId === other.pictureId) return true;
  if (!one.pictureId || !other.pictureId) return false;
  const isEither = inArray(picture.id, [one.pictureId, other.pictureId]);
  const digests = await tx
    .select({ digest: picture.digest })
    .from(picture)
    .where(and(isEither, eq(picture.ownerId, memberId), isNotNull(picture.digest)));
  return digests.length === 2 && digests[0]?.digest === digests[1]?.digest;
}

/** One of a picture's files, unless only evidence still shows it, or it is another member's and waits for a moderator. */
export async function getPictureFile(
  viewerId: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const id = pictureIdFromFile(name);
  if (!id) return undefined;
  const isVisible = or(isNull(picture.pendingAt), eq(picture.ownerId, viewerId));
  const isShown = and(eq(picture.id, id), isNull(picture.heldAt), isVisible);
  return (await db.$count(picture, isShown)) ? storage.get(name) : undefined;
}

export function isUsable(memberId: number, id: string | SQL | null): SQL | undefined {
  return and(
    sql`${picture.id} = ${id}`,
    eq(picture.ownerId, memberId),
    isNotNull(picture.madeAt),
    isNull(picture.removedAt),
    isNull(picture.heldAt),
  );
}
