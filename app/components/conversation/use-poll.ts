// Asks the server again and again for what no stream delivers.
import { useCallback, useEffect, useRef } from "react";
import { isStreamOpen } from "~/browser/use-live";
import { pollDelay } from "~/live/poll-interval";

/**
 * Calls `ask` while `isOn` and the tab is visible, each time after as many milliseconds as it has returned, and no more once
 * it returns none. Backs off while it fails. Returns a function that calls it at once, or again if it is still running.
 */
export function usePoll(
  isOn: boolean,
  ask: (signal: AbortSignal) => Promise<number | undefined>,
): () => void {
  const pollNow = useRef(() => {});

  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    /** It has been called while a request was in flight. */
    let isAgain = false;
    let failures = 0;

    async function poll() {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      isAgain = isAsking;
      if (isAsking) return;
      isAsking = true;
      let delay: number | undefined;
      try {
        delay = await ask(leaving.signal);
        failures = 0;
        if (delay === undefined) return;
      } catch {
        if (leaving.signal.aborted) return;
        failures += 1;
        delay = pollDelay(failures);
      } finally {
        isAsking = false;
      }
      timer = setTimeout(poll, isAgain ? 0 : delay);
      isAgain = false;
    }

    pollNow.current = poll;
    timer = setTimeout(poll, isStreamOpen() ? 0 : pollDelay(0));
    document.addEventListener("visibilitychange", poll);
    return () => {
      pollNow.current = () => {};
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [isOn, ask]);

  return useCallback(() => pollNow.current(), []);
}
