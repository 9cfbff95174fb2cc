// Remix's requests, with retries of page data after a lost connection, and with upload progress.
import { leaveOldBuild, noteResponse, openCopy } from "./page-reads";
import { hasFile, reportUpload } from "./upload-progress";

/** The delays before each retry, cut short when the browser is online again. */
const RETRY_DELAYS_MS = [300, 1000, 3000, 6000, 10_000];

/** Replaces `window.fetch`, the only way to reach Remix's requests. Never retries writes. */
export function extendFetch() {
  const { fetch } = window;
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (hasFile(init.body)) {
      const upload = await import("./upload-request").catch(() => undefined);
      return upload ? upload.fetchWithProgress(url, init, reportUpload) : fetch(input, init);
    }
    const isData = url.pathname.endsWith(".data");
    const isReading = isData && (init.method ?? "GET") === "GET";
    const send = async () => {
      const response = await fetch(input, init);
      if (!isData) return response;
      noteResponse(url, response);
      if (isReading) await leaveOldBuild();
      // Read as a whole, because Remix handles an aborted request but not an aborted response.
      return new Response(response.body && (await response.arrayBuffer()), response);
    };
    if (isReading) await leaveOldBuild();
    for (const delayMs of isReading ? RETRY_DELAYS_MS : []) {
      try {
        return await send();
      } catch (failure) {
        if (init.signal?.aborted) throw failure;
        await openCopy(url);
        await delay(delayMs);
      }
    }
    return send();
  };
}

/** Waits, at most until the browser is online. */
function delay(milliseconds: number) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener("online", finish, { once: true });
    function finish() {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      resolve();
    }
  });
}
