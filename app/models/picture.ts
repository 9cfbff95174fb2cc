// Addresses of pictures: which may be kept, and which are shown to whom.
import { z } from "zod";

const ADDRESS_MAX = 500;
const OWN = /^\/pictures\/[\w-]{1,64}(\.[a-z\d]{2,5})?$/;
// A name with a dot and a last part of letters: no number of a machine, no name of a house's own network.
const PUBLIC_HOST =
  /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!local$|internal$|localhost$)[a-z][a-z\d-]*[a-z\d]$/;

/**
 * The address of a picture as it is kept: an upload of this app, or https at a public host without port, user name or
 * password. Undefined for anything else.
 */
export function pictureAddress(typed: string): string | undefined {
  if (OWN.test(typed)) return typed;
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const isPlain = url.protocol === "https:" && !url.port && !url.username && !url.password;
  return isPlain && PUBLIC_HOST.test(url.hostname) && url.href.length <= ADDRESS_MAX ? url.href : undefined;
}

/** A picture that may be left out; blank reads as null. */
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

/**
 * The address that a viewer's browser may be given: an outside one only to the member who typed it, so that nobody
 * learns by a picture of their own who looks at it, and from where.
 */
export function shownPicture(address: string | null, typedByViewer: boolean): string | null {
  return address && (typedByViewer || OWN.test(address)) ? address : null;
}
