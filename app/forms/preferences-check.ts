// The schema of the Music Preferences form, fetched by the browser on the first focus.

import { preferencesRowValidators } from "~/models/music/preferences";
import { preferencesInput } from "~/models/music/preferences-schema";
import { parseFieldArrayForm } from "./parse-field-array-form";

/** Reads the form as the server will. */
export function checkPreferences(form: FormData) {
  return parseFieldArrayForm(form, preferencesInput, preferencesRowValidators);
}
