// How often the open chat asks for what is new, where nothing tells it.

/** The time between two questions. */
export const POLL_SECONDS = 3;

const LONGEST_SECONDS = 60;

/** Milliseconds until the next question, twice as long after each failure in a row, up to a minute. */
export function pollDelay(failures: number): number {
  return 1000 * Math.min(LONGEST_SECONDS, POLL_SECONDS * 2 ** failures);
}
