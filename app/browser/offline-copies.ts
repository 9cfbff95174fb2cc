// The page's side of the copies that the service worker keeps (public/sw.js).

/** Starts the worker, which sees all pages from the next one on, and lets it keep this one. Without a secure context there is none. */
export async function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  await serviceWorker.register("/sw.js");
  if (!isFirst) return;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const { active } = await serviceWorker.ready;
  active?.postMessage({ read: location.pathname + location.search, files });
}

/** Shows that the page is a copy no longer. */
export function endCopy(): boolean {
  const { dataset } = document.documentElement;
  const wasCopy = dataset.kept !== undefined;
  delete dataset.kept;
  return wasCopy;
}
