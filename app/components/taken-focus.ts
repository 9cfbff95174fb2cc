// Where the keyboard goes on when what had the focus is gone.
import { type RefObject, useEffect, useRef } from "react";

/** What the ref is given takes the focus as it appears, where `takes` holds and nothing else has the focus. */
export function useTakenFocus<Element extends HTMLElement>(takes: boolean): RefObject<Element> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (takes && (!document.activeElement || document.activeElement === document.body))
      element.current?.focus();
  }, [takes]);
  return element;
}
