// The first run's form of favorite artists, with suggestions to pick, and of the genres that follow from them.
import { Link } from "@remix-run/react";
import { GENRES, type Genre } from "db/column-types";
import { useHydrated } from "remix-utils/use-hydrated";
import { FavoriteList } from "~/components/music/favorite-list";
import {
  ArrayCheck,
  ArrayChips,
  ArraySubmit,
  FieldArrayForm,
  NextRowField,
  useRows,
} from "~/forms/field-array-form";
import { t } from "~/language/text";
import { stepPath } from "~/models/member/welcome";
import { genreName } from "~/models/music/genre";
import {
  MAX_ARTISTS,
  MAX_GENRES,
  preferencesRowValidators,
  validateArtist,
} from "~/models/music/preferences";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { Sleeve } from "~/ui/sleeve";
import { WithoutScripts } from "~/ui/without-scripts";
import { FavoriteSuggestions } from "./favorite-suggestions";
import { FAVORITES_FORM, useFollowedGenres } from "./use-followed-genres";

/** The form's initial values; `followedGenres` are those of `favoriteGenres` that follow from the artists, joined. */
export type Favorites = {
  topArtists: string[];
  favoriteGenres: Genre[];
  followedGenres: string;
  suggestions: string[];
};

/** Posts to its step. */
export function FavoritesForm({
  favorites: { suggestions, followedGenres, ...defaults },
}: {
  favorites: Favorites;
}) {
  return (
    <FieldArrayForm
      id={FAVORITES_FORM}
      action={stepPath("music")}
      fetchCheck={fetchCheck}
      validators={preferencesRowValidators}
      defaults={defaults}
    >
      <FavoritesFields suggestions={suggestions} followedGenres={followedGenres} />
    </FieldArrayForm>
  );
}

function FavoritesFields(opened: Pick<Favorites, "suggestions" | "followedGenres">) {
  const { followedGenres, suggestions } = useFollowedGenres(opened);
  const { rows } = useRows("topArtists");
  return (
    <div className="stack with-sticky-action">
      <input type="hidden" className="hidden-field" name="followedGenres" value={followedGenres} />
      <div>
        <NextRowField
          name="topArtists"
          label={t("Artist")}
          hint={(count) =>
            count
              ? t("{count} of {max} artists", { count, max: MAX_ARTISTS })
              : t("Type a name or choose a sleeve.")
          }
          validate={validateArtist}
          isRequired={false}
          autoComplete="off"
        />
        <FirstThree names={rows.map(({ text }) => text)} />
      </div>
      <FavoriteSuggestions names={suggestions} />
      {rows.length ? (
        <div>
          <h2 className="text-xl">{t("Your artists")}</h2>
          <p className="small-print">{t("Favorites first: the higher an artist is, the more they count.")}</p>
          <FavoriteList name="topArtists" label={t("Your artists, favorites first")} empty="" />
        </div>
      ) : null}
      <div>
        <ArrayChips
          name="favoriteGenres"
          legend={t("Genres")}
          options={GENRES}
          toLabel={genreName}
          max={MAX_GENRES}
          note={() =>
            t("They follow from your artists. Change them as you like, up to {max}.", {
              max: MAX_GENRES,
            })
          }
        />
        <WithoutScripts>
          <ArrayCheck name="favoriteGenres">{t("Suggest Artists")}</ArrayCheck>
        </WithoutScripts>
      </div>
      <p>
        <Link to={MUSIC_ACCOUNTS_PATH} className="link">
          {t("Import from ListenBrainz or another service")}
        </Link>
      </p>
      <Continue count={rows.length} />
    </div>
  );
}

/** The first three of the list as sleeves, with empty places for missing ones. */
function FirstThree({ names }: { names: string[] }) {
  return (
    <div className="mt-3 grid max-w-[20.5rem] grid-cols-3 gap-2" aria-hidden="true">
      {[0, 1, 2].map((index) => {
        const name = names[index];
        return name === undefined ? (
          <span
            key={index}
            className="placeholder square font-display text-[2rem] font-black leading-none text-edge"
          >
            <b className="absolute left-0 top-1/2 mt-[-1rem] w-full text-center">{index + 1}</b>
          </span>
        ) : (
          <Sleeve key={index} artist="" title={name} />
        );
      })}
    </div>
  );
}

/** Shows the number of artists where scripts keep it up to date. */
function Continue({ count }: { count: number }) {
  const isCounted = useHydrated() && count > 0;
  return (
    <div className="sticky-action">
      <ArraySubmit pending={t("Saving...")} className="w-full">
        {isCounted
          ? t("{count, plural, one {Continue (1 artist)} other {Continue (# artists)}}", { count })
          : t("Continue")}
      </ArraySubmit>
    </div>
  );
}

async function fetchCheck() {
  return (await import("./preferences-check")).checkFavorites;
}
