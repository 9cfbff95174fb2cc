// A member's photos: added, reordered and removed by themselves, and shown to those who can see them.
import { db } from "db/client.server";
import type { StoredPhoto } from "db/column-types";
import { member } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { canSee } from "~/models/access.server";
import { getMember, type Member } from "~/models/member/member.server";
import { DEFAULT_FOCUS, type Focus, formatFocus } from "~/models/picture-focus";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { listPendingIds, listShownPhotos, promotePhoto } from "./photo-order.server";
import {
  hasFirstPhoto,
  listPhotos,
  PHOTOS_MAX,
  type PhotoDto,
  photoErrors,
  photoKey,
  type ShownPhotoDto,
  toColumns,
  toFace,
} from "./photos";
import { deletePicture, rejectCopyRemovedSince, rejectRemovedPicture } from "./picture.server";
import { updateProfilePicture, withdrawPicture } from "./profile-picture.server";

/** A member's own photos in their order. */
export async function readOwnPhotos(me: Member): Promise<{ photos: PhotoDto[] }> {
  const photos = listPhotos(me);
  const pending = await listPendingIds(db, photos);
  return {
    photos: photos.map((photo) => {
      const isPending = photo.photoId !== null && pending.includes(photo.photoId);
      return { ...toShownPhoto(photo), isPending };
    }),
  };
}

/** The photos of a member whom the viewer can see, in their order, without those that wait for a moderator. */
export async function getShownPhotos(
  viewerId: number,
  memberId: number,
  on: Database = db,
): Promise<ShownPhotoDto[]> {
  const { photoId, portraitUrl, photoFocus, morePhotos } = member;
  const [row] = await on
    .select({ photoId, portraitUrl, photoFocus, morePhotos })
    .from(member)
    .where(canSee(viewerId, memberId));
  return row ? (await listShownPhotos(on, row)).map(toShownPhoto) : [];
}

/** A member's own photos as others see them. */
export async function listPhotosForOthers(row: Member): Promise<ShownPhotoDto[]> {
  return (await listShownPhotos(db, row)).map(toShownPhoto);
}

function toShownPhoto(photo: StoredPhoto): ShownPhotoDto {
  const { url, focus } = toFace(photo);
  return { id: photoKey(photo), photoUrl: url, photoFocus: focus };
}

/** Refuses (conflict) this many more photos if the member would then have more than six. */
export async function rejectTooMany(memberId: number, count: number) {
  if (listPhotos(await getMember(memberId)).length + count > PHOTOS_MAX)
    throw new Refusal("conflict", photoErrors.tooMany);
}

/**
 * Adds uploads behind a member's other photos, in this order; if there were none, the first becomes the profile photo. Uploads
 * already among them stay as they are. Refuses more than six photos (conflict), uploads that are another member's or gone
 * (invalid, at `photos`), and copies of pictures that a moderator has removed since they were uploaded (invalid).
 */
export async function addPhotos(memberId: number, uploads: { id: string; focus: Focus }[]): Promise<Member> {
  await consumeRateLimit("photos", memberId);
  for (const { id } of uploads) await rejectCopyRemovedSince(memberId, id);
  return transaction(async (tx) => {
    const me = await getMember(memberId, tx);
    const present = [me.photoId, me.pendingPhotoId, ...me.morePhotos.map(({ photoId }) => photoId)];
    const added = new Map<string, StoredPhoto>();
    for (const { id, focus } of uploads)
      if (!present.includes(id))
        added.set(id, { photoId: id, portraitUrl: null, photoFocus: formatFocus(focus) });
    if (listPhotos(me).length + added.size > PHOTOS_MAX) throw new Refusal("conflict", photoErrors.tooMany);
    for (const id of added.keys()) await rejectRemovedPicture(memberId, id, "photos", tx);
    const morePhotos = [...me.morePhotos, ...added.values()];
    await tx.update(member).set({ morePhotos }).where(eq(member.id, memberId));
    return promotePhoto(tx, memberId);
  });
}

/**
 * Moves one of a member's photos to a position from 1, which is the profile photo, and changes its focal point. Refuses an
 * absent photo (absent), and another profile photo while one of the two waits for a moderator (conflict).
 */
export async function updatePhoto(
  memberId: number,
  id: string,
  { position, focus }: { position?: number; focus?: Focus },
): Promise<Member> {
  await consumeRateLimit("photos", memberId);
  return transaction(async (tx) => {
    const me = await getMember(memberId, tx);
    const before = listPhotos(me);
    const from = findPhoto(before, id);
    const photos = before.map((photo, index) =>
      index === from && focus ? { ...photo, photoFocus: formatFocus(focus) } : photo,
    );
    const to = position === undefined ? from : position - 1;
    photos.splice(to, 0, ...photos.splice(from, 1));
    if (from !== to && Math.min(from, to) === 0) await rejectNewFirst(tx, me, photos[0]);
    const change = toColumns(me, photos);
    await tx.update(member).set(change).where(eq(member.id, memberId));
    return { ...me, ...change };
  });
}

/** Removes one of a member's photos; after the first, the next becomes the profile photo. Refuses an absent one (absent). */
export async function removePhoto(memberId: number, id: string): Promise<void> {
  await consumeRateLimit("photos", memberId);
  const me = await getMember(memberId);
  const isFirst = findPhoto(listPhotos(me), id) === 0;
  if (isFirst && hasFirstPhoto(me)) await updateProfilePicture(memberId, "photo", null, DEFAULT_FOCUS, id);
  else if (isFirst && me.pendingPhotoId) await withdrawPicture(memberId, "photo", id);
  else {
    const removed = await transaction(async (tx) => {
      const { morePhotos } = await getMember(memberId, tx);
      const [photo] = morePhotos.splice(findPhoto(morePhotos, id), 1);
      await tx.update(member).set({ morePhotos }).where(eq(member.id, memberId));
      return photo;
    });
    await deletePicture(memberId, removed?.photoId ?? null);
  }
}

function findPhoto(photos: StoredPhoto[], id: string): number {
  const index = photos.findIndex((photo) => photoKey(photo) === id);
  if (index < 0) throw notFoundRefusal();
  return index;
}

/** Refuses a new first photo (conflict) while it or the current one waits for a moderator. */
async function rejectNewFirst(tx: Tx, me: Member, first: StoredPhoto | undefined) {
  if (me.pendingPhotoId) throw new Refusal("conflict", photoErrors.newFirst);
  if (first && (await listPendingIds(tx, [first])).length)
    throw new Refusal("conflict", photoErrors.notApproved);
}
