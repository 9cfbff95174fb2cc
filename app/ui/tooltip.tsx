// The tooltips of icon buttons.
import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** The distance from the button, and the least distance from the edges of the window. */
const GAP_PX = 6;
const MARGIN_PX = 8;

/**
 * Shows the name of any icon button beside it: after 700 ms of hovering, or at once when another was shown less than 300 ms
 * ago, and at once on keyboard focus. It is only visual; without scripts there is none.
 */
export function Tooltips() {
  const { key } = useLocation();
  const [shown, setShown] = useState<BubbleProps>();

  // One set of listeners for all buttons, because a long list has dozens. A new screen starts without a tooltip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation ends what was shown
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unmount = new AbortController();
    let hovered: HTMLElement | null = null;
    let isShown = false;
    // A dialog that opens by itself moves the focus as a key press would.
    let isByKey = false;
    let closedAt = Number.NEGATIVE_INFINITY;
    const show = (carrier: HTMLElement) => {
      isShown = true;
      setShown({ carrier, onClose: hide });
    };
    const hide = () => {
      clearTimeout(timer);
      // At once: the pointer may be on the next button already.
      if (isShown) closedAt = Date.now();
      isShown = false;
      setShown(undefined);
    };
    const on = <Type extends keyof DocumentEventMap>(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) => document.addEventListener(type, listener, { capture: true, signal: unmount.signal });
    const hover = (carrier: HTMLElement | null) => {
      if (carrier === hovered) return;
      hide();
      hovered = carrier;
      if (carrier) timer = setTimeout(() => show(carrier), wait());
    };
    const wait = () => (Date.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS);
    on("pointerdown", () => {
      isByKey = false;
    });
    on("keydown", () => {
      isByKey = true;
    });
    on("pointerover", ({ target, pointerType }) => pointerType !== "touch" && hover(carrierOf(target)));
    // The pointer leaves the window.
    on("pointerout", ({ relatedTarget }) => relatedTarget ?? hover(null));
    on("focusin", ({ target }) => {
      const carrier = carrierOf(target);
      if (isByKey && carrier?.matches(":focus-visible")) show(carrier);
    });
    on("focusout", hide);
    on("click", hide);
    return () => {
      hide();
      unmount.abort();
    };
  }, [key]);

  return shown ? <Bubble {...shown} /> : null;
}

function carrierOf(target: EventTarget | null): HTMLElement | null {
  const button = target instanceof Element ? target.closest<HTMLElement>(".icon-button") : null;
  return button && nameOf(button) ? button : null;
}

function nameOf(button: HTMLElement): string {
  return button.querySelector(":scope > .sr-only")?.textContent ?? "";
}

type BubbleProps = { carrier: HTMLElement; onClose: () => void };

/** Above the button or else below it; Escape and scrolling close it. */
function Bubble({ carrier, onClose }: BubbleProps) {
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
    <span
      ref={bubble}
      aria-hidden="true"
      className="tooltip fixed left-0 top-0 z-toast rounded-[3px] bg-ink px-2 py-1 text-sm text-paper print:hidden"
    >
      {nameOf(carrier)}
    </span>,
    document.body,
  );
}
