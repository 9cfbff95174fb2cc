// Newcomers as moderators see them: waiting to be let in, or recently joined.

export const NEWCOMERS_PATH = "/moderation/newcomers";

/** How many newcomers can be decided at once. */
export const TOGETHER_MAX = 100;

/** What several newcomers can have in common. */
export const SHARED_TRAITS = ["inviter", "network", "day", "domain", "answer", "message"] as const;

export type SharedTrait = (typeof SHARED_TRAITS)[number];

export type Newcomer = {
  id: string;
  name: string;
  joinedAt: string;
  state: "waiting" | "unanswered" | "refused" | "in";
  /** Why they have to be let in; null for members who don't. */
  cause: string | null;
  question: string | null;
  answer: string | null;
  /**
   * What they have in common with others in the list: the value that selects these, its label, and how many others there are.
   */
  traits: { trait: SharedTrait; value: string; label: string; others: number }[];
};
