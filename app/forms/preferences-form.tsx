// The Music Preferences form, with a summary that counts along.
import { Link } from "@remix-run/react";
import { PreferencesSummary } from "~/components/preferences-summary";
import { Sleeve } from "~/components/sleeve";
import { CONNECTIONS_PATH } from "~/models/connection";
import { GENRES } from "~/models/genre";
import type { Preferences } from "~/models/preferences";
import { MAX_ARTISTS, MAX_GENRES, preferencesRows, refuseArtist } from "~/models/taste";
import { ListChips, ListField, ListFill, ListForm, ListRows, ListSubmit, useChosen } from "./list-form";

/**
 * Artists, genres and numbers. Posts to the profile's second tab. `playCount` is what Last.fm has counted: undefined where
 * it can be asked and was not, null where it cannot.
 */
export function PreferencesForm({
  preferences,
  playCount,
}: {
  preferences: Preferences | null;
  playCount: number | null | undefined;
}) {
  return (
    <ListForm
      id="preferences"
      action="/profile?tab=music"
      fetchCheck={fetchCheck}
      additions={preferencesRows}
      defaults={{
        topArtists: preferences?.topArtists ?? [],
        favoriteGenres: preferences?.favoriteGenres ?? [],
        totalScrobbles: String(preferences?.totalScrobbles ?? 0),
        concertsAttended: String(preferences?.concertsAttended ?? 0),
      }}
    >
      <div className="profile-columns">
        <div className="stack">
          <Sleeve title="Top Artists">
            <ListRows
              name="topArtists"
              label="Artist"
              listed="Your top artists"
              add="Add"
              hint={(count) => `${count} of at most ${MAX_ARTISTS} artists`}
              empty="No artists added yet. Add your favorite artists to help find better matches!"
              refuse={refuseArtist}
              autoComplete="off"
            />
          </Sleeve>
          <Sleeve title="Favorite Genres">
            <ListChips
              name="favoriteGenres"
              legend="What you listen to"
              options={GENRES}
              max={MAX_GENRES}
              note={(count) => `Selected: ${count}/${MAX_GENRES} genres`}
            />
          </Sleeve>
          <Sleeve title="Music Statistics">
            <div className="stack">
              <ListField
                name="totalScrobbles"
                label="Total Scrobbles"
                type="number"
                inputMode="numeric"
                min={0}
              />
              {playCount === undefined ? (
                <p>
                  <Link to={CONNECTIONS_PATH} className="link">
                    Bring them from Last.fm
                  </Link>
                </p>
              ) : null}
              {typeof playCount === "number" ? (
                <ListFill name="totalScrobbles" value={String(playCount)}>
                  {`use ${playCount.toLocaleString("en-US")} from Last.fm`}
                </ListFill>
              ) : null}
              <ListField
                name="concertsAttended"
                label="Concerts Attended"
                type="number"
                inputMode="numeric"
                min={0}
              />
            </div>
          </Sleeve>
          <ListSubmit pending="Saving...">Save Music Preferences</ListSubmit>
        </div>
        <Summary />
      </div>
    </ListForm>
  );
}

async function fetchCheck() {
  return (await import("./preferences-check")).checkPreferences;
}

function Summary() {
  return <PreferencesSummary artists={useChosen("topArtists")} genres={useChosen("favoriteGenres")} />;
}
