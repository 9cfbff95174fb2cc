// The counts in the navigation.

/** `newest` changes with the member's newest event; `lastEventId` is where a live stream resumes. */
export type Counts = {
  mutualMatches: number;
  conversations: number;
  /** Unread messages. */
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
