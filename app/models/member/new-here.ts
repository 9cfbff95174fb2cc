// Who is new here, as others read it.
/** A row as drizzle reads it, or as a search returns its JSON. */
export type NewnessKeys = { newUntil: Date | number | null; showsNew: boolean | number };

/** Whether others read that a member is new here, at a moment in ms. */
export function isNewHere({ newUntil, showsNew }: NewnessKeys, now = Date.now()): boolean {
  return Boolean(showsNew) && Number(newUntil) > now;
}
