// The URLs of games, for screens that only link to them.

import { msg } from "~/language/text";

/** The URL of a game. */
export function gamePath(id: string): string {
  return `/trivia/${encodeURIComponent(id)}`;
}

export const CHALLENGE_TITLE = msg("Challenge Someone to Trivia!");

/** The URL of the form that challenges a member. */
export function challengePath(memberId: string): string {
  return `/trivia/new?with=${memberId}`;
}
