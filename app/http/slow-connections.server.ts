// Closes stalled connections: requests that do not arrive, and responses that nobody reads.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isStream } from "~/live/streams.server";

/** Even a poor mobile connection is faster. */
const MIN_BYTES_PER_SECOND = 1_000;
// Not translated: the request that would say its language hasn't arrived.
const MESSAGE = "This request arrived too slowly.";
const TIMED_OUT = `HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${MESSAGE.length}\r\n\r\n${MESSAGE}`;

/**
 * Closes connections that send no request within `seconds`, send a body at less than 1 kB a second for that long, or read
 * nothing of a response for that long. The server may take any time to respond, live streams end stalled readers
 * themselves, and `keepAliveTimeout` stays in force between two requests.
 */
export function closeSlowConnections(server: Server, seconds: number) {
  const responses = new WeakMap<Socket, Set<ServerResponse>>();
  /** Unfinished requests, and how much their connections had sent at the last check; undefined before their first. */
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes?: number }>();

  server.headersTimeout = seconds * 1000;
  server.timeout = seconds * 1000;

  server.prependListener("request", (request, response) => {
    const { socket } = request;
    const open = responses.get(socket) ?? new Set();
    responses.set(socket, open.add(response));
    response.on("close", () => open.delete(response));
    if (!("content-length" in request.headers || "transfer-encoding" in request.headers)) return;
    arriving.set(request, { response });
    request.on("close", () => arriving.delete(request));
  });

  server.on("timeout", (socket) => {
    const open = [...(responses.get(socket) ?? [])];
    const isAnswering = open.some((response) => !response.headersSent || isStream(response));
    const isUnread = open.some((response) => response.headersSent && !isStream(response));
    if (isAnswering && !isUnread) socket.setTimeout(server.timeout);
    else socket.destroy();
  });

  const timer = setInterval(() => {
    for (const [request, { response, bytes }] of arriving) {
      const { socket } = request;
      if (request.complete) arriving.delete(request);
      else if (bytes === undefined || socket.bytesRead - bytes >= seconds * MIN_BYTES_PER_SECOND)
        arriving.set(request, { response, bytes: socket.bytesRead });
      else {
        arriving.delete(request);
        if (!response.headersSent) socket.write(TIMED_OUT);
        socket.destroySoon();
      }
    }
  }, seconds * 1000);
  timer.unref();
}
