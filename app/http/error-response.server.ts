// How a refusal becomes an answer: the only table from codes to statuses.
import { type FieldMessages, type Refusal, type RefusalCode, refusalIn } from "~/models/refusal";
import { log } from "./log.server";

const statuses: Record<RefusalCode, number> = {
  invalid: 400,
  "signed-out": 401,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  "too-large": 413,
  "wrong-type": 415,
  "too-many": 429,
  unanswered: 502,
  unavailable: 503,
};

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

export function statusOf(refusal: Refusal): number {
  return statuses[refusal.code];
}

/** Headers of every answer that is a member's own. */
export const privately = { "Cache-Control": "private, no-store" };

/** The length of a body, told beforehand: nobody then begins to compress what is too short for it. */
export function lengthOf(body: string): Record<string, string> {
  return { "Content-Length": String(Buffer.byteLength(body)) };
}

/** When to come back, for a refusal that says so. */
export function retryHeaders({ retryAfterSeconds }: Refusal): Record<string, string> {
  return retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {};
}

/** A refusal, or a bug, as the API answers it: one plain sentence, or an RFC 9457 problem where that is asked for. */
export function errorAnswer(request: Request, error: unknown): Response {
  const refusal = refusalIn(error);
  if (refusal) {
    noteCause(refusal);
    return sentence(request, statusOf(refusal), refusal.message, retryHeaders(refusal), refusal.fields);
  }
  const requestId = log.bug(request, error);
  return sentence(request, 500, `Something went wrong on our side. Our note of it is ${requestId}.`);
}

/** Leaves a line where a refusal has a cause that those who run the app may want to know of. */
export function noteCause({ cause }: Refusal) {
  if (typeof cause === "string") log.logger.warn({ cause }, "refused for want of a service");
}

/** One plain sentence with a status, worded as the request's Accept asks. */
export function sentence(
  request: Request,
  status: number,
  detail: string,
  headers: Record<string, string> = {},
  fields: FieldMessages = {},
): Response {
  const { type, body } = worded(request.headers.get("Accept"), status, detail, fields);
  return new Response(body, {
    status,
    headers: { ...privately, ...lengthOf(body), ...headers, "Content-Type": type },
  });
}

/** The same for the server process, which has no Response. */
export function worded(
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
