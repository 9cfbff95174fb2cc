import { apiRoute } from "~/http/api.server";
import { requireSpace, withUploadedFile } from "~/http/upload.server";
import { beginHistory, getHistory, startHistory } from "~/models/music-account/history/history.server";
import { type HistoryInput, historyInput } from "~/models/music-account/music-account-schema";

export const loader = apiRoute({
  GET: { run: (member) => getHistory(member.id) },
  /** The body is the file: ZIP, JSON or CSV. What the letters of a CSV are may be in the query. */
  PUT: {
    schema: historyInput,
    takesFile: true,
    status: 201,
    run: (member, { encoding }: HistoryInput, { request }) => {
      const start = (path: string) => startHistory(member.id, path, encoding);
      return withUploadedFile(member.id, request.body, "history", start, async () => {
        await beginHistory(member.id);
        await requireSpace(member.id, request);
      });
    },
  },
});
export const action = loader;
