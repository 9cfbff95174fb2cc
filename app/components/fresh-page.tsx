// A page that others change too.
import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const SECONDS = 3;

/** Draws nothing; while the page is on show it is read anew every few seconds, unless something is on its way. */
export function FreshPage() {
  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const latest = useRef({ isIdle, revalidate });
  latest.current = { isIdle, revalidate };

  useEffect(() => {
    const timer = window.setInterval(() => {
      if (latest.current.isIdle && !document.hidden) latest.current.revalidate();
    }, SECONDS * 1000);
    return () => window.clearInterval(timer);
  }, []);

  return null;
}
