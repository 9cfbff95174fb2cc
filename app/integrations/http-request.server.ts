// Requests to outside services: limited in time and size, without redirects, behind a circuit breaker.
import { readBytes } from "~/read-bytes";
import { askService, pauseIfAsked, USER_AGENT } from "./outside-service.server";

const MAX_BYTES = 256 * 1024;

/** The response of a service, with any status below 500. */
export type HttpResponse = { status: number; text: string };

/**
 * Why there is no response: the request failed (status 500 and up, cut off, unreachable), took over 5 s or what
 * was left of them, exceeded 256 kB or was redirected, or the service is paused after five failures in a row, a 429, or a
 * 503 with Retry-After.
 */
export type HttpFailure = { failure: "failed" | "timeout" | "too-large" | "redirect" | "paused" };

export type HttpRequestOptions = {
  method?: "GET" | "POST" | "DELETE";
  /** Encoded here, so that no value can become a key or a path. */
  query?: Record<string, string>;
  /** Sent as a URL-encoded body. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** When to give up (Date.now), for requests that share their 5 s. */
  deadline?: number;
};

/**
 * Requests `path` of the service at `base`, a URL from the environment. Never throws.
 * Members' input must not be part of `path`.
 */
export async function httpRequest(
  base: string,
  path: string,
  options: HttpRequestOptions = {},
): Promise<HttpResponse | HttpFailure> {
  const url = new URL(base.replace(/\/$/, "") + path);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
  return askService(url, options.deadline, (limitMs) => fetchWithin(limitMs, url, options));
}

/** The JSON of a response; undefined if it isn't JSON. */
export function parseJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.text);
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
    method: options.method ?? (options.form ? "POST" : "GET"),
    headers: { Accept: "application/json", "User-Agent": USER_AGENT, ...options.headers },
    body: options.form ? new URLSearchParams(options.form) : undefined,
    redirect: "manual",
    signal: AbortSignal.timeout(limitMs),
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return { failure: "redirect" };
  }
  const bytes = await readBytes(response.body, MAX_BYTES + 1);
  if (!bytes) await response.body?.cancel();
  if (pauseIfAsked(url, response.status, response.headers.get("Retry-After"))) return { failure: "paused" };
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return bytes
    ? { status: response.status, text: new TextDecoder().decode(bytes) }
    : { failure: "too-large" };
}
