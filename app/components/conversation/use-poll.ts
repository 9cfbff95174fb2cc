// Polls the server for changes that no stream delivers.
import { useCallback, useEffect, useRef } from "react";
import { isStreamOpen } from "~/browser/use-live";
import { pollDelay } from "~/live/poll-interval";

/**
 * Calls `request` while `isOn` and the tab is visible. Each call returns the delay until the next in milliseconds, or undefined
 * to stop. Backs off while it fails. Returns a function that polls now, or once more if a request is running.
 */
export function usePoll(
  isOn: boolean,
  request: (signal: AbortSignal) => Promise<number | undefined>,
): () => void {
  const pollNow = useRef(() => {});

  useEffect(() => {
    if (!isOn) return;
    const unmount = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    /** Called again while a request was running. */
    let runsAgain = false;
    let failures = 0;

    async function poll() {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      runsAgain = isRunning;
      if (isRunning) return;
      isRunning = true;
      let delay: number | undefined;
      try {
        delay = await request(unmount.signal);
        failures = 0;
      } catch {
        if (unmount.signal.aborted) return;
        delay = pollDelay(++failures);
      }
      isRunning = false;
      if (delay === undefined) return;
      timer = setTimeout(poll, runsAgain ? 0 : delay);
      runsAgain = false;
    }

    pollNow.current = poll;
    timer = setTimeout(poll, isStreamOpen() ? 0 : pollDelay(0));
    document.addEventListener("visibilitychange", poll);
    return () => {
      pollNow.current = () => {};
      unmount.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [isOn, request]);

  return useCallback(() => pollNow.current(), []);
}
