// Fields of JSON from outside that are cheap to check whatever it contains: zod makes an error for each wrong element of a
// list.
import { z } from "zod";

/** A text, or `otherwise` in place of anything else. */
export function textOr<Otherwise>(otherwise: Otherwise) {
  return z.unknown().transform((value) => (typeof value === "string" ? value : otherwise));
}

/** The first `most` elements of a list. The others are not checked. */
export function firstOf<Item extends z.ZodTypeAny>(most: number, item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value.slice(0, most) : value), z.array(item));
}
