// How a refusal or a bug becomes a response.

import { currentLanguage } from "~/language/current";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { type FieldMessages, type Refusal, refusalIn, statusOf } from "~/refusal";

// Not translated: the titles of a standard (RFC 9110), which go with a sentence that is.
const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** Headers of every response with a member's data. */
export const privateHeaders = { "Cache-Control": "private, no-store" };

/** The Content-Length of a body, which keeps the compression middleware from compressing short ones. */
function contentLength(body: string): Record<string, string> {
  return { "Content-Length": String(Buffer.byteLength(body)) };
}

/** The headers that say which language a sentence is in and what that depends on. */
export function languageHeaders(): Record<string, string> {
  return { "Content-Language": currentLanguage(), Vary: "Accept-Language, Cookie" };
}

/** Retry-After, if the refusal has one. */
export function retryHeaders({ retryAfterSeconds }: Refusal): Record<string, string> {
  return retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {};
}

/** The API's response to a refusal or a bug: one plain sentence, or an RFC 9457 problem if the client accepts that. */
export function toErrorResponse(request: Request, error: unknown): Response {
  const refusal = refusalIn(error);
  if (refusal) {
    logCause(refusal);
    return errorResponse(request, statusOf(refusal), refusal.message, retryHeaders(refusal), refusal.fields);
  }
  const requestId = log.bug(request, error);
  return errorResponse(
    request,
    500,
    t("Something went wrong on our side. Reference: {requestId}.", { requestId }),
  );
}

/** Logs the cause of a refusal, if it has one that operators may want to know. */
export function logCause({ cause }: Refusal) {
  if (typeof cause === "string") log.logger.warn({ cause }, "refused because a service is unavailable");
}

/** One sentence with a status, in the format of the request's Accept. */
export function errorResponse(
  request: Request,
  status: number,
  detail: string,
  headers: Record<string, string> = {},
  fields: FieldMessages = {},
): Response {
  const { type, body } = formatError(request.headers.get("Accept"), status, detail, fields);
  return new Response(body, {
    status,
    headers: {
      ...privateHeaders,
      ...languageHeaders(),
      ...contentLength(body),
      ...headers,
      "Content-Type": type,
    },
  });
}

/** The same for the server process, which has no Response. */
export function formatError(
  accept: string | null | undefined,
  status: number,
  detail: string,
  fields: FieldMessages = {},
): { type: string; body: string } {
  if (!accept?.includes("application/problem+json")) {
    return { type: "text/plain; charset=utf-8", body: detail };
  }
  const errors = Object.entries(fields).map(([field, message]) => ({
    pointer: `#/${field.replaceAll(".", "/")}`,
    detail: message,
  }));
  const body = JSON.stringify({ type: "about:blank", title: titles[status], status, detail, errors });
  return { type: "application/problem+json", body };
}
