// Errors outside of Remix: handled by the server itself, or only logged if no request is waiting.
import type { ErrorRequestHandler, Request, Response } from "express";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { refusalIn, statusOf } from "~/refusal";
import {
  formatError,
  languageHeaders,
  logCause,
  privateHeaders,
  retryHeaders,
} from "./error-response.server";

/** Sends one sentence with a status, in the format of the request's Accept. */
export function sendError(req: Request, res: Response, status: number, message: string) {
  const { type, body } = formatError(req.headers.accept, status, message);
  res
    .status(status)
    .set({ ...privateHeaders, ...languageHeaders() })
    .type(type)
    .send(body);
}

/** The last middleware: handles the errors of the others. */
export const handleError: ErrorRequestHandler = (error, req, res, next) => {
  const refusal = refusalIn(error);
  if (refusal && !res.headersSent) {
    logCause(refusal);
    return sendError(req, res.set(retryHeaders(refusal)), statusOf(refusal), refusal.message);
  }
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) log.bug({ method: req.method, url: req.originalUrl }, error);
  if (res.headersSent) return next(error);
  if (status === 500) sendError(req, res, status, t("Something went wrong on our side."));
  else if (status === 404) sendError(req, res, status, t("There is nothing here."));
  else sendError(req, res, status, t("The request could not be read."));
};

/** Logs why a background job failed; an unreachable database is not a bug. */
export function logBackgroundError(error: unknown) {
  const refusal = refusalIn(error);
  if (refusal) logCause(refusal);
  else log.bug(undefined, error);
}
