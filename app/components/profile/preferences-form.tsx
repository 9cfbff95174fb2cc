// The Music Preferences form, with a live summary.

import { Link } from "@remix-run/react";
import { GENRES } from "db/column-types";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { FavoriteList } from "~/components/music/favorite-list";
import {
  ArrayChips,
  ArrayField,
  ArrayFill,
  ArraySubmit,
  FieldArrayForm,
  NextRowField,
  useSelectedValues,
} from "~/forms/field-array-form";
import { t } from "~/language/text";
import { genreName } from "~/models/music/genre";
import {
  completeness,
  MAX_ARTISTS,
  MAX_GENRES,
  preferencesRowValidators,
  validateArtist,
} from "~/models/music/preferences";
import type { Preferences } from "~/models/music/preferences-schema";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { ProgressBar } from "~/ui/progress/progress-bar";
import { VersionField } from "~/ui/version-field";

type PreferencesProps = {
  preferences: Preferences | null;
  version: string;
  /** Last.fm's count: undefined if it can be connected but isn't, null if it can't. */
  playCount: number | null | undefined;
};

/** Artists, genres and numbers. Posts to the profile's second tab. */
export function PreferencesForm({ preferences, version, playCount }: PreferencesProps) {
  return (
    <FieldArrayForm
      id="preferences"
      action="/profile?tab=music"
      fetchCheck={fetchCheck}
      validators={preferencesRowValidators}
      defaults={{
        topArtists: preferences?.topArtists ?? [],
        favoriteGenres: preferences?.favoriteGenres ?? [],
        totalScrobbles: String(preferences?.totalScrobbles ?? 0),
        concertsAttended: String(preferences?.concertsAttended ?? 0),
      }}
    >
      <VersionField version={version} />
      <div className="profile-columns">
        <div className="stack">
          <Card title={t("Top Artists")}>
            <ArtistFields />
          </Card>
          <Card title={t("Favorite Genres")}>
            <ArrayChips
              name="favoriteGenres"
              legend={t("What you listen to")}
              options={GENRES}
              toLabel={genreName}
              max={MAX_GENRES}
              note={(count) => t("Selected: {count}/{max} genres", { count, max: MAX_GENRES })}
            />
          </Card>
          <StatisticsCard playCount={playCount} />
          <ArraySubmit pending={t("Saving...")}>{t("Save Music Preferences")}</ArraySubmit>
        </div>
        <Summary />
      </div>
    </FieldArrayForm>
  );
}

function StatisticsCard({ playCount }: Pick<PreferencesProps, "playCount">) {
  return (
    <Card title={t("Music Statistics")}>
      <div className="stack">
        <ArrayField
          name="totalScrobbles"
          label={t("Total Scrobbles")}
          type="number"
          inputMode="numeric"
          min={0}
        />
        {playCount === undefined ? (
          <p>
            <Link to={MUSIC_ACCOUNTS_PATH} className="link">
              {t("Import from Last.fm")}
            </Link>
          </p>
        ) : null}
        {typeof playCount === "number" ? (
          <ArrayFill name="totalScrobbles" value={String(playCount)}>
            {t("Use {count, number} from Last.fm", { count: playCount })}
          </ArrayFill>
        ) : null}
        <ArrayField
          name="concertsAttended"
          label={t("Concerts Attended")}
          type="number"
          inputMode="numeric"
          min={0}
        />
      </div>
    </Card>
  );
}

async function fetchCheck() {
  return (await import("./preferences-check")).checkPreferences;
}

function Summary() {
  return (
    <PreferencesSummary
      artists={useSelectedValues("topArtists")}
      genres={useSelectedValues("favoriteGenres")}
    />
  );
}

/** Counts artists and genres, and shows how complete they make the profile. */
function PreferencesSummary({ artists, genres }: { artists: string[]; genres: string[] }) {
  const percent = completeness({ topArtists: artists, favoriteGenres: genres });
  return (
    <Card title={t("Summary")}>
      <DescriptionList
        figures={[
          { label: t("Top Artists"), value: artists.length },
          { label: t("Genres"), value: genres.length },
          { label: t("Profile Completeness"), value: percent, unit: "%" },
        ]}
      />
      <div className="mt-3">
        <ProgressBar
          value={percent}
          label={t("Profile Completeness")}
          tone={percent === 100 ? "success" : "primary"}
        />
      </div>
    </Card>
  );
}

/** The field `topArtists` of the form of preferences. */
function ArtistFields() {
  return (
    <div>
      <p className="mb-3 small-print">
        {t("Favorites first: the higher an artist is on your list, the more they count.")}
      </p>
      <NextRowField
        name="topArtists"
        label={t("Artist")}
        hint={(count) => t("{count} of {max} artists", { count, max: MAX_ARTISTS })}
        validate={validateArtist}
        autoComplete="off"
        list={ARTIST_SUGGESTIONS}
      />
      <FavoriteList
        name="topArtists"
        label={t("Your artists, favorites first")}
        empty={t("No artists added yet. Add your favorite artists to help find better matches!")}
      />
      <ArtistSuggestions />
    </div>
  );
}
