// Counts that are shown to members.
import { t } from "~/language/text";

/** Counts stop here, and are then shown as "99+". */
export const MAX_COUNT = 100;

/** "3", or "99+" for a count that stopped at `max`. */
export function formatCount(count: number, max = MAX_COUNT): string {
  return count < max ? `${count}` : `${max - 1}+`;
}

/**
 * How many people there are, in steps so coarse that one more or less hardly ever shows: the largest step that is reached; null
 * stands for fewer than five, even for none.
 */
export type PeopleCount = 50 | 20 | 10 | 5 | null;

const STEPS = [50, 20, 10, 5] as const;

/** Counts of people stop here. */
export const MOST_PEOPLE = STEPS[0];

/** The largest step that this many people reach. */
export function toPeopleCount(people: number): PeopleCount {
  return STEPS.find((step) => people >= step) ?? null;
}

/** "At least 20 people", "Few people". */
export function describePeople(count: PeopleCount): string {
  return count ? t("At least {count} people", { count }) : t("Few people");
}

/** "20+", or "a few" if there is anybody. */
export function formatPeople(count: PeopleCount): string {
  return count ? `${count}+` : t("a few");
}
