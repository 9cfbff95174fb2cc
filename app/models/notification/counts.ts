// The counts in the navigation.
/** `newest` changes with the member's newest event; `lastEventId` is where a live stream resumes. */
export type Counts = {
  memberId: string;
  /** 100 at most, like the number of conversations: larger ones are shown as "99+". */
  mutualMatches: number;
  conversations: number;
  /** Matches the member hasn't seen, 100 at most: neither their page nor the list has been opened since. */
  newMatches: number;
  /** Unread messages, 100 at most. */
  unread: number;
  /** Unread notifications, 100 at most. */
  notifications: number;
  /** Open cases and newcomers to be let in, 100 at most of each; null for members who don't moderate. */
  toModerate: number | null;
  newest: string;
  lastEventId: string;
};
