// The server's clock, as its answers tell it.

const KEPT = 8;

/** A clock that goes with the server's, once it has learned from an answer. Times are in ms. */
export type ServerClock = {
  now: () => number;
  /** What an answer says the time was between `sent` and `received`, by `performance.now()`. */
  learn: (time: number, sent: number, received: number) => void;
};

/**
 * Makes a clock. It takes the middle of a request's round trip for the time that its answer tells, and believes the shortest
 * of the latest round trips: its error is at most half of it.
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
