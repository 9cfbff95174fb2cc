// What the router's requests for data say: whose page it is, which build has answered, and whether there is a copy offline.
import { handOverDrafts } from "./drafts";
import { getBuildVersion, getRouter } from "./router";

let isOutdated = false;

/** The page that the router is opening, if it is. */
function nextPage() {
  const { state, createHref } = getRouter();
  const { navigation, location } = state;
  if (navigation.state !== "loading") return undefined;
  const [from, to] = [location, navigation.location].map((each) => createHref({ ...each, hash: "" }));
  return from === to ? undefined : createHref(navigation.location);
}

/** Opens the next page with a page load, if the server has a newer build; it never resolves then. */
export async function leaveOldBuild() {
  const next = isOutdated ? nextPage() : undefined;
  if (next !== undefined) await loadPage(next);
}

/** Opens the next page, or this one, with a page load: a file of this build is no longer there. Never resolves. */
export function leaveRemovedBuild(): Promise<never> {
  const { state, createHref } = getRouter();
  return loadPage(nextPage() ?? createHref({ ...state.location, hash: "" }));
}

/** Leaves for a page by loading it; what is typed in chats goes along. Never resolves. */
function loadPage(address: string): Promise<never> {
  handOverDrafts();
  window.location.assign(address);
  return new Promise(() => {});
}

/** Takes note of a response to the router. */
export function noteResponse(url: URL, { ok, headers }: Response) {
  const [build, key] = [headers.get("Build"), headers.get("Offline-Key")];
  if (build) isOutdated = build !== getBuildVersion();
  // A part of a page is no page.
  const isWhole = ok && nextPage() !== undefined && !url.searchParams.has("_routes");
  navigator.serviceWorker?.controller?.postMessage({ key, read: isWhole ? pageOf(url) : undefined });
}

/** Without a connection, opens the next page if there is a copy of it; it never resolves then. */
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
