// Sends requests as browsers do, and raw ones.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";

/** Where the app answers. */
export type Site = {
  /** The URL it listens on. */
  address: string;
  port: number;
  /** The URL its members use. */
  origin: string;
  dataDir: string;
  /** Keeps the connections of a server that outlives its requests. */
  agent?: Agent;
};

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
  // A client that is still sending may get a reset after the response, for which once() would reject.
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

/**
 * Sends a request; unlike fetch it can name any host. Without an agent of the server's, or with a body that may be cut short,
 * it has a connection of its own.
 */
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
  const kept = isStream || headers["Content-Length"] ? undefined : server.agent;
  const agent = kept ?? new Agent({ keepAlive: true });
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
  if (!kept) agent.destroy();
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
