// The dialog over a page, with scripts.
import * as Radix from "@radix-ui/react-dialog";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import { isComposing } from "~/browser/composing";
import { focusMain, isFocusLost } from "~/browser/use-focus";
import { REST_MS } from "~/durations";
import { t } from "~/language/text";
import { Icon } from "~/ui/icon";

/** The refusal, or else the first field. */
const FIRST = "[role=alert], input:not([type=hidden]), textarea, select";

/** The element that opened the shown dialog, or the pending one that it replaced. */
let opener: Element | null = null;

/** Text typed while a dialog loaded, for its first field. */
let typedAhead = "";

type DialogProps = {
  title: string;
  description?: string;
  /** Shows that it is loading; another dialog may then replace it. */
  isPending?: boolean;
  /** False hides it temporarily. */
  open?: boolean;
  /** True if it opens by itself: at first it ignores clicks, which were meant for the page below. */
  isUnasked?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog at most 500 px wide. Escape, the close button and a click outside close it; the focus stays in it. */
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
    if (isPending) typedAhead = "";
    return isUnasked ? performance.now() + REST_MS : 0;
  });

  // Goes by the time of the click: a busy page handles it later.
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
            className="card dialog mx-auto w-full max-w-dialog"
            aria-busy={isPending}
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={isPending ? focusPending : focusFirst}
            onKeyDown={isPending ? typeAhead : undefined}
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
                <span className="sr-only">{t("Close")}</span>
              </Radix.Close>
            </header>
            <div className="p-4">
              {isPending ? (
                <p role="status" className="min-h-[12rem] text-soft">
                  {t("Loading...")}
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
  if (typedAhead && isBlankText(first)) {
    first.value = typedAhead;
    first.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typedAhead = "";
}

/** Skips the close button, which a space typed ahead would click. */
function focusPending(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function typeAhead({ key, ctrlKey, metaKey, altKey, target, currentTarget }: KeyboardEvent) {
  if (target !== currentTarget || ctrlKey || metaKey || altKey) return;
  if (key === "Backspace") typedAhead = typedAhead.slice(0, -1);
  else if ([...key].length === 1) typedAhead += key;
}

function isBlankText(field: HTMLElement): field is HTMLInputElement | HTMLTextAreaElement {
  return (
    field.matches("textarea, input[type=text], input[type=search], input:not([type])") &&
    !("value" in field && field.value)
  );
}

/** Radix would return it to what had it when this dialog opened, which may be the pending dialog that it replaced. */
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
