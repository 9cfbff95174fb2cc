// Patches Remix's router: fetcher states that were shown don't change, and losing the connection keeps the screen.
import { leaveRemovedBuild } from "./page-reads";

type Router = typeof window.__remixRouter;

const RETRY_MS = 1000;

/** Changes the router once Remix has made it. */
export function extendRouter() {
  Object.defineProperty(window, "__remixRouter", {
    configurable: true,
    set(router: Router) {
      keepShownFetchers(router);
      waitForConnection(router.routes);
      Object.defineProperty(window, "__remixRouter", { value: router });
    },
  });
}

/**
 * Gives React a copy of the fetchers with each state. The router marks a fetcher as done in the state that is still shown,
 * before React shows the new data, so a render in between would undo an optimistic change.
 * https://github.com/remix-run/react-router/blob/react-router%406.30.4/packages/router/router.ts (handleFetcherAction)
 */
function keepShownFetchers(router: Router) {
  const { subscribe } = router;
  router.subscribe = (show) =>
    subscribe((state, changes) => show({ ...state, fetchers: new Map(state.fetchers) }, changes));
}

/**
 * Imports a route's code only once its file can be fetched, and dispatches `unreachable` meanwhile. Remix reloads the page
 * when an import fails, which without a connection loses the page and what was typed there.
 * https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/routeModules.ts (loadRouteModule)
 */
function waitForConnection(routes: Router["routes"]) {
  for (const route of routes) {
    const { id, lazy } = route;
    /** Resolves once the file can be fetched; one that a deployment has removed makes the page load anew. */
    const reach = (): Promise<unknown> =>
      fetch(window.__remixManifest.routes[id]?.module ?? "").then(
        ({ status }) => (status === 404 ? leaveRemovedBuild() : undefined),
        () => {
          dispatchEvent(new Event("unreachable"));
          return new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(reach);
        },
      );
    let reached: Promise<unknown> | undefined;
    // Every press asks for the code, and an abandoned one doesn't stop.
    const reachOnce = () => {
      reached ??= reach().finally(() => {
        reached = undefined;
      });
      return reached;
    };
    if (lazy) route.lazy = () => reachOnce().then(lazy);
    waitForConnection(route.children ?? []);
  }
}
