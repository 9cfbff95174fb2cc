import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, createdResponse, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { fileReport, listReports } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";
import { timedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(timedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { reports, next } = await listReports(member.id, cursor);
    return listResponse(request, reports, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const file = operation(reportInput, async (member, input) => {
    const { report, isNew } = await fileReport(member.id, input);
    return createdResponse(report, isNew);
  });
  return apiWrite(request, { POST: file }, { reads: true });
}
