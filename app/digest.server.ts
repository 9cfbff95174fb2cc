// Digests that stand for secrets and addresses in the database.
import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { env } from "~/env.server";

/** The SHA-256 of a text that can't be guessed, such as a token, as base64url. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The SHA-256 of a file, as base64url. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("base64url");
}

/** The HMAC-SHA-256 under SESSION_SECRET of a text that could be guessed, such as an address, as base64url. */
export function keyedDigest(text: string): string {
  return createHmac("sha256", env.sessionSecret).update(text).digest("base64url");
}

/** A UUID made from `keyedDigest`, so that nobody else can tell which text it stands for (RFC 9562, version 8). */
export function keyedUuid(text: string): string {
  const bytes = Buffer.from(keyedDigest(text), "base64url").subarray(0, 16);
  bytes[6] = 0x80 | (Number(bytes[6]) & 0x0f);
  bytes[8] = 0x80 | (Number(bytes[8]) & 0x3f);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
