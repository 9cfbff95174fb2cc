// Schemas of picture URLs.
import { z } from "zod";
import { exactString, listOf, wholeNumber } from "~/models/fields";
import { DEFAULT_FOCUS, parseFocus } from "~/models/picture-focus";
import { pictureUrl, uploadIdFromUrl } from "~/models/picture-url";
import { PHOTOS_MAX, photoErrors } from "./photos";

const ADDRESS_MAX = 500;
const UPLOAD_PATH = /^\/api\/objects\/upload\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const REQUIRED = "The upload URL of a picture is required";
// A host name with a dot and an alphabetic top-level domain: no IP addresses and no names of local networks.
const PUBLIC_HOST =
  /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!local$|internal$|localhost$)[a-z][a-z\d-]*[a-z\d]$/;

/**
 * The normalized URL of a picture: an upload, given by its URL or the one it was sent to, or https at a public
 * host without port, user name or password. Undefined for anything else.
 */
export function pictureAddress(typed: string): string | undefined {
  const upload = uploadId(typed);
  if (upload) return pictureUrl(upload, "square");
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const isPlain = url.protocol === "https:" && !url.port && !url.username && !url.password;
  return isPlain && PUBLIC_HOST.test(url.hostname) && url.href.length <= ADDRESS_MAX ? url.href : undefined;
}

/** An optional picture; blank is null. The model checks whose upload it is. */
export const pictureField = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? null : (value ?? null)),
  z
    .string({ invalid_type_error: "Must be text" })
    .transform((typed, context) => {
      const address = pictureAddress(typed.trim());
      if (address) return address;
      context.addIssue({ code: "custom", message: "Use a full image URL that starts with https://" });
      return z.NEVER;
    })
    .nullable(),
);

const uploadField = exactString(REQUIRED).transform((typed, context) => {
  const id = uploadId(typed.trim());
  if (id) return id;
  context.addIssue({ code: "custom", message: REQUIRED });
  return z.NEVER;
});

const percentField = z
  .number({ required_error: "Both x and y are required", invalid_type_error: "Must be a number" })
  .int("Must be a whole number")
  .min(0, "Must be 0 or more")
  .max(100, "Must be 100 or less");
const focusField = z.object(
  { x: percentField, y: percentField },
  { required_error: "The focal point is required", invalid_type_error: "Must be an object with x and y" },
);

/** PUT /api/profile-images: the id of an upload, and the point of it that crops keep in view. */
export const profileImageInput = z.object({
  profileImageURL: uploadField,
  profileImageFocus: focusField.optional(),
});

/** PATCH /api/profile-images: another focal point of the photo. */
export const photoFocusInput = z.object({ profileImageFocus: focusField });

const newPhoto = z.object(
  { photoURL: uploadField, photoFocus: focusField.default(DEFAULT_FOCUS) },
  { invalid_type_error: "Must be an object with photoURL", required_error: REQUIRED },
);

/** POST /api/profile/photos: uploads to add behind the member's other photos, in their order. */
export const photosInput = z.object({ photos: listOf(newPhoto, 1, PHOTOS_MAX, photoErrors.list) });

const POSITION = `Must be a position from 1 to ${PHOTOS_MAX}`;

/** A photo's position, of which 1 is the profile photo's: PATCH /api/profile/photos/:id and the buttons. */
export const photoPosition = z.object({
  position: wholeNumber({ min: [1, POSITION], max: [PHOTOS_MAX, POSITION], message: POSITION }),
});

/** PATCH /api/profile/photos/:id: a new position, another focal point, or both. */
export const photoChange = photoPosition
  .partial()
  .extend({ photoFocus: focusField.optional() })
  .refine(({ position, photoFocus }) => position !== undefined || photoFocus !== undefined, {
    message: "position or photoFocus is required",
    path: ["position"],
  });

/** The focal point in the form of a photo; the default without one. */
export const photoFocusForm = z.object({
  focus: exactString("Choose one of the places")
    .default("")
    .transform((typed, context) => {
      const focus = typed ? parseFocus(typed) : DEFAULT_FOCUS;
      if (focus) return focus;
      context.addIssue({ code: "custom", message: "Choose one of the places" });
      return z.NEVER;
    }),
});

/** PUT /api/cover-images: the id of an upload. */
export const coverImageInput = z.object({ coverImageURL: uploadField });

/** The id of the upload that a URL names: the one it was sent to or its own, with or without a host. */
function uploadId(typed: string): string | undefined {
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed, "http://localhost")) return undefined;
  const { protocol, pathname } = new URL(typed, "http://localhost");
  if (!/^https?:$/.test(protocol)) return undefined;
  return UPLOAD_PATH.exec(pathname)?.[1] ?? uploadIdFromUrl(pathname);
}
