// Navigations slow enough to show progress, and clicks that the browser handles itself.
import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";

const DELAY_MS = 150;

/** Returns the navigation in progress once it has taken 150 ms; undefined before that and without one. */
export function useSlowNavigation(): ReturnType<typeof useNavigation> | undefined {
  const navigation = useNavigation();
  return useIsLasting(navigation.state !== "idle", DELAY_MS) ? navigation : undefined;
}

/** Whether `value` has been the same for this many milliseconds; false for a falsy one. */
export function useIsLasting(value: unknown, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setIsLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [value, ms]);
  return Boolean(value) && isLasting;
}

/** Whether a click opens a new tab or window. */
export function opensNewTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
