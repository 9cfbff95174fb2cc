import { downloadRoute } from "~/http/download.server";
import { memberIdParam } from "~/http/page.server";
import { checkPath } from "~/models/match/why";
import { getScoreSheet } from "~/models/match/why.server";

export const loader = downloadRoute({
  page: ({ params }) => checkPath(params.id ?? ""),
  open: async (member, { params }) => {
    const id = memberIdParam(params.id);
    const sheet = await getScoreSheet(member, id);
    return (
      sheet && {
        name: `score-${id}.json`,
        type: "application/json",
        content: `${JSON.stringify(sheet, null, 2)}\n`,
      }
    );
  },
});
