// The URL of a dialog that has no page of its own: a hash on the page below, so that Back closes it.
import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { opensNewTab } from "./navigation";

/** The page's hash, `open` with the hash of a dialog (`#why-12`), and `close`. */
export function useDialogHash() {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();

  function open(dialog: string) {
    navigate({ search, hash: dialog }, { preventScrollReset: true, state: { isOpened: true } });
  }

  function close() {
    // A reload or a shared link may have opened it without a page before it.
    if (state?.isOpened) navigate(-1);
    else navigate({ search }, { preventScrollReset: true, replace: true });
  }

  return { hash, open, close };
}

/** For a link that opens the dialog at `dialog`, a hash, instead of its page: `openDialog` handles its clicks. */
export function useDialogLink(dialog: string) {
  const { hash, open, close } = useDialogHash();
  const navigate = useNavigate();
  // The router renders a new location, the whole page, in a transition; the dialog doesn't wait for it.
  const [isPressed, setPressed] = useState(false);

  // From its next change on, the location decides. Back may come before the location is even rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other hash
  useEffect(() => {
    setPressed(false);
    const leave = () => setPressed(false);
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, [hash]);

  function openDialog(event: MouseEvent) {
    if (event.defaultPrevented || opensNewTab(event)) return;
    event.preventDefault();
    setPressed(true);
    open(dialog);
  }

  function closeDialog() {
    setPressed(false);
    // It is in the history before its location is rendered.
    if (isPressed && hash !== dialog) navigate(-1);
    else close();
  }

  return { isOpen: isPressed || hash === dialog, openDialog, close: closeDialog };
}

/**
 * Returns the component that `load` fetches; until then `loaded`, if it is there already. If it can't be fetched, the page at
 * `fallback` opens instead.
 */
export function useFetchedComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback: string,
  loaded?: ComponentType<Props>,
) {
  const [Fetched, setFetched] = useState(() => loaded);

  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (component) => !isUnmounted && setFetched(() => component),
      () => !isUnmounted && window.location.assign(fallback),
    );
    return () => {
      isUnmounted = true;
    };
  }, [load, fallback]);

  return Fetched;
}
