import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/http/member.server";
import { privately } from "~/http/refusal.server";
import { listAllRecords } from "~/models/record.server";
import { writeRecordsCsv } from "~/models/record-csv";

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return new Response(writeRecordsCsv(await listAllRecords(member.id)), {
    headers: {
      ...privately,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="records.csv"',
    },
  });
}
