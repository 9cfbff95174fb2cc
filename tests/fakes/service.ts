// What all stand-ins of music services share: a server on loopback, with switches for trouble.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What can go wrong with a service that is there. */
export const troubles = ["busy", "broken", "silent", "cut", "garbled", "huge", "elsewhere"] as const;
export type Trouble = (typeof troubles)[number];

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: IncomingMessage["headers"];
};
export type Reply = { status?: number; headers?: Record<string, string> } & (
  | { json: unknown }
  | { html: string }
  | { to: string }
);

const SILENCE_MS = 30_000;

/** Starts a service, which answers what `reply` says; undefined is a 404. */
export async function startService(reply: (asked: Asked) => Reply | undefined) {
  const asked: string[] = [];
  const switches = new Map<string, Trouble>();
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? "/", "http://stand-in");
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    asked.push(`${req.method} ${url.pathname}${url.search}`);
    const [, trouble] = [...switches].find(([where]) => (url.pathname + url.search).includes(where)) ?? [];
    if (trouble) return answerInTrouble(trouble, res);
    const { pathname: path, searchParams: query } = url;
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    send(res, reply({ method: req.method ?? "GET", path, query, form, headers: req.headers }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method, path and query of all it was asked. */
    asked,
    /** Lets it be in trouble everywhere, or where path and query hold `where`; undefined ends all trouble. */
    trouble(kind: Trouble | undefined, where = "/") {
      if (kind) switches.set(where, kind);
      else switches.clear();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Text inside a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function send(res: ServerResponse, reply: Reply | undefined) {
  if (!reply) res.writeHead(404, { "Content-Type": "text/plain" }).end("Not Found");
  else if ("to" in reply) res.writeHead(reply.status ?? 302, { Location: reply.to }).end();
  else {
    const [type, body] =
      "json" in reply ? ["application/json", JSON.stringify(reply.json)] : ["text/html", reply.html];
    res
      .writeHead(reply.status ?? 200, { "Content-Type": `${type}; charset=utf-8`, ...reply.headers })
      .end(body);
  }
}

function answerInTrouble(trouble: Trouble, res: ServerResponse) {
  const json = { "Content-Type": "application/json" };
  const answers: Record<Trouble, () => void> = {
    busy: () =>
      res.writeHead(429, { ...json, "Retry-After": "6" }).end('{"error":29,"message":"Rate limit"}'),
    broken: () => res.writeHead(500, json).end('{"error":8,"message":"Operation failed"}'),
    silent: () => setTimeout(() => res.destroy(), SILENCE_MS).unref(),
    cut: () => {
      res.writeHead(200, { ...json, "Content-Length": "5000" }).write('{"user":{"name":"r');
      setTimeout(() => res.destroy(), 20);
    },
    garbled: () => res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Down for maintenance</h1>"),
    huge: () => res.writeHead(200, json).end(`{"user":{"name":"${"x".repeat(5_000_000)}"}}`),
    elsewhere: () => res.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data" }).end(),
  };
  answers[trouble]();
}
