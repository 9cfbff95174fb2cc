// Requests to outside services: limited in time and size, without redirects, behind a circuit breaker.
import { readBytes } from "~/read-bytes";
import { askService, pauseIfAsked, USER_AGENT } from "./outside-service.server";

const MAX_BYTES = 256 * 1024;
const MAX_SEGMENT = 200;
/** A response may have at most one JSON value per this many bytes of its size limit; no service comes near. */
const BYTES_A_VALUE = 25;
const [COMMA, LIST, OBJECT] = [",", "[", "{"].map((sign) => sign.charCodeAt(0));

/** The response of a service, with any status below 500. */
export type HttpResponse = { status: number; text: string };

/**
 * Why there is no response: the request failed (status 500 and up, cut off, unreachable), took over 5 s or what
 * was left of them, exceeded 256 kB or was redirected, or the service is paused after five failures in a row, a 429, or a
 * 503 with Retry-After.
 */
export type HttpFailure = { failure: "failed" | "timeout" | "too-large" | "redirect" | "paused" };

export type HttpRequestOptions = {
  /** Replaces the `:names` of the path. Encoded here, so that no value can become another segment. */
  segments?: Record<string, string>;
  /** Encoded here, so that no value can become a key or a path. */
  query?: Record<string, string>;
  /** Sent as a URL-encoded body. */
  form?: Record<string, string>;
  /** Sent as a JSON body. */
  json?: string;
  headers?: Record<string, string>;
  /** When to give up (Date.now), for requests that share their 5 s. */
  deadline?: number;
  /** The most that is read of a response, instead of 256 kB. */
  maxBytes?: number;
};

/**
 * Requests `path` of the service at `base`, or `base` itself with an empty path. Throws only for a segment that no path can
 * have. Members' input must not be part of `path`, but of its `segments`.
 */
export async function httpRequest(
  base: string,
  path: string,
  options: HttpRequestOptions = {},
): Promise<HttpResponse | HttpFailure> {
  const url = new URL(path ? base.replace(/\/$/, "") + fillSegments(path, options.segments ?? {}) : base);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
  return askService(url, options.deadline, (limitMs) => fetchWithin(limitMs, url, options));
}

/** Fills in the `:names` of a path. A segment of dots would climb out of it, encoded or not. */
function fillSegments(path: string, segments: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = segments[name] ?? "";
    if (value.length > MAX_SEGMENT || /^\.{0,2}$/.test(value))
      throw new RangeError(`No path has this ${name}`);
    return encodeURIComponent(value);
  });
}

/** The JSON of a response of at most `maxBytes`; undefined if it isn't JSON or has more values than any service sends. */
export function parseJson({ text }: HttpResponse, maxBytes = MAX_BYTES): unknown {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === LIST || sign === OBJECT) values++;
  }
  if (values > maxBytes / BYTES_A_VALUE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fetchWithin(
  limitMs: number,
  url: URL,
  options: HttpRequestOptions,
): Promise<HttpResponse | HttpFailure> {
  const response = await fetch(url, {
    method: options.form || options.json ? "POST" : "GET",
    headers: {
      Accept: "application/json",
      "User-Agent": USER_AGENT,
      ...(options.json ? { "Content-Type": "application/json" } : {}),
      ...options.headers,
    },
    body: options.form ? new URLSearchParams(options.form) : options.json,
    redirect: "manual",
    signal: AbortSignal.timeout(limitMs),
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return { failure: "redirect" };
  }
  const bytes = await readBytes(response.body, (options.maxBytes ?? MAX_BYTES) + 1);
  if (!bytes) await response.body?.cancel();
  const retryAfter = response.headers.get("Retry-After") ?? response.headers.get("X-RateLimit-Reset-In");
  if (pauseIfAsked(url, response.status, retryAfter)) return { failure: "paused" };
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return bytes
    ? { status: response.status, text: new TextDecoder().decode(bytes) }
    : { failure: "too-large" };
}
