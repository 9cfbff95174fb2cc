// The server's clock, as estimated from its answers.

const KEPT = 8;

/** A clock that follows the server's once it has learned from an answer. Times are in ms. */
export type ServerClock = {
  now: () => number;
  /** Learns the time in an answer to a request; `sent` and `received` are by `performance.now()`. */
  learn: (time: number, sent: number, received: number) => void;
};

/**
 * Makes a clock. It takes the answer's time to be that of the middle of the round trip, and trusts the shortest of the latest
 * round trips: its error is at most half of that.
 */
export function createServerClock(): ServerClock {
  const samples: { offset: number; trip: number }[] = [];
  return {
    learn(time, sent, received) {
      samples.push({ offset: time - (sent + received) / 2, trip: received - sent });
      if (samples.length > KEPT) samples.shift();
    },
    now() {
      const [first] = samples;
      const best = first && samples.reduce((one, other) => (other.trip < one.trip ? other : one));
      return best ? performance.now() + best.offset : Date.now();
    },
  };
}
