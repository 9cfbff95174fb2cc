// A toast: a flash message that goes by itself.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { focusMain } from "~/browser/use-focus";
import { t } from "~/language/text";
import type { FlashData } from "~/models/flash";
import { FlashStrip, FlashText } from "~/ui/flash";
import { Icon } from "~/ui/icon";

/** How far a pointer may move during a click, and how far a swipe must go to dismiss the toast. */
const PRESS_PX = 10;
const SWIPE_PX = 50;

/** Shows one toast. Hovering or focusing it pauses its time; Escape and swiping right dismiss it. */
export function Toast({
  flash,
  durationMs,
  onClose,
}: {
  flash: FlashData;
  durationMs: number;
  onClose: () => void;
}) {
  const toast = useRef<HTMLDivElement>(null);
  const setIsPaused = useTimer(durationMs, onClose);
  const swipe = useSwipe(onClose);

  function dismiss() {
    // The clicked button disappears with its toast.
    if (toast.current?.contains(document.activeElement)) focusMain();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // A dialog below stays.
    event.preventDefault();
    dismiss();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button does the same
    <div
      ref={toast}
      className="card flash toast flex select-none overflow-hidden [touch-action:pan-y] [&_.flash-title]:leading-5 [&_.flash-words]:p-0"
      onPointerEnter={() => setIsPaused(true)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      onKeyDown={onKeyDown}
      {...swipe}
      onPointerLeave={(event) => {
        setIsPaused(false);
        swipe.onPointerLeave(event);
      }}
    >
      <FlashStrip kind={flash.kind} />
      <FlashText flash={flash} onAction={dismiss} />
      <button type="button" className="icon-button" onClick={dismiss}>
        <Icon name="close" size={20} />
        <span className="sr-only">{t("Dismiss")}</span>
      </button>
    </div>
  );
}

/** Calls `onEnd` after this time, which stops while it is paused or the window is in the background. */
function useTimer(durationMs: number, onEnd: () => void) {
  const leftMs = useRef(durationMs);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    const pause = () => setIsPaused(true);
    const resume = () => setIsPaused(false);
    window.addEventListener("blur", pause);
    window.addEventListener("focus", resume);
    return () => {
      window.removeEventListener("blur", pause);
      window.removeEventListener("focus", resume);
    };
  }, []);

  useEffect(() => {
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(onEnd, leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isPaused, onEnd]);

  return setIsPaused;
}

/** Handlers with which an element follows the pointer to the right, and calls `onSwipe` when let go far enough. */
function useSwipe(onSwipe: () => void) {
  const startX = useRef<number>();
  const movedBy = ({ clientX }: PointerEvent) => Math.max(0, clientX - (startX.current ?? clientX));

  function stop({ currentTarget }: PointerEvent<HTMLElement>) {
    startX.current = undefined;
    currentTarget.style.transform = "";
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button === 0) startX.current = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { currentTarget, pointerId } = event;
      const px = movedBy(event);
      if (px < PRESS_PX) return;
      // A button under the pointer isn't pressed any more.
      currentTarget.setPointerCapture(pointerId);
      currentTarget.style.transform = `translateX(${px}px)`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const px = movedBy(event);
      stop(event);
      if (px >= SWIPE_PX) onSwipe();
    },
    onPointerCancel: stop,
    onPointerLeave: stop,
  };
}
