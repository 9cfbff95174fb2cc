// The dialog over a page, where scripts run.
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { focusMain, isFocusLost } from "~/browser/use-focus";
import { Icon } from "~/components/ui/icon";
import { REST_MS } from "~/durations";

/** The refusal, or else the first field. */
const FIRST = "[role=alert], input:not([type=hidden]), textarea, select";

type DialogProps = {
  title: string;
  description?: string;
  /** The frame of a dialog that takes its place once it has loaded. */
  isPending?: boolean;
  /** False hides it temporarily. */
  open?: boolean;
  /** True if it opens by itself: at first it ignores presses, which were meant for the page below. */
  isUnasked?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** What opened the frame of a dialog that is loading. */
const openers = new WeakMap<Element, Element | null>();

/** What has opened a dialog: the element with the focus, or what opened the frame that the dialog takes the place of. */
function findOpener(): Element | null {
  const frame = document.querySelector("[role=dialog][aria-busy]");
  return (frame && openers.get(frame)) ?? document.activeElement;
}

/** A dialog at most 500 px wide. Escape, the close button and a click beside it close it; the focus stays in it. */
export function Dialog({ open = true, ...props }: DialogProps) {
  const [opener] = useState(findOpener);
  return open ? <OpenDialog opener={opener} {...props} /> : null;
}

function OpenDialog({
  title,
  description,
  isPending,
  opener,
  isUnasked = false,
  onClose,
  children,
}: Omit<DialogProps, "open"> & { opener: Element | null }) {
  const id = useId();
  const overlay = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pressed = useRef<EventTarget>();
  const [restsUntil] = useState(() => (isUnasked ? performance.now() + REST_MS : 0));
  useModal(overlay, content, { opener, onClose });

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    // biome-ignore lint/a11y/noStaticElementInteractions: the close button is the control for it
    <div
      ref={overlay}
      className="dialog-overlay"
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClickCapture={(event) => {
        if (performance.now() >= restsUntil) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={({ target, currentTarget }) => {
        // A selection may end beside the dialog.
        if (target === currentTarget && pressed.current === currentTarget) onClose();
      }}
    >
      <div
        ref={content}
        role="dialog"
        aria-modal="true"
        aria-busy={isPending}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        className="card dialog"
        onKeyDown={goRound}
        onFocus={scrollToFocus}
      >
        <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
          <div className="min-w-0 py-2">
            <h2 id={`${id}-title`}>{title}</h2>
            {description ? (
              <p id={`${id}-description`} className="text-soft">
                {description}
              </p>
            ) : null}
          </div>
          <button type="button" className="icon-button" onClick={onClose}>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </button>
        </header>
        <div className="p-4">{children}</div>
      </div>
    </div>,
    document.body,
  );
}

/**
 * Holds the focus in the dialog, closes it on Escape, and gives the focus back to its opener. A dialog listens before it is seen,
 * which takes layout effects.
 */
function useModal(
  overlay: RefObject<HTMLElement>,
  content: RefObject<HTMLElement>,
  { opener, onClose }: { opener: Element | null; onClose: () => void },
) {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    if (content.current) openers.set(content.current, opener);
    const release = [lockPage(overlay.current), lockScrolling()];
    content.current?.querySelector<HTMLElement>(FIRST)?.focus();
    if (!content.current?.contains(document.activeElement)) focusableIn(content.current)[0]?.focus();

    // The focus may be lost with a control that is gone.
    function closeOnEscape(event: globalThis.KeyboardEvent) {
      if (event.key === "Escape" && !event.defaultPrevented) close.current();
    }
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      for (const each of release) each();
    };
  }, [overlay, content, opener]);

  // After the effects that give the focus to what has changed below.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.querySelector("[role=dialog]")) return;
        if (opener instanceof HTMLElement) opener.focus();
        // It may be gone, for instance with what was removed.
        if (isFocusLost()) focusMain();
      });
    },
    [opener],
  );
}

/** Takes everything but the dialog and the toasts out of reach. Returns the function that undoes it. */
function lockPage(overlay: Element | null): () => void {
  const others = Array.from(document.body.children).filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each !== overlay && !each.inert && !each.matches(".toasts"),
  );
  for (const each of others) each.inert = true;
  return () => {
    for (const each of others) each.inert = false;
  };
}

/** Keeps the page below in its place, without its scrollbar. Returns the function that undoes it. */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.marginRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = "hidden";
  return () => {
    style.marginRight = "";
    style.overflow = "";
  };
}

function focusableIn(content: HTMLElement | null): HTMLElement[] {
  const controls = content?.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  return Array.from(controls ?? []).filter(
    (control) => !control.matches(":disabled, [tabindex='-1']") && control.getClientRects().length > 0,
  );
}

/** Moves the focus from the last control to the first, and back. */
function goRound(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Tab") return;
  const controls = focusableIn(event.currentTarget);
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (event.target !== from && event.target !== event.currentTarget) return;
  event.preventDefault();
  to?.focus();
}

/** An element that is focused with `focus()` may be hidden partly. */
function scrollToFocus({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
}
