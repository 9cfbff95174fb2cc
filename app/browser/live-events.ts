// The browser's side of the live stream: follows it across breaks, and polls while there is none.

import type { EventKind } from "db/column-types";
import { HEARD_MOMENT, MOMENT_SECONDS } from "~/live/database-moment";
import { pollDelay } from "~/live/poll-interval";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import type { MessageDto } from "~/models/conversation/message";
import type { ReactionDto } from "~/models/conversation/reaction";

/** Events of the stream; `open` and `closed` say whether the stream carries all news from now on. */
export type LiveEvent =
  | { event: "message"; conversationId: string; message: MessageDto }
  /** `challenger` is the first name of who waits for the member to accept. */
  | { event: "game"; gameId: string; challenger?: string }
  /** `memberId` is whom the member matches with, until they have seen it. */
  | { event: "match"; matchId: string; memberId?: string }
  /** The partner is typing. */
  | { event: "typing"; conversationId: string }
  /** The partner has seen the member's messages up to this one. */
  | { event: "seen"; conversationId: string; sequence: number }
  /** The reactions to a message have changed; these are all of them. */
  | { event: "reaction"; conversationId: string; messageId: string; reactions: ReactionDto[] }
  /** A message has been edited or deleted. */
  | { event: "message-change"; conversationId: string; message: MessageDto }
  /** What the two play in step has begun, moved or ended. */
  | { event: "joint-play"; conversationId: string; jointPlay: JointPlayDto | null }
  | {
      event:
        | Exclude<
            EventKind,
            "message" | "match" | "seen" | "game" | "joint-play" | "reaction" | "message-change"
          >
        | "open"
        | "closed";
    };

/** All kinds, as a record so that the compiler reports a missing one: importing the list would add a chunk to every page. */
const KINDS: Record<EventKind | "typing", true> = {
  message: true,
  match: true,
  conversation: true,
  seen: true,
  typing: true,
  game: true,
  playlist: true,
  progress: true,
  "joint-play": true,
  reaction: true,
  "message-change": true,
  notification: true,
  reset: true,
};

/** How long a hidden tab keeps its connection: a browser has six for a site. */
const HIDDEN_MS = 30_000;

/** Lets no machine that is asked next answer from before what an event has told. */
function noteMoment({ data }: MessageEvent<string>) {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 has no other way, and the next request must have it.
  document.cookie = `${HEARD_MOMENT}=${JSON.parse(data)}; Max-Age=${MOMENT_SECONDS}; Path=/; SameSite=Lax`;
}

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
  let failures = 0;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    if (source || isSuperseded || typeof EventSource === "undefined") return;
    source = new EventSource(`/api/live?after=${lastEventId}`);
    source.onopen = () => {
      isOpen = true;
      failures = 0;
      clearTimeout(pollTimer);
      listener({ event: "open" });
    };
    source.onerror = () => {
      // EventSource does not reconnect after an error status, which a restarting server returns for a moment.
      if (source?.readyState === EventSource.CLOSED) disconnect();
      else markClosed();
    };
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        lastEventId = event.lastEventId || lastEventId;
        listener({ ...JSON.parse(event.data), event: kind });
      });
    }
    source.addEventListener("moment", noteMoment);
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

  function schedulePoll() {
    clearTimeout(pollTimer);
    if (document.visibilityState === "visible") pollTimer = setTimeout(pollOnce, pollDelay(failures));
  }

  async function pollOnce() {
    try {
      const hasNews = await poll();
      failures = 0;
      if (hasNews) listener({ event: "reset" });
      connect();
    } catch {
      failures += 1;
    }
    if (!isOpen) schedulePoll();
  }

  function onVisibilityChange() {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden") {
      clearTimeout(pollTimer);
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
