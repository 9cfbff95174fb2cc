// Radix's dialog, fetched by route-dialog.tsx once scripts run.
import * as Dialog from "@radix-ui/react-dialog";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Icon } from "./icons";

export type DialogFrameProps = {
  title: string;
  description?: string;
  /** False hides it for a while. */
  open?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog at most 500 px wide. */
export function DialogFrame({ title, description, open = true, onClose, children }: DialogFrameProps) {
  // There is no trigger that Radix could give the focus back to.
  const [opener] = useState(() => document.activeElement);

  function focusOpener(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  }

  return (
    <Dialog.Root open={open} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay">
          <Dialog.Content
            className="dialog"
            onCloseAutoFocus={focusOpener}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
              <div className="min-w-0 py-2">
                <Dialog.Title>{title}</Dialog.Title>
                {description ? (
                  <Dialog.Description className="text-soft">{description}</Dialog.Description>
                ) : null}
              </div>
              <Dialog.Close className="icon-button" aria-label="Close">
                <Icon name="close" />
              </Dialog.Close>
            </header>
            <div className="p-4">
              <Suspense fallback={null}>
                {children}
                <BeginInside />
              </Suspense>
            </div>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const FIRST = "[role=alert], input:not([type=hidden]), textarea, select";

/** Once what stands beside it is there, what was refused takes the focus, else the first field, if there is one. */
function BeginInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.closest("[role=dialog]")?.querySelector<HTMLElement>(FIRST)?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
