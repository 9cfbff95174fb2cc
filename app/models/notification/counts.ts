// The counts in the navigation.

/** `newest` changes with the member's newest event; `lastEventId` is where a live stream resumes. */
export type Counts = {
  mutualMatches: number;
  conversations: number;
  /** Matches the member hasn't seen, 100 at most: neither their page nor the list was opened since. */
  newMatches: number;
  /** Unread messages, counting 100 at most of each conversation. */
  unread: number;
  /** Unread notifications, 100 at most. */
  notifications: number;
  newest: string;
  lastEventId: string;
};

/** "3 new". */
export function formatNewCount(count: number): string {
  return `${count > 99 ? "99+" : count} new`;
}
