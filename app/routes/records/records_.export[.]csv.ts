import { downloadRoute } from "~/http/download.server";
import { ALL_OWNED, recordsPath } from "~/models/record/record";
import { listAllRecords, readRecordQuery } from "~/models/record/record.server";
import { writeRecordsCsv } from "~/models/record/record-csv.server";

export const loader = downloadRoute({
  page: ({ request }) => recordsPath({ ...ALL_OWNED, wanted: readRecordQuery(request.url).wanted }),
  open: async (member, { request }) => {
    const { wanted } = readRecordQuery(request.url);
    return {
      name: wanted ? "wanted-records.csv" : "records.csv",
      type: "text/csv; charset=utf-8",
      content: writeRecordsCsv(listAllRecords(member.id, wanted)),
    };
  },
});
