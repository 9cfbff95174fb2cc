import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PreviewDetails, PreviewSummary } from "~/components/playlist/playlist-preview";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { playlistFileErrors } from "~/models/playlist/file/playlist-file";
import {
  PLAYLIST_CHOICE_PATH,
  PLAYLIST_IMPORT_PATH,
  playlistMessages,
  playlistPath,
} from "~/models/playlist/playlist";
import { addImportedPlaylist, getPlaylistImport } from "~/models/playlist/playlist-import.server";
import { importedPlaylistInput } from "~/models/playlist/playlist-schema";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preview = orNotFound(await getPlaylistImport(member.id, params.id ?? ""));
  const { search, searchParams } = new URL(request.url);
  return {
    ...preview,
    encoding: toTextEncoding(searchParams.get("encoding")),
    search,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: importedPlaylistInput, errorTitle: playlistFileErrors.title };
  return submitForm(request, form, async (member, input) => {
    const id = await addImportedPlaylist(member.id, params.id ?? "", input);
    return { flash: playlistMessages.imported, to: playlistPath(id) };
  });
}

export const clientAction = createClientAction({ errorTitle: playlistFileErrors.title });

export default function PreviewPlaylist() {
  const { id, name, isAdded, hasOthers, search, ...preview } = useLoaderData<typeof loader>();
  const count = preview.songCount;
  return (
    <RouteDialog title={isAdded ? t("Already imported") : t("Ready to import")} closeTo="/playlists">
      {isAdded ? (
        <p className="cluster">
          <ButtonLink to={playlistPath(id)}>{t("Open playlist")}</ButtonLink>
        </p>
      ) : (
        <>
          <PreviewSummary {...preview} />
          <div className="mt-4">
            <BasicForm id={`import-${id}`} schema={fetchSchema} defaults={{ name }}>
              <BasicField name="name" label={t("Name")} required autoComplete="off" />
              <div className="cluster">
                <BasicSubmit
                  pending={t("Importing {count, plural, one {# song} other {# songs}}...", { count })}
                >
                  {t("Import {count, plural, one {# song} other {# songs}}", { count })}
                </BasicSubmit>
                <ButtonLink to={PLAYLIST_IMPORT_PATH}>{t("Choose another file")}</ButtonLink>
              </div>
            </BasicForm>
          </div>
          <PreviewDetails {...preview} />
        </>
      )}
      {hasOthers ? (
        <p className="mt-4 border-t border-line pt-2">
          <Link to={PLAYLIST_CHOICE_PATH + search} className="link inline-block py-2">
            {t("All playlists in this file")}
          </Link>
        </p>
      ) : null}
    </RouteDialog>
  );
}

async function fetchSchema() {
  return (await import("~/models/playlist/playlist-schema")).importedPlaylistInput;
}
