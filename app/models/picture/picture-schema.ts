// Addresses of pictures as they are sent: which may be kept.
import { z } from "zod";
import { exactText } from "./fields";
import { ownAddress, uploadOf } from "./picture";

const ADDRESS_MAX = 500;
const UPLOAD_PATH = /^\/api\/objects\/upload\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const SAY_WHICH = "Say which picture: its upload address";
// A name with a dot and a last part of letters: no number of a machine, no name of a house's own network.
const PUBLIC_HOST =
  /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!local$|internal$|localhost$)[a-z][a-z\d-]*[a-z\d]$/;

/**
 * The address of a picture as it is kept: an upload of this app, by its own address or by the one that it was sent to, or
 * https at a public host without port, user name or password. Undefined for anything else.
 */
export function pictureAddress(typed: string): string | undefined {
  const upload = uploadId(typed);
  if (upload) return ownAddress(upload, "square");
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const isPlain = url.protocol === "https:" && !url.port && !url.username && !url.password;
  return isPlain && PUBLIC_HOST.test(url.hostname) && url.href.length <= ADDRESS_MAX ? url.href : undefined;
}

/** A picture that may be left out; blank reads as null. Whether an upload is the member's own is not known here. */
export const pictureField = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? null : (value ?? null)),
  z
    .string({ invalid_type_error: "Must be text" })
    .transform((typed, context) => {
      const address = pictureAddress(typed.trim());
      if (address) return address;
      context.addIssue({ code: "custom", message: "Use a picture's full address that begins with https://" });
      return z.NEVER;
    })
    .nullable(),
);

const uploadField = exactText(SAY_WHICH).transform((typed, context) => {
  const id = uploadId(typed.trim());
  if (id) return id;
  context.addIssue({ code: "custom", message: SAY_WHICH });
  return z.NEVER;
});

/** PUT /api/profile-images: the id of an upload. */
export const profileImageInput = z.object({ profileImageURL: uploadField });

/** PUT /api/cover-images: the id of an upload. */
export const coverImageInput = z.object({ coverImageURL: uploadField });

/** The id of the upload that an address names: the one it was sent to, with or without a host, or the one it is shown at. */
function uploadId(typed: string): string | undefined {
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed, "http://here")) return undefined;
  const { protocol, pathname } = new URL(typed, "http://here");
  if (!/^https?:$/.test(protocol)) return undefined;
  return UPLOAD_PATH.exec(pathname)?.[1] ?? uploadOf(pathname);
}
