// The health check: whether the server takes requests.
import type { RequestHandler } from "express";
import { getIndexState } from "~/matching/search.server";

let isReady = false;

/** Marks the server as listening, or as shutting down. */
export function setReady(ready: boolean) {
  isReady = ready;
}

/**
 * GET /healthz: 200 while the server takes requests, else 503. Says so while Discover cannot be searched, which takes seconds
 * in a large community; everything else works.
 */
export const answerHealth: RequestHandler = (_, res) => {
  res
    .status(isReady ? 200 : 503)
    .type("text")
    .set("Cache-Control", "no-store");
  const isSearchable = !["reading", "failed"].includes(getIndexState());
  // Not translated: operators and their programs read it.
  res.send(!isReady ? "not ready" : isSearchable ? "ready" : "ready, except for Discover");
};

/** Middleware: closes each connection after its response during shutdown, so that proxies do not reuse it. */
export const closeConnectionsOnShutdown: RequestHandler = (_, res, next) => {
  if (!isReady) res.set("Connection", "close");
  next();
};
