// Reordering a list by dragging a row's handle, with the mouse or a finger.
import { type PointerEvent, useRef, useState } from "react";

const EDGE_PX = 80;
const STEP_PX = 12;

// Not translated: names of classes.
const ROW = "relative flex min-h-14 flex-wrap items-center px-2 py-1.5";
const LINE = "before:absolute before:left-0 before:h-1 before:w-full before:bg-red";

/**
 * Rows are the list's children with their ids in `data-row`. `onDrop` gets the ids of the dragged row and of the row it
 * was dropped before, "" for the end.
 */
export function useDragOrder(onDrop: (id: string, before: string) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ id: string; before: string }>();

  function handleOf(id: string) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.preventDefault();
        follow(id, event.pointerId);
      },
    };
  }

  /** Listens to the window, because a handle gets no more events after a reload of the list moves its row. */
  function follow(id: string, pointerId: number) {
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      scrollAt(event.clientY);
      setDrag({ id, before: rowBelow(list.current, event.clientY) });
    };
    const onEnd = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onEnd);
      window.removeEventListener("pointercancel", onEnd);
      setDrag(undefined);
      const before = rowBelow(list.current, event.clientY);
      if (event.type === "pointerup" && before !== id && before !== rowAfter(list.current, id))
        onDrop(id, before);
    };
    setDrag({ id, before: id });
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onEnd);
    window.addEventListener("pointercancel", onEnd);
  }

  /** Marks the dragged row, and the line where it would be dropped. */
  function classOf(id: string, isLast: boolean) {
    if (!drag) return ROW;
    if (drag.id === id) return `${ROW} bg-inset`;
    if (drag.before === id) return `${ROW} ${LINE} before:-top-0.5`;
    return isLast && drag.before === "" ? `${ROW} ${LINE} before:-bottom-0.5` : ROW;
  }

  return { list, handleOf, classOf };
}

function scrollAt(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
}

function rowsOf(list: HTMLElement | null) {
  return Array.from(list?.children ?? []).filter((row) => row instanceof HTMLElement);
}

/** The id of the first row whose middle is below `y`; "" if there is none. */
function rowBelow(list: HTMLElement | null, y: number) {
  const below = rowsOf(list).find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below?.dataset.row ?? "";
}

function rowAfter(list: HTMLElement | null, id: string) {
  const rows = rowsOf(list);
  return rows[rows.findIndex((row) => row.dataset.row === id) + 1]?.dataset.row ?? "";
}
