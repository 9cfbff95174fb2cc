// What others can count on about a member, one bit each, so that a search tests them all at once.

/** An account at Last.fm or ListenBrainz is proven to be theirs, and its history is old and long. */
const VERIFIED_LISTENER = 1 << 0;

/** The badges of the row's `member`, as an SQL expression. */
export const sqlBadges = `iif(listener_since is null, 0, ${VERIFIED_LISTENER})`;

/** The badges that every member found has to have. */
export function requiredBadges({ verifiedListeners }: { verifiedListeners?: boolean }): number {
  return verifiedListeners ? VERIFIED_LISTENER : 0;
}
