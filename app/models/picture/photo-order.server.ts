// The order of a member's photos in the database, and which of them wait for a moderator.
import type { StoredPhoto } from "db/column-types";
import { member, picture } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { hasFirstPhoto, type PhotoRow } from "./photos";

/** The ids, among those of these photos, of uploads that wait for a moderator. */
export async function listPendingIds(on: Database, photos: StoredPhoto[]): Promise<string[]> {
  const ids = photos.flatMap(({ photoId }) => photoId ?? []);
  if (!ids.length) return [];
  const rows = await on
    .select({ id: picture.id })
    .from(picture)
    .where(and(inArray(picture.id, ids), isNotNull(picture.pendingAt)));
  return rows.map(({ id }) => id);
}

/** A member's photos in their order as others see them: without those that wait for a moderator. */
export async function listShownPhotos(on: Database, member: PhotoRow): Promise<StoredPhoto[]> {
  const { photoId, portraitUrl, photoFocus, morePhotos } = member;
  const pending = await listPendingIds(on, morePhotos);
  const shown = morePhotos.filter((photo) => !photo.photoId || !pending.includes(photo.photoId));
  return hasFirstPhoto(member) ? [{ photoId, portraitUrl, photoFocus }, ...shown] : shown;
}

/**
 * Gives a member without a profile photo the next of their photos: the first that others may see, else the first. Does nothing
 * for others. Returns the member.
 */
export async function promotePhoto(tx: Tx, memberId: number): Promise<typeof member.$inferSelect> {
  const isMe = eq(member.id, memberId);
  const [me] = await tx.select().from(member).where(isMe);
  if (!me) throw new Error("The member whose photos change is missing");
  if (hasFirstPhoto(me) || me.pendingPhotoId) return me;
  const pending = await listPendingIds(tx, me.morePhotos);
  const isShown = ({ photoId }: StoredPhoto) => !photoId || !pending.includes(photoId);
  const next = me.morePhotos.find(isShown) ?? me.morePhotos[0];
  if (!next) return me;
  const morePhotos = me.morePhotos.filter((photo) => photo !== next);
  const change = isShown(next)
    ? { ...next, morePhotos }
    : { pendingPhotoId: next.photoId, pendingPhotoFocus: next.photoFocus, morePhotos };
  await tx.update(member).set(change).where(isMe);
  return { ...me, ...change };
}

/** Removes an upload from the photos after a member's first. */
export async function dropPhoto(tx: Tx, memberId: number, pictureId: string): Promise<void> {
  const isMe = eq(member.id, memberId);
  const [me] = await tx.select({ morePhotos: member.morePhotos }).from(member).where(isMe);
  const morePhotos = me?.morePhotos.filter(({ photoId }) => photoId !== pictureId);
  if (morePhotos?.length !== me?.morePhotos.length) await tx.update(member).set({ morePhotos }).where(isMe);
}
