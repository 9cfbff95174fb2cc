import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { createClientAction } from "~/forms/client-action";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import {
  RECORD_GONE,
  recordErrors,
  recordMessages,
  recordsPath,
  wantedMessages,
} from "~/models/record/record";
import { getRecord, readRecordQuery, removeRecord } from "~/models/record/record.server";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Delete Record · Records")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { artist, album, wanted } = orNotFound(await getRecord(member.id, params.id ?? ""));
  return { artist, album, wanted, closeTo: recordsPath(readRecordQuery(request.url)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const query = readRecordQuery(request.url);
  const page = recordsPath(query);
  const remove = async (member: { id: number }) => {
    await unlessGone(RECORD_GONE, removeRecord(member.id, params.id ?? ""));
    return { flash: (query.wanted ? wantedMessages : recordMessages).removed, to: page };
  };
  return submitButton(request, { page, errorTitle: recordErrors.remove }, remove);
}

export const clientAction = createClientAction({ errorTitle: recordErrors.remove });

export default function DeleteRecord() {
  const { artist, album, wanted, closeTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={album}
      description={artist}
      closeTo={closeTo}
      quick
      button={t("Delete")}
      icon="trash"
    >
      {wanted
        ? t("Are you sure you want to remove this record from the ones you want?")
        : t("Are you sure you want to remove this record from your collection?")}
    </ConfirmDialog>
  );
}
