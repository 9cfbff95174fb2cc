// What the page on a member's data says.

/** A group of what is kept: why, for how long, and what, in words by title. */
type KeptGroup = {
  title: string;
  why: string;
  until: string;
  things: [title: string, words: string][];
};

export type KeptData = {
  groups: KeptGroup[];
  /** What stays when the account is erased. */
  stays: string[];
  /** What the member's export leaves out. */
  unexported: string[];
  /** What a report about the member shows a moderator. */
  evidence: string[];
};
