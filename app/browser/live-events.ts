// The browser's side of the live stream: follows it across interruptions, and polls while there is none.

import { pollDelay } from "~/live/poll-interval";
import { type EventData, type StreamedKind, screens } from "~/models/notification/live-event";

/** `open` and `closed` say whether the stream delivers all news from now on. */
export type LiveEvent =
  | { [Kind in StreamedKind]: { event: Kind } & EventData<Kind> }[StreamedKind]
  | { event: "open" | "closed" };

/** How long a hidden tab keeps its connection: browsers allow six per site. */
const HIDDEN_MS = 30_000;

/**
 * Calls `listener` with the events after `cursor`. Without a stream it polls: every three seconds, less often while polls
 * fail, and never in a hidden tab. `poll` resolves with whether anything was new. Returns the function that unsubscribes.
 */
export function subscribeToEvents(
  cursor: string,
  listener: (event: LiveEvent) => void,
  poll: () => Promise<boolean>,
): () => void {
  let lastEventId = cursor;
  let source: EventSource | undefined;
  let isOpen = false;
  let isSuperseded = false;
  let isPolling = false;
  let failures = 0;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    if (source || isSuperseded || typeof EventSource === "undefined") return;
    source = new EventSource(`/api/live?after=${lastEventId}`);
    source.onopen = () => {
      isOpen = true;
      failures = 0;
      cancelPoll();
      listener({ event: "open" });
    };
    source.onerror = () => {
      // EventSource does not reconnect after an error status, which a restarting server returns for a moment.
      if (source?.readyState === EventSource.CLOSED) disconnect();
      else markClosed();
    };
    for (const kind of Object.keys(screens) as StreamedKind[]) {
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        lastEventId = event.lastEventId || lastEventId;
        listener({ ...JSON.parse(event.data), event: kind });
      });
    }
    source.addEventListener("enough", () => {
      isSuperseded = true;
      disconnect();
    });
  }

  function disconnect() {
    source?.close();
    source = undefined;
    markClosed();
  }

  function markClosed() {
    if (isOpen) listener({ event: "closed" });
    isOpen = false;
    schedulePoll();
  }

  /** Keeps a scheduled poll: an unreachable stream fails too often for a restarted timer ever to fire. */
  function schedulePoll() {
    if (isPolling || document.visibilityState === "hidden") return;
    pollTimer ??= setTimeout(pollOnce, pollDelay(failures));
  }

  function cancelPoll() {
    clearTimeout(pollTimer);
    pollTimer = undefined;
  }

  async function pollOnce() {
    pollTimer = undefined;
    isPolling = true;
    try {
      const hasNews = await poll();
      failures = 0;
      if (hasNews) listener({ event: "reset" });
      connect();
    } catch {
      failures += 1;
    }
    isPolling = false;
    if (!isOpen) schedulePoll();
  }

  function onVisibilityChange() {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden") {
      cancelPoll();
      hiddenTimer = setTimeout(disconnect, HIDDEN_MS);
    } else {
      isSuperseded = false;
      connect();
      if (!isOpen) schedulePoll();
    }
  }

  onVisibilityChange();
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    clearTimeout(pollTimer);
    clearTimeout(hiddenTimer);
    source?.close();
  };
}
