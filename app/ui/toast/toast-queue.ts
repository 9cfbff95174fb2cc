// Which notice is shown and for how long: one at a time, and a success never replaces an error.
import type { NoticeData } from "~/models/notice";

export type ToastQueue = { shown?: NoticeData; waiting?: NoticeData };

/** Shows a new notice at once, but a success waits while an error is shown. A repeated id changes nothing. */
export function addToast(queue: ToastQueue, notice: NoticeData): ToastQueue {
  if (notice.id === queue.shown?.id || notice.id === queue.waiting?.id) return queue;
  if (queue.shown?.kind === "error" && notice.kind === "success") return { ...queue, waiting: notice };
  return { ...queue, shown: notice };
}

/** Replaces the notice shown with the waiting one, if any. */
export function dismissToast(queue: ToastQueue): ToastQueue {
  return queue.waiting ? { shown: queue.waiting } : {};
}

/** Removes one notice, shown or waiting. */
export function removeToast(queue: ToastQueue, id: string): ToastQueue {
  if (queue.shown?.id === id) return dismissToast(queue);
  return queue.waiting?.id === id ? { shown: queue.shown } : queue;
}

/** Five seconds, or ten if the notice has a button. */
export function toastDurationMs({ action }: NoticeData): number {
  return action ? 10_000 : 5000;
}
