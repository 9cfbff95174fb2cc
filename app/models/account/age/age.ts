// That members are 18 or older: how it is known, and the sentences about it.

import { COMMUNITY_NAME } from "~/community";
import { HOUR_MS } from "~/durations";
import { formatDate } from "~/language/intl";
import { msg, t } from "~/language/text";

export const AGE_PATH = "/settings/age";

const LEAST_AGE = 18;

export const ADULT_LABEL = msg("I'm 18 or older");
export const ADULTS_ONLY = msg("You must be 18 or older");

export const ageErrors = {
  title: msg("Your age wasn't confirmed"),
  unknown: msg("The age check didn't say whether you're 18 or older."),
  noDate: msg("The age check sent a date of birth that can't be right. Check it there, then try again."),
  tooYoung: msg("The age check says you're not 18 yet. {community} is for adults only.", {
    community: COMMUNITY_NAME,
  }),
  taken: msg("This proof has already been used for another account here."),
  expired: msg("This age check has expired or was started in another browser. Please start again."),
};

export const AGE_PROVEN = { title: msg("Your age is confirmed") };

/** How it is known that a member is 18 or older, and since which day ("2026-11-21"); null if nobody said so. */
export type AgeDto = { check: "declared" | "provider"; day: string } | null;

/** "You proved on Nov 21, 2026 that you're 18 or older." */
export function describeAge(age: AgeDto): string {
  if (!age) return t("You haven't said yet that you're 18 or older.");
  const day = formatDate(new Date(age.day), { dateStyle: "medium" });
  return age.check === "provider"
    ? t("You proved on {day} that you're 18 or older.", { day })
    : t("You said on {day} that you're 18 or older.", { day });
}

/** The birthdate that providers send when they know none. */
const PLACEHOLDER = "1900-01-01";

/**
 * Whether somebody born on a day ("2001-11-23", or a year alone) is 18 everywhere on earth; undefined for a placeholder and
 * whatever isn't a day from 1900 to today.
 */
export function isAdultSince(birthdate: string, now = new Date()): boolean | undefined {
  const [, year, rest] = /^(\d{4})(-\d{2}-\d{2})?$/.exec(birthdate) ?? [];
  if (year === undefined) return undefined;
  const earliest = new Date(`${year}${rest ?? "-01-01"}`);
  const isDay = !Number.isNaN(earliest.getTime()) && earliest.toISOString().startsWith(birthdate);
  const east = now.getTime() + 14 * HOUR_MS;
  if (!isDay || earliest <= new Date(PLACEHOLDER) || earliest.getTime() > east) return undefined;
  // With only a year, they may be born on its last day; and the day begins last in the west.
  const day = `${Number(year) + LEAST_AGE}${rest ?? "-12-31"}`;
  const west = new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
  return day <= west;
}
