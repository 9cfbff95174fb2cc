// Content that a page needs only where our scripts don't run.
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/** Hidden from the start while scripts load, so that nothing moves once they run. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return useHydrated() ? null : <div className="without-scripts">{children}</div>;
}
