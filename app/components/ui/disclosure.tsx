// A menu behind a button: a `<details>`, so that it opens without scripts.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";

/**
 * `label` names the button and `icon` is what it shows. With scripts, Escape, a choice or a click outside closes the
 * menu.
 */
export function Disclosure({
  label,
  icon,
  className,
  children,
}: {
  label: string;
  icon: ReactNode;
  className: string;
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
    // A dialog gives the focus back to what had it, which a closed menu hides.
    menu.current?.querySelector("summary")?.focus();
    close();
  }

  function closeOnClickOutside() {
    if (!menu.current?.open) return;
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
      onKeyDown={closeOnEscape}
      onClick={closeOnChoice}
      onToggle={closeOnClickOutside}
    >
      <summary className="icon-button">
        {icon}
        <span className="sr-only">{label}</span>
      </summary>
      {children}
    </details>
  );
}
