// The first run's form of favorite artists and genres: that of the profile, with suggestions to tick.
import { Link, useActionData, useFetcher } from "@remix-run/react";
import { GENRES, type Genre } from "db/column-types";
import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ArtistSleeves } from "~/components/music/artist-sleeves";
import { WithoutScripts } from "~/components/ui/without-scripts";
import { pickedRowsField } from "~/forms/field-array";
import {
  ArrayCheck,
  ArrayChips,
  ArraySubmit,
  FieldArrayForm,
  useRows,
  useSelectedValues,
} from "~/forms/field-array-form";
import { artistKey } from "~/matching/artist-key";
import { CONNECTIONS_PATH } from "~/models/connection/connection";
import { stepPath } from "~/models/member/welcome";
import { MAX_GENRES, preferencesRowValidators } from "~/models/music/preferences";
import { ArtistFields } from "./artist-fields";

/** What the form opens with. */
export type Favorites = { topArtists: string[]; favoriteGenres: Genre[]; suggestions: string[] };

const ID = "favorites";
const ACTION = stepPath("music");
const PICKED = pickedRowsField("topArtists");

/** Posts to its step. With scripts a chosen genre asks for suggestions; without, a button does. */
export function FavoritesForm({ favorites: { suggestions, ...defaults } }: { favorites: Favorites }) {
  return (
    <FieldArrayForm
      id={ID}
      action={ACTION}
      fetchCheck={fetchCheck}
      validators={preferencesRowValidators}
      defaults={defaults}
    >
      <div className="stack with-sticky-action">
        <div>
          <ArrayChips
            name="favoriteGenres"
            legend="What do you listen to?"
            options={GENRES}
            max={MAX_GENRES}
            note={() => `Choose up to ${MAX_GENRES} genres, and we'll suggest artists.`}
          />
          <WithoutScripts>
            <ArrayCheck name="favoriteGenres">Suggest Artists</ArrayCheck>
          </WithoutScripts>
        </div>
        <Suggestions initial={suggestions} />
        <ArtistFields label="Another artist" />
        <p>
          <Link to={CONNECTIONS_PATH} className="link">
            Import from ListenBrainz or another service
          </Link>
        </p>
        <Continue />
      </div>
    </FieldArrayForm>
  );
}

/** Sleeves that are on the list as long as they are picked. They stay where they are until other genres are chosen. */
function Suggestions({ initial }: { initial: string[] }) {
  const { rows, add, remove, replace } = useRows("topArtists");
  const answer = useActionData<{ suggestions?: string[] }>();
  const suggester = useSuggester();
  const keys = rows.map(({ text }) => artistKey(text));
  const names = suggester ?? answer?.suggestions ?? initial;

  // What was ticked before the scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts start
  useEffect(() => {
    const ticked = readForm().getAll(PICKED).map(String);
    const others = ticked.filter((name) => !keys.includes(artistKey(name)));
    if (others.length) replace([...rows.map(({ text }) => text), ...others]);
  }, []);

  function pick(name: string, isPicked: boolean) {
    const index = keys.indexOf(artistKey(name));
    if (!isPicked) remove(index);
    else if (index < 0) add(name);
  }

  if (!names.length) return null;
  return (
    <ArtistSleeves
      field={PICKED}
      names={names}
      isPicked={(name) => keys.includes(artistKey(name))}
      onPick={pick}
    >
      <WithoutScripts>
        <ArrayCheck name="topArtists">Add to My List</ArrayCheck>
      </WithoutScripts>
    </ArtistSleeves>
  );
}

/** The suggestions for the genres that were chosen since the page was opened; undefined before. */
function useSuggester(): string[] | undefined {
  const suggester = useFetcher<{ suggestions?: string[] }>();
  const genres = useSelectedValues("favoriteGenres").sort().join();
  const asked = useRef(genres);
  const latest = useRef<string[]>();
  useEffect(() => {
    if (asked.current === genres) return;
    asked.current = genres;
    const form = readForm();
    // Listed artists are not suggested: without the list, sleeves that are picked stay where they are.
    for (const name of [...form.keys()]) if (/^(picked-|next-)?topArtists/.test(name)) form.delete(name);
    form.set("__intent__", JSON.stringify({ type: "validate", payload: { name: "favoriteGenres" } }));
    suggester.submit(form, { method: "post", action: ACTION });
  }, [genres, suggester.submit]);
  // A request that the server doesn't answer leaves the suggestions as they are.
  latest.current = suggester.data?.suggestions ?? latest.current;
  return latest.current;
}

function readForm(): FormData {
  const form = document.getElementById(ID);
  return new FormData(form instanceof HTMLFormElement ? form : undefined);
}

/** Shows the number of artists where the browser keeps it up to date. */
function Continue() {
  const { length } = useRows("topArtists").rows;
  const counted = useHydrated() && length ? ` (${length === 1 ? "1 artist" : `${length} artists`})` : "";
  return (
    <div className="sticky-action">
      <ArraySubmit pending="Saving..." className="w-full">{`Continue${counted}`}</ArraySubmit>
    </div>
  );
}

async function fetchCheck() {
  return (await import("./preferences-check")).checkFavorites;
}
