// The numbers beside the places of the navigation.

/**
 * `unread` is how many messages are new, `newest` is the last thing that the member was told,
 * `place` where a live stream goes on from.
 */
export type Counts = {
  mutualMatches: number;
  conversations: number;
  unread: number;
  newest: number;
  place: string;
};

/** "3 new". */
export function newWords(count: number): string {
  return `${count > 99 ? "99+" : count} new`;
}
