import { expect, test } from "vitest";
import { browserName } from "~/models/browser-name.server";

test("known browsers are named with their system", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  expect(browserName(firefox)).toBe("Firefox on Linux");
  const safari =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
  expect(browserName(safari)).toBe("Safari on iOS");
});

test.each([
  "https://evil.example/help 1.0",
  "Your-account-is-locked-go-to-evil.example/1.0",
  "evil.example",
  "Call-+1-555-0100 (Security team)",
  "Mozilla/5.0 (evil.example; evil.example) evil.example/1 evil.example/2",
])("a name that a visitor makes up is not repeated: %s", (userAgent) => {
  expect(browserName(userAgent)).toBe("Unknown browser");
});
