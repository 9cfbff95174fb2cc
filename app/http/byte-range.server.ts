// Responding to requests for a part of a file: Safari plays nothing without them, and seeking needs them.

/** One range of bytes, which is all that players ask for. */
const RANGE = /^bytes=(?:(\d{1,9})-(\d{0,9})|-(\d{1,9}))$/;

/**
 * Responds with the whole file or the requested range; 416 for a range beyond its end. `tag` is the file's ETag, checked again
 * at each request.
 */
export function answerWithRange(
  request: Request,
  { bytes, tag, type }: { bytes: Uint8Array<ArrayBuffer>; tag: string; type: string },
): Response {
  const etag = `"${tag}"`;
  const headers = {
    "Content-Type": type,
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const isSame = [null, etag].includes(request.headers.get("If-Range"));
  const range = isSame ? RANGE.exec(request.headers.get("Range") ?? "") : null;
  if (!range) return new Response(bytes, { headers: { ...headers, "Content-Length": String(bytes.length) } });
  const [, from, to, last] = range;
  const start = from === undefined ? Math.max(0, bytes.length - Number(last)) : Number(from);
  const end = Math.min(bytes.length - 1, from !== undefined && to ? Number(to) : bytes.length - 1);
  if (start > end) {
    const unsatisfied = { ...headers, "Content-Range": `bytes */${bytes.length}` };
    return new Response(null, { status: 416, headers: unsatisfied });
  }
  const part = bytes.slice(start, end + 1);
  return new Response(part, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(part.length),
      "Content-Range": `bytes ${start}-${end}/${bytes.length}`,
    },
  });
}
