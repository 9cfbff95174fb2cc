import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { getPreview } from "~/models/preview.server";

/** One range of bytes, which is all that players ask for. */
const RANGE = /^bytes=(?:\d{1,9}-\d{0,9}|-\d{1,9})$/;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { searchParams } = new URL(request.url);
  const song = { artist: searchParams.get("artist") ?? "", title: searchParams.get("title") ?? "" };
  const range = RANGE.exec(request.headers.get("Range") ?? "")?.[0] ?? null;
  const { status, bytes, contentRange } = orNotFound(
    await getPreview(member.id, params.key ?? "", song, range),
  );
  return new Response(bytes, {
    status,
    headers: {
      "Content-Type": "audio/mpeg",
      "Content-Length": String(bytes.length),
      "Accept-Ranges": "bytes",
      ...(contentRange ? { "Content-Range": contentRange } : {}),
      "Cache-Control": status === 416 ? "private, no-store" : "private, max-age=300",
    },
  });
}
