// Navigations slow enough to show progress, and clicks that the browser handles itself.
import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";

const DELAY_MS = 150;

/** Returns the navigation in progress once it has taken 150 ms; undefined before that and without one. */
export function useSlowNavigation(): ReturnType<typeof useNavigation> | undefined {
  const navigation = useNavigation();
  const isNavigating = navigation.state !== "idle";
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isNavigating) return;
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isNavigating]);
  return isNavigating && isSlow ? navigation : undefined;
}

/** Whether a click opens a new tab or window. */
export function opensNewTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
