// The handle by which a row of a list is dragged.
import type { PointerEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "./icon";

/** Rendered once scripts run. It checks that itself, so that a long list isn't rendered again. */
export function DragHandle(handlers: { onPointerDown: (event: PointerEvent<HTMLElement>) => void }) {
  return useHydrated() ? (
    <div
      className="icon-button drag-handle cursor-grab text-soft [touch-action:none]"
      aria-hidden="true"
      {...handlers}
    >
      <Icon name="menu" />
    </div>
  ) : null;
}
