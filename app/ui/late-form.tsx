// A form whose script loads on its own, as the form is needed.
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** Loads a form of this id. If that fails, a form that was served stays as it is, and any other is asked for. */
export function lazyForm<Props>(id: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(() => {
      if (!document.getElementById(id)) window.location.reload();
      return new Promise<never>(() => undefined);
    }),
  );
}

/** The boundary of one lazy form alone: React would take what follows a form that isn't there yet for a mismatch. */
export function LateForm({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div className="min-h-screen" />}>{children}</Suspense>;
}
