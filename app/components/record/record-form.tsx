// The Add Record and Edit Record form.
import { GENRES } from "db/column-types";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { BasicField, BasicForm, BasicSelect, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { CoverField, coverDefaults } from "~/forms/cover-field";
import {
  conditionNames,
  formatNames,
  RECORD_NOTES_MAX,
  type RecordInput,
  YEAR_MIN,
} from "~/models/record/record";

/** Posts to its own page. `record` holds the initial values. */
export function RecordForm({
  id,
  record,
  version,
  submit,
}: {
  id: string;
  record: Partial<RecordInput>;
  /** Of a saved record. */
  version?: string;
  submit: string;
}) {
  return (
    <BasicForm
      id={id}
      version={version}
      schema={fetchSchema}
      defaults={{
        format: "vinyl",
        condition: "very_good",
        ...record,
        ...coverDefaults("imageUrl", record.imageUrl),
      }}
      files
    >
      <BasicField name="artist" label="Artist" required autoComplete="off" list={ARTIST_SUGGESTIONS} />
      <BasicField name="album" label="Album" required autoComplete="off" />
      <div className="pair">
        <BasicSelect name="format" label="Format" options={formatNames} />
        <BasicSelect name="condition" label="Condition" options={conditionNames} />
      </div>
      <div className="pair">
        <BasicField
          name="year"
          label="Year"
          type="number"
          inputMode="numeric"
          min={YEAR_MIN}
          max={new Date().getFullYear()}
        />
        <BasicField name="genre" label="Genre" list="genres" autoComplete="off" />
      </div>
      <ArtistSuggestions />
      <datalist id="genres">
        {GENRES.map((genre) => (
          <option key={genre} value={genre} />
        ))}
      </datalist>
      <BasicTextArea name="notes" label="Notes" rows={3} maxLength={RECORD_NOTES_MAX} />
      <input type="hidden" name="id" value={record.id} />
      <CoverField name="imageUrl" />
      <BasicSubmit pending="Saving...">{submit}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/record/record-schema")).recordInput;
}
