// Requests to outside services: limited in time and size, without redirects, behind a circuit breaker.
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { HOUR_MS } from "~/durations";
import { readBytes } from "~/read-bytes";

const TIMEOUT_MS = 5_000;
/** A timeout counts as the service's failure after at least this long; otherwise its caller's deadline was near. */
const FAILURE_AFTER_MS = 4_000;
const MAX_BYTES = 256 * 1024;
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = HOUR_MS;

/** The response of a service, with any status below 500. */
export type HttpResponse = { status: number; text: string };

/**
 * Why there is no response: the request failed (status 500 and up, cut off, unreachable), took over 5 s or what
 * was left of them, exceeded 256 kB or was redirected, or the service is paused after five failures in a row or a 429.
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

type Host = { breaker: ReturnType<typeof circuitBreaker>; pausedUntil: number };

/** The caller's deadline came before `FAILURE_AFTER_MS`. */
class DeadlineExceeded extends Error {}

const hosts = new Map<string, Host>();

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
  const host = getHost(url);
  if (Date.now() < host.pausedUntil) return { failure: "paused" };
  if (timeLeft(options.deadline) === 0) return { failure: "timeout" };
  try {
    return await host.breaker.execute(() => fetchOnce(url, options, host));
  } catch (error) {
    if (error instanceof BrokenCircuitError) return { failure: "paused" };
    return { failure: isTimeout(error) || error instanceof DeadlineExceeded ? "timeout" : "failed" };
  }
}

/** The JSON of a response; undefined if it isn't JSON. */
export function parseJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    return undefined;
  }
}

/** Throws what the circuit breaker counts as a failure, and `DeadlineExceeded`, which it does not count. */
async function fetchOnce(
  url: URL,
  options: HttpRequestOptions,
  host: Host,
): Promise<HttpResponse | HttpFailure> {
  const limitMs = timeLeft(options.deadline);
  try {
    return await fetchWithin(limitMs, url, options, host);
  } catch (error) {
    throw isTimeout(error) && limitMs < FAILURE_AFTER_MS ? new DeadlineExceeded() : error;
  }
}

async function fetchWithin(
  limitMs: number,
  url: URL,
  options: HttpRequestOptions,
  host: Host,
): Promise<HttpResponse | HttpFailure> {
  const response = await fetch(url, {
    method: options.method ?? (options.form ? "POST" : "GET"),
    headers: { Accept: "application/json", "User-Agent": "B-Side/1.0", ...options.headers },
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
  if (response.status === 429) {
    host.pausedUntil = Date.now() + pauseMs(response.headers.get("Retry-After"));
    return { failure: "paused" };
  }
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return bytes
    ? { status: response.status, text: new TextDecoder().decode(bytes) }
    : { failure: "too-large" };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function timeLeft(deadline = Number.POSITIVE_INFINITY) {
  return Math.max(0, Math.min(TIMEOUT_MS, deadline - Date.now()));
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3); 30 s without one, an hour at most. */
function pauseMs(retryAfter: string | null): number {
  if (retryAfter === null) return PAUSE_MS;
  const seconds = Number(retryAfter);
  const requested = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(requested) ? Math.min(Math.max(requested, 0), MAX_PAUSE_MS) : PAUSE_MS;
}

function getHost({ host: name }: URL): Host {
  const known = hosts.get(name);
  if (known) return known;
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof DeadlineExceeded)),
    {
      halfOpenAfter: PAUSE_MS,
      breaker: new ConsecutiveBreaker(MAX_FAILURES),
    },
  );
  const host = { breaker, pausedUntil: 0 };
  hosts.set(name, host);
  return host;
}
