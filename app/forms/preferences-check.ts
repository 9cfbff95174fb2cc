// What the browser fetches once somebody turns to the Music Preferences form: its schema.
import { preferencesInput } from "~/models/preferences";
import { preferencesRows } from "~/models/taste";
import { readListForm } from "./list-form-reading";

/** Reads the form as the server will. */
export function checkPreferences(form: FormData) {
  return readListForm(form, preferencesInput, preferencesRows);
}
