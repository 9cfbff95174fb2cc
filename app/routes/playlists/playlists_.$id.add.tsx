import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitSong } from "~/actions/playlist/playlist-forms.server";
import { titled } from "~/community";
import { FindRelease } from "~/components/catalog/find-release";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import { PLAYLIST_GONE, playlistErrors, playlistMessages, songPageOf } from "~/models/playlist/playlist";
import { getEditablePlaylist } from "~/models/playlist/playlist-list.server";
import { addSong } from "~/models/playlist/song.server";
import { songPath } from "~/models/playlist/song-list.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Add Song · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id } = orNotFound(await getEditablePlaylist(member.id, params.id ?? ""));
  return { closeTo: songPageOf(id, request.url), songId: randomUUID(), hasCatalog: hasCatalog() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitSong(request, playlistErrors.addSong, async (member, input) => {
    const added = await unlessGone(PLAYLIST_GONE, addSong(member.id, id, input));
    return { flash: playlistMessages.songAdded, to: await songPath(id, added.id) };
  });
}

export const clientAction = createClientAction({
  errorTitle: playlistErrors.addSong,
});

export default function AddSong() {
  const { closeTo, ...form } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Add Song")} closeTo={closeTo} quick>
      <SongForm {...form} />
    </RouteDialog>
  );
}

/** Posts to its own page. `songId` is the id the song will have; `hasCatalog` offers to look it up. */
function SongForm({ songId, hasCatalog }: { songId: string; hasCatalog: boolean }) {
  return (
    <BasicForm id="add-song" schema={fetchSchema}>
      <BasicField name="title" label={t("Title")} required autoComplete="off" />
      <BasicField name="artist" label={t("Artist")} required autoComplete="off" list={ARTIST_SUGGESTIONS} />
      {hasCatalog ? <FindRelease title="title" /> : null}
      <BasicField name="album" label={t("Album")} isOptional autoComplete="off" />
      <BasicField
        name="duration"
        label={t("Duration")}
        isOptional
        hint={t("Minutes and seconds, such as 3:45")}
        autoComplete="off"
      />
      <ArtistSuggestions />
      <input type="hidden" name="id" value={songId} />
      <BasicSubmit pending={t("Adding...")}>{t("Add Song")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist/playlist-schema")).songInput;
}
