// Forms of searches and filters, whose answer is another address of the same page.
import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for a form whose fields start with the values of `query`, by name. When the query changes, by a link or the
 * back button, so do the fields; what somebody has typed or chosen since the last one is kept.
 */
export function useQueryForm(query: Record<string, string>): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  useEffect(() => {
    for (const [name, value] of Object.entries(query)) {
      const field = form.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      if (field.value === shown.current[name]) field.value = value;
    }
    shown.current = query;
  });
  return form;
}
