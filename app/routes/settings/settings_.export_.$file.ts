import { createReadableStreamFromReadable, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { errorNotice, setFlash } from "~/http/flash.server";
import { isFetchRequest, orNotFound, requireConfirmed, requireUndeleted } from "~/http/page.server";
import { EXPORT_PATH, exportIdFromFile } from "~/models/account/export/export";
import { openExport } from "~/models/account/export/export.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  try {
    return await download(request, params.file ?? "");
  } catch (error) {
    const isMissing = error instanceof Response && error.status === 404;
    if (!isMissing || isFetchRequest(request)) throw error;
    // A browser would show the bare sentence. The page of exports has a notice, or for visitors the link to sign in.
    await setFlash(
      request,
      errorNotice("Export not found", "It has expired, or a newer one has replaced it."),
    );
    return redirect(EXPORT_PATH, 303);
  }
}

async function download(request: Request, file: string) {
  const { member } = await requireConfirmed(request, EXPORT_PATH, requireUndeleted);
  const id = orNotFound(exportIdFromFile(file));
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
