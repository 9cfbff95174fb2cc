// The list of favorite artists with the field that adds one, in the profile.
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { FavoriteList } from "~/components/music/favorite-list";
import { NextRowField } from "~/forms/field-array-form";
import { MAX_ARTISTS, validateArtist } from "~/models/music/preferences";

/** The field `topArtists` of the form of preferences. */
export function ArtistFields() {
  return (
    <div>
      <p className="mb-3 small-print">
        Favorites first: the higher an artist is on your list, the more they count.
      </p>
      <NextRowField
        name="topArtists"
        label="Artist"
        hint={(count) => `${count} of ${MAX_ARTISTS} artists`}
        validate={validateArtist}
        autoComplete="off"
        list={ARTIST_SUGGESTIONS}
      />
      <FavoriteList
        name="topArtists"
        label="Your artists, favorites first"
        empty="No artists added yet. Add your favorite artists to help find better matches!"
      />
      <ArtistSuggestions />
    </div>
  );
}
