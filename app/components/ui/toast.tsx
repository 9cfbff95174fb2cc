// Radix's toast, fetched by toaster.tsx when there is something to say.
import * as Radix from "@radix-ui/react-toast";
import type { NoticeContent } from "~/models/notice";
import { Icon } from "./icons";
import { NoticeAction, NoticeStrip } from "./notice";

export type ToastProps = { notice?: NoticeContent; onClose: () => void };

/** One notice for five seconds, kept while pointed at or focused; F8 goes there, a swipe to the right sends it off. */
export function Toast({ notice, onClose }: ToastProps) {
  return (
    <Radix.Provider label="Notice" duration={5000} swipeDirection="right" swipeThreshold={50}>
      {notice ? (
        <Radix.Root
          key={notice.id}
          type="foreground"
          className={`toast notice notice-${notice.kind}`}
          onOpenChange={(open) => open || onClose()}
        >
          <NoticeStrip kind={notice.kind} />
          <div className="min-w-0 flex-1 p-3">
            <Radix.Title className="font-display text-lead font-extrabold">{notice.title}</Radix.Title>
            {notice.description ? <Radix.Description>{notice.description}</Radix.Description> : null}
            {notice.action ? (
              <div className="mt-2" onSubmit={onClose}>
                <NoticeAction action={notice.action} />
              </div>
            ) : null}
          </div>
          <Radix.Close className="icon-button" aria-label="Close">
            <Icon name="close" size={20} />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport hotkey={["F8"]} label="Notices ({hotkey})" className="toasts" />
    </Radix.Provider>
  );
}
