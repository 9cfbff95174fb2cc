// The Add Song form.
import { FindRelease } from "~/components/catalog/find-release";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";

/** Posts to its own page. `songId` is the id the song will have; `hasCatalog` offers to look it up. */
export function SongForm({ songId, hasCatalog }: { songId: string; hasCatalog: boolean }) {
  return (
    <BasicForm id="add-song" schema={fetchSchema}>
      <BasicField name="title" label="Title" required autoComplete="off" />
      <BasicField name="artist" label="Artist" required autoComplete="off" list={ARTIST_SUGGESTIONS} />
      {hasCatalog ? <FindRelease title="title" /> : null}
      <BasicField name="album" label="Album" isOptional autoComplete="off" />
      <BasicField
        name="duration"
        label="Duration"
        isOptional
        hint="Minutes and seconds, such as 3:45"
        autoComplete="off"
      />
      <ArtistSuggestions />
      <input type="hidden" name="id" value={songId} />
      <BasicSubmit pending="Adding...">Add Song</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist/playlist-schema")).songInput;
}
