// Removing pictures that nothing shows anymore, with their files.
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
} from "db/schema";
import { hasRow, type Tx, transaction } from "db/transaction.server";
import { and, asc, type Column, eq, gt, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES } from "~/models/picture-url";
import type { PendingUse } from "./upload";

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

/** Deletes the files first, so that none is left without a row. */
export async function removeFiles(id: string) {
  await Promise.all([...SQUARE_SIZES, ...BANNER_SIZES].map((size) => storage.remove(pictureFile(id, size))));
  await db.delete(picture).where(eq(picture.id, id));
}

/** Retires pictures nothing shows anymore: evidence is held, others are removed and returned. */
export async function retireOrphaned(tx: Tx, which: SQL | undefined): Promise<{ id: string }[]> {
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
