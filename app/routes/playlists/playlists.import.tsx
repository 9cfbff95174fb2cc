import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { titled } from "~/community";
import { createClientAction } from "~/forms/client-action";
import { submitFields } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { IMPORT_BYTES, tooLargeMessage } from "~/http/request-guard";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { playlistFileErrors } from "~/models/playlist/file/playlist-file";
import { PLAYLIST_CHOICE_PATH, PLAYLIST_IMPORT_PATH, SONGS_MAX } from "~/models/playlist/playlist";
import { prepareListenbrainzPlaylist, preparePlaylistFile } from "~/models/playlist/playlist-import.server";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal, refusalAt } from "~/refusal";
import { Button } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { Field } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { EncodingField, hasWrongLetters } from "~/ui/file-letters";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** The largest size of a form besides its file. */
const AROUND_BYTES = 2_000;
const ADDRESS_MAX = 500;

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Playlists")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return {
    isWrong: hasWrongLetters(request),
    mostBytes: IMPORT_BYTES - AROUND_BYTES,
    tooLarge: t(tooLargeMessage(IMPORT_BYTES)),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  let field = "file";
  const addressIn = (form: FormData) => String(form.get("address") ?? "").slice(0, ADDRESS_MAX);
  const reject = (refusal: Refusal, form: FormData) => {
    const { message, fields } = refusalAt(field, refusal);
    return { error: message, fields, typed: { address: addressIn(form) } };
  };
  return submitFields(
    request,
    { files: "collection", reject, errorTitle: playlistFileErrors.title },
    async (member, form, { path, filename = "" }) => {
      const encoding = toTextEncoding(form.get("encoding"));
      if (path)
        return preview(await preparePlaylistFile(member.id, { source: { path }, filename, encoding }));
      const address = addressIn(form);
      if (!address.trim()) throw new Refusal("invalid", playlistFileErrors.none);
      field = "address";
      return preview(await prepareListenbrainzPlaylist(member.id, address));
    },
  );
}

function preview({ id, count, otherCount, encoding }: Awaited<ReturnType<typeof preparePlaylistFile>>) {
  const search = new URLSearchParams({ encoding, ...(otherCount ? { others: String(otherCount) } : {}) });
  return { to: `${count > 1 ? PLAYLIST_CHOICE_PATH : `${PLAYLIST_IMPORT_PATH}/${id}`}?${search}` };
}

export const clientAction = createClientAction({ errorTitle: playlistFileErrors.title });

export default function ImportPlaylist() {
  const { isWrong, mostBytes, tooLarge } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSending = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  return (
    <RouteDialog title={t("Import Playlist")} closeTo="/playlists">
      <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
        <RefusalSummary refusal={refusal} />
        <p>
          {t(
            "Up to {max} songs, in their order. You'll see a preview before anything is added, and only you will see the new playlist.",
            { max: SONGS_MAX },
          )}
        </p>
        <FileField
          name="file"
          label={t("File")}
          hint={t("JSPF, XSPF, M3U8, CSV or Spotify's download, up to 4 MB")}
          accept=".jspf,.json,.xspf,.m3u,.m3u8,.csv,.txt,.zip,text/csv"
          error={fields.file}
          onChoose={dismiss}
          check={(files) => ((files[0]?.size ?? 0) > mostBytes ? tooLarge : undefined)}
        />
        {isWrong ? <EncodingField /> : null}
        <Field
          name="address"
          label={t("Or a ListenBrainz playlist")}
          hint={t("The address of a public one, such as https://listenbrainz.org/playlist/...")}
          inputMode="url"
          autoComplete="off"
          defaultValue={refusal?.typed?.address}
          error={fields.address}
          onChange={dismiss}
        />
        <Button variant="primary" icon="upload" isPending={isSending}>
          {!isSending ? t("Preview") : sent < 1 ? t("Sending...") : t("Reading...")}
        </Button>
        {isSending ? <UploadProgress sent={sent} afterwards={t("Reading the playlist...")} /> : null}
        <details>
          <summary className="link">{t("Where do I get a file?")}</summary>
          <p className="mt-2 text-sm">
            <Trans
              text="<b>Exportify</b>, <b>TuneMyMusic</b> and <b>Soundiiz</b> export playlists of Spotify, Apple Music, YouTube, Deezer, Tidal and others as CSV. <b>VLC</b>, <b>Music</b> and most players save theirs as M3U8 or XSPF. <b>Spotify</b> sends your playlists as Playlist1.json if you ask for your account data in its privacy settings. A table of your own needs the columns <b>Title</b> and <b>Artist</b>; <b>Album</b> and <b>Duration</b> are optional. Their names can be in other languages too."
              tags={{ b: <b /> }}
            />
          </p>
        </details>
      </Form>
    </RouteDialog>
  );
}
