// The order of members with the same score at the same distance: random for each viewer and day, so that nobody is always
// last.

/** Two 32-bit numbers that key a hash. */
export type TieSeed = [number, number];

/** A day, in days since 1970, and the seed of a viewer's ties on it. */
export type TieOrder = { day: number; seed: TieSeed };

/** The seed of a viewer, from that of the day. */
export function viewerSeed([low, high]: TieSeed, viewerId: number): TieSeed {
  return [tieRank([low, high], viewerId), tieRank([high, low], viewerId)];
}

/** Where a member stands among equals: a 32-bit hash of the id, keyed by the viewer's seed. */
export function tieRank([low, high]: TieSeed, memberId: number): number {
  return mix(mix(memberId ^ low) ^ Math.floor(memberId / 2 ** 32) ^ high) >>> 0;
}

/** MurmurHash3's finalizer. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
