import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import { pressInBrowser } from "~/forms/press-button";
import * as served from "~/forms/record-form.server";
import { found, page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { type RecordInput, recordsAddress, recordTrouble, recordWords } from "~/models/record";
import { changeRecord, getRecord, readRecordQuery } from "~/models/record.server";

const RecordForm = fetchedForm(
  served.RecordForm,
  async () => (await import("~/forms/record-form")).RecordForm,
);

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Edit Record · Records · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const record = found(await getRecord(member.id, params.id ?? ""));
  return { record, closeTo: recordsAddress(readRecordQuery(request.url)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const run = async (input: RecordInput) => {
    await changeRecord(member.id, params.id ?? "", input);
    await leaveNotice(request, success(recordWords.changed));
    return recordsAddress(readRecordQuery(request.url));
  };
  return page(() => served.submitRecord(request, member.id, run, recordTrouble.change));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, recordTrouble.change);
}

export default function EditRecord() {
  const { record, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Record" closeTo={closeTo} quick>
      <RecordForm id="edit-record" record={record} submit="Save Record" />
    </RouteDialog>
  );
}
