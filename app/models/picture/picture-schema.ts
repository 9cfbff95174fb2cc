// Schemas of picture URLs.
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import { exactString, listOf, saying, wholeNumber } from "~/models/fields";
import { DEFAULT_FOCUS, parseFocus } from "~/models/picture-focus";
import { pictureUrl, uploadIdFromUrl } from "~/models/picture-url";
import { PHOTOS_MAX, photoErrors } from "./photos";

const ADDRESS_MAX = 500;
const UPLOAD_PATH = /^\/api\/objects\/upload\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const REQUIRED = msg("The upload URL of a picture is required");
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
    .string({ errorMap: saying(msg("Must be text")) })
    .transform((typed, context) => {
      const address = pictureAddress(typed.trim());
      if (address) return address;
      context.addIssue({ code: "custom", message: t("Use a full image URL that starts with https://") });
      return z.NEVER;
    })
    .nullable(),
);

const uploadField = exactString(REQUIRED).transform((typed, context) => {
  const id = uploadId(typed.trim());
  if (id) return id;
  context.addIssue({ code: "custom", message: t(REQUIRED) });
  return z.NEVER;
});

const sayPercent: z.ZodErrorMap = (issue) => {
  if (issue.code === "too_small") return { message: t("Must be 0 or more") };
  if (issue.code === "too_big") return { message: t("Must be 100 or less") };
  if (issue.code !== "invalid_type" || issue.received === "undefined")
    return { message: t("Both x and y are required") };
  return { message: issue.expected === "integer" ? t("Must be a whole number") : t("Must be a number") };
};
const percentField = z.number({ errorMap: sayPercent }).int().min(0).max(100);

/** The messages for a value that isn't an object, and for a missing one. */
function sayObject(wrong: Message, missing: Message): z.ZodErrorMap {
  return (issue) => saying("received" in issue && issue.received === "undefined" ? missing : wrong)();
}

const focusField = z.object(
  { x: percentField, y: percentField },
  { errorMap: sayObject(msg("Must be an object with x and y"), msg("The focal point is required")) },
);

/** PUT /api/profile-images: the id of an upload, and the focal point that crops keep in view. */
export const profileImageInput = z.object({
  profileImageURL: uploadField,
  profileImageFocus: focusField.optional(),
});

/** PATCH /api/profile-images: another focal point of the photo. */
export const photoFocusInput = z.object({ profileImageFocus: focusField });

const newPhoto = z.object(
  { photoURL: uploadField, photoFocus: focusField.default(DEFAULT_FOCUS) },
  { errorMap: sayObject(msg("Must be an object with photoURL"), REQUIRED) },
);

/** POST /api/profile/photos: uploads to add behind the member's other photos, in their order. */
export const photosInput = z.object({ photos: listOf(newPhoto, 1, PHOTOS_MAX, photoErrors.list) });

const POSITION = msg("Must be a position from 1 to {max}", { max: PHOTOS_MAX });

/** A photo's position, of which 1 is the profile photo's: PATCH /api/profile/photos/:id and the buttons. */
export const photoPosition = z.object({
  position: wholeNumber({ min: [1, POSITION], max: [PHOTOS_MAX, POSITION], message: POSITION }),
});

/** PATCH /api/profile/photos/:id: a new position, another focal point, or both. */
export const photoChange = photoPosition
  .partial()
  .extend({ photoFocus: focusField.optional() })
  .refine(
    ({ position, photoFocus }) => position !== undefined || photoFocus !== undefined,
    () => ({
      message: t("position or photoFocus is required"),
      path: ["position"],
    }),
  );

const PLACE = msg("Choose one of the places");

/** The focal point in the form of a photo; the default without one. */
export const photoFocusForm = z.object({
  focus: exactString(PLACE)
    .default("")
    .transform((typed, context) => {
      const focus = typed ? parseFocus(typed) : DEFAULT_FOCUS;
      if (focus) return focus;
      context.addIssue({ code: "custom", message: t(PLACE) });
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
