// A request to join: what newcomers who have to be let in are asked, and what they read of the outcome.

/** How many characters an answer may have. */
export const ANSWER_MAX = 500;

/** Who has to be let in, as they see it. The question is null for none. */
export type Application = {
  question: string | null;
  answer: string | null;
  /** Why they were refused, and when the account is deleted; null unless they were. */
  refusal: { statement: string; until: string } | null;
};
