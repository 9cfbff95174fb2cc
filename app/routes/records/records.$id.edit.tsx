import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitRecord } from "~/actions/record/record-form.server";
import { titled } from "~/community";
import { RecordForm } from "~/components/record/record-form";
import { createClientAction } from "~/forms/client-action";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import { classifyCovers } from "~/models/picture/picture.server";
import { recordErrors, recordMessages, recordsPath } from "~/models/record/record";
import { getRecord, readRecordQuery, recordVersion, updateRecord } from "~/models/record/record.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Edit Record · Records")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const record = orNotFound(await getRecord(member.id, params.id ?? ""));
  const { archived } = await classifyCovers(member.id, [record.imageUrl]);
  return {
    record,
    version: recordVersion(record),
    hasCatalog: hasCatalog(),
    isArchiveCover: archived.length > 0,
    closeTo: recordsPath(readRecordQuery(request.url)),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitRecord(request, recordErrors.change, async (member, { another: _, ...input }, version) => {
    await updateRecord(member.id, params.id ?? "", input, version);
    return { flash: recordMessages.changed, to: recordsPath(readRecordQuery(request.url)) };
  });
}

export const clientAction = createClientAction({ errorTitle: recordErrors.change });

export default function EditRecord() {
  const { record, version, closeTo, ...form } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Edit Record")} closeTo={closeTo} quick>
      <RecordForm id="edit-record" record={record} version={version} submit={t("Save Record")} {...form} />
    </RouteDialog>
  );
}
