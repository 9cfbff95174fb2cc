// The matcher of refusals: `await expect(attempt).toBeRefused("absent")`, and the sentence where it matters.
import { expect } from "vitest";
import type { RefusalCode } from "~/refusal";

declare module "vitest" {
  interface Matchers<T> {
    /** Expects a promise to reject with a refusal of a code, and with a sentence or what matches it. */
    toBeRefused: (
      code: RefusalCode,
      message?: string | ReturnType<typeof expect.stringMatching>,
    ) => Promise<T>;
  }
}

expect.extend({
  async toBeRefused(attempt: Promise<unknown>, code: RefusalCode, ...message) {
    const refused: Partial<Record<"code" | "message", string>> = await attempt.then(
      () => ({}),
      (error) => error,
    );
    const actual = [refused.code, refused.message].slice(0, message.length + 1);
    const expected = [code, ...message];
    return {
      pass: this.equals(actual, expected),
      message: () => "The attempt was not refused so",
      actual,
      expected,
    };
  },
});
