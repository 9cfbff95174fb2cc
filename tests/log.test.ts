// What the log tells of errors that hold what they are about, and of paths with names and keys.

import { jwtVerify, SignJWT } from "jose";
import pino from "pino";
import { OAuth2RequestError, UnexpectedErrorResponseBodyError } from "remix-auth-oauth2";
import { expect, test } from "vitest";
import { log, logOptions } from "~/log.server";

const SECRET = "secret@example.org";
const key = new TextEncoder().encode("a key of thirty-two bytes for HS256");

/** What is thrown for a token of another client, which names the person. */
async function verifyForeignToken(): Promise<unknown> {
  const claims = { email: SECRET, sub: SECRET };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setAudience("other").sign(key);
  return jwtVerify(token, key, { audience: "ours" }).catch((error: unknown) => error);
}

test.each<[string, () => unknown]>([
  ["a token that isn't for us", verifyForeignToken],
  ["a provider's odd answer", () => new UnexpectedErrorResponseBodyError(400, { login_hint: SECRET })],
  ["a provider's refusal", () => new OAuth2RequestError("invalid_request", SECRET, null, SECRET)],
  ["several errors", () => new AggregateError([Object.assign(new Error("One"), { body: SECRET })], "All")],
  ["a cause", () => new Error("A job failed", { cause: Object.assign(new Error("One"), { sent: SECRET }) })],
  ["what is no error", () => ({ email: SECRET })],
])("the log keeps what is said in %s to itself", async (_, make) => {
  const lines: string[] = [];
  const logger = pino({ ...logOptions, level: "error" }, { write: (line) => lines.push(line) });
  const error = await make();
  logger.error({ err: error }, "bug");
  expect(lines.join()).not.toContain(SECRET);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { type: expect.stringMatching(/^\w+$/) },
  });
});

test.each([
  ["/api/lastfm/user/secret", "/api/lastfm/user/…"],
  ["/avatars/secret.svg", "/avatars/…"],
  ["/settings/export/secret.zip", "/settings/export/…"],
  ["/Notice/secret/confirm?secret", "/Notice/…"],
  ["/notic%65/secret", "/notice/…"],
  ["/artists/secret", "/artists/…"],
  ["/artists/secret/add", "/artists/…"],
  ["/api/artists/secret", "/api/artists/…"],
  ["https://b-side.example/artists/secret", "/artists/…"],
  ["/api/artists?q=secret", "/api/artists"],
  ["/artists", "/artists"],
  ["/members/7/why", "/members/7/why"],
])("of %s the log has %s", (address, path) => {
  expect(log.pathOf(address)).toBe(path);
});
