// The alike artists of a count, in memory.
import type { AlikePairs } from "./alike";
import { artistWeight } from "./score";

/** A pair of alike artists, and how many members list `artist`, assumed ones included. Every pair comes in both orders. */
export type AlikeRow = { artist: number; other: number; weight: number; listeners: number };

export type AlikeTable = {
  /** The pairs of these artists. */
  pairsOf: (artists: Iterable<number>) => AlikePairs;
  /** The weight of an artist that is alike to another. */
  weightOf: (artist: number) => number;
};

/** Makes the table of rows in the order of their artists, counted among `members`. */
export function makeAlikeTable(rows: AlikeRow[], members: number): AlikeTable {
  const starts = new Uint32Array((rows.at(-1)?.artist ?? 0) + 2);
  const others = Uint32Array.from(rows, ({ other }) => other);
  const weights = Uint32Array.from(rows, ({ weight }) => weight);
  const artistWeights = new Float64Array(starts.length);
  for (const { artist, listeners } of rows) {
    starts[artist + 1] = (starts[artist + 1] ?? 0) + 1;
    artistWeights[artist] = artistWeight(listeners, members);
  }
  for (let artist = 1; artist < starts.length; artist++)
    starts[artist] = (starts[artist] ?? 0) + (starts[artist - 1] ?? 0);

  return {
    pairsOf(artists) {
      const pairs: AlikePairs = [];
      for (const artist of artists) {
        for (let at = starts[artist] ?? 0; at < (starts[artist + 1] ?? 0); at++)
          pairs.push({ artist, other: others[at] ?? 0, weight: weights[at] ?? 0 });
      }
      return pairs;
    },
    weightOf: (artist) => artistWeights[artist] ?? 0,
  };
}
