// Which toast is shown and for how long: one at a time, and a success never replaces an error.
import type { FlashData } from "~/models/flash";

export type ToastQueue = { shown?: FlashData; waiting?: FlashData };

/** Shows a new toast at once, but a success waits while an error is shown. A repeated id changes nothing. */
export function addToast(queue: ToastQueue, flash: FlashData): ToastQueue {
  if (flash.id === queue.shown?.id || flash.id === queue.waiting?.id) return queue;
  if (queue.shown?.kind === "error" && flash.kind === "success") return { ...queue, waiting: flash };
  return { ...queue, shown: flash };
}

/** Replaces the flash message shown with the waiting one, if any. */
export function dismissToast(queue: ToastQueue): ToastQueue {
  return queue.waiting ? { shown: queue.waiting } : {};
}

/** Removes one toast, shown or waiting. */
export function removeToast(queue: ToastQueue, id: string): ToastQueue {
  if (queue.shown?.id === id) return dismissToast(queue);
  return queue.waiting?.id === id ? { shown: queue.shown } : queue;
}

/** Five seconds, or ten if the flash message has a button. */
export function toastDurationMs({ action }: FlashData): number {
  return action ? 10_000 : 5000;
}
