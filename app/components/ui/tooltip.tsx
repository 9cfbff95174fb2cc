// The tooltip of an icon button.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** The distance from the button, and at least that from the edges of the window. */
const GAP_PX = 6;
const MARGIN_PX = 8;

// Shared by the tooltips of all icon buttons: when the last one closed.
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * Shows `text` beside its parent button or link: after 700 ms of hovering, or at once when another closed less than 300 ms
 * ago, and at once on keyboard focus. It is for the eye only; without scripts there is none.
 */
export function Tooltip({ text }: { text: string }) {
  const mark = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<BubbleProps>();

  useEffect(() => {
    const parent = mark.current?.parentElement;
    if (!parent) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unmount = new AbortController();
    let isShown = false;
    const show = () => {
      isShown = true;
      setShown({ carrier: parent, onClose: hide });
    };
    const hide = () => {
      clearTimeout(timer);
      // At once: the pointer may be on the next button already.
      if (isShown) closedAt = Date.now();
      isShown = false;
      setShown(undefined);
    };
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => parent.addEventListener(type, listener, { signal: unmount.signal });
    on("pointerenter", ({ pointerType }) => {
      if (pointerType === "touch") return;
      timer = setTimeout(show, Date.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS);
    });
    on("focus", () => parent.matches(":focus-visible") && show());
    on("pointerleave", hide);
    on("blur", hide);
    on("click", hide);
    return () => {
      clearTimeout(timer);
      unmount.abort();
    };
  }, []);

  return (
    <span ref={mark} hidden>
      {shown ? <Bubble {...shown}>{text}</Bubble> : null}
    </span>
  );
}

type BubbleProps = { carrier: HTMLElement; onClose: () => void };

/** Above the carrier or else below it, and closed by Escape and scrolling. */
function Bubble({ carrier, onClose, children }: BubbleProps & { children: string }) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    if (!bubble.current) return;
    const { style, offsetWidth, offsetHeight } = bubble.current;
    const { left, top, bottom, width } = carrier.getBoundingClientRect();
    const rightmost = document.documentElement.clientWidth - offsetWidth - MARGIN_PX;
    const above = top - GAP_PX - offsetHeight;
    style.left = `${Math.max(MARGIN_PX, Math.min(left + (width - offsetWidth) / 2, rightmost))}px`;
    style.top = `${above < MARGIN_PX ? bottom + GAP_PX : above}px`;
  }, [carrier]);

  useLayoutEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => key === "Escape" && onClose();
    document.addEventListener("keydown", closeOnEscape);
    document.addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("scroll", onClose, { capture: true });
    };
  }, [onClose]);

  return createPortal(
    <span ref={bubble} aria-hidden="true" className="tooltip">
      {children}
    </span>,
    document.body,
  );
}
