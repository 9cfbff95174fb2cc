// The scrolling box of an open chat, which keeps its reader's position.
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { opensNewTab } from "~/browser/navigation";
import { useFocusHandover } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Button } from "~/ui/button";
import { type MessageActions, MessageList } from "./message-list";
import type { MessageFeed } from "./use-message-feed";
import type { Outgoing } from "./use-outgoing";

/** The message that a page of earlier ones ends before, or that a search has led to, by id. */
export type Excerpt = { before?: string; around?: string };

const LOG_ID = "chat-log";
/** How close to the newest message counts as being at the end, in pixels. */
const NEAR_END = 48;
/** How close to the earliest loaded message earlier ones are fetched, in pixels. */
const NEAR_START = 600;

/**
 * The messages, including pending ones, with a link to earlier ones; in a live chat, scrolling close to the start fetches
 * those. Opens at its end. A new message scrolls there smoothly if the reader was at the end or sent it; otherwise the position
 * stays and a button appears. While earlier messages load, screen readers stay silent about them.
 */
export function ChatLog({
  feed: { chat, hasEarlier, isLoadingEarlier, showEarlier, showEarlierOnScroll },
  outgoing: { messages, pending, newest, isNewestOwn },
  excerpt,
  actions,
}: {
  feed: MessageFeed;
  outgoing: Outgoing;
  excerpt: Excerpt | undefined;
  actions: MessageActions | undefined;
}) {
  const { box, hasMissed, savePosition } = useReadingPosition(
    newest,
    isNewestOwn,
    excerpt ? undefined : showEarlierOnScroll,
  );
  const [oldest] = messages;

  /** Focuses the log, since the button disappears at the end. */
  function jump() {
    if (!box.current) return;
    box.current.focus({ preventScroll: true });
    scrollToEnd(box.current);
  }
  return (
    // 0px, because 0% of an unset height would be the content's height.
    <div className="chat-body relative flex min-h-40 flex-[1_1_0px] flex-col print:min-h-0 print:flex-none">
      <div
        ref={box}
        id={LOG_ID}
        role="log"
        aria-label={t("Messages with {firstName}", { firstName: chat.partner.firstName })}
        aria-live={isLoadingEarlier ? "off" : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        onScroll={savePosition}
        className="chat-log"
      >
        <div className="shrink-0 px-4 pb-[1.75rem] pt-4">
          {hasEarlier && oldest ? (
            <EarlierLink href={`/messages/${chat.id}?before=${oldest.id}`} show={showEarlier} />
          ) : null}
          <MessageList
            messages={messages}
            chat={chat}
            pending={pending}
            found={excerpt?.around}
            actions={actions}
          />
        </div>
      </div>
      {hasMissed ? (
        <Button
          type="button"
          icon="down"
          className="absolute bottom-2 left-1/2 -translate-x-1/2"
          onClick={jump}
        >
          {t("New messages")}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Scrolls `box` to the end when the id `newest` changes, or reports that the reader has missed a message. Calls `onNearStart`
 * when the reader comes close to the start.
 */
function useReadingPosition(newest: string | undefined, isNewestOwn: boolean, onNearStart?: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef({ newest, height: 0, position: 0, isFollowing: true });
  const [hasMissed, setHasMissed] = useState(false);

  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const before = seen.current;
    const grown = log.scrollHeight - before.height;
    seen.current = { ...before, newest, height: log.scrollHeight };
    if (before.height === 0 || before.newest === newest) return;
    if (isNewestOwn || before.isFollowing) {
      seen.current.isFollowing = true;
      log.scrollTop -= grown;
      scrollToEnd(log);
    } else {
      log.scrollTop -= grown;
      setHasMissed(true);
    }
  });

  // A card that expands or collapses is not a new message.
  useEffect(() => {
    const log = box.current;
    if (!log?.firstElementChild || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      seen.current.height = log.scrollHeight;
    });
    observer.observe(log.firstElementChild);
    return () => observer.disconnect();
  }, []);

  function savePosition() {
    const log = box.current;
    if (!log) return;
    const position = log.scrollTop;
    const above = log.scrollHeight - log.clientHeight + position;
    if (position < seen.current.position && above < NEAR_START) onNearStart?.();
    if (position >= -NEAR_END) {
      seen.current.isFollowing = true;
      setHasMissed(false);
    } else if (position < seen.current.position) seen.current.isFollowing = false;
    seen.current.position = position;
  }

  return { box, hasMissed, savePosition };
}

/** The column is reversed: `scrollTop` is 0 at the newest message and negative above it. */
function scrollToEnd(log: HTMLElement) {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  log.scrollTo({ top: 0, behavior: isReduced ? "auto" : "smooth" });
}

/** Links to earlier messages; with scripts `show` adds them to the page instead. */
export function EarlierLink({ href, show }: { href: string; show?: () => Promise<void> }) {
  // The link disappears with the earliest message.
  const link = useFocusHandover<HTMLAnchorElement>(LOG_ID);

  function showHere(event: MouseEvent<HTMLAnchorElement>) {
    if (!show || opensNewTab(event)) return;
    event.preventDefault();
    void show();
  }
  return (
    <p className="mt-4 text-center">
      <a ref={link} href={href} className="link inline-block p-2" onClick={showHere}>
        {t("Show earlier messages")}
      </a>
    </p>
  );
}
