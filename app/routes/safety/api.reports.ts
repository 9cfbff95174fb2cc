import { apiRoute, createdResponse, listResponse, operation } from "~/http/api.server";
import { timedPage } from "~/models/cursor";
import { fileReport, listReports } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";

export const loader = apiRoute({
  GET: operation(timedPage, async (member, { cursor }, { request }) => {
    const { reports, next } = await listReports(member.id, cursor);
    return listResponse(request, reports, next);
  }),
  /**
   * `about` is a subject and an id, such as `member:123`; `photo:123` is their profile photo, and `photo:123-PHOTO` the one
   * with that id. A repeat is answered with 200.
   */
  POST: operation(
    reportInput,
    async (member, input) => {
      const { report, isNew } = await fileReport(member.id, input);
      return createdResponse(report, isNew);
    },
    201,
  ),
});
export const action = loader;
