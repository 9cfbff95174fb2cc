// The form to choose what to import from a music service into the preferences.

import { useNavigation } from "@remix-run/react";
import { GENRES } from "db/column-types";
import { t } from "~/language/text";
import { genreName } from "~/models/music/genre";
import { MAX_ARTISTS, MAX_GENRES } from "~/models/music/preferences";
import { type ImportOffer, MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chip } from "~/ui/chip";
import { CheckField, FieldGroup } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

/** The action data of a refused form, with its selection. */
export type RefusedImport = FormRefusal & {
  checked?: { artists: string[]; favoriteGenres: string[]; playCount: string };
};

/** `scrobbles` is the preferences' own number, or null before any were saved. */
export function ImportOfferForm({
  service,
  offer,
  scrobbles,
  answer,
}: {
  service: string;
  offer: ImportOffer;
  scrobbles: number | null;
  answer?: RefusedImport;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { playCount, newArtists, known } = offer;
  const { refusal, fields, dismiss } = useRefusal(answer);
  const checked = answer?.checked;
  const isNew = scrobbles === null;
  if (newArtists.length === 0 && (playCount === null || playCount === scrobbles)) {
    return <NothingNew service={service} hasMusic={known > 0 || playCount !== null} />;
  }
  return (
    <Form className="stack" preventScrollReset onInput={dismiss}>
      <RefusalSummary refusal={isSending ? undefined : refusal} />
      {playCount === null ? null : (
        <Card title={t("Total Scrobbles")}>
          <CheckField
            name="playCount"
            value={playCount}
            error={fields.playCount}
            label={t("Use {plays, number} plays from {service} instead of {before, number}", {
              plays: playCount,
              service,
              before: scrobbles ?? 0,
            })}
            defaultChecked={checked ? checked.playCount !== "" : playCount > (scrobbles ?? 0)}
          />
        </Card>
      )}
      {newArtists.length ? (
        <ArtistsCard service={service} offer={offer} checked={checked?.artists} error={fields.artists} />
      ) : null}
      {isNew ? (
        <Card title={t("Favorite Genres")}>
          <FieldGroup
            id="favoriteGenres"
            legend={t("What you listen to")}
            hint={t("Choose 1 to {max} genres to start your preferences.", { max: MAX_GENRES })}
            error={fields.favoriteGenres}
          >
            <GenreChips chosen={checked?.favoriteGenres} />
          </FieldGroup>
        </Card>
      ) : null}
      <FormActions isPending={isSending} cancelTo={MUSIC_ACCOUNTS_PATH}>
        {isSending ? t("Saving...") : t("Import selected")}
      </FormActions>
      {isSending ? <progress className="upload-progress" aria-label={t("Saving")} /> : null}
    </Form>
  );
}

function NothingNew({ service, hasMusic }: { service: string; hasMusic: boolean }) {
  return (
    <p>
      {hasMusic
        ? t("You already have everything from {service}.", { service })
        : t("{service} has no top artists of yours yet.", { service })}{" "}
      <ButtonLink to={MUSIC_ACCOUNTS_PATH}>{t("Back to Music Connections")}</ButtonLink>
    </p>
  );
}

function ArtistsCard({
  service,
  offer,
  checked,
  error,
}: {
  service: string;
  offer: ImportOffer;
  /** The selection of a refused form. */
  checked: string[] | undefined;
  error: string | undefined;
}) {
  return (
    <Card title={t("Top Artists")}>
      <FieldGroup
        id="artists"
        legend={t("Add to your artists")}
        hint={describeRoom(offer, service)}
        error={error}
      >
        <div className="cluster">
          {offer.newArtists.map((name, index) => (
            <Chip
              key={name}
              name="artists"
              value={name}
              label={name}
              defaultChecked={checked ? checked.includes(name) : index < offer.room}
            />
          ))}
        </div>
      </FieldGroup>
    </Card>
  );
}

function describeRoom({ known, room }: ImportOffer, service: string) {
  const parts = [
    t("They're added after yours, in {service}'s order, up to {max} in all.", {
      service,
      max: MAX_ARTISTS,
    }),
    known
      ? t("{count, plural, one {# is already on your list.} other {# are already on your list.}}", {
          count: known,
        })
      : "",
    t("Order counts: once they're added, move what you love most to the top."),
    room === 0
      ? t("Your list is full. Remove some on your profile first.")
      : t("You have room for {count} more.", { count: room }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** A checkbox per genre in the field `favoriteGenres`; those of `chosen` start checked. */
function GenreChips({ chosen = [] }: { chosen?: readonly string[] }) {
  return (
    <div className="cluster">
      {GENRES.map((genre) => (
        <Chip
          key={genre}
          name="favoriteGenres"
          value={genre}
          label={genreName(genre)}
          defaultChecked={chosen.includes(genre)}
        />
      ))}
    </div>
  );
}
