// What the page on matching shows: how evenly members are shown and answered.

/** The page, open to everybody where TRANSPARENCY is on. */
export const MATCHING_PATH = "/transparency/matching";

/** Figures about fewer people than this are withheld. */
export const FEWEST = 20;

/** Whole percent; null for too few people. */
export type Share = number | null;

/** How evenly something is distributed over people. */
export type Spread = {
  /** From 0 (all alike) to 1 (one has everything); null for too few people. */
  gini: number | null;
  /** The share of the top one percent, or of `FEWEST` people if those are more, and what percentage they are. */
  top: { share: Share; percent: number };
  /** The share of people who have nothing. */
  none: Share;
  /**
   * The Lorenz curve: what equal groups of people have together, those with the least first, as running totals; at most ten
   * groups, of at least `FEWEST` people.
   */
  sums: number[];
};

/** How members are shown on a day such as "2026-11-30": places on the first pages of Discover. */
export type Places = { day: string; all: Spread; newcomers: Spread };

/** What happened in a month, among all members or those who were new when they began it. */
export type Answers = {
  /** The share of all likes that the most liked have, as in `Spread`. */
  mostLiked: Spread["top"];
  likes: Share;
  messages: Share;
  plans: Share;
};

/** A month that is over, such as "2026-11". */
export type Month = { month: string; all: Answers; newcomers: Answers };

/** How many people have each amount. */
export type Tally = Map<number, number>;

export function tallyOf(amounts: Iterable<number>): Tally {
  const tally: Tally = new Map();
  for (const amount of amounts) tally.set(amount, (tally.get(amount) ?? 0) + 1);
  return tally;
}

/** How evenly amounts are spread. */
export function spreadOf(tally: Tally): Spread {
  const sorted = [...tally].sort(([one], [other]) => one - other);
  const people = sorted.reduce((sum, [, count]) => sum + count, 0);
  /** What this many people with the least have together. */
  const sumOf = (wanted: number) => {
    let [sum, left] = [0, wanted];
    for (const [amount, count] of sorted) {
      sum += amount * Math.min(count, left);
      left -= Math.min(count, left);
    }
    return sum;
  };
  const total = sumOf(people);
  let [ranked, rank] = [0, 0];
  for (const [amount, count] of sorted) {
    ranked += amount * count * (2 * rank + count - people);
    rank += count;
  }
  const top = Math.max(FEWEST, Math.ceil(people / 100));
  const without = tally.get(0) ?? 0;
  const groups = total ? Math.min(10, Math.floor(people / FEWEST)) : 0;
  const groupSums = Array.from({ length: groups }, (_, group) =>
    Math.round((100 * sumOf(Math.round((people * (group + 1)) / groups))) / total),
  );
  return {
    gini: total && people >= FEWEST ? Math.round((100 * ranked) / (people * total)) / 100 : null,
    top: {
      share: shareOf(total - sumOf(people - top), total, Math.min(top, people - top)),
      percent: Math.ceil((100 * top) / Math.max(people, 1)),
    },
    none: shareOf(without, people, Math.min(without, people - without)),
    sums: groups < 2 ? [] : groupSums,
  };
}

/** A part in percent; null if it is about fewer than `FEWEST` people. */
export function shareOf(part: number, whole: number, people: number): Share {
  return whole && people >= FEWEST ? Math.round((100 * part) / whole) : null;
}
