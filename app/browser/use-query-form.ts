// Search and filter forms, which lead to another URL of the same page.
import { useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { getRouter } from "./router";

/** How long after the last key press a search is sent. */
const TYPING_MS = 250;

/** The values of a form by field: a text, or the values of the checked boxes. */
type Query = Record<string, string | string[]>;

/**
 * Returns a ref for a form whose fields start with `query` and follow it at each new URL, except fields that were changed while
 * that loaded.
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
 * Returns a function that returns, once, the fields changed while the location with this key was loading. Subscribes to the
 * router itself, because React's state lags behind and may skip locations.
 */
function useLateChanges(form: RefObject<HTMLFormElement>) {
  /** The fields changed since each location was requested, by its key, oldest first; only for locations not shown yet. */
  const changes = useRef(new Map<string, Set<EventTarget | null>>());

  useEffect(() => {
    const { current } = form;
    const handleInput = ({ target }: Event) => {
      for (const changed of changes.current.values()) changed.add(target);
    };
    current?.addEventListener("input", handleInput);
    const router = getRouter();
    let requested = router.state.navigation.location;
    const unsubscribe = router.subscribe(({ navigation: { location } }) => {
      if (location && location !== requested) changes.current.set(location.key, new Set());
      requested = location;
    });
    return () => {
      current?.removeEventListener("input", handleInput);
      unsubscribe();
    };
  }, [form]);

  return (key: string) => {
    const changed = changes.current.get(key);
    for (const requested of changed ? changes.current.keys() : []) {
      changes.current.delete(requested);
      if (requested === key) break;
    }
    return changed;
  };
}

/**
 * Submits a search form of this screen while its text, `q`, is typed, and at once for a choice. Further searches replace the
 * first in the history, so that Back leaves the search.
 */
export function useTypedSearch(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const { pathname } = useLocation();
  const destination = useNavigation().location?.pathname;
  // A screen that is being left, or is below a dialog, isn't searched.
  const latest = useRef({ submit, isHere: false });
  useEffect(() => {
    const path = form.current?.getAttribute("action");
    const isHere = pathname === path && (destination ?? path) === path;
    latest.current = { submit, isHere };
  });

  useEffect(() => {
    const { current } = form;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const send = () => {
      const { submit, isHere } = latest.current;
      if (isHere) submit(current, { replace: isSearching(), preventScrollReset: true });
    };
    const handleInput = ({ target }: Event) => {
      stop();
      if (target instanceof HTMLSelectElement) send();
      else timer = setTimeout(send, TYPING_MS);
    };
    current?.addEventListener("input", handleInput);
    current?.addEventListener("submit", stop);
    return () => {
      stop();
      current?.removeEventListener("input", handleInput);
      current?.removeEventListener("submit", stop);
    };
  }, [form]);
}

/** Asks the browser, because React's state lags behind. */
function isSearching(): boolean {
  return Boolean(new URLSearchParams(window.location.search).get("q")?.trim());
}

function setField(field: Element, query: Query) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  const value = query[field.name];
  if (value === undefined) return;
  // Keeps a trailing space typed before the next word.
  if (field === document.activeElement && field.value.trim() === value) return;
  if (field.type === "checkbox") {
    (field as HTMLInputElement).checked = value.includes(field.value);
    return;
  }
  field.value = String(value);
  // A value that is not an option selects the first, as in the served page.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
}
