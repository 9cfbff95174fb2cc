// Radix's toast, fetched by toaster.tsx for the first notice.
import * as Radix from "@radix-ui/react-toast";
import type { ReactNode } from "react";
import { focusMain } from "~/browser/use-focus";
import type { NoticeData } from "~/models/shared/notice";
import { Icon } from "./icon";
import { NoticeStrip, NoticeText } from "./notice";

export type ToastProps = {
  notice?: NoticeData;
  durationMs?: number;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Shows one notice with `children` inside. Hovering or focusing it pauses its timer, F8 focuses it, and swiping right
 * dismisses it.
 */
export function Toast({ notice, durationMs, onClose, children }: ToastProps) {
  return (
    <Radix.Provider label="Notice" swipeDirection="right" swipeThreshold={50}>
      {notice ? (
        <Radix.Root
          key={notice.id}
          type="foreground"
          duration={durationMs}
          className="card notice toast"
          onOpenChange={(open) => open || onClose()}
        >
          {children}
          <NoticeStrip kind={notice.kind} />
          <NoticeText
            action={notice.action}
            onAction={() => {
              // The pressed button goes with its toast.
              focusMain();
              onClose();
            }}
          >
            <Radix.Title className="notice-title">{notice.title}</Radix.Title>
            {notice.description ? <Radix.Description>{notice.description}</Radix.Description> : null}
          </NoticeText>
          <Radix.Close className="icon-button">
            <Icon name="close" size={20} />
            <span className="sr-only">Dismiss</span>
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport hotkey={["F8"]} label="Notices ({hotkey})" className="toasts" />
    </Radix.Provider>
  );
}
