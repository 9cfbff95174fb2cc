// The schema of the Music Preferences form, fetched by the browser on the first focus.

import { parseFieldArrayForm } from "~/forms/parse-field-array-form";
import { preferencesRowValidators } from "~/models/music/preferences";
import { preferencesInput } from "~/models/music/preferences-schema";

/** Reads the form as the server will. */
export function checkPreferences(form: FormData) {
  return parseFieldArrayForm(form, preferencesInput, preferencesRowValidators);
}
