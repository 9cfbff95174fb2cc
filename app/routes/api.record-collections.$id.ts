import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { changeRecord, removeRecord } from "~/models/record.server";
import { recordInput } from "~/models/record-input";

export async function loader(visit: LoaderFunctionArgs) {
  return action(visit);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return apiWrite(request, {
    PUT: operation(recordInput, (member, input) => changeRecord(member.id, id, input)),
    DELETE: { run: (member) => removeRecord(member.id, id), status: 204 },
  });
}
