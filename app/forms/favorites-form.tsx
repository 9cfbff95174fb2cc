// The first run's form of favorite artists and genres: suggestions to tick, and a list whose order counts.
import { Form, Link, useActionData, useNavigation, useSubmit } from "@remix-run/react";
import type { Genre } from "db/column-types";
import { useEffect, useRef, useState } from "react";
import { isFocusLost } from "~/browser/use-focus";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { FavoriteList } from "~/components/music/favorite-list";
import { GenreChips } from "~/components/music/genre-chips";
import { Button } from "~/components/ui/button";
import { Chip } from "~/components/ui/chip";
import { Field, FieldGroup } from "~/components/ui/field";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { CONNECTIONS_PATH } from "~/models/connection/connection";
import { stepAddress } from "~/models/member/welcome";
import { MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES } from "~/models/music/preferences";

export type Favorites = { topArtists: string[]; favoriteGenres: Genre[]; suggestions: string[] };

/** Posts to its step, whose buttons return the form until the last one saves. Works the same without scripts. */
export function FavoritesForm({ favorites, hasLastfm }: { favorites: Favorites; hasLastfm: boolean }) {
  const answer = useActionData<FormRefusal & { favorites?: Favorites }>();
  const { refusal, fields, dismiss } = useRefusal(answer);
  // A press that the server doesn't answer leaves the form as it is.
  const [answered, setAnswered] = useState(answer?.favorites);
  if (answer?.favorites && answer.favorites !== answered) setAnswered(answer.favorites);
  const { topArtists, favoriteGenres, suggestions } = answered ?? favorites;
  const sending = useNavigation().formData;
  const pressed = sending?.get("press");
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const action = stepAddress("music");

  // Adding an artist empties the field, unless the next one is in there already. Removing one removes the focused button.
  const count = useRef(topArtists.length);
  const sent = useRef("");
  useEffect(() => {
    if (sending) sent.current = String(sending.get("another"));
  }, [sending]);
  useEffect(() => {
    if (count.current === topArtists.length) return;
    count.current = topArtists.length;
    const field = form.current?.elements.namedItem("another");
    if (!(field instanceof HTMLInputElement)) return;
    if (field.value === sent.current) field.value = "";
    if (isFocusLost()) field.focus();
  }, [topArtists.length]);

  /** With scripts a genre brings its artists at once. */
  function suggest() {
    if (!form.current) return;
    const fields = new FormData(form.current);
    fields.set("press", "suggest");
    submit(fields, { method: "post", action, preventScrollReset: true });
  }

  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      preventScrollReset
      className="stack"
      onInput={dismiss}
    >
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
        <GenreChips chosen={favoriteGenres} onChange={suggest} />
        <Button name="press" value="suggest" className="mt-2">
          Suggest Artists
        </Button>
      </FieldGroup>
      {suggestions.length ? (
        <FieldGroup
          id="suggested"
          legend="Tick the ones you love"
          hint="Lesser-known artists tell us the most."
        >
          <div className="cluster">
            {suggestions.map((name) => (
              <Chip key={name} name="suggested" value={name} label={name} />
            ))}
          </div>
          <Button name="press" value="list" className="mt-2">
            Add to My List
          </Button>
        </FieldGroup>
      ) : null}
      <FieldGroup
        id="topArtists"
        legend="Your artists"
        hint="Favorites first: the order counts, and the first ones count most."
        error={fields.topArtists}
        isRequired
      >
        {topArtists.length ? (
          <div className="mb-3">
            <FavoriteList
              names={topArtists}
              label="Your artists, favorites first"
              press={(button, index) => ({ field: "press", value: `${button} ${index}` })}
              fieldAt={(index) => <input type="hidden" name="topArtists" value={topArtists[index]} />}
            />
          </div>
        ) : null}
      </FieldGroup>
      <div>
        <Field
          name="another"
          label="Another artist"
          hint={`${topArtists.length} of ${MAX_ARTISTS} artists`}
          maxLength={MAX_ARTIST_NAME}
          autoComplete="off"
          list={ARTIST_SUGGESTIONS}
          defaultValue={answer?.typed?.another}
          error={fields.another}
        />
        <ArtistSuggestions />
        <Button name="press" value="add" icon="plus" className="mt-2">
          Add
        </Button>
      </div>
      {hasLastfm ? (
        <p>
          <Link to={CONNECTIONS_PATH} className="link">
            Import from Last.fm
          </Link>
        </p>
      ) : null}
      <Button name="press" value="save" variant="primary" isPending={pressed === "save"}>
        {pressed === "save" ? "Saving..." : "Save and Continue"}
      </Button>
    </Form>
  );
}
