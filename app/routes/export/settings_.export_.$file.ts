import { downloadRoute } from "~/http/download.server";
import { requireConfirmed, requireUndeleted } from "~/http/page.server";
import { msg } from "~/language/text";
import { EXPORT_PATH, exportIdFromFile } from "~/models/account/export/export";
import { openExport } from "~/models/account/export/export.server";

export const loader = downloadRoute({
  // The page of exports shows the flash message, or for visitors the link to sign in.
  page: () => EXPORT_PATH,
  missing: {
    title: msg("Export not found"),
    description: msg("It has expired, or a newer one has replaced it."),
  },
  authorize: async (request) => (await requireConfirmed(request, EXPORT_PATH, requireUndeleted)).member,
  open: async (member, { params }) => {
    const id = exportIdFromFile(params.file ?? "");
    const file = id === undefined ? undefined : await openExport(member.id, id);
    if (!file) return undefined;
    const day = new Date().toISOString().slice(0, 10);
    return {
      name: `b-side-${day}.zip`,
      type: "application/zip",
      bytes: file.bytes,
      content: file.stream,
    };
  },
});
