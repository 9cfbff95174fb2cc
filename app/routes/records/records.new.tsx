import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RecordForm } from "~/components/record/record-form";
import { submitRecord } from "~/components/record/record-form.server";
import { RouteDialog } from "~/components/ui/dialog/route-dialog";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { hasCatalog } from "~/models/catalog/release.server";
import { recordErrors, recordMessages, recordsPath } from "~/models/record/record";
import { addRecord, readRecordQuery } from "~/models/record/record.server";
import { answerShelfQuestion, isCollectionEmpty } from "~/models/record/shown-record.server";

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: "Add Record · Records · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return {
    id: randomUUID(),
    isFirst: await isCollectionEmpty(member.id),
    hasCatalog: hasCatalog(),
    closeTo: recordsPath(readRecordQuery(request.url)),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitRecord(request, recordErrors.add, async (member, { shelf, ...input }) => {
    await addRecord(member.id, input);
    await answerShelfQuestion(member.id, shelf);
    return { notice: recordMessages.added, to: recordsPath(readRecordQuery(request.url)) };
  });
}

export const clientAction = createClientAction({
  errorTitle: recordErrors.add,
  noReason: recordErrors.unsaid,
});

export default function AddRecord() {
  const { id, hasCatalog, isFirst, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add Record" closeTo={closeTo} quick>
      <RecordForm
        id="add-record"
        record={{ id }}
        submit="Add Record"
        hasCatalog={hasCatalog}
        isFirst={isFirst}
      />
    </RouteDialog>
  );
}
