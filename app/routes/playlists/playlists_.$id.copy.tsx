import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import {
  PLAYLIST_GONE,
  playlistErrors,
  playlistMessages,
  playlistPath,
  songPageOf,
} from "~/models/playlist/playlist";
import { copyPlaylist } from "~/models/playlist/playlist.server";
import { getVisiblePlaylist } from "~/models/playlist/playlist-list.server";
import { playlistCopyInput } from "~/models/playlist/playlist-schema";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Copy Playlist · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name, songCount } = orNotFound(await getVisiblePlaylist(member.id, params.id ?? ""));
  return { copyId: randomUUID(), name, songCount, closeTo: songPageOf(id, request.url) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: playlistCopyInput, errorTitle: playlistErrors.copy };
  return submitForm(request, form, async (member, input) => {
    const { id } = await unlessGone(PLAYLIST_GONE, copyPlaylist(member.id, params.id ?? "", input));
    return { flash: playlistMessages.copied, to: playlistPath(id) };
  });
}

export const clientAction = createClientAction({ errorTitle: playlistErrors.copy });

export default function CopyPlaylist() {
  const { copyId, name, songCount, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Copy Playlist")} closeTo={closeTo}>
      <p className="mb-4">
        {t(
          "Its {count, plural, one {# song becomes} other {# songs become}} a playlist of your own that only you can see. Later changes to the original don't change your copy.",
          { count: songCount },
        )}
      </p>
      <BasicForm id="copy-playlist" schema={fetchSchema} defaults={{ name }}>
        <BasicField name="name" label={t("Name")} required autoComplete="off" />
        <input type="hidden" name="id" value={copyId} />
        <BasicSubmit pending={t("Copying...")}>{t("Copy Playlist")}</BasicSubmit>
      </BasicForm>
    </RouteDialog>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist/playlist-schema")).playlistCopyInput;
}
