// The Add Record and Edit Record form.
import { useActionData } from "@remix-run/react";
import { GENRES } from "db/column-types";
import { useState } from "react";
import { FindRelease } from "~/components/catalog/find-release";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { BasicField, BasicForm, BasicSelect, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { CoverField, coverDefaults } from "~/forms/cover-field";
import { t } from "~/language/text";
import { COVER_SOURCE, type FoundReleases } from "~/models/catalog/release";
import { formatNames } from "~/models/record/format-names";
import {
  ANOTHER_FIELD,
  conditionNames,
  RECORD_NOTES_MAX,
  type RecordInput,
  WANTED_FIELD,
  YEAR_MIN,
} from "~/models/record/record";
import { Button } from "~/ui/button";
import { VersionField } from "~/ui/version-field";
import { ShelfQuestion } from "./shelf-question";

type RecordFormProps = {
  id: string;
  /** The initial values. */
  record: Partial<RecordInput>;
  /** Of a saved record. */
  version?: string;
  submit: string;
  /** Whether records can be found in the catalog. */
  hasCatalog: boolean;
  /** Whether the saved cover is from the Cover Art Archive. */
  isArchiveCover?: boolean;
  /** Whether these are a collection's first records, so that the form asks who can see them. */
  isFirst?: boolean;
};

/** Posts to its own page. A wanted record has no condition. */
export function RecordForm({
  id,
  record,
  version,
  submit,
  hasCatalog,
  isArchiveCover = false,
  isFirst = false,
}: RecordFormProps) {
  const answer = useActionData<{ found?: FoundReleases }>();
  const [chosen, setChosen] = useState<string>();
  const cover = chosen ?? answer?.found?.cover;
  const { wanted, ...fields } = record;
  const search = hasCatalog ? <FindRelease title="album" onCover={setChosen} /> : null;
  return (
    <BasicForm
      id={id}
      schema={fetchSchema}
      defaults={{
        format: "vinyl",
        condition: "very_good",
        ...fields,
        ...coverDefaults("imageUrl", record.imageUrl),
      }}
      encType="multipart/form-data"
    >
      {version === undefined ? null : <VersionField version={version} />}
      {version === undefined ? search : null}
      <BasicField name="artist" label={t("Artist")} required autoComplete="off" list={ARTIST_SUGGESTIONS} />
      <BasicField name="album" label={t("Album")} required autoComplete="off" />
      {version === undefined ? null : search}
      {wanted ? (
        <>
          <input type="hidden" name={WANTED_FIELD} value="true" />
          <BasicSelect name="format" label={t("Format")} options={formatNames} />
        </>
      ) : (
        <div className="grid grid-cols-2 gap-4">
          <BasicSelect name="format" label={t("Format")} options={formatNames} />
          <BasicSelect name="condition" label={t("Condition")} options={conditionNames} />
        </div>
      )}
      <div className="grid grid-cols-2 gap-4">
        <BasicField
          name="year"
          label={t("Year")}
          isOptional
          type="number"
          inputMode="numeric"
          min={YEAR_MIN}
          max={new Date().getFullYear()}
        />
        <BasicField name="genre" label={t("Genre")} isOptional list="genres" autoComplete="off" />
      </div>
      <ArtistSuggestions />
      <datalist id="genres">
        {GENRES.map((genre) => (
          <option key={genre} value={genre} />
        ))}
      </datalist>
      <BasicTextArea name="notes" label={t("Notes")} isOptional rows={3} maxLength={RECORD_NOTES_MAX} />
      <input type="hidden" name="id" value={record.id} />
      <CoverField
        name="imageUrl"
        found={cover}
        source={cover || isArchiveCover ? t(COVER_SOURCE) : undefined}
      />
      {isFirst ? <ShelfQuestion /> : null}
      <div className="cluster">
        <BasicSubmit pending={t("Saving...")}>{submit}</BasicSubmit>
        {version === undefined ? (
          <Button name={ANOTHER_FIELD} value="on">
            {t("Save and Add Another")}
          </Button>
        ) : null}
      </div>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/record/record-schema")).recordInput;
}
