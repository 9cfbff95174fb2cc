// Pictures that members upload: their sizes, their limits, their words, and which address is shown to whom.

/** Side lengths in pixels of the squares cut from a picture's middle. */
export const SQUARES = [96, 320, 640] as const;
/** Widths in pixels of the same at twice as wide as high. */
export const BANNERS = [768, 1536] as const;
/** 10 MB, as the sentence below has it. */
export const PICTURE_BYTES = 10_485_760;
export const PICTURE_PIXELS = 25_000_000;
/** Decoding these takes a memory of 16 bytes a pixel. */
export const AVIF_PIXELS = 12_500_000;

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** What is said when a picture is not taken. */
export const pictureTrouble = {
  tooLarge: "Some files are too large. Maximum size is 10MB.",
  tooMany: "You can only upload 1 file(s) at a time.",
  none: "Choose a picture first.",
  notOne: "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.",
  damaged: "This picture is damaged or cut short.",
  tooManyPixels: "This picture has too many pixels: at most 25 megapixels, as AVIF 12.5.",
};

const ID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const FILE = new RegExp(`^(${ID})-(${[...SQUARES, ...BANNERS].join("|")})\\.webp$`);
const OWN = new RegExp(`^/pictures/(${ID})-(${[...SQUARES, ...BANNERS].join("|")})\\.webp$`);

/** The shapes that pictures are shown in, with the size that an address names. */
const NAMED = { square: 640, banner: 1536 } as const;
export type Shape = keyof typeof NAMED;

/** The name of one of a picture's files. */
export function pictureFile(id: string, size: number): string {
  return `${id}-${size}.webp`;
}

/** Whether any picture of ours could have a file of that name. */
export function isPictureFile(name: string): boolean {
  return FILE.test(name);
}

/** The address under which a picture is kept by whatever shows it. */
export function ownAddress(id: string, shape: Shape): string {
  return `/pictures/${pictureFile(id, NAMED[shape])}`;
}

/** The id of the upload that an address shows; undefined for an address elsewhere. */
export function uploadOf(address: string): string | undefined {
  return OWN.exec(address)?.[1];
}

/** What a browser chooses from for an upload, as `srcset` has it; undefined for a picture from elsewhere. */
export function pictureSet(address: string): string | undefined {
  const [, id, size] = OWN.exec(address) ?? [];
  if (!id) return undefined;
  const sizes = SQUARES.some((each) => each === Number(size)) ? SQUARES : BANNERS;
  return sizes.map((each) => `/pictures/${pictureFile(id, each)} ${each}w`).join(", ");
}

/**
 * The address that a viewer's browser may be given: an outside one only to the member who typed it, so that nobody
 * learns by a picture of their own who looks at it, and from where.
 */
export function shownPicture(address: string | null, typedByViewer: boolean): string | null {
  return address && (typedByViewer || uploadOf(address)) ? address : null;
}

/**
 * The cover among the fields of a form: the address that was typed under `name`, else the upload it has had, unless that
 * is to go.
 */
export function sentCover(sent: Record<string, unknown>, name: string): string {
  const [typed, uploaded] = [sent[name], sent.uploaded].map((value) => String(value ?? "").trim());
  return typed || (sent.withoutPicture ? "" : (uploaded ?? ""));
}

/** The two pictures of a profile: what each is called and what is said of it. */
export const profilePictures = {
  photo: {
    column: "profileImageUrl",
    shape: "square",
    title: "Profile photo",
    changed: { title: "Profile photo updated" },
    removed: { title: "Profile photo removed" },
    trouble: "Failed to update profile photo. Please try again.",
  },
  cover: {
    column: "coverImageUrl",
    shape: "banner",
    title: "Cover photo",
    changed: { title: "Cover photo updated" },
    removed: { title: "Cover photo removed" },
    trouble: "Failed to update cover photo. Please try again.",
  },
} as const;
export type ProfilePicture = keyof typeof profilePictures;
