// The errors of a database in a local file: which of them are no bugs, and what members are told.
import { LibsqlError } from "@libsql/client";
import { Refusal, refusalIn } from "~/refusal";

const RETRY_AFTER_SECONDS = 5;

const busy = "The database is busy at the moment. Try again in a few seconds.";
const full = "This server is running out of space, so nothing can be saved right now. You can still browse.";
const broken = "Nothing can be saved on this server right now. You can still browse.";

/** The messages for the error codes, of the driver and of Node, that are not bugs. */
const messages: Record<string, string> = {
  SQLITE_BUSY: busy,
  SQLITE_FULL: full,
  ENOSPC: full,
  SQLITE_READONLY: broken,
  SQLITE_CANTOPEN: broken,
  SQLITE_IOERR: broken,
};

/** The error of a statement that found the database locked, or that another one has undone. */
export function busyError(message: string): LibsqlError {
  return new LibsqlError(message, "SQLITE_BUSY");
}

export function isBusy(error: unknown): boolean {
  return baseCode(error) === "SQLITE_BUSY";
}

/** Whether an error is the refusal of a write on a full or nearly full disk. */
export function isDiskFull(error: unknown): boolean {
  return refusalIn(error)?.message === full;
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
  return Object.assign(refusal, { cause: `database: ${reason}` });
}
