// The first run's form of favorite artists and genres: suggestions to tick, and a list whose order counts.
import { Link, useActionData, useFetcher, useNavigation, useSubmit } from "@remix-run/react";
import type { Genre } from "db/column-types";
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { isFocusLost } from "~/browser/use-focus";
import { ArtistSleeves } from "~/components/music/artist-sleeves";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { FavoriteList } from "~/components/music/favorite-list";
import { GenreChips } from "~/components/music/genre-chips";
import { Button } from "~/components/ui/button";
import { Field, FieldGroup } from "~/components/ui/field";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { ViewerField } from "~/components/ui/viewer-field";
import { WithoutScripts } from "~/components/ui/without-scripts";
import { EnterButton } from "~/forms/enter-button";
import { artistKey } from "~/matching/artist-key";
import { CONNECTIONS_PATH } from "~/models/connection/connection";
import { stepPath } from "~/models/member/welcome";
import { distinctArtists, placeArtist, pressFavoritesButton } from "~/models/music/favorites";
import { MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES } from "~/models/music/preferences";

export type Favorites = { topArtists: string[]; favoriteGenres: Genre[]; suggestions: string[] };

const ACTION = stepPath("music");

/** The answer of a button that doesn't save; `pressed` is that button. */
type FavoritesAnswer = FormRefusal & { favorites?: Favorites; pressed?: string };

/**
 * Posts to its step, where every button but the last one returns the form instead of saving it. With scripts the browser
 * does what they do, and asks the server only for suggestions.
 */
export function FavoritesForm({ favorites }: { favorites: Favorites }) {
  const answer = useActionData<FavoritesAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const { artists, latest, refused, press, pick, move } = useFavorites(form, favorites, answer);
  const { refusal, fields, dismiss } = refused;
  const listed = new Set(artists.map(artistKey));
  // Without scripts the page reloads with every button and returns to it, or to where it leads.
  const { verb, moved } = parseButton(useHydrated() ? undefined : answer?.pressed);
  return (
    <form
      ref={form}
      method="post"
      action={ACTION}
      noValidate
      className="stack with-sticky-action"
      onSubmit={(event) => {
        event.preventDefault();
        press(submittedBy(event));
      }}
      onInput={dismiss}
    >
      <ViewerField />
      <RefusalSummary refusal={refusal} />
      <EnterButton name="press" value="enter">
        Continue
      </EnterButton>
      <GenresField
        chosen={latest.favoriteGenres}
        error={fields.favoriteGenres}
        takesFocus={verb === "suggest"}
        onChange={() => press("suggest")}
      />
      {latest.suggestions.length ? (
        <ArtistSleeves
          names={latest.suggestions}
          isPicked={(name) => listed.has(artistKey(name))}
          onPick={pick}
          takesFocus={verb === "list"}
        />
      ) : null}
      <ArtistsField artists={artists} error={fields.topArtists} onMove={move} moved={moved} />
      <AnotherArtistField
        count={artists.length}
        typed={answer?.typed?.another}
        error={fields.another}
        takesFocus={verb === "add" || verb === "enter" || verb === "remove"}
      />
      <p>
        <Link to={CONNECTIONS_PATH} className="link">
          Import from ListenBrainz or another service
        </Link>
      </p>
      <SaveButton count={artists.length} />
    </form>
  );
}

/** The listed artists and the suggestions, changed with scripts by the form's buttons and sleeves. */
function useFavorites(
  form: RefObject<HTMLFormElement>,
  favorites: Favorites,
  answer: FavoritesAnswer | undefined,
) {
  const suggester = useFetcher<FavoritesAnswer>();
  const submit = useSubmit();
  const [latest, setLatest] = useState(answer?.favorites ?? favorites);
  const suggested = suggester.data?.favorites;
  // A request that the server doesn't answer leaves the suggestions as they are.
  if (suggested && suggested !== latest) setLatest(suggested);
  const [artists, setArtists] = useState(latest.topArtists);
  const { refuseName, ...refused } = useFavoritesRefusal(answer);
  useFocusAfterRemoval(form, artists.length);

  // What was ticked before the scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts start
  useEffect(() => {
    const sent = new FormData(form.current ?? undefined);
    const ticked = sent.getAll("suggested").map(String);
    if (ticked.length) setArtists((names) => distinctArtists([...names, ...ticked]));
    const genres = sent.getAll("favoriteGenres").map(String).sort();
    if (genres.join() !== [...latest.favoriteGenres].sort().join()) press("suggest");
  }, []);

  function press(button: string) {
    if (!form.current) return;
    const field = artistField(form.current);
    const input = { listed: artists, ticked: [], typed: field?.value ?? "" };
    const pressed = pressFavoritesButton(input, button);
    refuseName(pressed.message);
    setArtists(pressed.artists);
    if (field && pressed.hasAdded) field.value = "";
    if (pressed.saves) {
      const data = toFormData(form.current, "save", pressed.artists);
      submit(data, { method: "post", action: ACTION, preventScrollReset: true });
    } else if (button === "suggest" || button === "list") {
      // Suggestions come without the listed ones: unlisted here, the sleeves that are picked stay where they are.
      suggester.submit(toFormData(form.current, "suggest", []), { method: "post", action: ACTION });
    }
  }

  /** With scripts, a sleeve is on the list as long as it is picked. */
  function pick(name: string, isPicked: boolean) {
    const key = artistKey(name);
    refused.dismiss();
    setArtists((names) => {
      const others = names.filter((other) => artistKey(other) !== key);
      return isPicked ? [...others, name] : others;
    });
  }

  function move(from: number, to: number) {
    setArtists((names) => placeArtist(names, from, to));
  }

  return { artists, latest, refused, press, pick, move };
}

/** The server's refusal, or else that of a typed name, which the browser refuses itself. */
function useFavoritesRefusal(answer: FavoritesAnswer | undefined) {
  const byServer = useRefusal(answer);
  const [unlisted, setUnlisted] = useState<FormRefusal>();
  const byBrowser = useRefusal(unlisted);
  const { refusal, fields } = byBrowser.refusal ? byBrowser : byServer;

  function dismiss() {
    byServer.dismiss();
    byBrowser.dismiss();
  }

  function refuseName(message: string | undefined) {
    dismiss();
    setUnlisted(message ? { error: message, fields: { another: message } } : undefined);
  }

  return { refusal, fields, dismiss, refuseName };
}

/** Removing an artist removes the focused button; the field for another artist takes the focus then. */
function useFocusAfterRemoval(form: RefObject<HTMLFormElement>, count: number) {
  const countBefore = useRef(count);
  useEffect(() => {
    if (countBefore.current === count) return;
    countBefore.current = count;
    if (isFocusLost()) artistField(form.current)?.focus();
  }, [form, count]);
}

/** What the form sends: its other fields, a button and a list of artists. */
function toFormData(form: HTMLFormElement, button: string, artists: string[]): FormData {
  const data = new FormData(form);
  for (const name of ["topArtists", "suggested", "another"]) data.delete(name);
  data.set("press", button);
  for (const name of artists) data.append("topArtists", name);
  return data;
}

/** The field for an artist who isn't among the suggestions. */
function artistField(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const field = form?.elements.namedItem("another");
  return field instanceof HTMLInputElement ? field : undefined;
}

/** The form's button that was pressed. */
function submittedBy({ nativeEvent }: FormEvent): string {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement ? submitter.value : "enter";
}

/** Reads a button such as "up 3", and between which indexes it has moved an artist. */
function parseButton(button = "") {
  const [verb, position] = button.split(" ");
  const from = Number(position);
  const moved = verb === "up" || verb === "down" ? { from, to: from + (verb === "up" ? -1 : 1) } : undefined;
  return { verb, moved };
}

function GenresField({
  chosen,
  error,
  takesFocus,
  onChange,
}: {
  chosen: Genre[];
  error: string | undefined;
  takesFocus: boolean;
  onChange: () => void;
}) {
  return (
    <FieldGroup
      id="favoriteGenres"
      legend="What do you listen to?"
      hint={`Choose up to ${MAX_GENRES} genres, and we'll suggest artists.`}
      error={error}
      isRequired
    >
      <GenreChips chosen={chosen} onChange={onChange} />
      <WithoutScripts>
        <Button name="press" value="suggest" className="mt-2" autoFocus={takesFocus}>
          Suggest Artists
        </Button>
      </WithoutScripts>
    </FieldGroup>
  );
}

function ArtistsField({
  artists,
  error,
  ...moves
}: {
  artists: string[];
  error: string | undefined;
} & Pick<ComponentProps<typeof FavoriteList>, "onMove" | "moved">) {
  return (
    <FieldGroup
      id="topArtists"
      legend="Your artists"
      hint="Favorites first: the order counts, and the first ones count most."
      error={error}
      isRequired
    >
      {artists.length ? (
        <div className="mb-3">
          <FavoriteList
            rows={artists.map((name) => ({
              key: name,
              name,
              field: <input type="hidden" name="topArtists" value={name} />,
            }))}
            label="Your artists, favorites first"
            press={(button, index) => ({ field: "press", value: `${button} ${index}` })}
            {...moves}
          />
        </div>
      ) : null}
    </FieldGroup>
  );
}

function AnotherArtistField({
  count,
  typed,
  error,
  takesFocus,
}: {
  count: number;
  typed: string | undefined;
  error: string | undefined;
  takesFocus: boolean;
}) {
  return (
    <div>
      <Field
        name="another"
        label="Another artist"
        hint={`${count} of ${MAX_ARTISTS} artists`}
        maxLength={MAX_ARTIST_NAME}
        autoComplete="off"
        list={ARTIST_SUGGESTIONS}
        defaultValue={typed}
        error={error}
        autoFocus={takesFocus}
      />
      <ArtistSuggestions />
      <Button name="press" value="add" icon="plus" className="mt-2">
        Add
      </Button>
    </div>
  );
}

/** Shows the number of artists where the browser keeps it up to date. */
function SaveButton({ count }: { count: number }) {
  const isHydrated = useHydrated();
  const isSaving = useNavigation().formMethod === "POST";
  const counted = isHydrated && count ? ` (${count === 1 ? "1 artist" : `${count} artists`})` : "";
  return (
    <div className="sticky-action">
      <Button name="press" value="save" variant="primary" className="w-full" isPending={isSaving}>
        {isSaving ? "Saving..." : `Continue${counted}`}
      </Button>
    </div>
  );
}
