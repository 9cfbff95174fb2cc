// Loaded into the server with --import: an hour of its timers takes a second.
const HOUR_MS = 3_600_000;
const { setInterval } = globalThis;
globalThis.setInterval = (run, ms, ...rest) => setInterval(run, ms >= HOUR_MS ? ms / 3600 : ms, ...rest);
