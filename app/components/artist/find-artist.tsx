// The field that leads to an artist's page.
import { Form, Link } from "@remix-run/react";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { t } from "~/language/text";
import { ARTISTS_PATH } from "~/models/artist/artist";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field";

/** `text` is what was typed, if it led nowhere; `isOnWall` leaves out the link to the wall. */
export function FindArtist({
  text = "",
  error,
  isOnWall = false,
  className,
}: {
  text?: string;
  error?: string;
  isOnWall?: boolean;
  className?: string;
}) {
  return (
    <Form method="get" action={ARTISTS_PATH} className={className}>
      <label htmlFor="find-artist" className="field-label">
        {t("Type an artist. Who here loves them?")}
      </label>
      <div className="mt-1 flex">
        <input
          key={text}
          id="find-artist"
          name="artist"
          list={ARTIST_SUGGESTIONS}
          className="input"
          maxLength={MAX_ARTIST_NAME}
          required
          defaultValue={text}
          autoComplete="off"
          enterKeyHint="go"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "find-artist-error" : undefined}
        />
        <Button className="ml-2">{t("Find")}</Button>
      </div>
      <FieldError id="find-artist" error={error} />
      <ArtistSuggestions />
      {isOnWall ? null : (
        <p className="mt-2 text-sm">
          <Link to={ARTISTS_PATH} className="link">
            {t("See what's loved here")}
          </Link>
        </p>
      )}
    </Form>
  );
}
