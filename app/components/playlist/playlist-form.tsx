// The Create Playlist and Edit Playlist form.

import { COMMUNITY_NAME } from "~/community";
import {
  BasicCheckbox,
  BasicField,
  BasicForm,
  BasicSelect,
  BasicSubmit,
  BasicTextArea,
} from "~/forms/basic-form";
import { CoverField, coverDefaults } from "~/forms/cover-field";
import { t } from "~/language/text";
import { DESCRIPTION_MAX, type PlaylistDto } from "~/models/playlist/playlist";
import { VersionField } from "~/ui/version-field";

/** Posts to its own page. `contacts` are offered as collaborators. */
export function PlaylistForm({
  id,
  playlist,
  version,
  contacts,
  submit,
}: {
  id: string;
  playlist: { id: string } & Partial<PlaylistDto>;
  /** Of a saved playlist. */
  version?: string;
  contacts: { id: string; name: string }[];
  submit: string;
}) {
  const { name, description, collaboratorId, coverImageUrl, isPublic } = playlist;
  const names = Object.fromEntries(contacts.map(({ id, name }) => [id, name]));
  return (
    <BasicForm
      id={id}
      schema={fetchSchema}
      defaults={{
        name,
        description,
        collaboratorId,
        isPublic: isPublic ? "on" : undefined,
        ...coverDefaults("coverImageUrl", coverImageUrl),
      }}
      encType="multipart/form-data"
    >
      {version === undefined ? null : <VersionField version={version} />}
      <BasicField name="name" label={t("Name")} required autoComplete="off" />
      <BasicTextArea
        name="description"
        label={t("Description")}
        isOptional
        rows={3}
        maxLength={DESCRIPTION_MAX}
      />
      <BasicSelect
        name="collaboratorId"
        label={t("Collaborator")}
        hint={t("Someone you've matched or chatted with. You can both add songs.")}
        none={t("No one")}
        options={names}
      />
      <BasicCheckbox
        name="isPublic"
        label={t("Anyone on {community} with the link can view it", { community: COMMUNITY_NAME })}
      />
      <input type="hidden" name="id" value={playlist.id} />
      <CoverField name="coverImageUrl" />
      <BasicSubmit pending={t("Saving...")}>{submit}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist/playlist-schema")).playlistInput;
}
