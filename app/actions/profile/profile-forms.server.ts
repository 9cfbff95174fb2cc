// Handles the forms of the profile and the first run.
import { GENRES } from "db/column-types";
import type { Favorites } from "~/components/profile/favorites-form";
import { env } from "~/env.server";
import { nextRowField, rowValues } from "~/forms/field-array";
import { submitFieldArrayForm } from "~/forms/field-array-form.server";
import { submitForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import { readForm } from "~/http/body.server";
import { artistKey } from "~/matching/artist-key";
import { genresOf } from "~/matching/known-artists.server";
import { suggestFavorites } from "~/models/artist/loved-artists.server";
import { aboutForm } from "~/models/member/about-schema";
import { saveAnthem } from "~/models/member/anthem.server";
import type { Member } from "~/models/member/member.server";
import { saveProfileWithinLimit } from "~/models/member/member.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import {
  locationKeptMessage,
  profilePath,
  profileSavedMessage,
  unknownTownMessage,
} from "~/models/member/profile";
import { profileForm } from "~/models/member/profile-schema";
import { savePrompts } from "~/models/member/prompt.server";
import { nextStepPath, stepPath } from "~/models/member/welcome";
import { takenBackMessage, wishesSavedMessage } from "~/models/member/wishes";
import { eraseWishes, readOwnWishes, saveAbout, saveWishes } from "~/models/member/wishes.server";
import { wishesForm } from "~/models/member/wishes-schema";
import { nameAsked } from "~/models/music/artist.server";
import {
  MAX_ARTISTS,
  MAX_GENRES,
  preferencesRowValidators,
  preferencesSavedMessage,
  validateArtist,
} from "~/models/music/preferences";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { favoritesInput, preferencesInput } from "~/models/music/preferences-schema";
import type { Refusal } from "~/refusal";

const SUGGESTIONS = 12;
const NO_FAVORITES = { topArtists: [], favoriteGenres: [] };

/** Saves the Edit Profile form. */
export function submitProfile(request: Request) {
  return submitForm(request, { schema: profileForm }, async (member, input, version) => {
    const { saved, locationRefusal } = await saveProfileWithinLimit(member.id, input, version);
    const { others } = getPlaceSuggestions(saved.location, saved.placeName);
    const flash = locationRefusal ? locationKept(saved, locationRefusal) : profileSavedMessage(saved, others);
    return { flash, to: profilePath("profile") };
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
    return { flash: preferencesSavedMessage, to: profilePath("music") };
  });
}

/** Saves the form about whom the member would like to meet, or erases the answers with the button that withdraws consent. */
export async function submitWishes(request: Request) {
  if ((await readForm(request.clone())).has("erases"))
    return submitButton(request, { page: profilePath("meet") }, async (member) => {
      await eraseWishes(member.id);
      return { flash: takenBackMessage };
    });
  return submitForm(request, { schema: wishesForm }, async (member, input, version) => {
    await saveWishes(member.id, input, version);
    return { flash: wishesSavedMessage, to: profilePath("meet") };
  });
}

/**
 * Saves the first run's form about the member: age, location, the wishes it asks for, and a prompt or an anthem for members who
 * have none. The ages to meet, whether the wishes are shown, and the bio stay as they are. If a location matches no town but
 * resembles some, the form asks once which one is meant.
 */
export function submitAbout(request: Request) {
  return submitForm(request, { schema: aboutForm }, async (member, input) => {
    const { gender, genderWords, meets, purpose, consents } = input;
    const wishes = { ...readOwnWishes(member), gender, genderWords, meets, purpose, consents };
    const { age, location, prompt, anthem } = input;
    const about = { age, location, bio: member.bio };
    const { saved, locationRefusal } = await saveAbout(member.id, about, wishes);
    if (prompt && !member.prompts.length) await savePrompts(member.id, { prompts: [prompt] });
    if (anthem && !member.anthem) await saveAnthem(member.id, anthem);
    if (locationRefusal) return { flash: locationKept(saved, locationRefusal), to: nextStepPath("about") };
    if (saved.placeName !== null) return { to: nextStepPath("about") };
    const { others } = getPlaceSuggestions(saved.location, null);
    const isAsked = others.length > 0 && saved.location !== member.location;
    const flash = unknownTownMessage(saved.location, isAsked ? others : []);
    return { flash, to: isAsked ? stepPath("about") : nextStepPath("about") };
  });
}

/**
 * The initial form of favorites: the saved ones, and suggestions for the saved genres. An artist whom the member has asked
 * about comes first; without saved genres, those of the artists are chosen.
 */
export async function openFavorites(
  memberId: number,
  asked?: { key: string; spelling?: string },
): Promise<Favorites> {
  const saved = (await getPreferences(memberId)) ?? NO_FAVORITES;
  const added = asked && nameAsked(asked);
  const isNew = added !== undefined && validateArtist(saved.topArtists, added) === undefined;
  const topArtists = isNew ? [added, ...saved.topArtists] : saved.topArtists;
  const followed = saved.favoriteGenres.length ? [] : genresOf(topArtists, MAX_GENRES);
  const favoriteGenres = [...saved.favoriteGenres, ...followed];
  const suggestions = await suggestArtists(favoriteGenres, topArtists);
  return { topArtists, favoriteGenres, followedGenres: followed.join(), suggestions };
}

/** Saves the first run's form of favorite artists and genres; its other buttons return it with suggestions. */
export async function submitFavorites(request: Request) {
  const form = {
    schema: favoritesInput,
    validators: preferencesRowValidators,
    prepare: async (form: FormData) => {
      const artists = rowValues(form, "topArtists");
      const followedGenres = followArtists(form, artists);
      const genres = form.getAll("favoriteGenres").map(String);
      return { followedGenres, suggestions: await suggestArtists(genres, artists) };
    },
  };
  return submitFieldArrayForm(request, form, async (member, input) => {
    const saved = (await getPreferences(member.id)) ?? { totalScrobbles: 0, concertsAttended: 0 };
    await savePreferences(member.id, { ...saved, ...input });
    return { to: nextStepPath("music") };
  });
}

/**
 * Chooses the genres of the artists in a form, including the one being typed, unless the member has changed the genres that
 * were chosen like this before. Returns the choice, for the form to send back.
 */
function followArtists(form: FormData, artists: string[]): string {
  const followed = String(form.get("followedGenres") ?? "");
  form.delete("followedGenres");
  if (form.getAll("favoriteGenres").join() !== followed) return followed;
  const genres = genresOf([...artists, String(form.get(nextRowField("topArtists")) ?? "")], MAX_GENRES);
  form.delete("favoriteGenres");
  for (const genre of genres) form.append("favoriteGenres", genre);
  return genres.join();
}

/** The home artists of the community, then artists of these genres, or without genres of all. */
async function suggestArtists(genres: string[], listed: string[]): Promise<string[]> {
  const known = GENRES.filter((genre) => genres.length === 0 || genres.includes(genre));
  const others = await suggestFavorites(known, listed.slice(0, MAX_ARTISTS), SUGGESTIONS);
  const keys = new Set(listed.map(artistKey));
  return [...env.community.homeArtists, ...others].filter((name) => {
    const key = artistKey(name);
    return !keys.has(key) && keys.add(key);
  });
}
