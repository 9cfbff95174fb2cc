// How often an open chat polls for messages when it has no live stream.

export const POLL_SECONDS = 3;

const MAX_POLL_SECONDS = 60;

/** Milliseconds until the next poll: doubled after each failure in a row, up to a minute. */
export function pollDelay(failures: number): number {
  return 1000 * Math.min(MAX_POLL_SECONDS, POLL_SECONDS * 2 ** failures);
}
