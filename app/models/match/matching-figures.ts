// What the page on matching shows: how evenly members are shown and answered.

/** The page, open to everybody where TRANSPARENCY is on. */
export const MATCHING_PATH = "/transparency/matching";

/** What is about fewer people than this is withheld. */
export const FEWEST = 20;

/** Whole percent; null for too few people. */
export type Share = number | null;

/** How evenly something is spread over people. */
export type Spread = {
  /** From 0, all alike, to 1, one has all; null for too few people. */
  gini: number | null;
  /** What the top has, one percent of them but at least `FEWEST`, and how many percent these are. */
  top: { share: Share; percent: number };
  /** How many of them have nothing. */
  none: Share;
  /**
   * What equal groups of people have together, those with the least first, each sum with the sums before it; at most ten groups,
   * of at least `FEWEST` people.
   */
  sums: number[];
};

/** How members are shown, on a day such as "2026-11-30": places on the first pages of Discover. */
export type Places = { day: string; all: Spread; newcomers: Spread };

/** What happened in a month, among all or with those who began it that were new then. */
export type Answers = {
  /** What the most liked have of all likes, as in `Spread`. */
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
  /** What so many people with the least have together. */
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

/** A part in percent; null if fewer than `FEWEST` people stand behind it. */
export function shareOf(part: number, whole: number, people: number): Share {
  return whole && people >= FEWEST ? Math.round((100 * part) / whole) : null;
}
