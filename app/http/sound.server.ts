// Answers players' requests for a sound.
import type { Sound } from "~/integrations/deezer.server";

/** One range of bytes, which is all that players ask for. */
const RANGE = /^bytes=(?:\d{1,9}-\d{0,9}|-\d{1,9})$/;

/** The range that a request names, if it is well-formed. */
export function readRange(request: Request): string | null {
  return RANGE.exec(request.headers.get("Range") ?? "")?.[0] ?? null;
}

/** The sound, or the part that was asked for. */
export function soundResponse({ status, bytes, contentRange }: Sound): Response {
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
