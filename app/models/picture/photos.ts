// A member's photos in their order, of which the first is the profile photo.
import type { StoredPhoto } from "db/column-types";
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { type Focus, readFocus } from "~/models/picture-focus";
import { pictureUrl, uploadIdFromUrl } from "~/models/picture-url";
import type { Face } from "~/models/public-member";
import { PICTURE_BYTES, pictureErrors } from "./upload";

export const PHOTOS_MAX = 6;

export const photoErrors = {
  tooMany: msg("You can have up to {max} photos. Remove one first.", { max: PHOTOS_MAX }),
  newFirst: msg(
    "Your new profile photo is waiting for a moderator. Another can go first once it's approved.",
  ),
  notApproved: msg("This photo can go first once a moderator approves it."),
  list: msg("Add 1 to {max} photos", { max: PHOTOS_MAX }),
  gone: msg("This photo was removed in the meantime."),
};

export const photoMessages = {
  removed: { title: msg("Photo removed") },
  moved: { title: msg("Photos reordered") },
  focused: { title: msg("Photo position saved") },
} satisfies Record<string, FlashMessage>;

/** What is wrong with the chosen files before any of them is sent; undefined if all fit into the `room` that is left. */
export function validatePhotos(files: ArrayLike<{ size: number }>, room: number): string | undefined {
  if (files.length > room) return t(photoErrors.tooMany);
  return Array.from(files).some(({ size }) => size > PICTURE_BYTES) ? t(pictureErrors.tooLarge) : undefined;
}

/** The flash message for photos that were added; `isHeld` if a moderator has to approve them. */
export function photosAdded(count: number, isHeld: boolean): FlashMessage {
  const title = t("{count, plural, one {Photo added} other {# photos added}}", { count });
  if (!isHeld) return { title };
  return { title, description: t("Others see new photos once a moderator approves them.") };
}

/** A photo as its member sees it; `isPending` while it waits for a moderator. */
export type PhotoDto = { id: string; photoUrl: string; photoFocus: Focus; isPending: boolean };

/** A photo as others see it. */
export type ShownPhotoDto = Omit<PhotoDto, "isPending">;

/** The columns of a member's row that hold the photos that others see. */
export type PhotoRow = StoredPhoto & { morePhotos: StoredPhoto[] };

/** The columns of a member's row that hold photos. */
type PhotoColumns = PhotoRow & { pendingPhotoId: string | null; pendingPhotoFocus: string | null };

/** Whether others see a first photo, or a demo member's portrait. */
export function hasFirstPhoto({ photoId, portraitUrl }: StoredPhoto): boolean {
  return photoId !== null || portraitUrl !== null;
}

/** A member's own photos in their order. The first is the new one that waits for a moderator, if others see none yet. */
export function listPhotos(member: PhotoColumns): StoredPhoto[] {
  const { photoId, portraitUrl, photoFocus, pendingPhotoId, pendingPhotoFocus, morePhotos } = member;
  if (hasFirstPhoto(member)) return [{ photoId, portraitUrl, photoFocus }, ...morePhotos];
  if (!pendingPhotoId) return morePhotos;
  return [{ photoId: pendingPhotoId, portraitUrl: null, photoFocus: pendingPhotoFocus }, ...morePhotos];
}

/** The columns for these photos: the result of `listPhotos`, in any order. */
export function toColumns(member: PhotoColumns, photos: StoredPhoto[]): Partial<PhotoColumns> {
  const [first, ...morePhotos] = photos;
  if (!first) return { morePhotos };
  if (hasFirstPhoto(member)) return { ...first, morePhotos };
  return { pendingPhotoId: first.photoId, pendingPhotoFocus: first.photoFocus, morePhotos };
}

/** The id of a photo: that of its upload, or the name of a demo member's portrait. */
export function photoKey({ photoId, portraitUrl }: StoredPhoto): string {
  return photoId ?? portraitUrl?.replace(/^.*\/|\.\w+$/g, "") ?? "";
}

/** The page that shows one of another member's photos uncropped. */
export function memberPhotoPath(memberId: string, photoId: string): string {
  return `/members/${memberId}/photos/${photoId}`;
}

/** The id of the photo at a URL; undefined for a generated avatar. */
export function photoIdFromUrl(url: string): string | undefined {
  return uploadIdFromUrl(url) ?? /^\/portraits\/([\w-]+)\.svg$/.exec(url)?.[1];
}

/** The URL of a photo with its focal point. */
export function toFace({ photoId, portraitUrl, photoFocus }: StoredPhoto): Face {
  return {
    url: photoId ? pictureUrl(photoId, "square") : (portraitUrl ?? ""),
    focus: readFocus(photoFocus),
  };
}
