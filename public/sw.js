// The service worker: keeps what a member last read for when there is no connection, shows what is pushed, and stays subscribed
// to it. All that is kept, also by pages, belongs to one session (Offline-Key) and goes with it.

/** What becomes of requests to this site: the first rule that matches counts, and the others go past the worker. */
const RULES = [
  { match: /^\/api\/(auth\/)?logout$/, method: /GET|POST/, handler: signOut },
  { match: /^\/assets\//, handler: cacheFirst },
  { match: /^\//, except: /^\/(api|oidc)\//, destination: "document", handler: networkFirst },
];

/** The pages that are kept, and how many of each: the last ones opened. */
const KEPT = [
  { match: /^\/messages$/, most: 1 },
  { match: /^\/messages\/[^/?]+$/, except: /\/goodbyes$/, most: 20 },
  { match: /^\/records(\?|$)/, most: 20 },
  { match: /^\/playlists(\?|$)/, most: 5 },
  { match: /^\/playlists\/[^/?]+(\?|$)/, except: /\/new$/, most: 20 },
];
const OFFLINE_PAGE = "/offline";
const RETRY_MS = 1000;
/** The beginnings of the names of caches: a session's pages, and a build's files with the offline page. */
const [PAGES, BUILD] = ["pages ", "build "];

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const { clients, registration, navigator } = self;
  // Without a connection, Firefox shows its own error page in place of the worker's answer (workbox issue 3134).
  const preloads = !/Firefox/.test(navigator.userAgent);
  const setting = registration.navigationPreload?.[preloads ? "enable" : "disable"]();
  // Messages waited there in workers before this one.
  indexedDB.deleteDatabase("outbox");
  event.waitUntil(Promise.all([clients.claim(), setting]));
});

self.addEventListener("fetch", (event) => {
  const { method, destination, url } = event.request;
  const address = new URL(url);
  if (address.origin !== self.location.origin) return;
  const rule = RULES.find(
    (each) =>
      matches(each, address.pathname) &&
      (each.method ?? /GET/).test(method) &&
      (each.destination ?? destination) === destination,
  );
  const answer = rule?.handler(event, address);
  if (answer) event.respondWith(answer);
});

function matches({ match, except }, path) {
  return match.test(path) && !except?.test(path);
}

/** Forgets at once, since the connection may be lost before the answer. A link elsewhere only leads to a question. */
function signOut(event, { origin }) {
  const { referrer } = event.request;
  if (URL.canParse(referrer) && new URL(referrer).origin === origin) event.waitUntil(inTurn(forget));
}

/* Whose the device's copies are. Requests overlap: what an old one says must not undo what a newer one has said. */

let moment = 0;
let changedAt = 0;
let turn = Promise.resolve();

/** Runs one task after the other. */
function inTurn(task) {
  const done = turn.then(task);
  turn = done.catch(() => undefined);
  return done;
}

async function namesOf(beginning) {
  return (await caches.keys()).filter((name) => name.startsWith(beginning));
}

/**
 * Takes note of whose a response is; whatever was kept for another session is gone before the response is shown. Resolves with
 * the cache of the session's pages, unless there is no session or the response is an old one of another session.
 */
function meet(headers, startedAt) {
  const [key, build] = [headers.get("Offline-Key"), headers.get("Build")];
  return inTurn(async () => {
    if (!key) return undefined;
    const name = PAGES + key;
    if (!(await caches.has(name))) {
      if (startedAt < changedAt) return undefined;
      await forget();
    }
    if (key === "none") return void (await self.registration.unregister());
    const pages = await caches.open(name);
    if (build) await caches.open(BUILD + build);
    return pages;
  });
}

/** Leaves nothing on the device. */
async function forget() {
  changedAt = ++moment;
  for (const name of await caches.keys()) await caches.delete(name);
}

/* Pages. */

/** The network's page, else the one that was kept, else the offline page. */
async function networkFirst(event, { pathname, search }) {
  const path = pathname + search;
  const startedAt = ++moment;
  let response;
  try {
    response = (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    const [pages] = await namesOf(PAGES);
    const kept = pages && (await caches.match(path, { cacheName: pages, ignoreVary: true }));
    return kept || (await caches.match(OFFLINE_PAGE, { ignoreVary: true })) || Response.error();
  }
  const copy = response.clone();
  const pages = await meet(response.headers, startedAt).catch(() => undefined);
  if (pages) event.waitUntil(keepPage(path, copy, pages));
  return response;
}

/** Keeps a page that is among those to keep, marked as a copy, with the files that it loads. */
async function keepPage(path, response, pages) {
  const kind = KEPT.find((each) => matches(each, path));
  const build = response.headers.get("Build");
  await keepOfflinePage(build, response.headers.get("Content-Language"));
  if (!kind) return;
  // Gone, or no longer the member's to read.
  if (response.status === 404) await dropPage(path, pages);
  if (!response.ok || response.redirected) return;
  const html = await response.text();
  await keepFiles(build, html);
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  await pages.put(path, new Response(html.replace("<html", "<html data-kept"), { headers }));
  const paths = (await pages.keys()).map(({ url }) => url.slice(self.location.origin.length));
  const others = paths.filter((each) => matches(kind, each)).reverse();
  for (const each of others.slice(kind.most)) await dropPage(each, pages);
  await dropBuilds(pages);
}

/** Drops a page, and what the page of a chat has kept of its messages. */
async function dropPage(path, pages) {
  await pages.delete(path);
  await pages.delete(`${path}/said`);
}

/** Fetches a page to keep it, of which the browser has only the data, or which came past the worker with these files. */
async function fetchPage(path, files = []) {
  if (!KEPT.some((each) => matches(each, path))) return;
  const startedAt = ++moment;
  const response = await fetch(path, { headers: { Accept: "text/html", "Offline-Copy": "1" } });
  const pages = await meet(response.headers, startedAt);
  if (!pages) return;
  await keepPage(path, response, pages);
  await keepFiles(response.headers.get("Build"), files.join(" "));
}

/* The files of builds, whose names change with what is in them. */

/** The file that was kept, else the network's, which is kept with the newest build. */
async function cacheFirst(event, { pathname: path }) {
  const kept = await caches.match(path, { ignoreVary: true });
  if (kept) return kept;
  const response = await reach(event);
  const copy = response.clone();
  event.waitUntil(
    inTurn(async () => {
      const [newest] = (await namesOf(BUILD)).reverse();
      if (newest && copy.ok) await (await caches.open(newest)).put(path, copy);
    }),
  );
  return response;
}

/**
 * Fetches a file once there is a connection: Remix reloads a page whose code fails to load, and what is typed there goes. A page
 * whose script a deployment has removed is told to leave, and waits for it no longer.
 */
async function reach({ request, clientId }) {
  for (;;) {
    const client = await self.clients.get(clientId);
    try {
      const response = await fetch(request.clone());
      if (response.status !== 404 || request.destination !== "script") return response;
      client?.postMessage({ isRemoved: true });
      return new Promise(() => {});
    } catch {
      client?.postMessage({ isUnreachable: true });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** The cache of a build's files; false if it is gone. */
function openBuild(build) {
  const name = BUILD + build;
  return inTurn(async () => (await caches.has(name)) && caches.open(name));
}

/** Keeps a build's offline page in the language of its last page, which a member may have chosen since. */
async function keepOfflinePage(build, language) {
  const files = await openBuild(build);
  if (!files) return;
  const kept = await files.match(OFFLINE_PAGE, { ignoreVary: true });
  if (kept && (!language || kept.headers.get("Content-Language") === language)) return;
  const page = await fetch(`${OFFLINE_PAGE}?language=${language || ""}`);
  await keepFiles(build, await page.clone().text());
  await files.put(OFFLINE_PAGE, page);
}

/** Keeps the files that a page of a build names. */
async function keepFiles(build, html) {
  const files = await openBuild(build);
  if (!files) return;
  for (const [path] of html.matchAll(/\/assets\/[^"'\\\s)]+/g)) {
    if (await files.match(path, { ignoreVary: true })) continue;
    const known = await caches.match(path, { ignoreVary: true });
    const response = known || (await fetch(path));
    if (response.ok) await files.put(path, response);
  }
}

/** Drops all builds but the newest and those of pages that are still kept. */
async function dropBuilds(pages) {
  const kept = (await pages.matchAll()).map(({ headers }) => BUILD + headers.get("Build"));
  const builds = await namesOf(BUILD);
  for (const name of builds.slice(0, -1)) if (!kept.includes(name)) await caches.delete(name);
}

/* What pages say. `key` is that of a response which came past the worker, and `read` the path of a page that has been read. */

self.addEventListener("message", (event) => {
  const { key, read, files } = event.data;
  const work = [];
  if (key) work.push(meet(new Headers({ "Offline-Key": key }), ++moment));
  if (read) work.push(fetchPage(read, files));
  event.waitUntil(Promise.all(work));
});

/* Push. */

self.addEventListener("push", (event) => {
  const { notification, close = [] } = event.data.json();
  event.waitUntil(Promise.all([notification && show(notification), ...close.map(closeAll)]));
});

function show({ title, navigate, ...options }) {
  return self.registration.showNotification(title, {
    ...options,
    icon: "/apple-touch-icon.png",
    data: { navigate },
  });
}

async function closeAll(tag) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.navigate));
});

/** Shows the page in a tab that is there, or in a new one. */
async function open(url) {
  const [tab] = await self.clients.matchAll({ type: "window" });
  if (!tab) return self.clients.openWindow(url);
  await tab.focus();
  return tab.navigate(url);
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

/** Subscribes anew where the browser has dropped a subscription that its member wants. */
async function renew() {
  const path = "/api/notifications/browsers";
  const answer = await fetch(path);
  const { publicKey, browsers } = answer.ok ? await answer.json() : { browsers: [] };
  if (!browsers.some(({ isCurrent }) => isCurrent)) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await self.registration.pushManager.subscribe(options);
  const headers = { "Content-Type": "application/json" };
  await fetch(path, { method: "POST", headers, body: JSON.stringify(subscription) });
}
