// Search and filter forms, which lead to another address of the same page.
import { useLocation, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** What a form shows, by the names of its fields: a text, or the values of the checkboxes that are checked. */
type Query = Record<string, string | string[]>;

/**
 * Returns a ref for a form whose fields start with the values of `query`. They follow it to every new address, except those
 * that were changed while it loaded.
 */
export function useQueryForm(query: Query): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(new Set<EventTarget | null>());
  const { search } = useLocation();
  const shown = useRef(search);
  const destination = useNavigation().location?.search;

  useEffect(() => {
    const { current } = form;
    const note = ({ target }: Event) => changed.current.add(target);
    current?.addEventListener("input", note);
    return () => current?.removeEventListener("input", note);
  }, []);

  useEffect(() => {
    if (destination !== undefined && destination !== search) changed.current.clear();
  }, [destination, search]);

  useEffect(() => {
    if (search === shown.current) return;
    shown.current = search;
    for (const field of form.current?.elements ?? []) {
      if (!changed.current.has(field)) setField(field, query);
    }
  });
  return form;
}

function setField(field: Element, query: Query) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  const value = query[field.name];
  if (value === undefined) return;
  if (field.type === "checkbox") {
    (field as HTMLInputElement).checked = value.includes(field.value);
    return;
  }
  field.value = String(value);
  // A value that is not among the options chooses the first, as it does in the served page.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
}
