// The built server, run for a test file on a database of its own, and the browsers that visit it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect } from "vitest";

type Variables = Record<string, string>;

/** A server's process: where it answers, what it has printed, how to end it. */
export type RunningServer = {
  /** Where it listens. */
  address: string;
  port: number;
  pid: number;
  /** The address its members use. */
  origin: string;
  dataDir: string;
  printed: () => string;
  /** Sends a signal and resolves with the exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Runs the built server in `variables` and resolves with its exit code and all it printed, once it has ended. */
export async function runToItsEnd(variables: Variables) {
  const child = spawnServer(variables);
  const [code] = await once(child, "close");
  return { code: code as number | null, printed: child.printed() };
}

/** Starts the built server on a free port with a fresh database; resolves once it is ready. */
export async function startServer(variables: Variables = {}): Promise<RunningServer> {
  const dataDir = variables.DATA_DIR ?? mkdtempSync(join(tmpdir(), "b-side-api-"));
  const port = Number(variables.PORT ?? (await freePort()));
  const address = `http://127.0.0.1:${port}`;
  const origin = variables.APP_ORIGIN ?? address;
  const child = spawnServer({ APP_ORIGIN: origin, ...variables, PORT: String(port), DATA_DIR: dataDir });
  const ended = once(child, "close");
  const isReady = async () => (await fetch(`${address}/healthz`).catch(() => null))?.status === 200;
  while (child.exitCode !== null || !(await isReady())) {
    // Any program's connection may take a port between the look and the start.
    if (child.printed().includes("is taken")) return startServer({ ...variables, DATA_DIR: dataDir });
    if (child.exitCode !== null) throw new Error(`The server has ended:\n${child.printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    address,
    port,
    pid: child.pid ?? 0,
    origin,
    dataDir,
    printed: child.printed,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = await ended;
      if (!variables.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/**
 * One server for all tests of a file, which must not meet a bug by their end.
 * Limits on how often are off unless `variables` say otherwise.
 */
export function serveThisFile(variables: Variables = {}) {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer(variables);
  });
  afterAll(async () => {
    expect(await running.end()).toBe(0);
    expect(running.printed()).not.toContain('"msg":"bug"');
  });
  const known = new Map<string, Promise<Person>>();
  const settle = async (firstName: string) => settleIn(await signUp(openBrowser(running), firstName));
  return {
    running: () => running,
    visitor: () => openBrowser(running),
    signUp: (firstName: string) => signUp(openBrowser(running), firstName),
    settle,
    /** One and the same person for all tests of the file that change nothing about them. */
    same: (firstName: string) => {
      const person = known.get(firstName) ?? settle(firstName);
      known.set(firstName, person);
      return person;
    },
    raw: (request: string) => sendRaw(running, request),
  };
}

function spawnServer(variables: Variables) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--enable-source-maps", "build/index.js"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH,
      HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DEMO: "0",
      RATE_LIMITS: "off",
      ...variables,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      printed += part;
    });
  }
  return Object.assign(child, { printed: () => printed });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || !address) throw new Error("No port is free");
  return address.port;
}

/** Sends characters as bytes, over a connection of their own, and resolves with all that came back until its end. */
async function sendRaw({ port }: { port: number }, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  socket.on("error", () => {});
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(request, "latin1");
  await once(socket, "close");
  return Buffer.concat(parts).toString("latin1");
}

type HeaderMap = Record<string, string>;
type Sent = { method?: string; headers?: HeaderMap; body?: BodyInit | AsyncIterable<Uint8Array> };
type Cookie = { name: string; value: string; path: string };
type Form = Record<string, string> | [string, string][] | FormData | URLSearchParams;
type Kept = { name: string; value: string; path: string; attributes: string };

/** A browser: keeps cookies, and says of each request that a page of the site has made it. */
export type Browser = {
  server: RunningServer;
  cookies: Kept[];
  /** Any request, as it is; redirects are not followed. */
  send: (path: string, init?: Sent) => Promise<Response>;
  get: (path: string, headers?: HeaderMap) => Promise<Response>;
  json: (method: string, path: string, value: unknown, headers?: HeaderMap) => Promise<Response>;
  form: (path: string, fields: Form, headers?: HeaderMap) => Promise<Response>;
  /** Goes where a redirect points, on this site, until there is none. */
  follow: (response: Response) => Promise<Response>;
};

/** Opens a browser without cookies, or with a copy of those of another. `userAgent` is its name for itself. */
export function openBrowser(server: RunningServer, cookies: Cookie[] = [], userAgent?: string): Browser {
  const jar: Kept[] = cookies.map((cookie) => ({ attributes: "", ...cookie }));
  const isHttps = server.origin.startsWith("https:");

  async function send(path: string, init: Sent = {}) {
    const pathname = path.split("?")[0] ?? "/";
    const sent = jar.filter((cookie) => cookie.path === "/" || pathname.startsWith(cookie.path));
    const response = await ask(server, path, {
      ...init,
      headers: {
        Host: new URL(server.origin).host,
        ...(isHttps ? { "X-Forwarded-Proto": "https" } : {}),
        ...(userAgent ? { "User-Agent": userAgent } : {}),
        ...(sent.length ? { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") } : {}),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) keep(jar, line, pathname);
    return response;
  }

  const own = { "Sec-Fetch-Site": "same-origin", Origin: server.origin };
  const get = (path: string, headers: HeaderMap = {}) => send(path, { headers });
  return {
    server,
    cookies: jar,
    send,
    get,
    json: (method, path, value, headers = {}) =>
      send(path, {
        method,
        body: JSON.stringify(value),
        headers: { ...own, "Content-Type": "application/json", ...headers },
      }),
    form: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers: { ...own, Accept: "text/html", ...headers },
      }),
    async follow(response) {
      let last = response;
      for (let hops = 0; hops < 10; hops++) {
        const to = last.headers.get("Location");
        if (!to) return last;
        const url = new URL(to, server.origin);
        if (url.origin !== server.origin) throw new Error(`Sent away to ${url.origin}`);
        await last.body?.cancel();
        last = await get(url.pathname + url.search, { Accept: "text/html" });
      }
      throw new Error("Sent around in a circle");
    },
  };
}

/** Sends a request as it is: unlike fetch it may name any host, and it keeps no connection for the next. */
async function ask(server: RunningServer, path: string, { method = "GET", headers = {}, body }: Sent) {
  const isStream =
    typeof body === "object" && Symbol.asyncIterator in body && !(body instanceof ReadableStream);
  const whole = body === undefined || isStream ? undefined : new Response(body as BodyInit);
  const bytes = whole && Buffer.from(await whole.arrayBuffer());
  const type = whole?.headers.get("Content-Type");
  // It says that it will keep the connection, since a server that closes one at once may cut its own answer short.
  const agent = new Agent({ keepAlive: true });
  const asked = request(server.address, {
    agent,
    path,
    method,
    headers: {
      ...(type ? { "Content-Type": type } : {}),
      ...(bytes ? { "Content-Length": bytes.length } : {}),
      ...headers,
    },
  });
  const answered = once(asked, "response") as Promise<[IncomingMessage]>;
  if (isStream)
    Readable.from(body as AsyncIterable<Uint8Array>)
      .on("error", () => {})
      .pipe(asked);
  else asked.end(bytes);
  const [answer] = await answered;
  asked.on("error", () => {});
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  agent.destroy();
  const status = answer.statusCode ?? 0;
  const shown = new Headers();
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    shown.append(answer.rawHeaders[i] ?? "", answer.rawHeaders[i + 1] ?? "");
  }
  const hasBody = status !== 204 && status !== 304;
  const response = new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: shown });
  return Object.defineProperty(response, "url", { value: server.origin + path });
}

function keep(jar: Kept[], line: string, requestPath: string) {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const [name = "", ...value] = pair.split("=");
  const attribute = (wanted: string) =>
    attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const path = attribute("path") ?? requestPath.replace(/\/[^/]*$/, "");
  const before = jar.findIndex((cookie) => cookie.name === name && cookie.path === path);
  if (before >= 0) jar.splice(before, 1);
  const expires = attribute("expires");
  const isOver = attribute("max-age") === "0" || (expires && Date.parse(expires) <= Date.now());
  if (!isOver) jar.push({ name, value: value.join("="), path, attributes: attributes.join("; ") });
}

/** Someone with an account: their browser, and what they sign in with. */
export type Person = Browser & { id: string; email: string; password: string };

let people = 0;
const password = "listen closely";

/** Goes to the sign-in page as a browser does and returns its address; `to` is where to come back to. */
export async function goToSignIn(browser: Browser, to = "/"): Promise<string> {
  const begun = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const provider = new URL(begun.headers.get("Location") ?? "");
  const sent = await browser.get(provider.pathname + provider.search);
  const page = sent.headers.get("Location");
  if (!page) throw new Error(`No sign-in page: ${sent.status} ${await sent.text()}`);
  return page;
}

/** Makes an account through the pages, as a member does; the browser is signed in afterwards. */
export async function signUp(browser: Browser, firstName: string): Promise<Person> {
  const page = await goToSignIn(browser);
  const email = `${firstName.toLowerCase()}-${++people}@example.org`;
  const lastName = "Lovelace";
  const made = await browser.form(`${page}/sign-up`, { firstName, lastName, email, password, adult: "on" });
  const home = await browser.follow(made);
  if (home.status !== 200)
    throw new Error(`Signing up ended in ${home.status}:\n${browser.server.printed()}`);
  const member = (await (await browser.get("/api/auth/user")).json()) as { id: string };
  return Object.assign(browser, { id: member.id, email, password });
}

/** Signs in through the pages; resolves with where it ended. */
export async function signIn(browser: Browser, email: string, typed = password, to = "/"): Promise<Response> {
  const page = await goToSignIn(browser, to);
  return browser.follow(await browser.form(page, { email, password: typed }));
}

const taste = {
  topArtists: ["Radiohead", "Stereolab", "Broadcast"],
  favoriteGenres: ["Indie", "Electronic"],
  totalScrobbles: 10,
  concertsAttended: 2,
};

/** Fills in a newcomer's profile and preferences. */
export async function settleIn(person: Person): Promise<Person> {
  await person.json("PATCH", "/api/profile", {
    bio: "Likes records.",
    age: 30,
    location: "Portland, Oregon",
  });
  await person.json("POST", "/api/music-preferences", taste);
  return person;
}

/** Decides on somebody. */
export async function decide(one: Person, other: Person, liked: boolean) {
  return one.json("POST", "/api/matches", { targetUserId: other.id, liked });
}

/** Makes two like each other. */
export async function matchUp(one: Person, other: Person) {
  await decide(one, other, true);
  await decide(other, one, true);
}

/** Makes two match and talk; resolves with the id of their conversation. */
export async function talkUp(one: Person, other: Person): Promise<string> {
  await matchUp(one, other);
  const begun = await one.json("POST", "/api/conversations", { targetUserId: other.id });
  return ((await begun.json()) as { id: string }).id;
}
