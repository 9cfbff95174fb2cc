// The first run's form of favorite artists and genres: suggestions to tick, and a list whose order counts.
import { Link, useActionData, useFetcher, useNavigation, useSubmit } from "@remix-run/react";
import type { Genre } from "db/column-types";
import { type FormEvent, useEffect, useRef, useState } from "react";
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
import { artistKey } from "~/matching/artist-key";
import { CONNECTIONS_PATH } from "~/models/connection/connection";
import { stepAddress } from "~/models/member/welcome";
import { distinctArtists, placeArtist, pressFavoritesButton } from "~/models/music/favorites";
import { MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES } from "~/models/music/preferences";

export type Favorites = { topArtists: string[]; favoriteGenres: Genre[]; suggestions: string[] };

/** The answer of a button that doesn't save; `pressed` is that button. */
type FavoritesAnswer = FormRefusal & { favorites?: Favorites; pressed?: string };

/**
 * Posts to its step, where every button but the last one returns the form instead of saving it. With scripts the browser
 * does what they do, and asks the server only for suggestions.
 */
export function FavoritesForm({ favorites }: { favorites: Favorites }) {
  const answer = useActionData<FavoritesAnswer>();
  const isHydrated = useHydrated();
  const suggester = useFetcher<FavoritesAnswer>();
  const [latest, setLatest] = useState(answer?.favorites ?? favorites);
  const suggested = suggester.data?.favorites;
  // A request that the server doesn't answer leaves the suggestions as they are.
  if (suggested && suggested !== latest) setLatest(suggested);
  const [artists, setArtists] = useState(latest.topArtists);
  const listed = new Set(artists.map(artistKey));

  const refused = useRefusal(answer);
  const [unlisted, setUnlisted] = useState<FormRefusal>();
  const refusedHere = useRefusal(unlisted);
  const { refusal, fields } = refusedHere.refusal ? refusedHere : refused;
  function dismiss() {
    refused.dismiss();
    refusedHere.dismiss();
  }

  const isSaving = useNavigation().formMethod === "POST";
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const action = stepAddress("music");

  // Removing an artist removes the focused button.
  const count = useRef(artists.length);
  useEffect(() => {
    if (count.current === artists.length) return;
    count.current = artists.length;
    if (isFocusLost()) artistField(form.current)?.focus();
  }, [artists.length]);

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
    const sent = new FormData(form.current);
    const field = artistField(form.current);
    const input = {
      listed: artists,
      ticked: [],
      typed: field?.value ?? "",
    };
    const pressed = pressFavoritesButton(input, button);
    const { message } = pressed;
    dismiss();
    setUnlisted(message ? { error: message, fields: { another: message } } : undefined);
    setArtists(pressed.artists);
    if (field && pressed.hasAdded) field.value = "";
    const asks = button === "suggest" || button === "list";
    if (message || !(pressed.saves || asks)) return;
    for (const name of ["topArtists", "suggested", "another"]) sent.delete(name);
    sent.set("press", pressed.saves ? "save" : "suggest");
    // Suggestions come without the listed ones: unlisted here, the sleeves that are picked stay where they are.
    if (!pressed.saves) return suggester.submit(sent, { method: "post", action });
    for (const name of pressed.artists) sent.append("topArtists", name);
    submit(sent, { method: "post", action, preventScrollReset: true });
  }

  /** With scripts, a sleeve is on the list as long as it is picked. */
  function pick(name: string, isPicked: boolean) {
    const key = artistKey(name);
    dismiss();
    setArtists((names) => {
      const others = names.filter((other) => artistKey(other) !== key);
      return isPicked ? [...others, name] : others;
    });
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    press(submitter instanceof HTMLButtonElement ? submitter.value : "enter");
  }

  // Without scripts the page reloads with every button and returns to it, or to where it leads.
  const pressed = isHydrated ? undefined : answer?.pressed;
  const [verb, position] = pressed?.split(" ") ?? [];
  const from = Number(position);
  const moved = verb === "up" || verb === "down" ? { from, to: from + (verb === "up" ? -1 : 1) } : undefined;
  return (
    <form
      ref={form}
      method="post"
      action={action}
      noValidate
      className="stack with-sticky-action"
      onSubmit={send}
      onInput={dismiss}
    >
      <ViewerField />
      <RefusalSummary refusal={refusal} />
      {/* Enter presses the first button of a form. */}
      <button type="submit" name="press" value="enter" className="sr-only" tabIndex={-1} aria-hidden="true">
        Continue
      </button>
      <FieldGroup
        id="favoriteGenres"
        legend="What do you listen to?"
        hint={`Choose up to ${MAX_GENRES} genres, and we'll suggest artists.`}
        error={fields.favoriteGenres}
        isRequired
      >
        <GenreChips chosen={latest.favoriteGenres} onChange={() => press("suggest")} />
        <WithoutScripts>
          <Button name="press" value="suggest" className="mt-2" autoFocus={verb === "suggest"}>
            Suggest Artists
          </Button>
        </WithoutScripts>
      </FieldGroup>
      {latest.suggestions.length ? (
        <ArtistSleeves
          names={latest.suggestions}
          isPicked={(name) => listed.has(artistKey(name))}
          onPick={pick}
          takesFocus={verb === "list"}
        />
      ) : null}
      <FieldGroup
        id="topArtists"
        legend="Your artists"
        hint="Favorites first: the order counts, and the first ones count most."
        error={fields.topArtists}
        isRequired
      >
        {artists.length ? (
          <div className="mb-3">
            <FavoriteList
              names={artists}
              label="Your artists, favorites first"
              press={(button, index) => ({ field: "press", value: `${button} ${index}` })}
              fieldAt={(index) => <input type="hidden" name="topArtists" value={artists[index]} />}
              onMove={(from, to) => setArtists((names) => placeArtist(names, from, to))}
              moved={moved}
            />
          </div>
        ) : null}
      </FieldGroup>
      <div>
        <Field
          name="another"
          label="Another artist"
          hint={`${artists.length} of ${MAX_ARTISTS} artists`}
          maxLength={MAX_ARTIST_NAME}
          autoComplete="off"
          list={ARTIST_SUGGESTIONS}
          defaultValue={answer?.typed?.another}
          error={fields.another}
          autoFocus={verb === "add" || verb === "enter" || verb === "remove"}
        />
        <ArtistSuggestions />
        <Button name="press" value="add" icon="plus" className="mt-2">
          Add
        </Button>
      </div>
      <p>
        <Link to={CONNECTIONS_PATH} className="link">
          Import from ListenBrainz or another service
        </Link>
      </p>
      <div className="sticky-action">
        <Button name="press" value="save" variant="primary" className="w-full" isPending={isSaving}>
          {isSaving ? "Saving..." : isHydrated ? nameSave(artists.length) : "Continue"}
        </Button>
      </div>
    </form>
  );
}

function nameSave(count: number): string {
  if (count === 0) return "Continue";
  return count === 1 ? "Continue (1 artist)" : `Continue (${count} artists)`;
}

/** The field for an artist who isn't among the suggestions. */
function artistField(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const field = form?.elements.namedItem("another");
  return field instanceof HTMLInputElement ? field : undefined;
}
