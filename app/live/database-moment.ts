// A moment of the database that a browser has seen, so that no machine shows it an earlier one.

/** The last frame of the primary's log, whose numbers begin anew if it crashes, and a time in ms when it was that. */
type Moment = { frame: number; at: number };

/** What a browser has written, and what it has heard of over its live stream, which it notes itself. */
export const WRITTEN_MOMENT = "written-moment";
export const HEARD_MOMENT = "heard-moment";
/** By then every machine has got that far. */
export const MOMENT_SECONDS = 60;

/** "327.1764115623120". */
export function formatMoment({ frame, at }: Moment): string {
  return `${frame}.${at}`;
}

/** The moment that a client has sent; undefined if it is none. */
export function parseMoment(text = ""): Moment | undefined {
  const [, frame, at] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return frame && at ? { frame: Number(frame), at: Number(at) } : undefined;
}
