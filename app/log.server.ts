// The log: one JSON line per event, with ids only, never text, email addresses or tokens; and the last bugs of this process.
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "~/env.server";
import { hideValues } from "~/query-errors.server";
import { getRequestContext } from "~/request-context.server";

const BUGS_KEPT = 50;

/** A bug as operators see it; the log has the rest under its id. */
type Bug = { id: string; at: string; route: string; errorClass: string };

// A log on a full disk must not stop the process: lines that exceed the buffer are dropped.
const destination = pino.destination({ dest: 1, sync: false, maxLength: 1_000_000 });
let isFailing = false;
destination.on("error", () => {
  isFailing = true;
});
destination.on("drain", () => {
  isFailing = false;
});
// The library flushes the buffer before the process exits, and would retry forever.
process.prependListener("exit", () => {
  if (isFailing) destination.destroy();
});
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Errors are logged without the values of statements. */
export const logOptions = {
  level: env.logLevel,
  serializers: { err: (error: unknown) => pino.stdSerializers.err(hideValues(error) as Error) },
};
const logger = pino(logOptions, destination);

/** The newest first. */
const recentBugs: Bug[] = [];

/** Logs a bug, with the request in which it happened if any, and returns the id of its log line. */
function bug(request: { method: string; url: string } | undefined, error: unknown): string {
  const id = randomUUID();
  const where = request && { method: request.method, path: pathOf(request.url) };
  logger.error({ id, ...where, err: error }, "bug");
  const errorClass = error instanceof Error ? error.constructor.name : typeof error;
  recentBugs.unshift({
    id,
    at: new Date().toISOString(),
    route: getRequestContext()?.route ?? "background",
    errorClass,
  });
  recentBugs.length = Math.min(recentBugs.length, BUGS_KEPT);
  return id;
}

/**
 * The path of a URL as it is logged: without its query, a name that a member looks up or has, the file of an export, and the
 * key of a notice.
 */
function pathOf(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/, "").split("?", 1)[0] ?? "";
  return path.replace(/^(\/api\/lastfm\/user|\/avatars|\/settings\/export|\/notice)\/.*/i, "$1/…");
}

export const log = { bug, logger, pathOf, listBugs: (): readonly Bug[] => recentBugs };
