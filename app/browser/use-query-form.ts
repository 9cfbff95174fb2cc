// Search and filter forms, which lead to another address of the same page.
import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for a form whose fields start with the values of `query`, by name: a text, or the values of the checkboxes
 * that are checked. When the query changes, the fields follow it, except those that have been changed since the form was
 * last submitted.
 */
export function useQueryForm(query: Record<string, string | string[]>): RefObject<HTMLFormElement> {
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
      if (String(value) === String(shown.current[name]) || changed.current.has(name)) continue;
      for (const field of form.current?.elements ?? []) setField(field, name, value);
    }
    shown.current = query;
  });
  return form;
}

function setField(field: Element, name: string, value: string | string[]) {
  if (field instanceof HTMLInputElement && field.name === name) {
    if (Array.isArray(value)) field.checked = value.includes(field.value);
    else field.value = value;
  }
  // A value that is not among the options chooses the first, as it does in the served page.
  if (field instanceof HTMLSelectElement && field.name === name) {
    const values = Array.from(field.options, (option) => option.value);
    field.selectedIndex = Math.max(0, values.indexOf(String(value)));
  }
}
