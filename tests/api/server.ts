// Runs the built server on a database of its own, and sends requests to it as browsers do.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect } from "vitest";
import { openDatabaseFile } from "../database-file";
import { freePort } from "../free-port";

/** The Node that runs the server: TEST_NODE, or the one that runs the tests. */
export const nodePath = process.env.TEST_NODE ?? process.execPath;

export type Variables = Record<string, string>;
type Program = { command: string[]; cwd?: string };

/** Without source maps, which a start would read for a fourth of its time: no test looks at the lines of a trace. */
const BUILT: Program = { command: [nodePath, "build/index.js"] };

/** Where Node keeps what it has compiled of the server, for the next start. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "compiled") };

/** Where the app answers. */
export type Site = {
  /** The URL it listens on. */
  address: string;
  port: number;
  /** The URL its members use. */
  origin: string;
  dataDir: string;
};

/** A running server: its output, how to stop it. */
export type RunningServer = Site & {
  pid: number;
  /** Everything it has printed so far. A line may arrive here later than the response of the request it is about. */
  output: () => string;
  /** Resolves once it has printed `text`. */
  untilOutput: (text: string) => Promise<void>;
  /** Sends a signal and resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Runs the built server with `variables` until it exits; resolves with its exit code and output. */
export async function runUntilExit(variables: Variables) {
  const child = spawnServer(variables);
  const [code] = await once(child, "close");
  return { code: code as number | null, output: child.output() };
}

/** Starts the built server, by default on a free port with a fresh database; resolves once it is ready. */
export async function startServer(variables: Variables = {}, program = BUILT): Promise<RunningServer> {
  const dataDir = variables.DATA_DIR ?? makeDataDir(variables);
  const port = Number(variables.PORT ?? (await freePort()));
  const address = `http://127.0.0.1:${port}`;
  const origin = variables.APP_ORIGIN ?? address;
  const own = { APP_ORIGIN: origin, ...variables, PORT: String(port), DATA_DIR: dataDir };
  const child = spawnServer(own, program);
  const exited = once(child, "close");
  // Not its health check, which another server would answer had it taken the port in the meantime.
  const isReady = child.untilOutput("B-Side is running").then(() => true);
  if (!(await Promise.race([isReady, exited.then(() => false)]))) {
    // Another program took the free port first.
    if (!variables.PORT && child.output().includes("is taken")) return startServer(variables, program);
    throw new Error(`The server has exited:\n${child.output()}`);
  }
  return {
    address,
    port,
    pid: child.pid ?? 0,
    origin,
    dataDir,
    output: child.output,
    untilOutput: child.untilOutput,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = await exited;
      if (!variables.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** A data folder; an own database is a copy of the one that was migrated for all tests. */
function makeDataDir({ DATABASE_URL, DATABASE_SYNC_URL }: Variables): string {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const template = join(tmpdir(), "template.sqlite");
  if (!DATABASE_URL && !DATABASE_SYNC_URL && existsSync(template))
    copyFileSync(template, join(dataDir, "b-side.sqlite"));
  return dataDir;
}

/**
 * Starts one server for all tests of a file, and checks in the end that it logged no bug.
 * Rate limits are off unless `variables` turn them on.
 */
export function shareServer(variables: Variables = {}) {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer(variables);
  });
  afterAll(async () => {
    expect(await running.stop()).toBe(0);
    expect(running.output()).not.toContain('"msg":"bug"');
  });
  const known = new Map<string, Promise<Person>>();
  const addMember = async (firstName: string) =>
    completeProfile(await signUp(openBrowser(running), firstName));
  return {
    running: () => running,
    visitor: () => openBrowser(running),
    signUp: (firstName: string) => signUp(openBrowser(running), firstName),
    addMember,
    /** The same member for all tests of the file that do not change them. */
    sharedMember: (firstName: string) => {
      const person = known.get(firstName) ?? addMember(firstName);
      known.set(firstName, person);
      return person;
    },
    sendRaw: (request: string) => sendRaw(running, request),
  };
}

function spawnServer(variables: Variables, { command: [file = "", ...parameters], cwd }: Program = BUILT) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(file, parameters, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH,
      HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DEMO: "0",
      RATE_LIMITS: "off",
      ...compiled,
      ...variables,
    },
  });
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream.on("data", (part) => {
      output += part;
    });
  }
  const untilOutput = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!output.includes(text)) return;
        for (const stream of streams) stream.off("data", check);
        resolve();
      };
      for (const stream of streams) stream.on("data", check);
      check();
    });
  return Object.assign(child, { output: () => output, untilOutput });
}

/** Sends raw characters over a connection of its own; resolves with everything received until it closes. */
export async function sendRaw({ port }: { port: number }, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.setTimeout(60_000, () => socket.destroy());
  socket.write(request, "latin1");
  return untilClosed(socket);
}

/** Resolves with everything received before the server closes a connection. */
export async function untilClosed(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
  });
  // Whoever still sends may get a reset after the response, for which once() would reject.
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

type HeaderMap = Record<string, string>;
type RequestOptions = { method?: string; headers?: HeaderMap; body?: BodyInit | AsyncIterable<Uint8Array> };
type Cookie = { name: string; value: string; path: string };
type FormFields = Record<string, string> | [string, string][] | FormData | URLSearchParams;
type StoredCookie = { name: string; value: string; path: string; attributes: string };

/** A browser: it keeps cookies, and marks requests as made by a page of the site. */
export type Browser = {
  server: Site;
  cookies: StoredCookie[];
  /** Sends a request as it is, without following redirects. */
  send: (path: string, init?: RequestOptions) => Promise<Response>;
  get: (path: string, headers?: HeaderMap) => Promise<Response>;
  json: (method: string, path: string, value: unknown, headers?: HeaderMap) => Promise<Response>;
  form: (path: string, fields: FormFields, headers?: HeaderMap) => Promise<Response>;
  /** Follows redirects within this site. */
  follow: (response: Response) => Promise<Response>;
};

/** The same member, with the same cookies so far, at another machine. */
export function at(server: Site, { id, email, password, cookies }: Person): Person {
  return Object.assign(openBrowser(server, cookies), { id, email, password });
}

/**
 * Opens a browser, by default without cookies. `always` are headers of all its requests. With `isStrict` it refuses
 * cookies whose path is not that of the response or above it, as some old browsers do.
 */
export function openBrowser(
  server: Site,
  cookies: Cookie[] = [],
  always: HeaderMap = {},
  { isStrict = false } = {},
): Browser {
  const jar: StoredCookie[] = cookies.map((cookie) => ({ attributes: "", ...cookie }));
  const isHttps = server.origin.startsWith("https:");

  async function send(path: string, init: RequestOptions = {}) {
    const pathname = path.split("?")[0] ?? "/";
    const sent = jar
      .filter((cookie) => cookie.path === "/" || pathname.startsWith(cookie.path))
      .sort((one, other) => other.path.length - one.path.length);
    const response = await httpRequest(server, path, {
      ...init,
      headers: {
        Host: new URL(server.origin).host,
        ...(isHttps ? { "X-Forwarded-Proto": "https" } : {}),
        ...always,
        ...(sent.length ? { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") } : {}),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line, pathname, isStrict);
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
        if (url.origin !== server.origin) throw new Error(`Redirected to another site: ${url.origin}`);
        await last.body?.cancel();
        last = await get(url.pathname + url.search, { Accept: "text/html" });
      }
      throw new Error("Too many redirects");
    },
  };
}

/** Sends a request over a connection of its own; unlike fetch it can name any host. */
async function httpRequest(
  server: Site,
  path: string,
  { method = "GET", headers = {}, body }: RequestOptions,
) {
  const isStream =
    typeof body === "object" && Symbol.asyncIterator in body && !(body instanceof ReadableStream);
  const whole = body === undefined || isStream ? undefined : new Response(body as BodyInit);
  const bytes = whole && Buffer.from(await whole.arrayBuffer());
  const type = whole?.headers.get("Content-Type");
  // Asks to keep the connection alive: a server that closes at once may cut its own response short.
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(server.address, {
    agent,
    path,
    method,
    headers: {
      ...(type ? { "Content-Type": type } : {}),
      ...(bytes ? { "Content-Length": bytes.length } : {}),
      ...headers,
    },
  });
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  if (isStream)
    Readable.from(body as AsyncIterable<Uint8Array>)
      .on("error", () => {})
      .pipe(outgoing);
  else outgoing.end(bytes);
  const [answer] = await answered;
  outgoing.on("error", () => {});
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

function storeCookie(jar: StoredCookie[], line: string, requestPath: string, isStrict: boolean) {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const [name = "", ...value] = pair.split("=");
  const attribute = (wanted: string) =>
    attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const path = attribute("path") ?? requestPath.replace(/\/[^/]*$/, "");
  if (isStrict && !`${requestPath}/`.startsWith(path.endsWith("/") ? path : `${path}/`)) return;
  const before = jar.findIndex((cookie) => cookie.name === name && cookie.path === path);
  if (before >= 0) jar.splice(before, 1);
  const expires = attribute("expires");
  const isExpired = attribute("max-age") === "0" || (expires && Date.parse(expires) <= Date.now());
  if (!isExpired) jar.push({ name, value: value.join("="), path, attributes: attributes.join("; ") });
}

/** A member: their browser, and their credentials. */
export type Person = Browser & { id: string; email: string; password: string };

let people = 0;
const password = "listen closely";

/** Goes to the sign-in page and returns its path; `to` is the path to return to. */
export async function goToSignIn(browser: Browser, to = "/"): Promise<string> {
  const login = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const provider = new URL(login.headers.get("Location") ?? "");
  const sent = await browser.get(provider.pathname + provider.search);
  const page = sent.headers.get("Location");
  if (!page) throw new Error(`No sign-in page: ${sent.status} ${await sent.text()}`);
  return page;
}

/** Signs up through the pages; the browser is signed in afterwards. */
export async function signUp(browser: Browser, firstName: string): Promise<Person> {
  const page = await goToSignIn(browser);
  const email = `${firstName.toLowerCase()}-${++people}@example.org`;
  const lastName = "Lovelace";
  const made = await browser.form(`${page}/sign-up`, { firstName, lastName, email, password, adult: "on" });
  const home = await browser.follow(made);
  if (home.status !== 200) throw new Error(`Sign-up returned ${home.status}`);
  const member = (await (await browser.get("/api/auth/user")).json()) as { id: string };
  return Object.assign(browser, { id: member.id, email, password });
}

/** Signs in through the pages; resolves with the last response. */
export async function signIn(browser: Browser, email: string, typed = password, to = "/"): Promise<Response> {
  const page = await goToSignIn(browser, to);
  return browser.follow(await browser.form(page, { email, password: typed }));
}

/** Changes when the members of all sessions last proved who they are. */
export async function setConfirmed({ dataDir }: Site, at: number) {
  const client = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  await client.execute({ sql: "update session set confirmed_at = ?", args: [at] });
  client.close();
}

const taste = {
  topArtists: ["Radiohead", "Stereolab", "Broadcast"],
  favoriteGenres: ["Indie", "Electronic"],
  totalScrobbles: 10,
  concertsAttended: 2,
};

/** Saves a newcomer's profile and preferences. */
export async function completeProfile(person: Person): Promise<Person> {
  await person.json("PATCH", "/api/profile", {
    bio: "Likes records.",
    age: 30,
    location: "Portland, Oregon",
  });
  await person.json("POST", "/api/music-preferences", taste);
  return person;
}

/** Likes or passes on another member. */
export async function decide(one: Person, other: Person, liked: boolean) {
  return one.json("POST", "/api/matches", { targetUserId: other.id, liked });
}

/** Lets two members like each other. */
export async function makeMatch(one: Person, other: Person) {
  await decide(one, other, true);
  await decide(other, one, true);
}

/** Lets two members match and start a conversation; resolves with its id. */
export async function makeConversation(one: Person, other: Person): Promise<string> {
  await makeMatch(one, other);
  const started = await one.json("POST", "/api/conversations", { targetUserId: other.id });
  return ((await started.json()) as { id: string }).id;
}
