// What a row of a list is dragged by.
import type { PointerEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "./icon";

/** Is there once scripts run. It asks for that itself, so that a long list isn't drawn again. */
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
