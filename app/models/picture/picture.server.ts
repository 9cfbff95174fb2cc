// Uploaded pictures: who may use and see them, and their removal once nothing shows them any more.
import { db } from "db/client.server";
import {
  catalogRelease,
  evidencePicture,
  linkDetails,
  member,
  photoCheck,
  picture,
  playlist,
  record,
  removedPicture,
  sanction,
} from "db/schema";
import { hasRow, holds, type Tx, transaction } from "db/transaction.server";
import {
  and,
  asc,
  type Column,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import {
  BANNER_SIZES,
  type CoverKeys,
  pictureFile,
  pictureIdFromFile,
  SQUARE_SIZES,
  uploadIdFromUrl,
} from "~/models/picture-url";
import { invalidAt } from "~/refusal";
import { HASHED_SIZE, hashPicture, rejectRemovedCopy } from "./picture-hash.server";
import type { PendingUse } from "./upload";

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

/** How long an uploaded picture that nothing shows is kept for its member to use. */
const ORPHAN_MS = HOUR_MS;

const SWEEP_ROWS = 100;

/** The columns that refer to pictures that may wait for a moderator, besides the photos after a member's first. */
export const pendingColumns: Record<Exclude<PendingUse, "more">, Column> = {
  photo: member.pendingPhotoId,
  cover: member.pendingCoverId,
  playlist: playlist.pictureId,
  record: record.pictureId,
};

/**
 * Removes pictures that nothing shows and that are older than an hour: unused URLs, abandoned uploads, pictures half stored or
 * half removed in a crash, those of members who have left, and those of expired evidence.
 */
export async function removeOrphanedPictures() {
  const cutoff = Date.now() - ORPHAN_MS;
  const since = sql`coalesce(${picture.madeAt}, ${picture.sentAt}, ${picture.createdAt})`;
  for (let after = ""; ; ) {
    const ids = await db
      .select({ id: picture.id })
      .from(picture)
      .where(gt(picture.id, after))
      .orderBy(asc(picture.id))
      .limit(SWEEP_ROWS);
    const last = ids.at(-1)?.id;
    if (!last) break;
    const page = and(gt(picture.id, after), lte(picture.id, last));
    const isOld = and(page, isNull(picture.removedAt), sql`${since} < ${cutoff}`);
    await transaction((tx) => retireOrphaned(tx, isOld));
    after = last;
  }
  for (;;) {
    const removed = await db
      .select({ id: picture.id })
      .from(picture)
      .where(isNotNull(picture.removedAt))
      .limit(SWEEP_ROWS);
    if (!removed.length) return;
    for (const { id } of removed) await removeFiles(id);
  }
}

/** Deletes the row last, so that no file is left without one. */
export async function removeFiles(id: string) {
  await Promise.all([...SQUARE_SIZES, ...BANNER_SIZES].map((size) => storage.remove(pictureFile(id, size))));
  await db.delete(picture).where(eq(picture.id, id));
}

/** Retires pictures nothing shows anymore: evidence is held, others are removed and returned. */
async function retireOrphaned(tx: Tx, which: SQL | undefined): Promise<{ id: string }[]> {
  const isEvidence = hasRow(evidencePicture, eq(evidencePicture.pictureId, picture.id));
  const isUnused = and(which, isOrphaned());
  await tx
    .update(picture)
    .set({ heldAt: new Date() })
    .where(and(isUnused, isEvidence, isNull(picture.heldAt)));
  return tx
    .update(picture)
    .set({ removedAt: new Date() })
    .where(and(isUnused, not(isEvidence)))
    .returning({ id: picture.id });
}

function isOrphaned(): SQL {
  const columns = [
    member.photoId,
    member.coverId,
    catalogRelease.pictureId,
    linkDetails.pictureId,
    photoCheck.pictureId,
    ...Object.values(pendingColumns),
  ];
  return sql.join(
    [...columns.map(isUsedAs), isAmongPhotos(), isSentWithNotice].map((isUsed) => sql`not ${isUsed}`),
    sql` and `,
  );
}

/** True for pictures among the photos after their owner's first. */
function isAmongPhotos(): SQL {
  return sql`exists (select 1 from ${member}
    where ${member.id} = ${picture.ownerId} and instr(${member.morePhotos}, ${picture.id}))`;
}

/** True for the evidence of a notice. */
const isSentWithNotice = sql`(${picture.noticeId} is not null)`;

/** True for pictures that a row shows in this column. */
function isUsedAs(column: Column): SQL {
  return sql`exists (select 1 from ${column.table} where ${column} = ${picture.id})`;
}

/** Where a picture that waits for a moderator would be shown; null for an upload that is not used. */
export function pendingUse(): SQL<PendingUse | null> {
  const cases = Object.entries(pendingColumns).map(
    ([use, column]) => sql`when ${isUsedAs(column)} then ${use}`,
  );
  return sql<PendingUse | null>`case ${sql.join(cases, sql` `)} when ${isAmongPhotos()} then 'more' end`;
}
