// The tooltip of an icon button: nothing but an empty layer until somebody points at it.
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { TipBubbleProps } from "./tip-bubble";

/**
 * Stands inside a button or link, covers it, and shows `text` when it is pointed at or focused.
 * Radix's tooltip is fetched at the first pointer or focus; until then, and without scripts, there is none.
 */
export function Tip({ text }: { text: string }) {
  const cover = useRef<HTMLSpanElement>(null);
  const [Bubble, setBubble] = useState<ComponentType<TipBubbleProps>>();
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const carrier = cover.current?.parentElement;
    if (!carrier) return;
    let gone = false;
    function fetchBubble() {
      import("./tip-bubble").then(
        (module) => !gone && setBubble(() => module.TipBubble),
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
