// Search and filter forms, which lead to another address of the same page.
import { useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** How long after the last key a search is sent. */
const TYPING_MS = 250;

/** What a form shows, by the names of its fields: a text, or the values of the checkboxes that are checked. */
type Query = Record<string, string | string[]>;

/**
 * Returns a ref for a form whose fields start with the values of `query`. They follow it to every new address, except those
 * that were changed while it loaded.
 */
export function useQueryForm(query: Query): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const wasChanged = useLateChanges(form);
  const { search } = useLocation();
  const shown = useRef(search);

  useEffect(() => {
    if (search === shown.current) return;
    shown.current = search;
    for (const field of form.current?.elements ?? []) {
      if (!wasChanged(field)) setField(field, query);
    }
  });
  return form;
}

/**
 * Returns a function that tells whether a field was changed since the address that has arrived last was asked for. Listens to
 * the router itself, because React's state lags behind: the next navigation may begin before React shows that one has ended.
 */
function useLateChanges(form: RefObject<HTMLFormElement>) {
  const changed = useRef(new Set<EventTarget | null>());
  const changedBeforeArrival = useRef(changed.current);

  useEffect(() => {
    const { current } = form;
    const note = ({ target }: Event) => changed.current.add(target);
    current?.addEventListener("input", note);
    let { location, navigation } = window.__remixRouter.state;
    const unsubscribe = window.__remixRouter.subscribe((state) => {
      if (state.location !== location) changedBeforeArrival.current = changed.current;
      if (state.navigation.location !== navigation.location) changed.current = new Set();
      ({ location, navigation } = state);
    });
    return () => {
      current?.removeEventListener("input", note);
      unsubscribe();
    };
  }, [form]);

  return (field: Element) => changed.current.has(field) || changedBeforeArrival.current.has(field);
}

/**
 * Sends a search form of this screen while its text is typed, and at once for a choice. `isSearching` says whether a search is
 * shown: further ones take its place in the history, so that Back leads out of it.
 */
export function useTypedSearch(form: RefObject<HTMLFormElement>, isSearching: boolean) {
  const submit = useSubmit();
  const { pathname } = useLocation();
  const destination = useNavigation().location?.pathname;
  // A screen that is being left, or has a dialog above it, isn't searched.
  const latest = useRef({ submit, isSearching, isHere: false });
  useEffect(() => {
    const path = form.current?.getAttribute("action");
    const isHere = pathname === path && (destination ?? path) === path;
    latest.current = { submit, isSearching, isHere };
  });

  useEffect(() => {
    const { current } = form;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const send = () => {
      const { submit, isSearching, isHere } = latest.current;
      if (isHere) submit(current, { replace: isSearching, preventScrollReset: true });
    };
    const note = ({ target }: Event) => {
      stop();
      if (target instanceof HTMLSelectElement) send();
      else timer = setTimeout(send, TYPING_MS);
    };
    current?.addEventListener("input", note);
    current?.addEventListener("submit", stop);
    return () => {
      stop();
      current?.removeEventListener("input", note);
      current?.removeEventListener("submit", stop);
    };
  }, [form]);
}

function setField(field: Element, query: Query) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  const value = query[field.name];
  if (value === undefined) return;
  // The space before the next word.
  if (field === document.activeElement && field.value.trim() === value) return;
  if (field.type === "checkbox") {
    (field as HTMLInputElement).checked = value.includes(field.value);
    return;
  }
  field.value = String(value);
  // A value that is not among the options chooses the first, as it does in the served page.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
}
