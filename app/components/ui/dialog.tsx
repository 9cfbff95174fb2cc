// Radix's dialog, fetched by route-dialog.tsx once scripts run.
import * as RadixDialog from "@radix-ui/react-dialog";
import { type FocusEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { focusMain, isFocusLost } from "~/browser/use-focus";
import { Icon } from "./icon";

export type DialogProps = {
  title: string;
  description?: string;
  /** False hides it temporarily. */
  open?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog at most 500 px wide. */
export function Dialog({ title, description, open = true, onClose, children }: DialogProps) {
  // There is no trigger that Radix could return the focus to.
  const [opener] = useState(() => document.activeElement);

  const content = useRef<HTMLDivElement>(null);

  function focusOpener(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
    // It may be gone, for instance with what was removed.
    if (isFocusLost()) focusMain();
  }

  return (
    <RadixDialog.Root open={open} onOpenChange={(open) => open || onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="dialog-overlay">
          <RadixDialog.Content
            ref={content}
            className="card dialog"
            onCloseAutoFocus={focusOpener}
            onFocus={scrollToFocus}
            onInteractOutside={(event) => {
              if (isTyped(content.current)) event.preventDefault();
            }}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
              <div className="min-w-0 py-2">
                <RadixDialog.Title>{title}</RadixDialog.Title>
                {description ? (
                  <RadixDialog.Description className="text-soft">{description}</RadixDialog.Description>
                ) : null}
              </div>
              <RadixDialog.Close className="icon-button">
                <Icon name="close" />
                <span className="sr-only">Close</span>
              </RadixDialog.Close>
            </header>
            <div className="p-4">
              <Suspense fallback={null}>
                {children}
                <BeginInside />
              </Suspense>
            </div>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Radix moves the focus from the last control to the first, and back, without scrolling. */
function scrollToFocus({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
}

/** Whether something was typed that a stray click outside would lose. */
function isTyped(content: HTMLElement | null) {
  const fields = content?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=hidden], [type=radio], [type=checkbox]), textarea",
  );
  return Array.from(fields ?? []).some(({ value, defaultValue }) => value !== defaultValue);
}

const FIRST = "[role=alert], input:not([type=hidden]), textarea, select";

/** Focuses the refused field or else the first one, once the content has rendered. */
function BeginInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.closest("[role=dialog]")?.querySelector<HTMLElement>(FIRST)?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
