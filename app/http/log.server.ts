// What the process writes of itself: one JSON line an event, ids only, never text, mail or tokens.
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "~/env.server";

const logger = pino({ level: env.logLevel });

/** Logs a bug and returns the id under which it can be found. */
function bug(request: Request, error: unknown): string {
  const id = randomUUID();
  logger.error({ id, method: request.method, path: new URL(request.url).pathname, err: error }, "bug");
  return id;
}

export const log = { bug, logger };
