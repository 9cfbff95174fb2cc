// The one place where toasts appear. Radix's toast is fetched when the first one is to be shown.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import type { NoticeContent } from "~/models/notice";
import { Notice } from "./notice";
import type { ToastProps } from "./toast";
import { dismiss, receive, type ToastQueue } from "./toast-queue";

const SHOWN_MS = 5000;
const nothing: ToastQueue = {};
let queue = nothing;
const watchers = new Set<() => void>();

/** Shows a notice as a toast. In the browser only; each id is shown once while it stands. */
export function announce(notice: NoticeContent) {
  change(receive(queue, notice));
}

/** Stands once in the root. Draws nothing until `announce` is called. */
export function Toaster() {
  const { shown } = useSyncExternalStore(watch, readQueue, readNothing);
  const [Toast, setToast] = useState<ComponentType<ToastProps>>();
  const wanted = shown !== undefined;

  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    import("./toast").then(
      (module) => !gone && setToast(() => module.Toast),
      () => !gone && setToast(() => PlainToast),
    );
    return () => {
      gone = true;
    };
  }, [wanted]);

  return Toast ? <Toast notice={shown} onClose={close} /> : null;
}

/** Says it all the same where the toast could not be fetched: most of what goes wrong does so for want of a connection. */
function PlainToast({ notice, onClose }: ToastProps) {
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, onClose]);
  return <div className="toasts">{notice ? <Notice notice={notice} /> : null}</div>;
}

function close() {
  change(dismiss(queue));
}

function change(next: ToastQueue) {
  queue = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void) {
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
  };
}

function readQueue() {
  return queue;
}

function readNothing() {
  return nothing;
}
