import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { parseInput } from "~/http/body.server";
import { privateHeaders } from "~/http/error-response.server";
import { requireModerator } from "~/http/page.server";
import { logFilters } from "~/models/safety/case/case-schema";
import { writeLogCsv } from "~/models/safety/moderation-log.server";

export { action } from "~/forms/hidden-route";

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const file = Readable.from(writeLogCsv(moderator.id, parseInput(logFilters, query)));
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      ...privateHeaders,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="moderation-log.csv"',
    },
  });
}
