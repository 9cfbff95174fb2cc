// The tooltip of an icon button: an empty layer until the button is first hovered or focused. Radix is imported only
// then, because its 22 kB would take every screen over its budget.
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { TooltipContentProps } from "./tooltip-content";

/**
 * Covers its parent button or link, and shows `text` on hover and focus.
 * Radix's tooltip is fetched at the first hover or focus; without scripts there is none.
 */
export function Tooltip({ text }: { text: string }) {
  const cover = useRef<HTMLSpanElement>(null);
  const [Bubble, setBubble] = useState<ComponentType<TooltipContentProps>>();
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const carrier = cover.current?.parentElement;
    if (!carrier) return;
    let gone = false;
    function fetchBubble() {
      import("./tooltip-content").then(
        (module) => !gone && setBubble(() => module.TooltipContent),
        () => undefined,
      );
    }
    function onFocus() {
      fetchBubble();
      setFocused(carrier?.matches(":focus-visible") ?? false);
    }
    function onBlur() {
      setFocused(false);
    }
    carrier.addEventListener("pointerenter", fetchBubble, { once: true });
    carrier.addEventListener("focus", onFocus);
    carrier.addEventListener("blur", onBlur);
    return () => {
      gone = true;
      carrier.removeEventListener("pointerenter", fetchBubble);
      carrier.removeEventListener("focus", onFocus);
      carrier.removeEventListener("blur", onBlur);
    };
  }, []);

  return (
    <span ref={cover} className="cover" aria-hidden="true">
      {Bubble ? <Bubble text={text} focused={focused} /> : null}
    </span>
  );
}
