import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { removeRecord, updateRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return apiWrite(request, {
    PUT: operation(recordInput, (member, input) => updateRecord(member.id, id, input)),
    DELETE: { run: (member) => removeRecord(member.id, id), status: 204 },
  });
}
