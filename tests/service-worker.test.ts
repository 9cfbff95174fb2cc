// The service worker's script, run as a browser runs it: what it does with a push, and with a press on what it shows.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

type Options = { tag: string; lang: string; icon: string; data: { navigate: string } };
type Shown = Options & { title: string; close: () => void };
type Tab = { visited: string[]; focus: () => Promise<void>; navigate: (url: string) => Promise<void> };

/** A browser with the worker, this many open tabs of the site, and the answer of the server. */
function startWorker({ tabs: count = 0, answer = {} as { status?: number; browsers?: object[] } } = {}) {
  const listeners = new Map<string, (event: object) => void>();
  let shown: Shown[] = [];
  const opened: string[] = [];
  const tabs = Array.from({ length: count }, (): Tab => {
    const visited: string[] = [];
    return {
      visited,
      focus: async () => void visited.push("focus"),
      navigate: async (url) => void visited.push(url),
    };
  });
  const posted: unknown[] = [];
  const caches = makeCaches();
  const ended: string[] = [];
  let language = "";
  const fetch = async (path: string, { method, body = "null" }: { method?: string; body?: string } = {}) => {
    if (method) posted.push([method, path, JSON.parse(body)]);
    if (path.startsWith("/messages/"))
      return new Response("<html></html>", {
        status: ended.includes(path) ? 404 : 200,
        headers: {
          "Offline-Key": "member.session",
          ...(language ? { Build: "1", "Content-Language": language } : {}),
        },
      });
    if (path.startsWith("/offline")) {
      const asked = new URL(path, self.location.origin).searchParams.get("language") ?? "en";
      return new Response("<html></html>", { headers: { "Content-Language": asked } });
    }
    return Response.json({ publicKey: "BKey", ...answer }, { status: answer.status ?? 200 });
  };
  const self = {
    location: { origin: "https://b-side.example" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Options) => {
        const own = { ...options, title, close: () => (shown = shown.filter((each) => each !== own)) };
        shown = [...shown.filter(({ tag }) => tag !== options.tag), own];
      },
      getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
      pushManager: { subscribe: async (options: object) => ({ toJSON: () => options }) },
    },
    clients: { matchAll: async () => tabs, openWindow: async (url: string) => void opened.push(url) },
  };
  runInNewContext(readFileSync("public/sw.js", "utf8"), {
    self,
    fetch,
    caches,
    Promise,
    Headers,
    Response,
    URL,
  });
  /** Resolves once the worker has done what it keeps itself awake for. */
  const dispatch = async (name: string, event: object) => {
    let work: unknown;
    listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) });
    await work;
  };
  const push = (payload: object) => dispatch("push", { data: { json: () => payload } });
  return {
    ...{ push, opened, tabs, posted, caches, shown: () => shown },
    tell: (data: object) => dispatch("message", { data }),
    end: (path: string) => void ended.push(path),
    /** Answers pages in a language from now on, with the build that they are of. */
    speak: (chosen: string) => {
      language = chosen;
    },
    /** Whether the worker answers a request. */
    request: async (request: object) => {
      let isAnswered = false;
      const respondWith = (answer: Promise<unknown>) => {
        isAnswered = true;
        answer.catch(() => undefined);
      };
      await dispatch("fetch", { request, respondWith });
      return isAnswered;
    },
    loseSubscription: () => dispatch("pushsubscriptionchange", {}),
    press: (notification: Shown | undefined) => dispatch("notificationclick", { notification }),
  };
}

const about = (tag: string, title = "New message on B-Side") => ({
  web_push: 8030,
  notification: { title, tag, navigate: `https://b-side.example/messages/${tag}`, lang: "en" },
});

test("shows what is pushed, once for each thing", async () => {
  const worker = startWorker();
  await worker.push(about("1"));
  await worker.push(about("2", "New match on B-Side"));
  await worker.push(about("1"));
  expect(worker.shown()).toMatchObject([
    { title: "New match on B-Side", tag: "2", lang: "en" },
    { title: "New message on B-Side", tag: "1", data: { navigate: "https://b-side.example/messages/1" } },
  ]);
});

test("closes what was read elsewhere, and nothing else", async () => {
  const worker = startWorker();
  for (const tag of ["1", "2", "3"]) await worker.push(about(tag));
  await worker.push({ close: ["1", "3", "4"] });
  expect(worker.shown().map(({ tag }) => tag)).toEqual(["2"]);
});

test("a press opens the page in a new tab, or in the one that is there", async () => {
  const worker = startWorker();
  await worker.push(about("1"));
  await worker.press(worker.shown()[0]);
  expect([worker.opened, worker.shown()]).toEqual([["https://b-side.example/messages/1"], []]);
  const open = startWorker({ tabs: 2 });
  await open.push(about("1"));
  await open.press(open.shown()[0]);
  expect(open.tabs.map(({ visited }) => visited)).toEqual([
    ["focus", "https://b-side.example/messages/1"],
    [],
  ]);
  expect(open.opened).toEqual([]);
});

test("a browser that loses its subscription gets a new one, unless it was removed or signed out", async () => {
  const worker = startWorker({ answer: { browsers: [{ isCurrent: false }, { isCurrent: true }] } });
  await worker.loseSubscription();
  expect(worker.posted).toEqual([
    ["POST", "/api/notifications/browsers", { userVisibleOnly: true, applicationServerKey: "BKey" }],
  ]);
  for (const answer of [{ browsers: [{ isCurrent: false }] }, { status: 401 }]) {
    const other = startWorker({ answer });
    await other.loseSubscription();
    expect(other.posted).toEqual([]);
  }
});

/** The caches of a browser, as far as the worker uses them. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (path: string) => kept.get(path)?.clone(),
      matchAll: async () => [...kept.values()],
      put: async (path: string, response: Response) => void kept.set(path, response),
      delete: async (path: string) => kept.delete(path),
      keys: async () => [...kept.keys()].map((path) => ({ url: `https://b-side.example${path}` })),
    };
  };
  return {
    all,
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    open: async (name: string) => open(name),
    delete: async (name: string) => all.delete(name),
    match: async (path: string) =>
      [...all.values()]
        .find((kept) => kept.has(path))
        ?.get(path)
        ?.clone(),
  };
}

test("what was said in a chat goes with the copy of a chat that is gone", async () => {
  const worker = startWorker();
  const read = (chat: string) => worker.tell({ read: `/messages/${chat}` });
  for (const chat of ["1", "2"]) {
    await read(chat);
    const pages = await worker.caches.open("pages member.session");
    await pages.put(`/messages/${chat}/said`, Response.json([{ content: "Do you like Can?" }]));
  }
  const kept = () => [...(worker.caches.all.get("pages member.session")?.keys() ?? [])].sort();
  expect(kept()).toEqual(["/messages/1", "/messages/1/said", "/messages/2", "/messages/2/said"]);
  worker.end("/messages/1");
  await read("1");
  expect(kept()).toEqual(["/messages/2", "/messages/2/said"]);
});

test("the offline page is in the language of the page that was read last", async () => {
  const worker = startWorker();
  const said: (string | null | undefined)[] = [];
  for (const language of ["en", "de", "de", "en"]) {
    worker.speak(language);
    await worker.tell({ read: "/messages/1" });
    said.push((await worker.caches.match("/offline"))?.headers.get("Content-Language"));
  }
  expect(said).toEqual(["en", "de", "de", "en"]);
});

test.each([
  ["https://b-side.example/settings", []],
  ["https://b-side.example.evil.example/", ["pages member.session"]],
  ["https://b-side.example:8443/", ["pages member.session"]],
  ["http://b-side.example/", ["pages member.session"]],
  ["", ["pages member.session"]],
])("a sign-out from %j leaves what is kept as %j", async (referrer, kept) => {
  const worker = startWorker();
  await worker.tell({ read: "/messages/1" });
  const url = "https://b-side.example/api/logout";
  await worker.request({ method: "POST", destination: "", referrer, url });
  expect([...worker.caches.all.keys()]).toEqual(kept);
});

test.each([
  ["GET", "/assets/root.js", "script", true],
  ["GET", "/assets/root.css", "style", true],
  ["HEAD", "/assets/root.js", "", false],
  ["GET", "/messages/1", "document", true],
  ["GET", "/settings?x=1", "document", true],
  ["GET", "/messages/1?_data=routes", "", false],
  ["POST", "/messages/1", "document", false],
  ["GET", "/api/export", "document", false],
  ["GET", "/oidc/auth", "document", false],
  ["GET", "/api/logout", "document", false],
  ["GET", "/pictures/a.webp", "image", false],
  ["GET", "https://b-side.example.evil.example/assets/root.js", "script", false],
  ["GET", "http://b-side.example/messages/1", "document", false],
])("of a %s of %s as %j the worker's answer is %s", async (method, path, destination, isAnswered) => {
  const url = new URL(path, "https://b-side.example").href;
  expect(await startWorker().request({ method, destination, url, referrer: "" })).toBe(isAnswered);
});
