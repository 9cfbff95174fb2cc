// How much of a form with a file has been sent: Remix sends by fetch, which tells nothing of that.
import { useSyncExternalStore } from "react";

const hearers = new Set<() => void>();
let share = 0;

/** The share, from 0 to 1, that has left the browser of what `tellSent` sends. */
export function useSentShare(): number {
  return useSyncExternalStore(
    hear,
    () => share,
    () => 0,
  );
}

/** Runs what sends a form with a file, and tells `useSentShare` how far it is. */
export async function tellSent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const { fetch } = window;
  tell(0);
  window.fetch = (to, init) => (init?.body instanceof FormData ? sendTold(to, init) : fetch(to, init));
  try {
    return await send();
  } finally {
    window.fetch = fetch;
  }
}

/** As fetch does it, but that nothing is told of the answer's headers. */
function sendTold(to: RequestInfo | URL, { method = "POST", body, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => tell(total ? loaded / total : 0);
    request.upload.onload = () => tell(1);
    request.onload = () => resolve(new Response(request.response, { status: request.status }));
    request.onerror = () => reject(new TypeError("The server could not be reached."));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort());
    request.open(method, to instanceof Request ? to.url : to);
    request.responseType = "arraybuffer";
    request.send(body as FormData);
  });
}

function tell(now: number) {
  share = now;
  for (const each of hearers) each();
}

function hear(each: () => void) {
  hearers.add(each);
  return () => {
    hearers.delete(each);
  };
}
