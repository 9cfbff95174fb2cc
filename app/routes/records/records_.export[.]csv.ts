import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { requireMember } from "~/http/page.server";
import { listAllRecords, readRecordQuery } from "~/models/record/record.server";
import { writeRecordsCsv } from "~/models/record/record-csv.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { wanted } = readRecordQuery(request.url);
  const file = Readable.from(writeRecordsCsv(listAllRecords(member.id, wanted)));
  const name = wanted ? "wanted-records.csv" : "records.csv";
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      ...privateHeaders,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
