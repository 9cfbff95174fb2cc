// Newcomers as moderators see them: who waits to be let in, and who has joined lately.

export const NEWCOMERS_PATH = "/moderation/newcomers";

/** How many newcomers are decided together. */
export const TOGETHER_MAX = 100;

/** What several newcomers can have in common. */
export const SHARED_TRAITS = ["inviter", "network", "day", "domain", "answer", "message"] as const;

export type SharedTrait = (typeof SHARED_TRAITS)[number];

export type Newcomer = {
  id: string;
  name: string;
  joinedAt: string;
  state: "waiting" | "unanswered" | "refused" | "in";
  /** Why they have to be let in; null for those who hadn't to. */
  cause: string | null;
  question: string | null;
  answer: string | null;
  /** What they have in common with others in the list: the value that they are picked by, its words, and how many others. */
  traits: { trait: SharedTrait; value: string; label: string; others: number }[];
};
