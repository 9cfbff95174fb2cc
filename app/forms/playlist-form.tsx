// The Create Playlist and Edit Playlist form.
import { DESCRIPTION_MAX, type ShownPlaylist } from "~/models/playlist";
import { FlatCheck, FlatField, FlatForm, FlatSelect, FlatSubmit, FlatTextArea } from "./flat-form";

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
      defaults={{ name, description, collaboratorId, coverImageUrl, isPublic: isPublic ? "on" : undefined }}
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
      <FlatField
        name="coverImageUrl"
        label="Cover picture"
        hint="An address that begins with https://. It is shown to you alone."
        inputMode="url"
        autoComplete="off"
      />
      <input type="hidden" name="id" value={playlist.id} />
      <FlatSubmit pending="Saving...">{submit}</FlatSubmit>
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist-input")).playlistInput;
}
