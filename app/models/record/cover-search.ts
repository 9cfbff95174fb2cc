// The search for a collection's missing covers: its state, addresses and messages.
import { type Message, msg, t } from "~/language/text";

export const COVER_SEARCH_PATH = "/records/covers";
export const COVER_SEARCH_STEPS = ["start", "pause", "resume"] as const;
export type CoverSearchStep = (typeof COVER_SEARCH_STEPS)[number];

/** The progress of a search; `lacking` counts the records that have no cover now. */
export type CoverSearchDto = {
  status: "none" | "running" | "paused" | "finished";
  done: number;
  total: number;
  found: number;
  lacking: number;
};

export const coverSearchMessages: Record<CoverSearchStep, { title: Message; description: Message }> = {
  start: { title: msg("Finding covers"), description: msg("You can leave this page. We'll keep looking.") },
  pause: { title: msg("Paused"), description: msg("You keep the covers found so far.") },
  resume: { title: msg("Finding covers"), description: msg("Picking up where you paused.") },
};

export const coverSearchErrors = {
  title: msg("Can't find covers"),
  nothingLacking: msg("All your records have covers."),
  notRunning: msg("There is no search to pause or resume."),
};

/** "45 of 300 · 30 found". */
export function describeCoverSearch({ done, total, found }: CoverSearchDto): string {
  return t("{done, number} of {total, number} · {found, number} found", { done, total, found });
}

/** "Found 1 cover." */
export function describeFound(count: number): string {
  return t("Found {count, plural, one {# cover} other {# covers}}.", { count });
}

/** "1 record has no cover." */
export function describeLacking(count: number): string {
  return t("{count, plural, one {# record has} other {# records have}} no cover.", { count });
}
