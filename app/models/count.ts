// Counts that are shown to members.

/** Counts go no further, and are shown as "99+" from here. */
export const MAX_COUNT = 100;

/** "3", or "99+" for what was counted to `max` and no further. */
export function formatCount(count: number, max = MAX_COUNT): string {
  return count < max ? `${count}` : `${max - 1}+`;
}
