// The request guard as middleware: rejected requests never reach a route.
import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { clientAddressOf } from "./client-address.server";
import { formatError, privateHeaders } from "./error-response.server";
import { sendError } from "./express-errors.server";
import { MALFORMED, rejectRequest } from "./request-guard";

/**
 * Rejects targets that name another host or none (RFC 9112, 3.2) before anything reads them as paths: Express matches no route
 * to those that it can't parse.
 */
export function requirePath(handle: RequestListener): RequestListener {
  return (req, res) => {
    if (req.url?.startsWith("/")) return handle(req, res);
    const { type, body } = formatError(req.headers.accept, 400, t(MALFORMED));
    res.writeHead(400, { ...privateHeaders, "Content-Type": type }).end(body);
  };
}

const { protocol } = new URL(env.origin);

/** Rejects malformed requests, and writes from other sites. */
export const guardRequest: RequestHandler = (req, res, next) => {
  // No trusted proxy sends it, and the adapter would build URLs from it.
  delete req.headers["x-forwarded-host"];
  const { method, originalUrl: target, headers } = req;
  const rejection = rejectRequest({ method, target, protocol, headers });
  // Remix would compare it again, even after Sec-Fetch-Site has vouched for the page, and log a mismatch as a bug.
  delete req.headers.origin;
  if (!rejection) return next();
  if (rejection.allow) res.set("Allow", rejection.allow);
  sendError(req, res, rejection.status, rejection.message);
};

/** Responds to everything but GET and HEAD with 405. */
export const allowReadsOnly: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  sendError(req, res.set("Allow", "GET, HEAD"), 405, t("Nothing can be sent to this address."));
};

/** Reads a body to its end after the response: unread bytes would be taken for the connection's next request. */
export const drainUnreadBody: RequestHandler = (req, res, next) => {
  res.on("finish", () => {
    if (!req.readableEnded) req.removeAllListeners("data").resume();
  });
  next();
};

/** Middleware for the URL that starts a sign-in, which writes a row for every visit. */
export const limitSignIns: RequestHandler = (req, _, next) => {
  consumeRateLimit("authorize", clientAddressOf(req)).then(() => next(), next);
};
