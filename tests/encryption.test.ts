import { expect, test } from "vitest";
import { decrypt, encrypt } from "~/encryption.server";

test("encrypted text is unreadable and different each time", () => {
  const [one, other] = [encrypt("a token", "1 spotify"), encrypt("a token", "1 spotify")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("token");
  expect([decrypt(one, "1 spotify"), decrypt(other, "1 spotify")]).toEqual(["a token", "a token"]);
});

test("encrypted text is decrypted only if complete, unchanged and in its own context", () => {
  const sealed = encrypt("a token", "1 spotify");
  const bytes = Buffer.from(sealed, "base64url");
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  for (const [text, place] of [
    [sealed, "2 spotify"],
    [sealed, "1 youtube"],
    [bytes.toString("base64url"), "1 spotify"],
    [sealed.slice(0, -4), "1 spotify"],
    [sealed.slice(0, 20), "1 spotify"],
    ["", "1 spotify"],
    ["{}", "1 spotify"],
  ] as const) {
    expect(decrypt(text, place)).toBeUndefined();
  }
});
