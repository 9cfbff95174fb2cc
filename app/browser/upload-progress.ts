// The progress of a form with a file.
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let share = 0;

/** How much of the last form with a file has been sent, from 0 to 1. */
export function useUploadProgress(): number {
  return useSyncExternalStore(
    subscribe,
    () => share,
    () => 0,
  );
}

/** Sets the value that `useUploadProgress` returns. */
export function reportUpload(sent: number) {
  share = sent;
  for (const listener of listeners) listener();
}

/** Whether a form carries a file. */
export function hasFile(body: unknown): boolean {
  return (
    body instanceof FormData && [...body.values()].some((value) => value instanceof File && value.size > 0)
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
