// The Add Record and Edit Record form.
import { GENRES } from "~/models/genre";
import { conditionNames, formatNames, RECORD_NOTES_MAX, type RecordInput, YEAR_MIN } from "~/models/record";
import { FlatField, FlatForm, FlatSelect, FlatSubmit, FlatTextArea } from "./flat-form";
import { coverDefaults, FlatPicture } from "./flat-form-picture";

/** Posts to its own page. `record` holds what the fields begin with. */
export function RecordForm({
  id,
  record,
  submit,
}: {
  id: string;
  record: Partial<RecordInput>;
  submit: string;
}) {
  return (
    <FlatForm
      id={id}
      schema={fetchSchema}
      defaults={{
        format: "vinyl",
        condition: "very_good",
        ...record,
        ...coverDefaults("imageUrl", record.imageUrl),
      }}
      files
    >
      <FlatField name="artist" label="Artist" autoComplete="off" />
      <FlatField name="album" label="Album" autoComplete="off" />
      <div className="pair">
        <FlatSelect name="format" label="Format" options={formatNames} />
        <FlatSelect name="condition" label="Condition" options={conditionNames} />
      </div>
      <div className="pair">
        <FlatField
          name="year"
          label="Year"
          type="number"
          inputMode="numeric"
          min={YEAR_MIN}
          max={new Date().getFullYear()}
        />
        <FlatField name="genre" label="Genre" list="genres" autoComplete="off" />
      </div>
      <datalist id="genres">
        {GENRES.map((genre) => (
          <option key={genre} value={genre} />
        ))}
      </datalist>
      <FlatTextArea name="notes" label="Notes" rows={3} maxLength={RECORD_NOTES_MAX} />
      <input type="hidden" name="id" value={record.id} />
      <FlatPicture name="imageUrl" />
      <FlatSubmit pending="Saving...">{submit}</FlatSubmit>
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/record-input")).recordInput;
}
