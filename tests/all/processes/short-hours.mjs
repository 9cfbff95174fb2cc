// Loaded into the server with --import: an hour of its timers takes a second.
const HOUR_MS = 3_600_000;
const { setTimeout } = globalThis;
globalThis.setTimeout = Object.assign(
  (run, ms, ...rest) => setTimeout(run, ms >= HOUR_MS ? ms / 3600 : ms, ...rest),
  setTimeout,
);
