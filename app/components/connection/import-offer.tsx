// What a music service has to take over into the preferences, to be ticked.
import { Form, useNavigation } from "@remix-run/react";
import { CONNECTIONS_PATH, type ImportOffer } from "~/models/connection";
import { GENRES } from "~/models/genre";
import { MAX_ARTISTS, MAX_GENRES } from "~/models/taste";
import { Button, ButtonLink } from "./button";
import { Chip } from "./chip";
import { CheckField, ErrorSummary, FieldGroup } from "./field";
import { Sleeve } from "./sleeve";

type Refused = {
  error: string;
  fields: Record<string, string>;
  ticked?: { artists: string[]; favoriteGenres: string[]; playCount: string };
};

/** `scrobbles` is the number that the preferences have; null where none were saved yet. */
export function ImportOfferForm({
  service,
  offer,
  scrobbles,
  refused,
}: {
  service: string;
  offer: ImportOffer;
  scrobbles: number | null;
  refused?: Refused;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { playCount, newArtists } = offer;
  const ticked = refused?.ticked;
  const isNew = scrobbles === null;
  if (newArtists.length === 0 && (playCount === null || playCount === scrobbles)) {
    return (
      <p>
        There is nothing here that your preferences have not.{" "}
        <ButtonLink to={CONNECTIONS_PATH}>Back to Music Connections</ButtonLink>
      </p>
    );
  }
  return (
    <Form method="post" className="stack" preventScrollReset>
      <ErrorSummary errors={refused ? [{ id: idOf(refused.fields), message: refused.error }] : []} />
      {playCount === null ? null : (
        <Sleeve title="Total Scrobbles">
          <CheckField
            name="playCount"
            value={playCount}
            label={`${playCount.toLocaleString("en-US")} plays from ${service}, in place of ${(scrobbles ?? 0).toLocaleString("en-US")}`}
            defaultChecked={ticked ? ticked.playCount !== "" : playCount > (scrobbles ?? 0)}
          />
        </Sleeve>
      )}
      {newArtists.length ? (
        <Sleeve title="Top Artists">
          <FieldGroup id="artists" legend="Add to your artists" hint={describeRoom(offer, service)}>
            <div className="cluster">
              {newArtists.map((name, place) => (
                <Chip
                  key={name}
                  name="artists"
                  value={name}
                  label={name}
                  defaultChecked={ticked ? ticked.artists.includes(name) : place < offer.room}
                />
              ))}
            </div>
          </FieldGroup>
        </Sleeve>
      ) : null}
      {isNew ? (
        <Sleeve title="Favorite Genres">
          <FieldGroup
            id="favoriteGenres"
            legend="What you listen to"
            hint={`Your preferences begin with this: choose 1 to ${MAX_GENRES} genres.`}
            error={refused?.fields.favoriteGenres}
          >
            <div className="cluster">
              {GENRES.map((genre) => (
                <Chip
                  key={genre}
                  name="favoriteGenres"
                  value={genre}
                  label={genre}
                  defaultChecked={ticked?.favoriteGenres.includes(genre)}
                />
              ))}
            </div>
          </FieldGroup>
        </Sleeve>
      ) : null}
      <div className="cluster">
        <Button look="primary" disabled={isSending}>
          {isSending ? "Saving..." : "Save what is ticked"}
        </Button>
        <ButtonLink to={CONNECTIONS_PATH}>Cancel</ButtonLink>
      </div>
      {isSending ? <progress className="waiting" aria-label="Saving" /> : null}
    </Form>
  );
}

function describeRoom({ known, room }: ImportOffer, service: string) {
  const parts = [
    `They go below yours, in the order of ${service}; a list has at most ${MAX_ARTISTS}.`,
    known ? `${known} ${known === 1 ? "is" : "are"} on your list already.` : "",
    room === 0
      ? "Your list is full: take some away on your profile first."
      : `There is room for ${room} more.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function idOf(fields: Record<string, string>) {
  if (fields.favoriteGenres) return "favoriteGenres";
  return fields.topArtists ? "artists" : "playCount";
}
