// The push services of browsers: their hosts, and sending to a subscription.
import { LRUCache } from "lru-cache";
import webPush from "web-push";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { allowedUrl, openResponse } from "./named-hosts.server";
import { askService, pauseService, retryAfterMs } from "./outside-service.server";

/** The hosts of Chrome and Edge, Firefox, Safari, and Windows. An endpoint at any other host is refused. */
const hosts = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "updates.push.services.mozilla.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
] as const;

/**
 * The Authorization headers of the last hour, by service and public key: signing takes longer than encrypting, and a signature
 * is valid for twelve hours. Members can invent hosts of some services.
 */
const authorizations = new LRUCache<string, string>({ max: 100, ttl: HOUR_MS });

/** A browser's subscription: anybody who knows it can send to it. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The keys that prove the sender to push services. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * A push service's answer: "ended" means that the subscription is gone or never was valid, "refused" that the service doesn't
 * take this push now, and "failed" that there was no answer. `waitMs` is how long it asks to be left alone, and `isBusy`
 * whether that, or its own failure, may concern everybody.
 */
export type PushAnswer =
  | { result: "sent" | "failed" | "ended" }
  | { result: "refused"; waitMs: number; isBusy: boolean };

/** Whether an endpoint is one of the known push services'. */
export function isPushEndpoint(endpoint: string): boolean {
  return allowedUrl(endpoint, { hosts, base: env.servicesUrl }) !== undefined;
}

/** Whether the browser behind an endpoint punishes a push that shows nothing. */
export function mustShow(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}

export function makeVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys();
}

/**
 * Encrypts a payload for a subscription and sends it. The service keeps it for `ttlSeconds`, and only the last with the same
 * `topic`.
 */
export async function sendPush(
  { endpoint, keys }: PushAddress,
  payload: string,
  { vapid, ttlSeconds, topic }: { vapid: VapidKeys; ttlSeconds: number; topic?: string },
): Promise<PushAnswer> {
  const url = allowedUrl(endpoint, { hosts, base: env.servicesUrl });
  const request = url && encryptFor({ endpoint, keys }, payload, vapid, { TTL: ttlSeconds, topic });
  if (!request) return { result: "ended" };
  const answer = await askService(url, undefined, (limitMs) =>
    post(url, request, AbortSignal.timeout(limitMs)),
  );
  return "failure" in answer ? { result: "failed" } : answer;
}

/** Sends nothing to the push service of an endpoint for this long. */
export function pausePushService(endpoint: string, ms: number) {
  pauseService(new URL(endpoint), ms);
}

async function post(url: URL, request: webPush.RequestDetails, signal: AbortSignal): Promise<PushAnswer> {
  const { headers, body } = request;
  const response = await openResponse(url, env.servicesUrl, {
    headers: headers as never,
    body: body as Buffer,
    signal,
  });
  if (!response) return { result: "ended" };
  const { statusCode: status = 0 } = response;
  response.destroy();
  if (status >= 200 && status < 300) return { result: "sent" };
  if (status === 404 || status === 410) return { result: "ended" };
  const retryAfter = response.headers["retry-after"] ?? null;
  const isBusy = status === 429 || status >= 500;
  return {
    ...{ result: "refused", isBusy },
    waitMs: isBusy || retryAfter !== null ? retryAfterMs(retryAfter) : 0,
  };
}

/** Undefined for invalid keys. */
function encryptFor(
  address: PushAddress,
  payload: string,
  vapid: VapidKeys,
  options: Pick<webPush.RequestOptions, "TTL" | "topic">,
) {
  try {
    const headers = { Authorization: authorize(new URL(address.endpoint), vapid) };
    return webPush.generateRequestDetails(address, payload, { headers, ...options });
  } catch {
    return undefined;
  }
}

/** The header that proves the sender to a service (RFC 8292). */
function authorize({ origin }: URL, { publicKey, privateKey }: VapidKeys): string {
  const name = `${origin} ${publicKey}`;
  const known = authorizations.get(name);
  if (known) return known;
  // Services require an https URL or an address for complaints.
  const subject = env.isPublic ? env.origin : "mailto:push@b-side.example";
  const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm");
  authorizations.set(name, Authorization);
  return Authorization;
}
