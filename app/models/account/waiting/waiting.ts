// What members who wait to be let in are asked and told, and what can be missing.
import { msg } from "~/language/text";

export const WAITING_PATH = "/waiting";
export const WAITING = msg("You can't use this until you've been let in. {path} says what is missing.", {
  path: WAITING_PATH,
});

/** What can be missing, in the order in which members do it. */
export const WAITING_REASONS = ["approval", "age"] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];

/** How many characters an answer may have. */
export const ANSWER_MAX = 500;

/** A request to join as its newcomer sees it. The question is null if there is none. */
export type Application = {
  question: string | null;
  answer: string | null;
  /** Why the request was refused, and when the account is deleted; null unless it was. */
  refusal: { statement: string; until: string } | null;
};
