// Unordered pairs of members, stored with the lower id first, so that each pair has one key.

/** The pair of two members. */
export function pairOf(one: number, other: number): { lowId: number; highId: number } {
  return { lowId: Math.min(one, other), highId: Math.max(one, other) };
}
