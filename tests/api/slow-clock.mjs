// Loaded before the app, or into a server with --import: its clock takes ten seconds for each, so that no window of a rate
// limit ends in the middle of a test.
const TIMES = 10;
const SHORTEST_WINDOW_MS = 10_000;
/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const { Date: RealDate, setTimeout: realSetTimeout } = globalThis;
const startedAt = RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length) super(...parts);
    else super(globalThis.Date.now());
  }
  static now() {
    return Math.floor(startedAt + (RealDate.now() - startedAt) / TIMES);
  }
};
globalThis.setTimeout = Object.assign(
  (run, ms, ...rest) =>
    realSetTimeout(run, ms >= SHORTEST_WINDOW_MS ? Math.min(ms * TIMES, LONGEST_TIMER_MS) : ms, ...rest),
  realSetTimeout,
);
