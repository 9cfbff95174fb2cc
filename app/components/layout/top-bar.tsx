// The bar at the top of every page.
import type { ReactNode } from "react";

/** `children` stand in one row, the first of them at its start and the last at its end. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className="top-bar relative z-top-bar border-b bg-paper print:hidden">
      <div className="page spread min-h-16">{children}</div>
    </header>
  );
}
