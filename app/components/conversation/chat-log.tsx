// The messages of an open chat, in a box of their own that stays where its reader is.
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "./button";

/** How near to the newest message counts as being there, in pixels. */
const NEAR = 48;
/** How near to the earliest that is there it is time to fetch what came before, in pixels. */
const NEAR_TOP = 600;

/**
 * A box that begins at its end. When `newest` changes it goes there smoothly, if its reader was there or `isOwn`;
 * else it stays, and a button tells of what is new. Scrolled up near its beginning it calls `onNearTop`. While it is
 * `isFilling` with what was said before, nothing of that is read out.
 */
export function ChatLog({
  label,
  newest,
  isOwn,
  isFilling = false,
  onNearTop,
  children,
}: {
  label: string;
  /** Tells one newest message from the next. */
  newest: string | undefined;
  isOwn: boolean;
  isFilling?: boolean;
  onNearTop?: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef({ newest, height: 0, place: 0, isFollowing: true });
  const [hasMissed, setHasMissed] = useState(false);

  // The column is reversed: its place is 0 at the newest message and negative above, whatever comes on top.
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const before = seen.current;
    const grown = log.scrollHeight - before.height;
    seen.current = { ...before, newest, height: log.scrollHeight };
    if (before.height === 0 || before.newest === newest) return;
    if (isOwn || before.isFollowing) {
      seen.current.isFollowing = true;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return log.scrollTo(0, 0);
      log.scrollTop -= grown;
      log.scrollTo({ top: 0, behavior: "smooth" });
    } else {
      log.scrollTop -= grown;
      setHasMissed(true);
    }
  });

  // What opens or folds in a message is not what is new.
  useEffect(() => {
    const log = box.current;
    if (!log?.firstElementChild || typeof ResizeObserver === "undefined") return;
    const watcher = new ResizeObserver(() => {
      seen.current.height = log.scrollHeight;
    });
    watcher.observe(log.firstElementChild);
    return () => watcher.disconnect();
  }, []);

  function notePlace() {
    const log = box.current;
    if (!log) return;
    const place = log.scrollTop;
    const above = log.scrollHeight - log.clientHeight + place;
    if (place < seen.current.place && above < NEAR_TOP) onNearTop?.();
    if (place >= -NEAR) {
      seen.current.isFollowing = true;
      setHasMissed(false);
    } else if (place < seen.current.place) seen.current.isFollowing = false;
    seen.current.place = place;
  }

  return (
    <div className="chat-middle">
      <div
        ref={box}
        role="log"
        aria-label={label}
        aria-live={isFilling ? "off" : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={notePlace}
        className="chat-log"
      >
        <div className="chat-lines">{children}</div>
      </div>
      {hasMissed ? (
        <Button
          type="button"
          icon="down"
          className="chat-missed"
          onClick={() => box.current?.scrollTo({ top: 0, behavior: "smooth" })}
        >
          New messages
        </Button>
      ) : null}
    </div>
  );
}

/** A link to earlier messages; with scripts they come into the page by `show` instead. */
export function EarlierLink({ href, show }: { href: string; show?: () => Promise<void> }) {
  const link = useRef<HTMLAnchorElement>(null);

  // After the earliest there is no such link any more: its focus goes to what it stood in.
  useLayoutEffect(() => {
    const here = link.current;
    return () => {
      if (here && here === document.activeElement) {
        here.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
      }
    };
  }, []);

  function showHere(event: MouseEvent<HTMLAnchorElement>) {
    if (!show || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show();
  }
  return (
    <p className="line-day">
      <a ref={link} href={href} className="link inline-block p-2" onClick={showHere}>
        Show earlier messages
      </a>
    </p>
  );
}
