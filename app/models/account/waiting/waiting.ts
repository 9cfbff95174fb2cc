// What members who wait to be let in are told, and what can be missing.
import { msg } from "~/language/text";

export const WAITING_PATH = "/waiting";
export const WAITING = msg("You can't use this until you've been let in. {path} says what is missing.", {
  path: WAITING_PATH,
});

/** What can be missing, in the order in which members do it. */
export const WAITING_REASONS = ["approval", "age"] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];
