// The server's side of the profile's forms: rendering and handling them. See lazy-form.ts.
import { saveProfileWithinLimit } from "~/models/member/member.server";
import { locationKeptMessage, profileAddress, profileSavedMessage } from "~/models/member/profile";
import { profileForm } from "~/models/member/profile-schema";
import { wishesSavedMessage } from "~/models/member/wishes";
import { saveWishes } from "~/models/member/wishes.server";
import { wishesForm } from "~/models/member/wishes-schema";
import { preferencesRowValidators, preferencesSavedMessage } from "~/models/music/preferences";
import { savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";
import { getPlaceSuggestions } from "~/models/place/place.server";
import { submitBasicForm } from "./basic-form.server";
import { submitFieldArrayForm } from "./field-array-form.server";
import { submitPlainForm } from "./mutation.server";

export { PreferencesForm } from "./preferences-form";
export { ProfileForm } from "./profile-form";
export { WishesForm } from "./wishes-form";

/** Saves the Edit Profile form. */
export function submitProfile(request: Request) {
  return submitBasicForm(request, { schema: profileForm }, async (member, input) => {
    const { saved, locationRefusal } = await saveProfileWithinLimit(member.id, input);
    const { others } = await getPlaceSuggestions(saved.location, saved.placeName);
    const notice = locationRefusal
      ? locationKeptMessage(saved.location, locationRefusal.retryAfterSeconds ?? 0)
      : profileSavedMessage(saved, others);
    return { notice, to: profileAddress("profile") };
  });
}

/** Saves the Music Preferences form. */
export function submitPreferences(request: Request) {
  const form = { schema: preferencesInput, validators: preferencesRowValidators };
  return submitFieldArrayForm(request, form, async (member, input) => {
    await savePreferences(member.id, input);
    return { notice: preferencesSavedMessage, to: profileAddress("music") };
  });
}

/** Saves the form of whom the member would like to meet. */
export function submitWishes(request: Request) {
  return submitPlainForm(request, { schema: wishesForm }, async (member, input) => {
    await saveWishes(member.id, input);
    return { notice: wishesSavedMessage, to: profileAddress("meet") };
  });
}
