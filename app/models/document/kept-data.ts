// What the page on a member's data says of it.

export type KeptThing = { title: string; details: string[] };

/** A group of what is kept. */
export type KeptGroup = {
  title: string;
  /** Why it is kept, and for how long. */
  why: string;
  until: string;
  things: KeptThing[];
  /** What stays when the account is erased. */
  kept: KeptThing[];
  /** What the member's export leaves out. */
  unexported: KeptThing[];
  /** What a report about the member shows a moderator. */
  evidence: KeptThing[];
};
