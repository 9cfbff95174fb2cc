// The server's side of the profile's two forms: how they are rendered with their page, and their doors. In a `.server`
// module, so that a page carries neither form's library nor its schema until the browser asks for them.
import { leaveNotice, success } from "~/http/notice.server";
import { profileForm } from "~/models/member";
import { saveProfile } from "~/models/member.server";
import { placeHelp } from "~/models/place.server";
import { preferencesInput } from "~/models/preferences";
import { savePreferences } from "~/models/preferences.server";
import { profileWords } from "~/models/profile";
import { preferencesRows, preferencesWords } from "~/models/taste";
import { submitFlatForm } from "./flat-form.server";
import { submitListForm } from "./list-form.server";

export { PreferencesForm } from "./preferences-form";
export { ProfileForm } from "./profile-form";

/** Saves what the Edit Profile form sends, and goes on to `goOn`. */
export function submitProfile(request: Request, memberId: number, goOn: string) {
  return submitFlatForm(request, profileForm, async (input) => {
    const saved = await saveProfile(memberId, input);
    const { others } = await placeHelp(saved.location, saved.placeName);
    await leaveNotice(request, success(profileWords(saved, others)));
    return goOn;
  });
}

/** Saves what the Music Preferences form sends, and goes on to `goOn`. */
export function submitPreferences(request: Request, memberId: number, goOn: string) {
  return submitListForm(request, preferencesInput, preferencesRows, async (input) => {
    await savePreferences(memberId, input);
    await leaveNotice(request, success(preferencesWords));
    return goOn;
  });
}
