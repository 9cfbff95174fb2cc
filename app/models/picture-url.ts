// Pictures that members upload: sizes, URLs, and who may see which.
import { type Focus, readFocus } from "./picture-focus";

/** Lengths in pixels of a picture's shorter side, so that any square cropped from it is this large. */
export const SQUARE_SIZES = [96, 320, 640] as const;
/** Widths in pixels of the banners, which are twice as wide as high. */
export const BANNER_SIZES = [768, 1536] as const;

const ID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const FILE = new RegExp(`^(${ID})-(${[...SQUARE_SIZES, ...BANNER_SIZES].join("|")})\\.webp$`);
const PATH = new RegExp(`^/pictures/(${ID})-(${[...SQUARE_SIZES, ...BANNER_SIZES].join("|")})\\.webp$`);

/** The shapes that pictures are shown in, with the size in their URLs. */
const ADDRESS_SIZES = { square: 640, banner: 1536 } as const;
export type Shape = keyof typeof ADDRESS_SIZES;

/** The file name of one size of a picture. */
export function pictureFile(id: string, size: number): string {
  return `${id}-${size}.webp`;
}

/** Whether an id is that of an upload. */
export function isUploadId(id: string): boolean {
  return new RegExp(`^${ID}$`).test(id);
}

/** The id of the picture that a file belongs to; undefined for any other name. */
export function pictureIdFromFile(name: string): string | undefined {
  return FILE.exec(name)?.[1];
}

/** The URL of an uploaded picture. */
export function pictureUrl(id: string, shape: Shape): string {
  return `/pictures/${pictureFile(id, ADDRESS_SIZES[shape])}`;
}

/** The id of the upload at a URL; undefined for any other URL. */
export function uploadIdFromUrl(address: string): string | undefined {
  return PATH.exec(address)?.[1];
}

/** The `srcset` of an uploaded picture; undefined for any other URL. */
export function pictureSet(address: string): string | undefined {
  const [, id, size] = PATH.exec(address) ?? [];
  if (!id) return undefined;
  const sizes = SQUARE_SIZES.some((each) => each === Number(size)) ? SQUARE_SIZES : BANNER_SIZES;
  return sizes.map((each) => `/pictures/${pictureFile(id, each)} ${each}w`).join(", ");
}

/** How a row stores a cover: the key of an upload, or an external URL. */
export type CoverKeys = { pictureId: string | null; externalImageUrl: string | null };

/** The columns that store a cover's URL. */
export function coverKeys(address: string | null): CoverKeys {
  const pictureId = (address && uploadIdFromUrl(address)) || null;
  return { pictureId, externalImageUrl: pictureId ? null : address };
}

/** The URL of a record's or a playlist's cover. */
export function coverUrl({ pictureId, externalImageUrl }: CoverKeys): string | null {
  return pictureId ? pictureUrl(pictureId, "square") : externalImageUrl;
}

/** How a member's row stores the two pictures of a profile. */
export type ProfilePictureKeys = {
  photoId: string | null;
  coverId: string | null;
  portraitUrl: string | null;
  photoFocus: string | null;
};

/** A member's photo, under its names in the API: its URL, and the point that crops keep in view. */
export type ProfilePhoto = { profileImageUrl: string | null; profileImageFocus: Focus | null };

/** A profile's two pictures, under their names in the API. */
export type ProfilePictureUrls = ProfilePhoto & { coverImageUrl: string | null };

/** No photo, under its names in the API. */
const NO_PHOTO: ProfilePhoto = { profileImageUrl: null, profileImageFocus: null };

/** A member's photo, or a demo member's portrait. */
export function toProfilePhoto({
  photoId,
  portraitUrl,
  photoFocus,
}: Omit<ProfilePictureKeys, "coverId">): ProfilePhoto {
  const url = photoId ? pictureUrl(photoId, "square") : portraitUrl;
  return url ? { profileImageUrl: url, profileImageFocus: readFocus(photoFocus) } : NO_PHOTO;
}

/** Both pictures of a profile. */
export function profilePictureUrls({ coverId, ...photo }: ProfilePictureKeys): ProfilePictureUrls {
  return { ...toProfilePhoto(photo), coverImageUrl: coverId && pictureUrl(coverId, "banner") };
}

/**
 * The URL that a viewer's browser may load. Only the owner gets an external one: another server would learn who looks at the
 * picture, and from where.
 */
export function visiblePictureUrl(address: string | null, isOwner: boolean): string | null {
  return address && (isOwner || uploadIdFromUrl(address)) ? address : null;
}

/** The cover in a form's fields: the URL typed as `name`, else the upload, unless that is removed. */
export function coverFromForm(sent: Record<string, unknown>, name: string): string {
  const [typed, uploaded] = [sent[name], sent.uploaded].map((value) => String(value ?? "").trim());
  return typed || (sent.withoutPicture ? "" : (uploaded ?? ""));
}
