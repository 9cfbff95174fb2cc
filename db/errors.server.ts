// Database errors: which are temporary, which are no bugs, and what members are told.
import { setTimeout as wait } from "node:timers/promises";
import { LibsqlError } from "@libsql/client";
import { type Message, msg } from "~/language/text";
import { Refusal, refusalIn } from "~/refusal";

/** The code of a closed client: the process is ending. */
export const CLOSED = "CLIENT_CLOSED";

const RETRY_AFTER_SECONDS = 5;
const MAX_ATTEMPTS = 5;
const MAX_RETRY_DELAY_MS = 200;

const busy = msg("The database is busy at the moment. Try again in a few seconds.");
const full = msg(
  "This server is running out of space, so nothing can be saved right now. You can still browse.",
);
const closed = msg("The server is restarting. Try again in a minute.");
const broken = msg("Nothing can be saved on this server right now. You can still browse.");

/** What members are told when the database can't be reached. */
export const NOT_RESPONDING = msg("The database is not responding right now. Try again in a minute.");

/** The messages for error codes, of the driver and of Node, that are not bugs. */
const messages: Record<string, Message> = {
  SQLITE_BUSY: busy,
  [CLOSED]: closed,
  SQLITE_FULL: full,
  ENOSPC: full,
  SQLITE_READONLY: broken,
  SQLITE_CANTOPEN: broken,
  SQLITE_IOERR: broken,
};

/**
 * A libSQL server has rolled back a transaction, because it took too long while others waited, or nothing was sent within it.
 */
const UNDONE = ["TRANSACTION_TIMEOUT", "STREAM_EXPIRED"];

/** The error of a statement that found the database locked, or was rolled back because of another. */
export function busyError(message: string): LibsqlError {
  return new LibsqlError(message, "SQLITE_BUSY");
}

/** Whether a statement found the database locked, or was rolled back because of another change. */
export function isBusy(error: unknown): boolean {
  if (["SQLITE_BUSY", ...UNDONE].includes(baseCode(error))) return true;
  return error instanceof Error && isBusy(error.cause);
}

/** Retries an operation that found the database locked and changed nothing. */
export async function retryWhileBusy<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || attempt === MAX_ATTEMPTS) throw error;
      await wait(Math.random() * MAX_RETRY_DELAY_MS);
    }
  }
}

/** Whether an error is the refusal of a write on a full or nearly full disk. */
export function isDiskFull(error: unknown): boolean {
  return refusalIn(error)?.reason === full;
}

/** The first two words of an error's code, such as `SQLITE_IOERR_WRITE`; empty without one. */
export function baseCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.split("_").slice(0, 2).join("_");
}

/** The refusal for an error that is not a bug, or else the error itself. */
export function orUnavailable(error: unknown): unknown {
  const code = baseCode(error);
  return code in messages ? unavailable(code, error) : error;
}

/** The refusal for an error's code. */
export function unavailable(code: string, cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : cause;
  const refusal = new Refusal("unavailable", messages[code] ?? broken, {}, RETRY_AFTER_SECONDS);
  // Not translated: a log.
  return Object.assign(refusal, { cause: `database: ${reason}` });
}

/** The first line of an error's root cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  const [reason = ""] = error.message.split("\n");
  return reason || ("code" in error ? String(error.code) : error.name);
}
