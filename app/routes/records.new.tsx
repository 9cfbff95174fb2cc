import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import { pressInBrowser } from "~/forms/press-button";
import * as served from "~/forms/record-form.server";
import { page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { type RecordInput, recordsAddress, recordTrouble, recordWords } from "~/models/record";
import { addRecord, readRecordQuery } from "~/models/record.server";

const RecordForm = fetchedForm(
  served.RecordForm,
  async () => (await import("~/forms/record-form")).RecordForm,
);

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Add Record · Records · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return { id: randomUUID(), closeTo: recordsAddress(readRecordQuery(request.url)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const run = async (input: RecordInput) => {
    await addRecord(member.id, input);
    await leaveNotice(request, success(recordWords.added));
    return recordsAddress(readRecordQuery(request.url));
  };
  return page(() => served.submitRecord(request, member.id, run, recordTrouble.add));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, recordTrouble.add, recordTrouble.unsaid);
}

export default function AddRecord() {
  const { id, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add Record" closeTo={closeTo} quick>
      <RecordForm id="add-record" record={{ id }} submit="Add Record" />
    </RouteDialog>
  );
}
