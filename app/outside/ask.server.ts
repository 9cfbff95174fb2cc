// The one way to ask an outside service: in time, up to a size, never led elsewhere, and not again while it is down.
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";

const TIME_LIMIT_MS = 5_000;
const SIZE_LIMIT_BYTES = 256 * 1024;
const FAILURES_UNTIL_REST = 5;
const REST_MS = 30_000;
const REST_MAX_MS = 3_600_000;

/** What a service answered, whatever its status below 500. */
export type Answer = { status: number; text: string };

/**
 * Why there is no answer: it failed (status 500 and up, cut off, unreachable), took over 5 s, sent over 256 kB, wanted to
 * lead elsewhere, or is left alone for a while after failing five times in a row or asking for it (429).
 */
export type Silence = { silence: "failed" | "slow" | "large" | "elsewhere" | "resting" };

export type Question = {
  method?: "GET" | "POST" | "DELETE";
  /** Encoded here: nothing in a value can become a key or a path. */
  query?: Record<string, string>;
  /** Sent as a form. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** From when on (Date.now) an answer is of no use, where several questions share their 5 s. */
  until?: number;
};

type Host = { breaker: ReturnType<typeof circuitBreaker>; restsUntil: number };

const hosts = new Map<string, Host>();

/**
 * Asks `path` of the service at `base`, an address from the environment. Never throws.
 * Nothing that a member typed belongs into `path`.
 */
export async function ask(base: string, path: string, question: Question = {}): Promise<Answer | Silence> {
  const address = new URL(base.replace(/\/$/, "") + path);
  for (const [name, value] of Object.entries(question.query ?? {})) address.searchParams.set(name, value);
  const host = hostOf(address);
  if (Date.now() < host.restsUntil) return { silence: "resting" };
  try {
    return await host.breaker.execute(() => fetchAnswer(address, question, host));
  } catch (trouble) {
    if (trouble instanceof BrokenCircuitError) return { silence: "resting" };
    const isSlow = trouble instanceof DOMException && trouble.name === "TimeoutError";
    return { silence: isSlow ? "slow" : "failed" };
  }
}

/** The JSON of an answer; undefined when it is none. */
export function readAnswer(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** Throws for what counts as a failure of the service. */
async function fetchAnswer(address: URL, question: Question, host: Host): Promise<Answer | Silence> {
  const response = await fetch(address, {
    method: question.method ?? (question.form ? "POST" : "GET"),
    headers: { Accept: "application/json", "User-Agent": "B-Side/1.0", ...question.headers },
    body: question.form ? new URLSearchParams(question.form) : undefined,
    redirect: "manual",
    signal: AbortSignal.timeout(timeLeft(question.until)),
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return { silence: "elsewhere" };
  }
  const text = await readText(response);
  if (response.status === 429) {
    host.restsUntil = Date.now() + restMs(response.headers.get("Retry-After"));
    return { silence: "resting" };
  }
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return text === undefined ? { silence: "large" } : { status: response.status, text };
}

function timeLeft(until = Number.POSITIVE_INFINITY) {
  return Math.max(0, Math.min(TIME_LIMIT_MS, until - Date.now()));
}

/** Reads up to the limit; undefined beyond it. */
async function readText({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  for (let size = 0; reader; ) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
    if (size > SIZE_LIMIT_BYTES) {
      await reader.cancel();
      return undefined;
    }
  }
  return Buffer.concat(parts).toString("utf8");
}

/** From seconds or a date (RFC 9110, 10.2.3); 30 s where nothing is said, an hour at most. */
function restMs(retryAfter: string | null): number {
  if (retryAfter === null) return REST_MS;
  const seconds = Number(retryAfter);
  const asked = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), REST_MAX_MS) : REST_MS;
}

function hostOf({ host }: URL): Host {
  const known = hosts.get(host);
  if (known) return known;
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: REST_MS,
    breaker: new ConsecutiveBreaker(FAILURES_UNTIL_REST),
  });
  const made = { breaker, restsUntil: 0 };
  hosts.set(host, made);
  return made;
}
