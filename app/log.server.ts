// The log: one JSON line per event, with ids only, never text, email addresses or tokens; and the last bugs of this process.
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "~/env.server";
import { hideValues } from "~/query-errors.server";
import { getRequestContext } from "~/request-context.server";

const BUGS_KEPT = 50;

/** A bug as operators see it; the log has the details under its id. */
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

/** Errors are logged without the data they are about: the values of statements, the claims of a token, a service's answer. */
export const logOptions = { level: env.logLevel, serializers: { err: describeError } };
const logger = pino(logOptions, destination);

/**
 * An error's type, message, code and status, and those of the errors in an AggregateError; its own fields may hold anything.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error))
    return typeof error === "object" && error ? { type: error.constructor?.name } : error;
  const { type, message, stack, code, status } = pino.stdSerializers.err(hideValues(error));
  const errors = error instanceof AggregateError ? error.errors.map(describeError) : undefined;
  return { type, message, stack, code, status, errors };
}

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
 * key of a notice or of a friend's link to a plan.
 */
function pathOf(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/, "").split("?", 1)[0] ?? "";
  // Letters may be percent-encoded, which is the same address.
  const spelled = path.replace(/%[4-7][\da-f]/gi, decodeURIComponent);
  return spelled.replace(
    /^(\/api\/lastfm\/user|(?:\/api)?\/artists|\/avatars|\/settings\/export|\/notice|\/plans)\/.*/i,
    "$1/…",
  );
}

export const log = { bug, logger, pathOf, listBugs: (): readonly Bug[] => recentBugs };
