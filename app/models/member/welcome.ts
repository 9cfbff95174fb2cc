// The first run of a new member: steps that can be left and taken up again.

import { artistAt } from "~/models/artist/artist";

export const WELCOME_PATH = "/welcome";

/** The steps in their order; each is a page. */
export const WELCOME_STEPS = ["music", "photo", "about", "people"] as const;

export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** The page of a step. */
export function stepPath(step: WelcomeStep): string {
  return `${WELCOME_PATH}/${step}`;
}

/** The first run with an artist already on the list, whom the member has asked for before they had one. */
export function welcomePath(artist: string): string {
  return `${stepPath("music")}?${new URLSearchParams({ artist })}`;
}

/**
 * Where somebody goes who has just signed up to see the page `to`: to the first run, instead of the home page or that of an
 * artist, who is then on the list.
 */
export function firstPage(to: string): string {
  const artist = artistAt(to);
  if (artist) return welcomePath(artist.spelling ?? artist.key);
  return to === "/" ? WELCOME_PATH : to;
}

/** The page after a step; after the last one that is the home page. */
export function nextStepPath(step: WelcomeStep): string {
  const next = WELCOME_STEPS[WELCOME_STEPS.indexOf(step) + 1];
  return next ? stepPath(next) : "/";
}

/** The first step that is still to do. */
export function openStep({ music, age }: { music: boolean; age: boolean }): WelcomeStep {
  if (music) return "music";
  return age ? "about" : "people";
}
