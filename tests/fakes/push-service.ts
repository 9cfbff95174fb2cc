// A fake push service with browsers: it checks who sends (VAPID), decrypts what it is sent, and refuses on demand.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";
import { type ServiceRequest, servicesUrl, startService } from "./service";

const RECORD_HEADER_BYTES = 86;
const TAG_BYTES = 16;
/** RFC 8030, 5.4. */
const TOPIC = /^[\w-]{1,32}$/;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * A payload, as the server wrote it, for how long the service is to keep it, what it replaces, and who says to have sent it.
 */
export type ReceivedPush = {
  payload: {
    web_push?: number;
    notification?: { title: string; navigate: string; tag: string; lang: string };
    close?: string[];
  };
  text: string;
  ttl: number;
  topic: string;
  authorization: string;
};

type FakeBrowser = { ecdh: ECDH; auth: Buffer; received: ReceivedPush[]; key?: string; refusal?: Refusal };
type Refusal = { status: number; headers?: Record<string, string> };

/** Starts it on a free port of loopback. */
export async function startPushService() {
  const browsers = new Map<string, FakeBrowser>();
  const listeners = new Set<() => void>();
  const refused: string[] = [];

  function reply({ method, path, headers, body }: ServiceRequest) {
    const browser = browsers.get(path.replace("/send/", ""));
    if (method !== "POST" || !browser) return undefined;
    if (browser.refusal) return { ...browser.refusal, html: "" };
    const { authorization = "" } = headers;
    const error = checkSender(authorization, browser);
    const topic = String(headers.topic);
    const isComplete = headers["content-encoding"] === "aes128gcm" && headers.ttl && TOPIC.test(topic);
    if (error || !isComplete) {
      refused.push(error ?? "not aes128gcm, or without a TTL or topic");
      return { status: 403, html: error ?? "" };
    }
    const text = decrypt(body, browser).toString();
    const payload = JSON.parse(text);
    browser.received.push({ payload, text, ttl: Number(headers.ttl), topic, authorization });
    for (const listener of listeners) listener();
    return { status: 201, html: "" };
  }

  /** Why a request is not from the server whose key the browser has subscribed with. */
  function checkSender(authorization: string, browser: FakeBrowser): string | undefined {
    const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    const [header = "", claims = "", signature = ""] = token.split(".");
    if (browser.key !== undefined && browser.key !== key) return "another key";
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString("base64url"));
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const signed = Buffer.from(`${header}.${claims}`);
    const sent = Buffer.from(signature, "base64url");
    if (!verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, sent)) return "not signed";
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
    const seconds = exp - Date.now() / 1000;
    if (aud !== servicesUrl || !/^(mailto:|https:)/.test(sub)) return "for another service";
    return seconds > 0 && seconds <= DAY_SECONDS ? undefined : "expired";
  }

  const service = startService(["fcm.googleapis.com"], reply);
  return {
    ...service,
    /** Why requests were refused. */
    refused,
    /** A browser's new subscription, as PushSubscription.toJSON() has it; with `key` only its server can send. */
    subscribe(key?: string) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const [id, auth] = [randomUUID(), randomBytes(16)];
      const browser: FakeBrowser = { ecdh, auth, received: [], key };
      browsers.set(id, browser);
      return {
        subscription: {
          endpoint: `${service.address}/send/${id}`,
          keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
        },
        received: browser.received,
        /** Answers further requests with this status. */
        answer(status: number, headers?: Record<string, string>) {
          browser.refusal = status === 201 ? undefined : { status, headers };
        },
        /** The received pushes, once there are `count`. */
        async untilReceived(count = 1): Promise<ReceivedPush[]> {
          while (browser.received.length < count)
            await new Promise<void>((resolve) => {
              const listener = () => {
                listeners.delete(listener);
                resolve();
              };
              listeners.add(listener);
            });
          return browser.received;
        },
      };
    },
  };
}

/** Decrypts a message of one record (RFC 8291). */
function decrypt(body: Buffer, { ecdh, auth }: FakeBrowser): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, RECORD_HEADER_BYTES);
  const secret = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const padded = Buffer.concat([
    decipher.update(body.subarray(RECORD_HEADER_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
