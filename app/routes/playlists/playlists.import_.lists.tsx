import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "~/community";
import { PlaylistBoxes } from "~/components/playlist/playlist-preview";
import { createClientAction } from "~/forms/client-action";
import { submitFields, unlessGone } from "~/forms/mutation.server";
import { readTyped } from "~/forms/typed-fields";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import {
  ALL_BUTTON,
  CHOSEN_FIELD,
  PLAYLISTS_IN_FILE,
  playlistFileErrors,
} from "~/models/playlist/file/playlist-file";
import { PLAYLIST_IMPORT_PATH, playlistMessages, playlistPath } from "~/models/playlist/playlist";
import { addImportedPlaylists, listPlaylistImports } from "~/models/playlist/playlist-import.server";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal, refusalAt } from "~/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { FileLetters } from "~/ui/file-letters";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Playlists")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const lists = await listPlaylistImports(member.id);
  orNotFound(lists[0]);
  const { search, searchParams } = new URL(request.url);
  return {
    lists,
    search,
    encoding: toTextEncoding(searchParams.get("encoding")),
    otherCount: Number(searchParams.get("others")) || 0,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const reject = (refusal: Refusal, form: FormData) => {
    const { message, fields } = refusalAt(CHOSEN_FIELD, refusal);
    return { error: message, fields, ...readTyped(form) };
  };
  return submitFields(request, { reject, errorTitle: playlistFileErrors.title }, async (member, form) => {
    const all = form.has(ALL_BUTTON) ? await listPlaylistImports(member.id) : undefined;
    const chosen = all?.map(({ id }) => id) ?? form.getAll(CHOSEN_FIELD).map(String);
    const [first, ...others] = chosen;
    if (!first) throw new Refusal("invalid", playlistFileErrors.noneChosen);
    await unlessGone(playlistFileErrors.gone, addImportedPlaylists(member.id, chosen));
    if (!others.length) return { flash: playlistMessages.imported, to: playlistPath(first) };
    const description = t("{count, plural, one {# playlist} other {# playlists}} imported", {
      count: chosen.length,
    });
    return { flash: { ...playlistMessages.imported, description }, to: "/playlists" };
  });
}

export const clientAction = createClientAction({ errorTitle: playlistFileErrors.title });

export default function ChoosePlaylists() {
  const { lists, search, encoding, otherCount } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSending = useNavigation().formMethod === "POST";
  const open = lists.filter(({ isAdded }) => !isAdded).length;
  return (
    <RouteDialog title={open ? t("Choose playlists") : t("Already imported")} closeTo="/playlists">
      <Form className="stack" preventScrollReset onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        {open ? <p>{t("Only you will see the new playlists. Those without songs aren't listed.")}</p> : null}
        <PlaylistBoxes
          lists={lists}
          search={search}
          chosen={refusal?.chosen?.[CHOSEN_FIELD] ?? []}
          error={fields[CHOSEN_FIELD]}
        />
        {otherCount > 0 ? (
          <p className="text-sm">
            {t("The first {max} playlists of a file are read. It has {count, number} more.", {
              max: PLAYLISTS_IN_FILE,
              count: otherCount,
            })}
          </p>
        ) : null}
        <div className="cluster">
          {open ? (
            <>
              <Button variant="primary" isPending={isSending}>
                {isSending ? t("Importing...") : t("Import selected")}
              </Button>
              <Button name={ALL_BUTTON} value="true" isPending={isSending}>
                {t("Import all {count, number}", { count: open })}
              </Button>
            </>
          ) : null}
          <ButtonLink to={PLAYLIST_IMPORT_PATH}>{t("Choose another file")}</ButtonLink>
        </div>
        <FileLetters encoding={encoding} path={PLAYLIST_IMPORT_PATH} />
      </Form>
    </RouteDialog>
  );
}
