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
  const takeLateChanges = useLateChanges(form);
  const { key, search } = useLocation();
  const shown = useRef(search);

  useEffect(() => {
    if (search === shown.current) return;
    shown.current = search;
    const changed = takeLateChanges(key);
    for (const field of form.current?.elements ?? []) {
      if (!changed?.has(field)) setField(field, query);
    }
  });
  return form;
}

/**
 * Returns a function that takes the fields which were changed after a location, by its key, was asked for. Listens to the
 * router itself, because React's state lags behind: further locations may have been asked for and loaded before it shows one.
 */
function useLateChanges(form: RefObject<HTMLFormElement>) {
  /** The locations that are not shown yet, in the order in which they were asked for. */
  const changes = useRef(new Map<string, Set<EventTarget | null>>());

  useEffect(() => {
    const { current } = form;
    const note = ({ target }: Event) => {
      for (const changed of changes.current.values()) changed.add(target);
    };
    current?.addEventListener("input", note);
    let asked = window.__remixRouter.state.navigation.location;
    const unsubscribe = window.__remixRouter.subscribe(({ navigation: { location } }) => {
      if (location && location !== asked) changes.current.set(location.key, new Set());
      asked = location;
    });
    return () => {
      current?.removeEventListener("input", note);
      unsubscribe();
    };
  }, [form]);

  return (key: string) => {
    const changed = changes.current.get(key);
    for (const asked of changed ? changes.current.keys() : []) {
      changes.current.delete(asked);
      if (asked === key) break;
    }
    return changed;
  };
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
