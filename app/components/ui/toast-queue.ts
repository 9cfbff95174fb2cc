// Which notice is on show: one at a time, and a success never pushes out an error.
import type { NoticeContent } from "~/models/notice";

export type ToastQueue = { shown?: NoticeContent; waiting?: NoticeContent };

/** A new notice takes the place; a success waits while an error is on show. A repeated id changes nothing. */
export function receive(queue: ToastQueue, notice: NoticeContent): ToastQueue {
  if (notice.id === queue.shown?.id || notice.id === queue.waiting?.id) return queue;
  if (queue.shown?.kind === "error" && notice.kind === "success") return { ...queue, waiting: notice };
  return { ...queue, shown: notice };
}

/** The notice on show goes; the one that waited comes. */
export function dismiss(queue: ToastQueue): ToastQueue {
  return queue.waiting ? { shown: queue.waiting } : {};
}
