// Who is new here, as others read it.
import type { Member } from "./member.server";

/** A row as drizzle reads it, or as a search has its JSON. */
export type NewnessKeys = { newUntil: Member["newUntil"] | number; showsNew: boolean | number };

/** Whether others read that a member is new here, at a moment in ms. */
export function isNewHere({ newUntil, showsNew }: NewnessKeys, now = Date.now()): boolean {
  return Boolean(showsNew) && Number(newUntil) > now;
}
