import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { orNotFound, requireConfirmed, requireUndeleted } from "~/http/page.server";
import { EXPORT_PATH, exportIdFromFile } from "~/models/account/export";
import { openExport } from "~/models/account/export.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { member } = await requireConfirmed(request, EXPORT_PATH, requireUndeleted);
  const id = orNotFound(exportIdFromFile(params.file ?? ""));
  const { stream, bytes } = orNotFound(await openExport(member.id, id));
  const day = new Date().toISOString().slice(0, 10);
  return new Response(createReadableStreamFromReadable(stream), {
    headers: {
      ...privateHeaders,
      "Content-Type": "application/zip",
      "Content-Length": String(bytes),
      "Content-Disposition": `attachment; filename="b-side-${day}.zip"`,
    },
  });
}
