// A menu behind a button: a `<details>`, so that it opens without scripts.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";

/**
 * `label` names the button and `icon` is what it shows. With scripts, Escape, a choice or a click outside closes the
 * menu, and a list opens upwards or downwards, to where there is room.
 */
export function Disclosure({
  label,
  icon,
  className,
  isOpen,
  children,
}: {
  label: string;
  icon: ReactNode;
  className: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);

  function close() {
    if (menu.current) menu.current.open = false;
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !menu.current?.open) return;
    close();
    menu.current.querySelector("summary")?.focus();
  }

  function closeOnChoice(event: MouseEvent) {
    if (!(event.target instanceof Element) || !event.target.closest("a")) return;
    // A dialog returns the focus to the element that had it, which a closed menu hides.
    menu.current?.querySelector("summary")?.focus();
    close();
  }

  function handleToggle() {
    menu.current?.classList.remove("opens-up", "opens-down");
    if (!menu.current?.open) return;
    turn(menu.current);
    document.addEventListener("click", function closeOutside({ target }) {
      if (menu.current?.open && menu.current.contains(target as Node)) return;
      document.removeEventListener("click", closeOutside);
      close();
    });
  }

  return (
    <details
      ref={menu}
      className={className}
      open={isOpen || undefined}
      onKeyDown={closeOnEscape}
      onClick={closeOnChoice}
      onToggle={handleToggle}
    >
      <summary className="icon-button list-none [&::-webkit-details-marker]:hidden">
        {icon}
        <span className="sr-only">{label}</span>
      </summary>
      {children}
    </details>
  );
}

/** Opens the list of a menu to the side with more room, if it doesn't fit where the stylesheet puts it. */
function turn(menu: HTMLDetailsElement) {
  const list = menu.querySelector(":scope > ul")?.getBoundingClientRect();
  if (!list) return;
  const button = menu.getBoundingClientRect();
  const root = document.documentElement;
  const scroller = scrollerOf(menu)?.getBoundingClientRect();
  const top = Math.max(0, scroller?.top ?? 0);
  // The bottom bar is in it.
  const covered = Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) || 0;
  const bottom = Math.min(root.clientHeight - covered, scroller?.bottom ?? Number.POSITIVE_INFINITY);
  if (list.top >= top && list.bottom <= bottom) return;
  menu.classList.add(button.top - top > bottom - button.bottom ? "opens-up" : "opens-down");
}

/** The element that clips a menu, other than the page. */
function scrollerOf(menu: Element): Element | undefined {
  for (let part = menu.parentElement; part && part !== document.body; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY)) return part;
}
