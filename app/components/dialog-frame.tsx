// Radix's dialog, fetched by route-dialog.tsx once scripts run.
import * as Dialog from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { Icon } from "./icons";

export type DialogFrameProps = {
  title: string;
  description?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog at most 500 px wide that is open as long as it stands. */
export function DialogFrame({ title, description, onClose, children }: DialogFrameProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay">
          <Dialog.Content className="dialog" {...(description ? {} : { "aria-describedby": undefined })}>
            <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
              <div className="py-2">
                <Dialog.Title>{title}</Dialog.Title>
                {description ? (
                  <Dialog.Description className="text-soft">{description}</Dialog.Description>
                ) : null}
              </div>
              <Dialog.Close className="icon-button" aria-label="Close">
                <Icon name="close" />
              </Dialog.Close>
            </header>
            <div className="p-4">{children}</div>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
