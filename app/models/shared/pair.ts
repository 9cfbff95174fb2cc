// Two members in no order: stored low id first, so that a pair has one key.

/** The pair of two members' ids. */
export function pairOf(one: number, other: number): { lowId: number; highId: number } {
  return { lowId: Math.min(one, other), highId: Math.max(one, other) };
}
