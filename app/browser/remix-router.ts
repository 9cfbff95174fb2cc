// Remix's router, with states that stay as they were shown.

/**
 * Gives React a copy of the fetchers with each state, once Remix has made its router. The router marks a fetcher as done in
 * the state that is still shown, before React shows the new data, so a render in between would undo a change that is shown
 * ahead of the answer.
 * https://github.com/remix-run/react-router/blob/react-router%406.30.4/packages/router/router.ts (handleFetcherAction)
 */
export function keepShownFetchers() {
  Object.defineProperty(window, "__remixRouter", {
    configurable: true,
    set(router: typeof window.__remixRouter) {
      const { subscribe } = router;
      router.subscribe = (show) =>
        subscribe((state, changes) => show({ ...state, fetchers: new Map(state.fetchers) }, changes));
      Object.defineProperty(window, "__remixRouter", { value: router });
    },
  });
}
