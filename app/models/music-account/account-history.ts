// The rule of verified listeners: how old and how long the history of a proven account has to be.
import type { AccountHistory } from "db/column-types";
import { DAY_MS } from "~/durations";
import type { PastListening } from "~/integrations/music-service";

export const LEAST_YEARS = 2;
export const LEAST_PLAYS = 5_000;
/** The least plays in each half-year that is looked at. */
export const LEAST_PLAYS_EACH = 25;

const YEAR_MS = 365 * DAY_MS;
const HALF_YEAR_MS = YEAR_MS / 2;
const HALF_YEARS = 2 * LEAST_YEARS;

/** The half-years that must have plays, latest first; the current one doesn't count, because it can still be made up. */
export function halfYearsBefore(now: number): { from: number; to: number }[] {
  return Array.from({ length: HALF_YEARS }, (_, i) => ({
    from: now - (i + 2) * HALF_YEAR_MS,
    to: now - (i + 1) * HALF_YEAR_MS,
  }));
}

/** The result for a history as it was read. */
export function judgeHistory(past: PastListening | "hidden", now: number): AccountHistory {
  if (past === "hidden") return { since: null, plays: 0, result: "hidden" };
  const { since, plays, playsEach } = past;
  const isOld = since !== null && since <= now - LEAST_YEARS * YEAR_MS;
  const isLong = plays >= LEAST_PLAYS && playsEach.every((count) => count >= LEAST_PLAYS_EACH);
  return { since, plays, result: isOld && isLong ? "verified" : "short" };
}
