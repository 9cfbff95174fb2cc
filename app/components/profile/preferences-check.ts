// The schemas of the forms of music preferences, fetched by the browser on the first focus.

import { parseFieldArrayForm } from "~/forms/parse-field-array-form";
import { preferencesRowValidators } from "~/models/music/preferences";
import { favoritesInput, preferencesInput } from "~/models/music/preferences-schema";

/** Reads the Music Preferences form as the server will. */
export function checkPreferences(form: FormData) {
  return parseFieldArrayForm(form, preferencesInput, preferencesRowValidators);
}

const artistsInput = favoritesInput.omit({ favoriteGenres: true });

/** Reads the first run's form as the server will; the server may still fill in genres. */
export function checkFavorites(form: FormData) {
  return parseFieldArrayForm(form, artistsInput, preferencesRowValidators);
}
