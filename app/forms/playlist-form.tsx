// The Create Playlist and Edit Playlist form.
import { DESCRIPTION_MAX, type ShownPlaylist } from "~/models/playlist";
import { FlatCheck, FlatField, FlatForm, FlatSelect, FlatSubmit, FlatTextArea } from "./flat-form";
import { coverDefaults, FlatPicture } from "./flat-form-picture";

/** Posts to its own page. `companions` are offered as collaborators. */
export function PlaylistForm({
  id,
  playlist,
  companions,
  submit,
}: {
  id: string;
  playlist: { id: string } & Partial<ShownPlaylist>;
  companions: { id: string; name: string }[];
  submit: string;
}) {
  const { name, description, collaboratorId, coverImageUrl, isPublic } = playlist;
  const offered = Object.fromEntries(companions.map((companion) => [companion.id, companion.name]));
  return (
    <FlatForm
      id={id}
      schema={fetchSchema}
      defaults={{
        name,
        description,
        collaboratorId,
        isPublic: isPublic ? "on" : undefined,
        ...coverDefaults("coverImageUrl", coverImageUrl),
      }}
      files
    >
      <FlatField name="name" label="Name" autoComplete="off" />
      <FlatTextArea name="description" label="Description" rows={3} maxLength={DESCRIPTION_MAX} />
      <FlatSelect
        name="collaboratorId"
        label="Collaborator"
        hint="Somebody you have matched or talked with; both of you add songs."
        options={{ "": "Nobody", ...offered }}
      />
      <FlatCheck name="isPublic" label="Any member with the link can read it" />
      <input type="hidden" name="id" value={playlist.id} />
      <FlatPicture name="coverImageUrl" />
      <FlatSubmit pending="Saving...">{submit}</FlatSubmit>
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist-input")).playlistInput;
}
