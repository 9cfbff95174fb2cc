// The browser's side of the live stream: follows it through breaks, and asks where there is none.
import type { ShownMessage } from "~/models/chat";
import { pollDelay } from "./rhythm";

/** What a page hears. `open` and `closed` say whether the stream tells of everything from now on. */
export type LiveNews =
  | { event: "message"; conversationId: string; message: ShownMessage }
  | { event: "match" | "conversation" | "game" | "playlist" | "reset" | "open" | "closed" };

const KINDS = ["message", "match", "conversation", "game", "playlist", "reset"] as const;
/** A tab that nobody looks at gives its connection back: a browser has six for a site. */
const HIDDEN_MS = 30_000;

/**
 * Tells `hear` of what happens after row `place` of the outbox. While there is no stream it asks by `look`, every three
 * seconds and ever more rarely while that fails, and rests while the tab is hidden; `look` resolves with whether there
 * was something new. Returns what ends it.
 */
export function followLive(
  place: string,
  hear: (news: LiveNews) => void,
  look: () => Promise<boolean>,
): () => void {
  let reached = place;
  let source: EventSource | undefined;
  let isOpen = false;
  let hasEnough = false;
  let failures = 0;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    if (source || hasEnough || typeof EventSource === "undefined") return;
    source = new EventSource(`/api/live?after=${reached}`);
    source.onopen = () => {
      isOpen = true;
      failures = 0;
      clearTimeout(looking);
      hear({ event: "open" });
    };
    source.onerror = () => {
      // What is refused for good is not tried again by itself: a server that starts anew answers so for a moment.
      if (source?.readyState === EventSource.CLOSED) disconnect();
      else close();
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        reached = lastEventId || reached;
        hear({ ...JSON.parse(data), event: kind });
      });
    }
    source.addEventListener("enough", () => {
      hasEnough = true;
      disconnect();
    });
  }

  function disconnect() {
    source?.close();
    source = undefined;
    close();
  }

  function close() {
    if (isOpen) hear({ event: "closed" });
    isOpen = false;
    plan();
  }

  function plan() {
    clearTimeout(looking);
    if (document.visibilityState === "visible") looking = setTimeout(ask, pollDelay(failures));
  }

  async function ask() {
    try {
      const isNew = await look();
      failures = 0;
      if (isNew) hear({ event: "reset" });
      connect();
    } catch {
      failures += 1;
    }
    if (!isOpen) plan();
  }

  function attend() {
    clearTimeout(leaving);
    if (document.visibilityState === "hidden") {
      clearTimeout(looking);
      leaving = setTimeout(() => {
        source?.close();
        source = undefined;
        if (isOpen) hear({ event: "closed" });
        isOpen = false;
      }, HIDDEN_MS);
    } else {
      hasEnough = false;
      connect();
      if (!isOpen) plan();
    }
  }

  attend();
  document.addEventListener("visibilitychange", attend);
  return () => {
    document.removeEventListener("visibilitychange", attend);
    clearTimeout(looking);
    clearTimeout(leaving);
    source?.close();
  };
}
