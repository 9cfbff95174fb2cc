// Makes room for a toast at the top of the window, so that it covers nothing.
import { useLayoutEffect, useRef } from "react";

/** Rendered inside a toast; sets the page's `--toast-height`, by which it moves down, while the toast is shown. */
export function ToastSpace() {
  const mark = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const toasts = mark.current?.closest<HTMLElement>(".toasts");
    const { style } = document.documentElement;

    function reserve() {
      style.setProperty("--toast-height", `${toasts?.offsetHeight ?? 0}px`);
    }

    reserve();
    window.addEventListener("resize", reserve);
    return () => {
      window.removeEventListener("resize", reserve);
      style.removeProperty("--toast-height");
    };
  }, []);

  return <span ref={mark} hidden />;
}
