// Search and filter forms, which lead to another address of the same page.
import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for a form whose fields start with the values of `query`, by name. When the query changes, the fields follow
 * it, except those that have been changed since the form was last submitted.
 */
export function useQueryForm(query: Record<string, string>): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  const changed = useRef(new Set<string>());

  useEffect(() => {
    const { current } = form;
    const note = ({ target }: Event) => changed.current.add((target as HTMLInputElement).name);
    const forget = () => changed.current.clear();
    current?.addEventListener("input", note);
    current?.addEventListener("submit", forget);
    return () => {
      current?.removeEventListener("input", note);
      current?.removeEventListener("submit", forget);
    };
  }, []);

  useEffect(() => {
    for (const [name, value] of Object.entries(query)) {
      const field = form.current?.elements.namedItem(name);
      if (value === shown.current[name] || changed.current.has(name)) continue;
      if (field instanceof HTMLInputElement) field.value = value;
      // A value that is not among the options chooses the first, as it does in the served page.
      if (field instanceof HTMLSelectElement)
        field.selectedIndex = Math.max(0, Array.from(field.options, (option) => option.value).indexOf(value));
    }
    shown.current = query;
  });
  return form;
}
