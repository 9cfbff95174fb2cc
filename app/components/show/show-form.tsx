// The form that adds a show.
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { TownField } from "~/components/place/town-field";
import { BasicDisclosure, BasicField, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { SHOW_NOTE_MAX, VENUE_MAX } from "~/models/show/show";

/** Posts to its own page. `artist` and `town` are prefilled; `dates` are the first and the last day that a show can be on. */
export function ShowForm({
  id,
  artist,
  town,
  towns,
  dates,
}: {
  id: string;
  artist: string;
  town: string;
  towns: string[];
  dates: { first: string; last: string };
}) {
  const artistField = { list: ARTIST_SUGGESTIONS, autoComplete: "off", maxLength: MAX_ARTIST_NAME } as const;
  return (
    <BasicForm id="add-show" schema={fetchSchema} defaults={{ artist, town }}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <BasicField name="artist" label={t("Artist")} required {...artistField} />
      <BasicField name="artist2" label={t("With")} isOptional {...artistField} />
      <BasicDisclosure summary={t("More artists")} names={["artist3", "artist4"]}>
        <BasicField name="artist3" label={t("Third artist")} {...artistField} />
        <BasicField name="artist4" label={t("Fourth artist")} {...artistField} />
      </BasicDisclosure>
      <ArtistSuggestions />
      <BasicField
        name="date"
        label={t("Date")}
        type="date"
        required
        min={dates.first}
        max={dates.last}
        placeholder="2026-12-04"
      />
      <BasicField name="doors" label={t("Doors")} type="time" isOptional placeholder="19:30" />
      <BasicField name="venue" label={t("Venue")} required autoComplete="off" maxLength={VENUE_MAX} />
      <TownField name="town" label={t("Town")} required saved={town} towns={towns} />
      <BasicField
        name="link"
        label={t("Link")}
        type="url"
        isOptional
        inputMode="url"
        placeholder="https://"
      />
      <BasicTextArea
        name="note"
        label={t("Note")}
        isOptional
        rows={2}
        maxLength={SHOW_NOTE_MAX}
        hint={t("Everyone sees the show. Nobody sees who added it.")}
      />
      <BasicSubmit pending={t("Adding...")}>{t("Add Show")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/show/show-schema")).showInput;
}
