// What a member's page does with live events: badges, reloading the affected screen, and the page's own listeners.
import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FlashData } from "~/models/flash";
import type { Counts } from "~/models/notification/counts";
import type { LiveEvent } from "./live-events";
import type { PolledCounts } from "./live-page";
import { getRouter } from "./router";

/** How long a page load or a sign-out counts as in progress. */
const LEAVING_MS = 30_000;

const listeners = new Set<(event: LiveEvent) => void>();
let isOpen = false;

/** Whether the stream is open, for components that mount after its `open` event. */
export function isStreamOpen(): boolean {
  return isOpen;
}

/** Calls `listener` with all live events while the component is mounted. */
export function useLiveEvents(listener: (event: LiveEvent) => void) {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const callLatest = (event: LiveEvent) => latest.current(event);
    listeners.add(callLatest);
    return () => {
      listeners.delete(callLatest);
    };
  }, []);
}

function dispatch(event: LiveEvent) {
  if (event.event === "open") isOpen = true;
  if (event.event === "closed") isOpen = false;
  for (const listener of listeners) listener(event);
}

/** Whether nothing is being sent or opened. Asks the router itself, because React's state lags behind. */
function isIdle(): boolean {
  const { navigation, fetchers } = getRouter().state;
  return navigation.state === "idle" && ![...fetchers.values()].some(({ state }) => state === "submitting");
}

/** Returns a function that tells whether a page load or a sign-out has begun in the last 30 seconds. */
function watchLeaving(signal: AbortSignal): () => boolean {
  let leavingSince = Number.NEGATIVE_INFINITY;
  for (const event of ["beforeunload", "leaving"])
    window.addEventListener(event, () => (leavingSince = performance.now()), { signal });
  return () => performance.now() - leavingSince < LEAVING_MS;
}

/**
 * Subscribes to the member's events, once per page, and returns the current counts. Shows what needs the member's attention
 * with `showToast`. Both functions must be stable.
 */
export function useLive(
  memberId: string | undefined,
  loaded: Counts | undefined,
  showToast: (flash: FlashData) => void,
  loadLivePage: () => Promise<typeof import("./live-page")>,
): Counts | undefined {
  const [polled, setPolled] = useState<PolledCounts>();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const current = useRef({ loaded, pathname, revalidate, isIdle });
  useEffect(() => {
    current.current = { loaded, pathname, revalidate, isIdle };
  });

  useEffect(() => {
    if (!memberId) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    const isLeaving = watchLeaving(signal);
    // Loaded after the page, which doesn't need it to become interactive.
    loadLivePage().then(
      ({ startLivePage }) =>
        signal.aborted || startLivePage({ page: current, setPolled, dispatch, showToast, isLeaving, signal }),
      // Without a connection there are no live events either; the next page load tries again.
      () => undefined,
    );
    return () => {
      isOpen = false;
      unmount.abort();
    };
  }, [memberId, showToast, loadLivePage]);

  return polled && polled.since === loaded ? polled.counts : loaded;
}
