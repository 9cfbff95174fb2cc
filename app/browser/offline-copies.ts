// The page's side of the offline copies that the service worker keeps (public/sw.js).

/**
 * Starts the worker, which controls pages from the next one on, and has it keep a copy of this one. Browsers have no worker
 * without a secure context.
 */
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

/** The cache that has the copies of a member's session, and the key of that session; undefined without either. */
export async function openCopies(member: string) {
  if (!("caches" in window)) return undefined;
  // Firefox allows no caches in private windows.
  const names = await caches.keys().catch(() => []);
  const name = names.find((each) => each.startsWith(`pages ${member}.`));
  return name === undefined
    ? undefined
    : { key: name.slice("pages ".length), copies: await caches.open(name) };
}

/** Whether this page is the service worker's copy, shown without a connection. */
export function isCopy(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

/** Removes the mark of a copy from this page; returns whether there was one. */
export function endCopy(): boolean {
  const wasCopy = isCopy();
  delete document.documentElement.dataset.kept;
  return wasCopy;
}
