// Page data that is asked for while the connection is gone is asked for again: Remix would give the page up.

/** How long after each loss the next try comes, or sooner once the browser is online again; then it is given up. */
const PAUSES_MS = [300, 1000, 3000, 6000, 10_000];

/** Makes Remix's reading of pages steady. Only what changes nothing is asked for again. */
export function steadyFetch() {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const isReading = pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
    for (const pauseMs of isReading ? PAUSES_MS : []) {
      try {
        return await fetch(input, init);
      } catch (lost) {
        if (init?.signal?.aborted) throw lost;
        await pause(pauseMs);
      }
    }
    return fetch(input, init);
  };
}

function pause(milliseconds: number) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(goOn, milliseconds);
    window.addEventListener("online", goOn, { once: true });
    function goOn() {
      clearTimeout(timer);
      window.removeEventListener("online", goOn);
      resolve();
    }
  });
}
