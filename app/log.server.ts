// What the process writes of itself: one JSON line an event, ids only, never text, mail or tokens.
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "~/env.server";

const logger = pino({ level: env.logLevel });

/** Logs a bug and returns the id under which it can be found. */
function bug(request: Request, error: unknown): string {
  const id = randomUUID();
  logger.error({ id, method: request.method, path: pathOf(request.url), err: error }, "bug");
  return id;
}

/** The path of an address as it is logged: without its query, and without the name that a member looks up. */
function pathOf(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/, "").split("?", 1)[0] ?? "";
  return path.replace(/^(\/api\/lastfm\/user)\/.*/i, "$1/…");
}

export const log = { bug, logger, pathOf };
