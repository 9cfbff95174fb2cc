import { apiRoute } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { getHistory, startHistory } from "~/models/connection/history/history.server";

export const { loader, action, operations } = apiRoute({
  GET: { run: (member) => getHistory(member.id) },
  /** The body is the file: ZIP, JSON or CSV. */
  PUT: {
    takesFile: true,
    status: 201,
    run: (member, _, { request }) =>
      withUploadedFile(member.id, request.body, "history", (path) => startHistory(member.id, path)),
  },
});
