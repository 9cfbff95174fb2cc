// Verified listeners as others see them.

import { t } from "~/language/text";

/** The first year of the history of their proven account, and its plays. */
export type VerifiedListener = { since: number; plays: number };

/** Where the help page says what a verified listener is. */
export const VERIFIED_LISTENERS_HELP = "/help#verified-listeners";

/** The badge of a member's row; undefined for everybody else. */
export function readVerifiedListener({
  listenerSince: since,
  listenerPlays: plays,
}: {
  listenerSince: number | null;
  listenerPlays: number | null;
}): VerifiedListener | undefined {
  return since === null || plays === null ? undefined : { since, plays };
}

/** "since 2014, 54,189 plays". */
export function describeListener({ since, plays }: VerifiedListener): string {
  return t("since {since}, {plays, plural, one {# play} other {# plays}}", { since, plays });
}
