// Sends a form with XMLHttpRequest, which unlike fetch reports progress. Loaded with the first upload, and without React:
// a separate chunk that uses React would split React's chunk.

import { COMMUNITY_NAME } from "~/community";

/** Sends a form as fetch does and reports how much has been sent, from 0 to 1. The response has no headers. */
export function fetchWithProgress(
  to: URL,
  { method = "POST", body, signal }: RequestInit,
  report: (share: number) => void,
): Promise<Response> {
  if (signal?.aborted) throw signal.reason;
  report(0);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => report(total ? loaded / total : 0);
    request.upload.onload = () => report(1);
    request.onload = () => resolve(new Response(request.response, { status: request.status }));
    request.onerror = () => reject(new TypeError(`We couldn't reach ${COMMUNITY_NAME}.`));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort());
    request.open(method, to);
    request.responseType = "arraybuffer";
    request.send(body as FormData);
  });
}
