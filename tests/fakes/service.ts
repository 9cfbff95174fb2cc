// The fake services behind SERVICES_URL: one server on loopback has each at the path of its host, and those fail on demand.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** The ways in which a service that is reachable can fail. */
export type Failure =
  | "rate limited"
  | "broken"
  | "busy"
  | "hanging"
  | "cut off"
  | "garbled"
  | "huge"
  | "redirecting"
  | "forbidding";

export type ServiceRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  body: Buffer;
  headers: IncomingMessage["headers"];
};
export type Reply = { status?: number; headers?: Record<string, string> } & (
  | { json: unknown }
  | { html: string }
  | { bytes: Uint8Array; type: string }
  | { to: string }
);

const HANG_MS = 30_000;

/** The services by host. Whatever else is asked for can't be reached. */
const services = new Map<string, RequestListener>();
const gateway = createServer((req, res) => {
  const [, host = "", path = ""] = /^\/([^/?]+)(.*)$/s.exec(req.url ?? "") ?? [];
  const listener = services.get(host);
  if (!listener) return void req.socket.destroy();
  req.url = path || "/";
  listener(req, res);
})
  .listen(0, "127.0.0.1")
  .unref();
await once(gateway, "listening");

/** The app's SERVICES_URL. */
export const servicesUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

export function closeServices() {
  gateway.close();
}

/** Stands for these hosts, of which `address` is the first, until it is closed. */
export function standFor(hosts: string[], listener: RequestListener) {
  const responses = new Set<ServerResponse>();
  const before = hosts.map((host) => services.get(host));
  const own: RequestListener = (req, res) => {
    responses.add(res);
    res.on("close", () => responses.delete(res));
    listener(req, res);
  };
  for (const host of hosts) services.set(host, own);
  return {
    address: `${servicesUrl}/${hosts[0]}`,
    /** Leaves the hosts to whatever stood for them before, or to nobody. */
    close() {
      for (const [index, host] of hosts.entries()) {
        const earlier = before[index];
        if (services.get(host) !== own) continue;
        if (earlier) services.set(host, earlier);
        else services.delete(host);
      }
      for (const response of responses) response.destroy();
    },
  };
}

/** Starts a fake of these hosts that answers with the result of `reply`; undefined is a 404. */
export function startService(
  hosts: string[],
  reply: (request: ServiceRequest) => Reply | undefined | Promise<Reply | undefined>,
) {
  const requests: string[] = [];
  const switches = new Map<string, Failure>();
  let delayMs = 0;
  const { address, close } = standFor(hosts, async (req, res) => {
    const url = new URL(req.url ?? "/", "http://service");
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    requests.push(`${req.method} ${url.pathname}${url.search}`);
    const [, failure] = [...switches].find(([where]) => (url.pathname + url.search).includes(where)) ?? [];
    if (failure) return sendFailure(failure, res);
    if (delayMs) await pause(delayMs);
    const { pathname: path, searchParams: query } = url;
    const body = Buffer.concat(parts);
    const form = new URLSearchParams(body.toString());
    send(res, await reply({ method: req.method ?? "GET", path, query, form, body, headers: req.headers }));
  });
  return {
    address,
    /** Method, path and query of every request, in order. */
    requests,
    /** Makes it fail everywhere, or where path and query contain `where`; undefined ends all failures. */
    fail(kind: Failure | undefined, where = "/") {
      if (kind) switches.set(where, kind);
      else switches.clear();
    },
    /** Lets it answer as ever, but this much later. */
    delay(ms: number) {
      delayMs = ms;
    },
    close,
  };
}

/** Escapes text for a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function send(res: ServerResponse, reply: Reply | undefined) {
  if (reply?.status === 204) res.writeHead(204).end();
  else if (!reply) res.writeHead(404, { "Content-Type": "text/plain" }).end("Not Found");
  else if ("to" in reply) res.writeHead(reply.status ?? 302, { Location: reply.to }).end();
  else {
    const [type, body] =
      "json" in reply
        ? ["application/json; charset=utf-8", JSON.stringify(reply.json)]
        : "html" in reply
          ? ["text/html; charset=utf-8", reply.html]
          : [reply.type, reply.bytes];
    res.writeHead(reply.status ?? 200, { "Content-Type": type, ...reply.headers }).end(body);
  }
}

function sendFailure(failure: Failure, res: ServerResponse) {
  const json = { "Content-Type": "application/json" };
  const answers: Record<Failure, () => void> = {
    "rate limited": () =>
      res.writeHead(429, { ...json, "Retry-After": "6" }).end('{"error":29,"message":"Rate limit"}'),
    broken: () => res.writeHead(500, json).end('{"error":8,"message":"Operation failed"}'),
    busy: () => res.writeHead(503, { "Retry-After": "6" }).end("Service Unavailable"),
    hanging: () => setTimeout(() => res.destroy(), HANG_MS).unref(),
    "cut off": () => {
      res.writeHead(200, { ...json, "Content-Length": "5000" }).write('{"user":{"name":"r');
      setTimeout(() => res.destroy(), 20);
    },
    garbled: () => res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Down for maintenance</h1>"),
    huge: () => res.writeHead(200, json).end(`{"user":{"name":"${"x".repeat(5_000_000)}"}}`),
    redirecting: () => res.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data" }).end(),
    forbidding: () => res.writeHead(403, { "Content-Type": "text/html" }).end("<h1>Forbidden</h1>"),
  };
  answers[failure]();
}
