// The place of a dialog that has no page of its own: a fragment of the page below, so that Back closes it.
import { useLocation, useNavigate } from "@remix-run/react";

/** The page's fragment, `open` with the fragment of a dialog (`#why-12`), and `close`. */
export function usePlace() {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();

  function open(place: string) {
    navigate({ search, hash: place }, { preventScrollReset: true, state: { isOpened: true } });
  }

  function close() {
    // A reload or a shared link may have opened it without a page before it.
    if (state?.isOpened) navigate(-1);
    else navigate({ search }, { preventScrollReset: true, replace: true });
  }

  return { hash, open, close };
}
