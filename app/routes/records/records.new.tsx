import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitRecord } from "~/actions/record/record-form.server";
import { titled } from "~/community";
import { RecordForm } from "~/components/record/record-form";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import {
  anotherPath,
  recordErrors,
  recordMessages,
  recordsPath,
  wantedMessages,
} from "~/models/record/record";
import { addRecord, readAnotherQuery, readRecordQuery } from "~/models/record/record.server";
import { answerShelfQuestion, isCollectionEmpty } from "~/models/record/shown-record.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Add Record · Records")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = readRecordQuery(request.url);
  return {
    record: { id: randomUUID(), wanted: query.wanted, ...readAnotherQuery(request.url) },
    isFirst: await isCollectionEmpty(member.id),
    hasCatalog: hasCatalog(),
    closeTo: recordsPath(query),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitRecord(request, recordErrors.add, async (member, { shelf, another, ...input }) => {
    await addRecord(member.id, input);
    await answerShelfQuestion(member.id, shelf);
    const { added } = input.wanted ? wantedMessages : recordMessages;
    const query = { ...readRecordQuery(request.url), wanted: input.wanted };
    return { flash: added, to: another ? anotherPath(query, input) : recordsPath(query) };
  });
}

export const clientAction = createClientAction({
  errorTitle: recordErrors.add,
  noReason: recordErrors.unsaid,
});

export default function AddRecord() {
  const { record, hasCatalog, isFirst, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Add Record")} closeTo={closeTo} quick>
      <RecordForm
        key={record.id}
        id="add-record"
        record={record}
        submit={t("Add Record")}
        hasCatalog={hasCatalog}
        isFirst={isFirst}
      />
    </RouteDialog>
  );
}
