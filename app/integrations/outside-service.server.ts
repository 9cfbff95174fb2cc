// Shared by all requests to outside services: their time limit, and a pause for a service that fails or asks for one.
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";

const TIMEOUT_MS = 5_000;
/** A timeout counts as the service's failure after at least this long; otherwise its caller's deadline was near. */
const FAILURE_AFTER_MS = 4_000;
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = HOUR_MS;

export const USER_AGENT = "B-Side/1.0";

/** `isLimited` if the pause is because of too many requests rather than a failure. */
type Host = { breaker: ReturnType<typeof circuitBreaker>; pausedUntil: number; isLimited: boolean };

/** The caller's deadline came before `FAILURE_AFTER_MS`. */
class DeadlineExceeded extends Error {}

const hosts = new Map<string, Host>();

/** The address of the service at a host, or of its fake. */
export function serviceUrl(host: string): string {
  return env.servicesUrl ? `${env.servicesUrl}/${host}` : `https://${host}`;
}

/**
 * Calls `ask` for the service at `url`, within 5 s or what is left until `deadline` (Date.now). Whatever `ask` throws counts as
 * the service's failure; five in a row pause it.
 */
export async function askService<Answer>(
  url: URL,
  deadline: number | undefined,
  ask: (limitMs: number) => Promise<Answer>,
): Promise<Answer | { failure: "failed" | "timeout" | "paused" }> {
  const host = getHost(url);
  if (Date.now() < host.pausedUntil) return { failure: "paused" };
  if (timeLeft(deadline) === 0) return { failure: "timeout" };
  try {
    return await host.breaker.execute(() => askWithin(timeLeft(deadline), ask));
  } catch (error) {
    if (error instanceof BrokenCircuitError) return { failure: "paused" };
    return { failure: isTimeout(error) || error instanceof DeadlineExceeded ? "timeout" : "failed" };
  }
}

/**
 * Pauses the service if its response asks for it: 429, or 503 with Retry-After. Returns whether it does.
 */
export function pauseIfAsked(url: URL, status: number, retryAfter: string | null): boolean {
  if (status !== 429 && (status !== 503 || retryAfter === null)) return false;
  pauseService(url, retryAfterMs(retryAfter));
  getHost(url).isLimited = status === 429;
  return true;
}

/**
 * How many seconds are left of the pause that the service at `base` has asked for because of too many requests; 0 without one.
 */
export function limitedSeconds(base: string): number {
  const { isLimited, pausedUntil: until } = getHost(new URL(base));
  return isLimited ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0;
}

/** Pauses the service at `url` for this long. */
export function pauseService(url: URL, ms: number) {
  getHost(url).pausedUntil = Date.now() + ms;
}

/** Until when (Date.now) the service at `base` has asked for a pause; 0 if it hasn't. */
export function pausedUntil(base: string): number {
  return getHost(new URL(base)).pausedUntil;
}

/** Throws what the circuit breaker counts as a failure, and `DeadlineExceeded`, which it does not count. */
async function askWithin<Answer>(limitMs: number, ask: (limitMs: number) => Promise<Answer>) {
  try {
    return await ask(limitMs);
  } catch (error) {
    throw isTimeout(error) && limitMs < FAILURE_AFTER_MS ? new DeadlineExceeded() : error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function timeLeft(deadline = Number.POSITIVE_INFINITY) {
  return Math.max(0, Math.min(TIMEOUT_MS, deadline - Date.now()));
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3); 30 s without one, an hour at most. */
export function retryAfterMs(retryAfter: string | null): number {
  if (retryAfter === null) return PAUSE_MS;
  const seconds = Number(retryAfter);
  const requested = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(requested) ? Math.min(Math.max(requested, 0), MAX_PAUSE_MS) : PAUSE_MS;
}

function getHost(url: URL): Host {
  // The fake of all services has one host, and a path for each.
  const isStandIn = env.servicesUrl !== undefined && url.href.startsWith(`${env.servicesUrl}/`);
  const name = isStandIn ? (url.pathname.split("/")[1] ?? "") : url.host;
  const known = hosts.get(name);
  if (known) return known;
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof DeadlineExceeded)),
    {
      halfOpenAfter: PAUSE_MS,
      breaker: new ConsecutiveBreaker(MAX_FAILURES),
    },
  );
  const host = { breaker, pausedUntil: 0, isLimited: false };
  hosts.set(name, host);
  return host;
}
