// The dialog over a page, where scripts run.
import * as Radix from "@radix-ui/react-dialog";
import { type FocusEvent, type MouseEvent, type ReactNode, useState } from "react";
import { isComposing } from "~/browser/composing";
import { focusMain, isFocusLost } from "~/browser/use-focus";
import { Icon } from "~/components/ui/icon";
import { REST_MS } from "~/durations";

/** The refusal, or else the first field. */
const FIRST = "[role=alert], input:not([type=hidden]), textarea, select";

/** What opened the dialog that is shown, or the frame that it took the place of. */
let opener: Element | null = null;

type DialogProps = {
  title: string;
  description?: string;
  /** Shows that it loads; another dialog may take its place then. */
  isPending?: boolean;
  /** False hides it temporarily. */
  open?: boolean;
  /** True if it opens by itself: at first it ignores presses, which were meant for the page below. */
  isUnasked?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog at most 500 px wide. Escape, the close button and a click beside it close it; the focus stays in it. */
export function Dialog({
  title,
  description,
  isPending,
  open = true,
  isUnasked = false,
  onClose,
  children,
}: DialogProps) {
  const [restsUntil] = useState(() => {
    if (!document.querySelector("[role=dialog]")) opener = document.activeElement;
    return isUnasked ? performance.now() + REST_MS : 0;
  });

  // By the time of the press: a busy page handles it later.
  function ignoreEarlyPress(event: MouseEvent) {
    if (event.timeStamp >= restsUntil) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay" onClickCapture={ignoreEarlyPress}>
          <Radix.Content
            className="card dialog"
            aria-busy={isPending}
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={giveFocusBack}
            onFocus={scrollToFocus}
            onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
            onPointerDownOutside={(event) => {
              const { target, offsetX, timeStamp } = event.detail.originalEvent;
              const isScrollbar = target instanceof HTMLElement && offsetX > target.clientWidth;
              if (isScrollbar || isToast(target) || timeStamp < restsUntil) event.preventDefault();
            }}
          >
            <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
              <div className="min-w-0 py-2">
                <Radix.Title>{title}</Radix.Title>
                {description ? (
                  <Radix.Description className="text-soft">{description}</Radix.Description>
                ) : null}
              </div>
              <Radix.Close className="icon-button">
                <Icon name="close" />
                <span className="sr-only">Close</span>
              </Radix.Close>
            </header>
            <div className="p-4">
              {isPending ? (
                <p role="status" className="dialog-placeholder">
                  Loading...
                </p>
              ) : (
                children
              )}
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function focusFirst(event: Event) {
  const first =
    event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>(FIRST);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** Radix would give it to what had it when this dialog opened, which may be the frame it took the place of. */
function giveFocusBack(event: Event) {
  event.preventDefault();
  if (document.querySelector("[role=dialog]")) return;
  if (opener instanceof HTMLElement) opener.focus();
  // It may be gone, for instance with what was removed.
  if (isFocusLost()) focusMain();
}

function isToast(target: EventTarget | null) {
  return target instanceof Element && target.closest(".toasts") !== null;
}

/** Radix moves the focus without scrolling to it. */
function scrollToFocus({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
}
