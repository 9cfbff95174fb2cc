// Counts that are shown to members.
import { t } from "~/language/text";

/** Counts go no further, and are shown as "99+" from here. */
export const MAX_COUNT = 100;

/** "3", or "99+" for what was counted to `max` and no further. */
export function formatCount(count: number, max = MAX_COUNT): string {
  return count < max ? `${count}` : `${max - 1}+`;
}

/**
 * How many people there are, as coarse as anybody reads it, so that one more or less hardly ever shows: the largest step they
 * reach; null stands for fewer than five, even for none.
 */
export type PeopleCount = 50 | 20 | 10 | 5 | null;

const STEPS = [50, 20, 10, 5] as const;

/** People are counted no further. */
export const MOST_PEOPLE = STEPS[0];

/** The largest step that so many people reach. */
export function toPeopleCount(people: number): PeopleCount {
  return STEPS.find((step) => people >= step) ?? null;
}

/** "At least 20 people", "Few people". */
export function describePeople(count: PeopleCount): string {
  return count ? t("At least {count} people", { count }) : t("Few people");
}

/** "20+", or "a few" where there is somebody. */
export function formatPeople(count: PeopleCount): string {
  return count ? `${count}+` : t("a few");
}
