import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation, versionedResponse } from "~/http/api.server";
import { recordVersion, removeRecord, updateRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return apiWrite(request, {
    PUT: operation(recordInput, async (member, input, version) => {
      const saved = await updateRecord(member.id, id, input, version);
      return versionedResponse(saved, recordVersion(saved));
    }),
    DELETE: { run: (member) => removeRecord(member.id, id), status: 204 },
  });
}
