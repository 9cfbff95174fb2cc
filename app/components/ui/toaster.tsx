// The only place where toasts appear. Radix's toast is fetched with the first one.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import type { NoticeData } from "~/models/shared/notice";
import { Notice } from "./notice";
import type { ToastProps } from "./toast";
import { addToast, dismissToast, removeToast, type ToastQueue, toastDurationMs } from "./toast-queue";
import { ToastSpace } from "./toast-space";

const nothing: ToastQueue = {};
let queue = nothing;
const watchers = new Set<() => void>();

/** Shows a notice as a toast, in the browser only. An id that is already shown is ignored. */
export function showToast(notice: NoticeData) {
  change(addToast(queue, notice));
}

/** Removes a toast before its time, if it is shown or waiting. */
export function hideToast(id: string) {
  change(removeToast(queue, id));
}

/** Rendered once, in the root; empty until `showToast` is called. */
export function Toaster() {
  const { shown } = useSyncExternalStore(watch, readQueue, readNothing);
  const [Toast, setToast] = useState<ComponentType<ToastProps>>();
  const wanted = shown !== undefined;

  useEffect(() => {
    if (!wanted) return;
    let isGone = false;
    import("./toast").then(
      (module) => !isGone && setToast(() => module.Toast),
      () => !isGone && setToast(() => PlainToast),
    );
    return () => {
      isGone = true;
    };
  }, [wanted]);

  if (!Toast) return null;
  return (
    <Toast notice={shown} durationMs={shown && toastDurationMs(shown)} onClose={close}>
      <ToastSpace />
    </Toast>
  );
}

/** Replaces a toast that can't be fetched, since most errors are lost connections. */
function PlainToast({ notice, durationMs, onClose, children }: ToastProps) {
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(onClose, durationMs);
    return () => clearTimeout(timer);
  }, [notice, durationMs, onClose]);
  if (!notice) return null;
  return (
    <div key={notice.id} className="toasts">
      <div className="toast">
        {children}
        <Notice notice={notice} />
      </div>
    </div>
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
