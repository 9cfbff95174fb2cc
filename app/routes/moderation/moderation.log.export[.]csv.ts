import { parseInput } from "~/http/body.server";
import { downloadRoute } from "~/http/download.server";
import { requireModerator } from "~/http/page.server";
import { writeLogCsv } from "~/models/safety/staff/moderation-log.server";
import { logFilters } from "~/models/safety/staff/moderation-log-schema";

export { action } from "~/forms/hidden-route";

export const loader = downloadRoute({
  authorize: requireModerator,
  page: ({ request }) => `/moderation/log${new URL(request.url).search}`,
  open: async (moderator, { request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return {
      name: "moderation-log.csv",
      type: "text/csv; charset=utf-8",
      content: writeLogCsv(moderator.id, parseInput(logFilters, query)),
    };
  },
});
