// The end of a community that has one: what everybody is told from a month before.

import { COMMUNITY_NAME } from "~/community";
import { dateFormat } from "~/language/intl";
import { msg, t } from "~/language/text";

/** How many days before the last one members are mailed; from the first, every page announces the end. */
export const ANNOUNCED_DAYS = [30, 7, 1];
/** How long everything can still be read and exported afterwards. */
export const READ_ONLY_DAYS = 14;

/**
 * Dates such as 2027-08-31: the last day, the day of the erasure, and the day on which the last backup from before it is gone.
 */
export type Ending = { day: string; erasedOn: string; backupsGoneOn: string | null; isOver: boolean };

/** The refusal message of every change after the end. */
export const READ_ONLY = msg(
  "{community} has ended. You can still read, download your data and delete your account.",
  { community: COMMUNITY_NAME },
);

const dates = dateFormat({ dateStyle: "long" });
const word = (date: string) => dates.format(new Date(date));

const days = dateFormat({ month: "long", day: "numeric" });

/** "Sad Fest ends on August 31." */
export function describeEnd({ day, isOver }: Ending): string {
  return isOver
    ? t("{community} has ended.", { community: COMMUNITY_NAME })
    : t("{community} ends on {date}.", { community: COMMUNITY_NAME, date: days.format(new Date(day)) });
}

/** What can be done until when, and what happens to everything then. */
export function describeErasure({ erasedOn, backupsGoneOn, isOver }: Ending): string {
  const until = { date: word(erasedOn) };
  return [
    isOver
      ? t("You can read and download everything until {date}, when it's erased.", until)
      : t("After that, you can read and download everything until {date}, when it's erased.", until),
    ...(backupsGoneOn
      ? [t("The last backup that holds it is gone by {date}.", { date: word(backupsGoneOn) })]
      : []),
  ].join(" ");
}
