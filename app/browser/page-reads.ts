// What responses to the router's data requests tell: whose page it is, which build has answered, and whether there is an
// offline copy.
import { handOverDrafts } from "./drafts";
import { getBuildVersion, getRouter } from "./router";

let isOutdated = false;

/** The page that the router is opening, if any. */
function nextPage() {
  const { state, createHref } = getRouter();
  const { navigation, location } = state;
  if (navigation.state !== "loading") return undefined;
  const [from, to] = [location, navigation.location].map((each) => createHref({ ...each, hash: "" }));
  return from === to ? undefined : createHref(navigation.location);
}

/** If the server has a newer build, opens the next page by loading it and never resolves. */
export async function leaveOldBuild() {
  const next = isOutdated ? nextPage() : undefined;
  if (next !== undefined) await loadPage(next);
}

/** Opens the next page, or this one, by loading it, because a file of this build is gone. Never resolves. */
export function leaveRemovedBuild(): Promise<never> {
  const { state, createHref } = getRouter();
  return loadPage(nextPage() ?? createHref({ ...state.location, hash: "" }));
}

/** Leaves for a page by loading it, taking unsent chat input along. Never resolves. */
function loadPage(address: string): Promise<never> {
  handOverDrafts();
  window.location.assign(address);
  return new Promise(() => {});
}

/** Notes what a response to the router tells. */
export function noteResponse(url: URL, { ok, headers }: Response) {
  const [build, key] = [headers.get("Build"), headers.get("Offline-Key")];
  if (build) isOutdated = build !== getBuildVersion();
  // A response for some of a page's routes is not a page.
  const isWhole = ok && nextPage() !== undefined && !url.searchParams.has("_routes");
  navigator.serviceWorker?.controller?.postMessage({ key, read: isWhole ? pageOf(url) : undefined });
}

/** Without a connection, opens the offline copy of the next page if there is one, and then never resolves. */
export async function openCopy(url: URL) {
  const next = nextPage();
  if (next !== undefined && "caches" in window && (await caches.match(pageOf(url), { ignoreVary: true })))
    await loadPage(next);
}

/** The address of the page that has this data. */
function pageOf({ pathname, searchParams }: URL) {
  const query = new URLSearchParams(searchParams);
  query.delete("_routes");
  return [pathname.replace(/^\/_root\.data$/, "/").replace(/\.data$/, ""), query].filter(String).join("?");
}
