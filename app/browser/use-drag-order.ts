// Rows that are dragged to another place by a handle, with a mouse or a finger.
import { type PointerEvent, useRef, useState } from "react";

const EDGE_PX = 80;
const STEP_PX = 12;

export type DragOrder = ReturnType<typeof useDragOrder>;

/**
 * Rows are the list's children with their ids in `data-song`. `drop` is told the dragged row and the one it was put
 * before, a blank for the end.
 */
export function useDragOrder(drop: (id: string, before: string) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ id: string; before: string }>();

  function handleOf(id: string) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, before: id });
      },
      onPointerMove({ clientY }: PointerEvent) {
        if (drag?.id !== id) return;
        scrollAt(clientY);
        setDrag({ id, before: rowBelow(clientY) });
      },
      onPointerUp() {
        if (drag?.id === id && drag.before !== id && drag.before !== rowAfter(id)) drop(id, drag.before);
        setDrag(undefined);
      },
      onPointerCancel() {
        setDrag(undefined);
      },
    };
  }

  /** Marks the row that is dragged, and the line where it would be put. */
  function classOf(id: string, isLast: boolean) {
    if (!drag) return "song";
    const mark = drag.before === id ? "song-before" : isLast && drag.before === "" ? "song-after" : "";
    return `song ${drag.id === id ? "song-dragged" : mark}`;
  }

  function rows() {
    return Array.from(list.current?.children ?? []).filter((row) => row instanceof HTMLElement);
  }

  /** The id of the first row whose middle is below a height. */
  function rowBelow(y: number) {
    const below = rows().find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below?.dataset.song ?? "";
  }

  function rowAfter(id: string) {
    const all = rows();
    return all[all.findIndex((row) => row.dataset.song === id) + 1]?.dataset.song ?? "";
  }

  return { list, handleOf, classOf };
}

function scrollAt(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
}
