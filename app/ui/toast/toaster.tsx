// The only place where toasts appear.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { t } from "~/language/text";
import type { FlashData } from "~/models/flash";
import { Toast } from "./toast";
import { addToast, dismissToast, removeToast, type ToastQueue, toastDurationMs } from "./toast-queue";

const nothing: ToastQueue = {};
let queue = nothing;
const watchers = new Set<() => void>();

/** Shows a flash message as a toast, in the browser only. An id that is already shown is ignored. */
export function showToast(flash: FlashData) {
  change(addToast(queue, flash));
}

/** Removes a toast before its time, if it is shown or waiting. */
export function hideToast(id: string) {
  change(removeToast(queue, id));
}

/** Rendered once, in the root: a region that F8 focuses, empty until `showToast` is called. */
export function Toaster() {
  const { shown } = useSyncExternalStore(watch, readQueue, readNothing);
  const isHydrated = useHydrated();
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    function focusRegion({ key }: KeyboardEvent) {
      if (key === "F8") region.current?.focus();
    }
    document.addEventListener("keydown", focusRegion);
    return () => document.removeEventListener("keydown", focusRegion);
  }, []);

  if (!isHydrated) return null;
  return (
    <section
      ref={region}
      aria-label={t("Notices (F8)")}
      aria-live="assertive"
      tabIndex={-1}
      className="toasts fixed right-0 top-0 z-toast w-full max-w-[436px] print:hidden [&:not(:empty)]:px-2 [&:not(:empty)]:py-1.5"
    >
      {shown ? (
        <Toast key={shown.id} flash={shown} durationMs={toastDurationMs(shown)} onClose={close} />
      ) : null}
    </section>
  );
}

function close() {
  change(dismissToast(queue));
}

function change(next: ToastQueue) {
  queue = next;
  for (const notify of watchers) notify();
}

function watch(notify: () => void) {
  watchers.add(notify);
  return () => {
    watchers.delete(notify);
  };
}

function readQueue() {
  return queue;
}

function readNothing() {
  return nothing;
}
