import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation, versionedResponse } from "~/http/api.server";
import { addRecord, listRecords, readRecordQuery, recordVersion } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";

const PAGE = 500;

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { records, next } = await listRecords(member.id, readRecordQuery(request.url), PAGE);
    return listResponse(request, records, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(recordInput, async (member, input) => {
    const added = await addRecord(member.id, input);
    return versionedResponse(added, recordVersion(added), 201);
  });
  return apiWrite(request, { POST: add }, { reads: true });
}
