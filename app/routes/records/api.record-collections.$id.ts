import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import { recordVersion, removeRecord, updateRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";

export const loader = apiRoute({
  PUT: operation(recordInput, async (member, input, { version, params: { id = "" } }) => {
    const saved = await updateRecord(member.id, id, input, version);
    return versionedResponse(saved, recordVersion(saved));
  }),
  DELETE: { run: (member, _, { params: { id = "" } }) => removeRecord(member.id, id), status: 204 },
});
export const action = loader;
