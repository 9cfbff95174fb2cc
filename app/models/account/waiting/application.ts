// A request to join: what newcomers who have to be let in are asked, and what they read about the outcome.

/** How many characters an answer may have. */
export const ANSWER_MAX = 500;

/** A request to join as its newcomer sees it. The question is null if there is none. */
export type Application = {
  question: string | null;
  answer: string | null;
  /** Why the request was refused, and when the account is deleted; null unless it was. */
  refusal: { statement: string; until: string } | null;
};
