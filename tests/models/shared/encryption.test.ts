import { expect, test } from "vitest";
import { seal, unseal } from "~/models/sealed.server";

test("what is sealed reads as nothing, and never twice the same", () => {
  const [one, other] = [seal("a token", "1 spotify"), seal("a token", "1 spotify")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("token");
  expect([unseal(one, "1 spotify"), unseal(other, "1 spotify")]).toEqual(["a token", "a token"]);
});

test("it opens in its own place only, whole and unchanged", () => {
  const sealed = seal("a token", "1 spotify");
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
    expect(unseal(text, place)).toBeUndefined();
  }
});
