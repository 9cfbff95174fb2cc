// The first run of a new member, in steps that they can leave and resume.

import { artistAt } from "~/models/artist/artist";

export const WELCOME_PATH = "/welcome";

/** The steps in their order; each is a page. */
export const WELCOME_STEPS = ["music", "photo", "about", "people"] as const;

export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** The page of a step. */
export function stepPath(step: WelcomeStep): string {
  return `${WELCOME_PATH}/${step}`;
}

/** The first run with an artist already on the list, whom the visitor asked about before they had an account. */
export function welcomePath(artist: string): string {
  return `${stepPath("music")}?${new URLSearchParams({ artist })}`;
}

/**
 * Where newcomers go who signed up to see the page `to`: for the home page or an artist's page to the first run, in the latter
 * case with the artist on the list.
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
