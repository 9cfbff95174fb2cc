// The search for the covers that a collection lacks: its state, addresses and messages.
import { formatNumber } from "~/language/intl";
import { countRecords } from "./record";

export const COVER_SEARCH_PATH = "/records/covers";
export const COVER_SEARCH_STEPS = ["start", "pause", "resume"] as const;
export type CoverSearchStep = (typeof COVER_SEARCH_STEPS)[number];

/** How far a search is; `lacking` counts the records without a cover now. */
export type CoverSearchDto = {
  status: "none" | "running" | "paused" | "finished";
  done: number;
  total: number;
  found: number;
  lacking: number;
};

export const coverSearchMessages: Record<CoverSearchStep, { title: string; description: string }> = {
  start: { title: "Finding covers", description: "You can leave this page. We'll keep looking." },
  pause: { title: "Paused", description: "You keep the covers found so far." },
  resume: { title: "Finding covers", description: "Picking up where you paused." },
};

export const coverSearchErrors = {
  title: "Can't find covers",
  nothingLacking: "All your records have covers.",
  notRunning: "There is no search to pause or resume.",
};

/** "45 of 300 · 30 found". */
export function describeCoverSearch({ done, total, found }: CoverSearchDto): string {
  const figures = [done, total, found].map((count) => formatNumber(count));
  return `${figures[0]} of ${figures[1]} · ${figures[2]} found`;
}

/** "Found 1 cover." */
export function describeFound(count: number): string {
  return `Found ${formatNumber(count)} ${count === 1 ? "cover" : "covers"}.`;
}

/** "1 record has no cover." */
export function describeLacking(count: number): string {
  return `${countRecords(count)} ${count === 1 ? "has" : "have"} no cover.`;
}
