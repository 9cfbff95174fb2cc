import { apiRoute, listResponse, operation, versionedResponse } from "~/http/api.server";
import { addRecord, listRecords, recordVersion } from "~/models/record/record.server";
import { recordInput, recordQuery } from "~/models/record/record-schema";

const PAGE = 500;

export const loader = apiRoute({
  GET: operation(recordQuery, async (member, query, { request }) => {
    const { records, next } = await listRecords(member.id, query, PAGE);
    return listResponse(request, records, next);
  }),
  POST: operation(
    recordInput,
    async (member, input) => {
      const added = await addRecord(member.id, input);
      return versionedResponse(added, recordVersion(added), 201);
    },
    201,
  ),
});
export const action = loader;
