// The Add Song form.
import { FlatField, FlatForm, FlatSubmit } from "./flat-form";

/** Posts to its own page. `songId` is the id the song will have. */
export function SongForm({ songId }: { songId: string }) {
  return (
    <FlatForm id="add-song" schema={fetchSchema}>
      <FlatField name="title" label="Title" autoComplete="off" />
      <FlatField name="artist" label="Artist" autoComplete="off" />
      <FlatField name="album" label="Album" autoComplete="off" />
      <FlatField
        name="duration"
        label="Duration"
        hint="Minutes and seconds, such as 3:45"
        autoComplete="off"
      />
      <input type="hidden" name="id" value={songId} />
      <FlatSubmit pending="Adding...">Add Song</FlatSubmit>
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist-input")).songInput;
}
