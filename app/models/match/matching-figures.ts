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

/** A month that is over, such as "November 2026". */
export type Month = { name: string; all: Answers; newcomers: Answers };

/** How evenly `amounts` are spread, one for each person. */
export function spreadOf(amounts: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(amounts).sort();
  const people = sorted.length;
  const total = sorted.reduce((sum, amount) => sum + amount, 0);
  const ranked = sorted.reduce((sum, amount, index) => sum + (2 * index + 1 - people) * amount, 0);
  const sumOf = (count: number) => sorted.subarray(0, count).reduce((sum, amount) => sum + amount, 0);
  const top = Math.max(FEWEST, Math.ceil(people / 100));
  const without = sorted.findIndex((amount) => amount > 0);
  const groups = total ? Math.min(10, Math.floor(people / FEWEST)) : 0;
  return {
    gini: total && people >= FEWEST ? Math.round((100 * ranked) / (people * total)) / 100 : null,
    top: {
      share: shareOf(total - sumOf(people - top), total, Math.min(top, people - top)),
      percent: Math.ceil((100 * top) / Math.max(people, 1)),
    },
    none: shareOf(without, people, Math.min(without, people - without)),
    sums:
      groups < 2
        ? []
        : Array.from({ length: groups }, (_, group) => {
            const sum = sumOf(Math.round((people * (group + 1)) / groups));
            return Math.round((100 * sum) / total);
          }),
  };
}

/** A part in percent; null if fewer than `FEWEST` people stand behind it. */
export function shareOf(part: number, whole: number, people: number): Share {
  return whole && people >= FEWEST ? Math.round((100 * part) / whole) : null;
}
