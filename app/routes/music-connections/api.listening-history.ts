import { apiRoute } from "~/http/api.server";
import { requireSpace, withUploadedFile } from "~/http/upload.server";
import { getHistory, requireTurn, startHistory } from "~/models/connection/history/history.server";

export const { loader, action, operations } = apiRoute({
  GET: { run: (member) => getHistory(member.id) },
  /** The body is the file: ZIP, JSON or CSV. */
  PUT: {
    takesFile: true,
    status: 201,
    run: (member, _, { request }) => {
      const start = (path: string) => startHistory(member.id, path);
      return withUploadedFile(member.id, request.body, "history", start, async () => {
        await requireTurn(member.id);
        await requireSpace(member.id, request);
      });
    },
  },
});
