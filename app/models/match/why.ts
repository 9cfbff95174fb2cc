// The answer to "Why 78%?".
import type { Reasons } from "~/matching/reasons";
import type { PeopleCount } from "~/models/count";

/** An artist on both lists, and how many people besides the viewer list it, as `countFans()` has it. */
export type CountedArtist = Reasons["artists"][number] & { atLeast: PeopleCount };

/** The page of one file that checks scores without the server. */
export const CHECK_PAGE = "/check.html";

export const checkPath = (memberId: string) => `/members/${memberId}/check`;

/** `reasons` is null while either member has no saved preferences; `ownMusic` says whether the viewer has. */
export type Why = {
  /** The other member's. */
  id: string;
  name: string;
  firstName: string;
  score: number;
  reasons: (Omit<Reasons, "artists"> & { artists: CountedArtist[] }) | null;
  ownMusic: boolean;
};
