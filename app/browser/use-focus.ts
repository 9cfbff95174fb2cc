// Moving the focus to another screen, and when the focused element disappears.
import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useInsertionEffect, useLayoutEffect, useRef } from "react";

/** Focuses the element when it mounts, if `enabled` is true and nothing else has the focus. */
export function useFocusOnMount<Element extends HTMLElement>(enabled: boolean): RefObject<Element> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (enabled && isFocusLost()) element.current?.focus();
  }, [enabled]);
  return element;
}

/** Focuses the element with this id when a page with its fragment (`#id`) is opened, as browsers do without scripts. */
export function useFocusOnFragment(id: string) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit focuses it again
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.focus({ preventScroll: true });
  }, [hash, id, key]);
}

/** Focuses the element when `value` changes, if the focus was lost with what it replaced. */
export function useFocusOnChange<Element extends HTMLElement>(value: unknown): RefObject<Element> {
  const element = useRef<Element>(null);
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== value && isFocusLost()) element.current?.focus();
    lastValue.current = value;
  }, [value]);
  return element;
}

/** The screen that was shown last. Outlives the error screens, which replace the whole page. */
let lastScreen: { pathname: string; heading: Element | null; title?: string | null } | undefined;

/**
 * Focuses the heading of each screen that a navigation opens: `#screen-title`, or else the `h1`. Screen readers then say where
 * they are. Nothing happens for a dialog over the same screen or another query, and if the new screen has placed the focus.
 */
export function useFocusOnScreen() {
  const { pathname } = useLocation();
  const focused = useRef<Element | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: before the new screen places the focus
  useInsertionEffect(() => {
    focused.current = document.activeElement;
  }, [pathname]);

  useEffect(() => {
    const heading = document.getElementById("screen-title") ?? document.querySelector<HTMLElement>("main h1");
    const before = lastScreen;
    lastScreen = { pathname, heading, title: heading?.textContent };
    if (!before || before.pathname === pathname) return;
    if (before.heading === heading && before.title === lastScreen.title) return;
    const { activeElement } = document;
    if (activeElement !== focused.current && activeElement?.id !== "main" && !isFocusLost()) return;
    if (!heading) return focusMain();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}

/** Focuses the main content when nothing better is left. */
export function focusMain() {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Focuses the element with this id when the component unmounts while nothing has the focus; without one, that with the id
 * `orElse`, or the main content. Does nothing unless `enabled` is true by then.
 */
export function useFocusAfterwards(id = "main", enabled = true, orElse = "main") {
  useEffect(
    () => () => {
      if (!enabled || !isFocusLost()) return;
      const next = document.getElementById(id) ?? document.getElementById(orElse);
      if (next) next.focus({ preventScroll: true });
      else focusMain();
    },
    [id, enabled, orElse],
  );
}

/** Returns a ref for an element that hands its focus, when it unmounts, to the one with this id. */
export function useFocusHandover<Element extends HTMLElement>(id: string): RefObject<Element> {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    const here = element.current;
    return () => {
      if (here && here === document.activeElement)
        document.getElementById(id)?.focus({ preventScroll: true });
    };
  }, [id]);
  return element;
}

/** True even for an element that has just been hidden: browsers drop its focus only when they paint. */
export function isFocusLost() {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.getClientRects().length === 0;
}
