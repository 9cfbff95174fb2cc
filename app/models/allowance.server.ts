// How often a member may do what: counted in this process, refused with a sentence and a time to come back.
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { Refusal } from "./refusal";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const limits = {
  signIn: new RateLimiterMemory({ points: 10, duration: 3 * MINUTE }),
  like: new RateLimiterMemory({ points: 60, duration: MINUTE }),
  message: new RateLimiterMemory({ points: 30, duration: 10 }),
  conversation: new RateLimiterMemory({ points: 20, duration: HOUR }),
  record: new RateLimiterMemory({ points: 120, duration: MINUTE }),
  import: new RateLimiterMemory({ points: 20, duration: HOUR }),
  playlist: new RateLimiterMemory({ points: 20, duration: HOUR }),
  song: new RateLimiterMemory({ points: 60, duration: MINUTE }),
  game: new RateLimiterMemory({ points: 10, duration: HOUR }),
  lookUp: new RateLimiterMemory({ points: 20, duration: MINUTE }),
  connection: new RateLimiterMemory({ points: 20, duration: HOUR }),
  upload: new RateLimiterMemory({ points: 10, duration: HOUR }),
  place: new RateLimiterMemory({ points: 3, duration: 24 * HOUR }),
};

/**
 * Counts one use of `kind` by `who` (a member's id, an address, an account).
 * Refuses (too-many, with the seconds to wait) once the limit is spent.
 */
export async function spend(kind: keyof typeof limits, who: string | number) {
  if (!env.rateLimits) return;
  try {
    await limits[kind].consume(who);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
    throw new Refusal("too-many", `That was a little too fast. Try again in ${wait(seconds)}.`, {}, seconds);
  }
}

function wait(seconds: number) {
  if (seconds < 2 * MINUTE) return `${seconds} second${seconds === 1 ? "" : "s"}`;
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}
