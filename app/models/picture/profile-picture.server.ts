// A member's photo and cover on their profile: set, positioned, removed and withdrawn.
import { member, picture } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { msg } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { DEFAULT_FOCUS, type Focus, formatFocus } from "~/models/picture-focus";
import { Refusal } from "~/refusal";
import { promotePhoto } from "./photo-order.server";
import { photoErrors, photoKey } from "./photos";
import { deletePicture, isUsable, PICTURE_GONE, rejectCopyRemovedSince } from "./picture.server";
import { type ProfilePicture, profilePictures } from "./upload";

/**
 * Sets or (with null) removes one of the pictures of the member's own profile, and deletes the previous one. The member's next
 * photo takes the place of a removed one. A new picture that a moderator has to approve waits beside the one that others see.
 * Crops of a photo keep `focus` in view. Refuses a picture that the member has not uploaded or that is gone, and if the shown
 * one is no longer `expected` (absent), and a copy of one that a moderator has removed since it was uploaded (invalid).
 */
export async function updateProfilePicture(
  memberId: number,
  which: ProfilePicture,
  id: string | null,
  focus: Focus = DEFAULT_FOCUS,
  expected?: string,
): Promise<Member> {
  const { column, pendingColumn } = profilePictures[which];
  const isMe = eq(member.id, memberId);
  await rejectCopyRemovedSince(memberId, id);
  const { before, changed } = await transaction(async (tx) => {
    const [chosen] = await tx.select().from(picture).where(isUsable(memberId, id));
    const [before] = await tx.select().from(member).where(isMe);
    if (!before || (id && !chosen)) throw new Refusal("absent", PICTURE_GONE);
    const shownKey = which === "photo" ? photoKey(before) : before.coverId;
    if (expected !== undefined && expected !== shownKey) throw new Refusal("absent", photoErrors.gone);
    const shownId = before[column] ?? (which === "photo" ? before.portraitUrl : null);
    // Removing the picture that others see leaves a new one waiting.
    const stillPending = !id && shownId ? before[pendingColumn] : null;
    const stored = id && formatFocus(focus);
    const pictures = chosen?.pendingAt
      ? { [pendingColumn]: id }
      : { [column]: id, [pendingColumn]: stillPending };
    const photo = chosen?.pendingAt
      ? { pendingPhotoFocus: stored }
      : {
          photoFocus: stored,
          pendingPhotoFocus: stillPending && before.pendingPhotoFocus,
          portraitUrl: null,
        };
    const morePhotos = before.morePhotos.filter(({ photoId }) => !id || photoId !== id);
    const change = which === "photo" ? { ...pictures, ...photo, morePhotos } : pictures;
    await tx.update(member).set(change).where(isMe);
    return { before, changed: await promotePhoto(tx, memberId) };
  });
  for (const old of [before[column], before[pendingColumn]])
    if (old && old !== changed[column] && old !== changed[pendingColumn]) await deletePicture(memberId, old);
  return changed;
}

/**
 * Changes the focal point of the member's own photo: of the new one, if one waits for a moderator. Refuses without a photo
 * (conflict).
 */
export async function updatePhotoFocus(memberId: number, focus: Focus): Promise<Member> {
  const isMe = eq(member.id, memberId);
  return transaction(async (tx) => {
    const [me] = await tx.select().from(member).where(isMe);
    if (!me || !(me.pendingPhotoId ?? me.photoId ?? me.portraitUrl))
      throw new Refusal("conflict", msg("Upload a photo first."));
    const stored = formatFocus(focus);
    const change = me.pendingPhotoId ? { pendingPhotoFocus: stored } : { photoFocus: stored };
    await tx.update(member).set(change).where(isMe);
    return { ...me, ...change };
  });
}

/**
 * Withdraws and deletes the member's new photo or cover. Refuses if none, or not `expected`, waits for a moderator (conflict).
 */
export async function withdrawPicture(memberId: number, which: ProfilePicture, expected?: string) {
  const { pendingColumn } = profilePictures[which];
  const isMe = eq(member.id, memberId);
  const withdrawn = await transaction(async (tx) => {
    const [me] = await tx.select({ pending: member[pendingColumn] }).from(member).where(isMe);
    if (!me?.pending) throw new Refusal("conflict", msg("A moderator has already reviewed this photo."));
    if (expected !== undefined && expected !== me.pending) throw new Refusal("conflict", photoErrors.gone);
    await tx
      .update(member)
      .set({ [pendingColumn]: null, ...(which === "photo" ? { pendingPhotoFocus: null } : {}) })
      .where(isMe);
    await promotePhoto(tx, memberId);
    return me.pending;
  });
  await deletePicture(memberId, withdrawn);
}
