// Handles the forms of the profile and the first run, and renders those of the profile. See lazy-form.ts.
import { GENRES } from "db/column-types";
import { z } from "zod";
import { submitFieldArrayForm } from "~/forms/field-array-form.server";
import { submitForm } from "~/forms/form.server";
import { mutate } from "~/forms/mutation.server";
import { sanitizeFields } from "~/forms/sanitize-fields.server";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { parseInput } from "~/http/parse-input.server";
import { artistKey } from "~/matching/artist-key";
import { suggestByGenre } from "~/matching/known-artists.server";
import type { Member } from "~/models/member/member.server";
import { readProfile, saveProfileWithinLimit } from "~/models/member/member.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import {
  locationKeptMessage,
  profilePath,
  profileSavedMessage,
  unknownTownMessage,
} from "~/models/member/profile";
import { profileForm, profileInput } from "~/models/member/profile-schema";
import { nextStepPath } from "~/models/member/welcome";
import { wishesSavedMessage } from "~/models/member/wishes";
import { readOwnWishes, saveAbout, saveWishes } from "~/models/member/wishes.server";
import { wishesForm } from "~/models/member/wishes-schema";
import { pressFavoritesButton } from "~/models/music/favorites";
import { preferencesRowValidators, preferencesSavedMessage } from "~/models/music/preferences";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";
import { Refusal } from "~/refusal";
import type { Favorites } from "./favorites-form";

export { PreferencesForm } from "./preferences-form";
export { ProfileForm } from "./profile-form";
export { WishesTab } from "./wishes-form";

const SUGGESTIONS = 24;

/** Saves the Edit Profile form. */
export function submitProfile(request: Request) {
  return submitForm(request, { schema: profileForm }, async (member, input, version) => {
    const { saved, locationRefusal } = await saveProfileWithinLimit(member.id, input, version);
    const { others } = getPlaceSuggestions(saved.location, saved.placeName);
    const notice = locationRefusal
      ? locationKept(saved, locationRefusal)
      : profileSavedMessage(saved, others);
    return { notice, to: profilePath("profile") };
  });
}

function locationKept({ location }: Member, { retryAfterSeconds = 0 }: Refusal) {
  return locationKeptMessage(location, retryAfterSeconds);
}

/** Saves the Music Preferences form. */
export function submitPreferences(request: Request) {
  const form = { schema: preferencesInput, validators: preferencesRowValidators };
  return submitFieldArrayForm(request, form, async (member, input, version) => {
    await savePreferences(member.id, input, version);
    return { notice: preferencesSavedMessage, to: profilePath("music") };
  });
}

/** Saves the form of whom the member would like to meet. */
export function submitWishes(request: Request) {
  return submitForm(request, { schema: wishesForm }, async (member, input, version) => {
    await saveWishes(member.id, input, version);
    return { notice: wishesSavedMessage, to: profilePath("meet") };
  });
}

const aboutForm = z.intersection(profileInput.pick({ age: true, location: true }), wishesForm);

/**
 * Saves the first run's form about the member: age, location and the wishes it asks for. The rest of the profile, the ages
 * to meet and whether the wishes are shown stay as they are.
 */
export function submitAbout(request: Request) {
  return submitForm(request, { schema: aboutForm }, async (member, input) => {
    const { age, location, gender, genderWords, meets, purpose } = input;
    const wishes = { ...readOwnWishes(member), gender, genderWords, meets, purpose };
    const profile = { ...readProfile(member), age, location };
    const { saved, locationRefusal } = await saveAbout(member.id, profile, wishes);
    const unknownTown = saved.placeName === null ? unknownTownMessage : undefined;
    const notice = locationRefusal ? locationKept(saved, locationRefusal) : unknownTown;
    return { notice, to: nextStepPath("about") };
  });
}

/** The form of favorites as it opens: with what is saved, and suggestions for the saved genres. */
export async function openFavorites(memberId: number): Promise<Favorites> {
  const saved = await getPreferences(memberId);
  return withSuggestions(saved?.topArtists ?? [], saved?.favoriteGenres ?? []);
}

/**
 * Handles the first run's form of favorite artists and genres. Only its main button saves; the others change the list or
 * the suggestions and return the form.
 */
export async function submitFavorites(request: Request) {
  const member = await requireMember(request);
  let favorites = withSuggestions([], []);
  let another = "";
  const reject = ({ message, fields }: Refusal) => ({
    error: message,
    fields,
    favorites,
    typed: { another },
  });
  return mutate(request, { reject }, async () => {
    const form = sanitizeFields(await readForm(request));
    const names = (field: string) => form.getAll(field).map(String);
    const button = String(form.get("press") ?? "");
    const genres = names("favoriteGenres");
    another = String(form.get("another") ?? "");
    const input = { listed: names("topArtists"), ticked: names("suggested"), typed: another };
    const { artists, message, hasAdded, saves } = pressFavoritesButton(input, button);
    favorites = withSuggestions(artists, genres);
    if (message) throw new Refusal("invalid", message, { another: message });
    if (hasAdded) another = "";
    if (!saves) return { form: { favorites, typed: { another }, pressed: button } };
    const numbers = (await getPreferences(member.id)) ?? { totalScrobbles: 0, concertsAttended: 0 };
    const preferences = { ...numbers, topArtists: artists, favoriteGenres: genres };
    await savePreferences(member.id, parseInput(preferencesInput, preferences));
    return { to: nextStepPath("music") };
  });
}

function withSuggestions(topArtists: string[], genres: string[]): Favorites {
  const favoriteGenres = GENRES.filter((genre) => genres.includes(genre));
  const listed = new Set(topArtists.map(artistKey));
  const suggestions = suggestByGenre(favoriteGenres, listed, SUGGESTIONS).map(({ name }) => name);
  return { topArtists, favoriteGenres, suggestions };
}
