// Music preferences without their schema: limits, arithmetic and messages.
import { cleanText } from "~/clean-text";
import { msg, t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";

export const MAX_ARTISTS = 50;
export const MAX_GENRES = 8;
export const MAX_ARTIST_NAME = 100;

export const TOO_MANY_ARTISTS = msg("Maximum 50 artists");
export const LONG_NAME = msg("Artist names can have at most {max} characters", {
  max: MAX_ARTIST_NAME,
});

/** The message for a name such as "Various Artists". */
const NO_ARTIST = msg("Enter one artist's name");

/** Why a name can't be added to a list of artists; undefined if it can. */
export function validateArtist(listed: string[], typed: string): string | undefined {
  const name = cleanText(typed);
  const key = artistKey(name);
  if (!key) return t("Enter an artist's name first");
  if (name.length > MAX_ARTIST_NAME) return t(LONG_NAME);
  if (isPlaceholderArtist(name)) return t(NO_ARTIST);
  const duplicate = listed.find((other) => artistKey(other) === key);
  if (duplicate !== undefined) return t("{artist} is already on your list", { artist: duplicate });
  return listed.length >= MAX_ARTISTS ? t(TOO_MANY_ARTISTS) : undefined;
}

/** The row validators of the Music Preferences form. */
export const preferencesRowValidators = { topArtists: validateArtist };

/** The flash message for saved preferences. */
export const preferencesSavedMessage = { title: msg("Music preferences updated") };

/** Profile completeness in percent: ten for every artist and genre, at most 100. */
export function completeness({
  topArtists,
  favoriteGenres,
}: {
  topArtists: string[];
  favoriteGenres: string[];
}) {
  return Math.min(100, 10 * (topArtists.length + favoriteGenres.length));
}
