// A member's taste without its schema, for pages that check nothing themselves: limits, arithmetic, words.
import { artistKey } from "./artist";

export const MAX_ARTISTS = 50;
export const MAX_GENRES = 8;
export const MAX_ARTIST_NAME = 100;

export const TOO_MANY_ARTISTS = "Maximum 50 artists";
export const LONG_NAME = `An artist's name has at most ${MAX_ARTIST_NAME} characters`;

/** Control characters and halves of characters: no database gives them back as they were. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/gu;

/** A name as it is kept: trimmed, and of what a database gives back. */
export function written(name: string): string {
  return name.replace(UNWRITABLE, "").trim();
}

/** Why a name may not be added to a list of artists; undefined when it may. */
export function refuseArtist(listed: string[], typed: string): string | undefined {
  const name = written(typed);
  if (!/[^\s\p{C}]/u.test(name)) return "Type an artist's name first";
  if (name.length > MAX_ARTIST_NAME) return LONG_NAME;
  const key = artistKey(name);
  const twin = listed.find((other) => artistKey(other) === key);
  if (twin !== undefined) return `${twin} is on your list already`;
  return listed.length >= MAX_ARTISTS ? TOO_MANY_ARTISTS : undefined;
}

/** The list of the Music Preferences form that grows row by row, with its rule. */
export const preferencesRows = { topArtists: refuseArtist };

/** What is said when preferences were saved. */
export const preferencesWords = { title: "Music preferences updated" };

/** How complete the preferences are, in percent: ten for every artist and genre, at most 100. */
export function completeness({
  topArtists,
  favoriteGenres,
}: {
  topArtists: string[];
  favoriteGenres: string[];
}) {
  return Math.min(100, 10 * (topArtists.length + favoriteGenres.length));
}
