// The alike artists of one count of the statistics, in memory.
import type { AlikePairs } from "./alike";

export type AlikeTable = {
  /** The pairs of these artists. */
  pairsOf: (artists: Iterable<number>) => AlikePairs;
};

/** Makes the table from rows in the order of their artists. Every pair comes in both orders. */
export function makeAlikeTable(rows: AlikePairs): AlikeTable {
  const starts = new Uint32Array((rows.at(-1)?.artist ?? 0) + 2);
  const others = Uint32Array.from(rows, ({ other }) => other);
  const weights = Uint32Array.from(rows, ({ weight }) => weight);
  for (const { artist } of rows) starts[artist + 1] = (starts[artist + 1] ?? 0) + 1;
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
  };
}
